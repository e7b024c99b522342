"""From which confidence on faces of pips may be accepted, by what the program says of held-out scenes.

    python -m models.measure.least_confidence work/validate_dice work/held_out_dice

Reads whole pictures as the program does with each least confidence, for what is not accepted is looked at
once more, and prints a line of JSON for each: how many faces are accepted, and how many of them falsely. An
extra face where no die is counts as false. Sets must not have been trained on.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import cv2
import typer

from models.measure.other_bounds import faces_with
from vision.image import load_image
from vision.reader import MODELS_DIR, TableReader, open_reader
from vision.scoring.score import Counted, Verdict, judge, load_labels

LEAST = (0.84, 0.86, 0.88, 0.9, 0.92, 0.94)


def main(
    folders: Annotated[list[Path], typer.Argument(metavar="DIR...", help="labelled sets with boxes")],
    models_dir: Annotated[Path, typer.Option(help="where the models lie")] = MODELS_DIR,
) -> None:
    """Print what each least confidence accepts."""
    cv2.setNumThreads(1)
    for least in LEAST:
        reader = open_reader(models_dir, faces=faces_with(models_dir, accepted=least))
        right = [is_right for folder in folders for is_right in accepted(reader, folder)]
        false = len(right) - sum(right)
        per_thousand = round(1000 * false / max(1, len(right)), 2)
        told = {"least": least, "accepted": len(right), "false": false, "per 1,000": per_thousand}
        print(json.dumps(told), flush=True)


def accepted(reader: TableReader, folder: Path) -> Iterator[bool]:
    """Yield of each face of pips that is accepted in a set whether it is right."""
    for truth in load_labels(folder):
        dice = reader.read(load_image(folder / truth.file)).dice
        for one in judge(truth, dice, Counted(("d6",))):
            if one.reading is not None and one.reading.face is not None and not one.reading.numerals:
                yield one.verdict is Verdict.RIGHT


if __name__ == "__main__":
    typer.run(main)
