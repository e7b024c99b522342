"""Pack wide views of finds into one file, from which surroundings are learned.

    python -m models.surroundings.pack --set DIR --set DIR ... --out work/surroundings.npz
    python -m models.surroundings.pack --set DIR ... --out work/surroundings_found.npz --as-found --untrained

With each goes what the reader of pips says of it: places without a die that it takes for a face teach most.
"""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from models.faces.crops import MISTAKEN, Readers, found_crops
from models.sets import SetPicture, is_held_out, pictures_to_pack, weighted_set
from models.surroundings.net import INPUT_PX, MARGIN
from models.training.packed import Row, write_packed
from vision.dice.crop import crop
from vision.dice.faces import NO_DIE, open_faces, stack
from vision.dice.places import places_of
from vision.finding.finder import DieFinder
from vision.image import Frame
from vision.network import open_network

PACKED_PX = 96
PACKED_MARGIN = MARGIN * PACKED_PX / INPUT_PX
"""Packed views are wider than the network's by half, so that a batch can be turned, moved and scaled."""

LABELS = (NO_DIE, "die")


def pack(
    sets: Annotated[list[str], typer.Option("--set", help="A labelled set")],
    out: Annotated[Path, typer.Option(help="The packed file, .npz")],
    models_dir: Annotated[Path, typer.Option(help="Folder of finder and readers")] = Path("models"),
    as_found: Annotated[
        bool, typer.Option(help="Only held-out pictures, and what the finder reports: to calibrate on")
    ] = False,
    untrained: Annotated[
        bool, typer.Option(help="Nothing was trained on these sets: all their pictures are held out")
    ] = False,
) -> None:
    """Write the surroundings of all finds that are about a die, and of those about none."""
    network, faces = open_network(models_dir, "finder", threads=1), open_faces(models_dir, threads=1)
    finder = DieFinder(network) if as_found else DieFinder(network, MISTAKEN)
    readers = Readers(finder=finder, eager=finder, faces=faces)

    def rows_of(frame: Frame, picture: SetPicture) -> Iterator[Row]:
        finds = list(found_crops(frame, picture, readers))
        boxes = [one.box for one in finds]
        seen = faces.look(
            stack([crop(frame, box, faces.size_px, faces.margin) for box in boxes]),
            places_of(boxes, frame.shape[1], frame.shape[0]),
        )
        asked = set(faces.doubtful(seen))
        for index, (one, said) in enumerate(zip(finds, faces.readings(seen), strict=True)):
            yield {
                "crops": crop(frame, one.box, PACKED_PX, PACKED_MARGIN),
                "labels": LABELS.index(NO_DIE) if one.label == NO_DIE else LABELS.index("die"),
                "confidence": said.confidence,
                "accepted": said.face is not None,
                "asked": index in asked,
                "right": said.label == one.label,
                "held_out": untrained or is_held_out(picture),
            }

    pictures_of = partial(pictures_to_pack, as_found=as_found, untrained=untrained)
    write_packed(out, [weighted_set(one) for one in sets], LABELS, pictures_of, rows_of)


if __name__ == "__main__":
    typer.run(pack)
