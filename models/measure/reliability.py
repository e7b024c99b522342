"""How far a confidence can be trusted: reliability curve and expected calibration error on labelled sets.

    python -m models.measure.reliability DIR... --out models/reliability.svg

Every reported die that a label names counts, refused or not, with the confidence of its likeliest face.
Sets must not have been trained on. Prints one line of JSON.
"""

import json
from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
import typer

from models.calibration import Bools, Floats, calibration_error
from models.measure.other_bounds import faces_with
from models.measure.plot import Chart, Line
from vision.card import load_card
from vision.dice.faces import FaceReader
from vision.image import load_image
from vision.reader import MODELS_DIR, TableReader, faces_seen, open_reader
from vision.reading import DieReading
from vision.scoring.score import Counted, LabelledPicture, judge, load_labels

BINS = 10


def main(
    folders: Annotated[list[Path], typer.Argument(metavar="DIR...", help="labelled sets with boxes")],
    out: Annotated[Path, typer.Option(help="the figure, SVG")] = MODELS_DIR / "reliability.svg",
    models_dir: Annotated[Path, typer.Option(help="where the models lie")] = MODELS_DIR,
) -> None:
    """Draw the reliability curve of all that a table's picture is shown to, and print its error."""
    cv2.setNumThreads(1)
    reader = open_reader(models_dir)
    least = load_card(models_dir / "d6.json").thresholds["accepted"]
    # Every die gets its likeliest face, whatever its confidence.
    faces = faces_with(models_dir, accepted=0.0, stands=-np.inf)
    confidence: list[float] = []
    right: list[bool] = []
    for folder in folders:
        for truth in load_labels(folder):
            for sure, is_right in guesses(reader, faces, folder, truth):
                confidence.append(sure)
                right.append(is_right)
    sure_of, was_right = np.array(confidence), np.array(right)
    out.write_text(figure(sure_of, was_right), encoding="utf-8")
    accepted = sure_of >= least
    print(
        json.dumps(
            {
                "sets": [folder.name for folder in folders],
                "dice": len(right),
                "calibration_error": round(calibration_error(sure_of, was_right), 4),
                "accepted": int(accepted.sum()),
                "false_among_accepted": int((accepted & ~was_right).sum()),
            }
        )
    )


def guesses(
    reader: TableReader, faces: FaceReader, folder: Path, truth: LabelledPicture
) -> list[tuple[float, bool]]:
    """Return confidence and rightness of the likeliest face of every labelled d6 with pips that was found.

    The reader looks as it always does; what is seen is then read by `faces`, which accept any confidence.
    """
    dice = [die for die in reader.look(load_image(folder / truth.file)).dice if die.numerals is None]
    if not dice:
        return []
    readings = [
        DieReading("d6", one.face, one.confidence, die.box, "", "")
        for one, die in zip(faces.readings(faces_seen(dice)), dice, strict=True)
    ]
    return [
        (one.reading.confidence, one.reading.face == one.label.value)
        for one in judge(truth, readings, Counted(("d6",)))
        if one.label is not None and one.reading is not None and one.label.value is not None
    ]


def curve(confidence: Floats, right: Bools) -> list[tuple[float, float, int]]:
    """Return mean confidence, share right and count of each of `BINS` equal bins that is not empty."""
    placed = np.clip((confidence * BINS).astype(int), 0, BINS - 1)
    return [
        (float(confidence[placed == i].mean()), float(right[placed == i].mean()), int((placed == i).sum()))
        for i in range(BINS)
        if (placed == i).any()
    ]


def figure(confidence: Floats, right: Bools) -> str:
    """Return the reliability curve as SVG, with how many dice each point stands for."""
    points = curve(confidence, right)
    chart = Chart("confidence", "share of dice read rightly", (0.0, 1.0), (0.0, 1.0))
    error = calibration_error(confidence, right)
    return chart.svg(
        f"Reliability on {len(right)} dice, expected calibration error {error:.4f}",
        [
            Line("as it should be", ((0.0, 0.0), (1.0, 1.0)), dashed=True),
            Line("measured", tuple((x, y) for x, y, _ in points), notes=tuple(str(n) for *_, n in points)),
        ],
    )


if __name__ == "__main__":
    typer.run(main)
