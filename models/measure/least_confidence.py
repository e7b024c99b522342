"""From which confidence on faces of pips may be accepted, by what the program says of held-out scenes.

    python -m models.measure.least_confidence work/validate_dice work/held_out_dice

Reads whole pictures as the program does, accepting any face from `LOWEST` on, and prints a line of JSON for
each least confidence: how many faces would be accepted, and how many of them falsely. An extra face where no
die is counts as false. Sets must not have been trained on.
"""

import json
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import cv2
import typer

from vision.card import ModelCard
from vision.dice.faces import DOUBTFUL, FaceReader
from vision.dice.numerals import open_numerals
from vision.dice.surroundings import open_surroundings
from vision.finding.box_corrector import open_box_corrector
from vision.finding.finder import open_finder
from vision.image import load_image
from vision.network import open_network
from vision.reader import MODELS_DIR, TableReader
from vision.scoring.score import Counted, Verdict, judge, load_labels

LOWEST = 0.8
LEAST = (0.8, 0.82, 0.84, 0.85, 0.86, 0.87, 0.88, 0.89, 0.9, 0.92, 0.94, 0.96)


def main(
    folders: Annotated[list[Path], typer.Argument(metavar="DIR...", help="labelled sets with boxes")],
    models_dir: Annotated[Path, typer.Option(help="where the models lie")] = MODELS_DIR,
) -> None:
    """Print what each least confidence would accept."""
    cv2.setNumThreads(1)
    reader = reader_accepting(LOWEST, models_dir)
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


def reader_accepting(least: float, models_dir: Path) -> TableReader:
    """Return a reader that accepts faces of pips from another confidence on than its card says."""
    network = open_network(models_dir, "d6", 1)
    network.card = with_least(network.card, least)
    return TableReader(
        open_finder(models_dir, 1),
        open_box_corrector(models_dir, 1),
        FaceReader(network, open_network(models_dir, DOUBTFUL, 1)),
        open_surroundings(models_dir, 1),
        open_numerals(models_dir, 1),
    )


def with_least(card: ModelCard, least: float) -> ModelCard:
    """Return a card with another least confidence."""
    return replace(card, thresholds={**card.thresholds, "accepted": least})


if __name__ == "__main__":
    typer.run(main)
