"""From which confidence on faces of pips may be accepted, by what the program says of held-out scenes.

    python -m models.measure.least_confidence work/validate_dice work/held_out_dice

Reads whole pictures as the program does, accepting any face from `LOWEST` on, and prints a line of JSON for
each least confidence: how many faces would be accepted, and how many of them falsely. An extra face where no
die is counts as false. Sets must not have been trained on.
"""

import json
from pathlib import Path
from typing import Annotated

import cv2
import typer

from models.measure.other_bounds import faces_with
from vision.image import load_image
from vision.reader import MODELS_DIR, open_reader
from vision.scoring.score import Counted, Verdict, judge, load_labels

LOWEST = 0.8
LEAST = (0.8, 0.82, 0.84, 0.85, 0.86, 0.87, 0.88, 0.89, 0.9, 0.92, 0.94, 0.96)


def main(
    folders: Annotated[list[Path], typer.Argument(metavar="DIR...", help="labelled sets with boxes")],
    models_dir: Annotated[Path, typer.Option(help="where the models lie")] = MODELS_DIR,
) -> None:
    """Print what each least confidence would accept."""
    cv2.setNumThreads(1)
    reader = open_reader(models_dir, faces=faces_with(models_dir, accepted=LOWEST))
    accepted: list[tuple[float, bool]] = []
    for folder in folders:
        for truth in load_labels(folder):
            dice = reader.read(load_image(folder / truth.file)).dice
            accepted += [
                (one.reading.confidence, one.verdict is Verdict.RIGHT)
                for one in judge(truth, dice, Counted(("d6",)))
                if one.reading is not None and one.reading.face is not None and not one.reading.numerals
            ]
    for least in LEAST:
        right = [is_right for confidence, is_right in accepted if confidence >= least]
        false = len(right) - sum(right)
        per_thousand = round(1000 * false / max(1, len(right)), 2)
        print(json.dumps({"least": least, "accepted": len(right), "false": false, "per 1,000": per_thousand}))


if __name__ == "__main__":
    typer.run(main)
