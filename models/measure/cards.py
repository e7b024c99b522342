"""Measure the models on labelled sets and write the result into their cards.

    python -m models.measure.cards DIR... [--models-dir models]
    python -m models.measure.cards DIR... --kinds d20 --kinds d6n

The same scores as `meleecam bench`; the weights and their hashes stay as they are.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import cv2
import typer

from vision.image import load_image
from vision.reader import MODELS_DIR, TableReader, open_reader
from vision.scoring.score import Counted, SetScore, load_labels, score_picture, score_set

# What a card tells of a set; times are left to `bench --speed`, which has a yardstick in the same run.
TOLD = ("pictures", "dice", "exact", "right", "refused", "missed", "wrong", "extra", "false_per_accepted")
CARDS = {"d6": ("finder", "d6"), "numerals": ("numerals",)}
"""Which cards tell of dice with pips, and of others."""


def measure(
    folders: Annotated[list[Path], typer.Argument(metavar="DIR...", help="labelled sets")],
    models_dir: Annotated[Path, typer.Option(help="where the models lie")] = MODELS_DIR,
    kinds: Annotated[list[str], typer.Option(help="kinds of dice that count, as labelled")] = ["d6"],  # noqa: B006
) -> None:
    """Score every set, print it, and keep it in the cards under `metrics.sets`."""
    cv2.setNumThreads(1)
    reader = open_reader(models_dir)
    told = {}
    for folder in folders:
        score = asdict(score_of(reader, folder, kinds))
        told[f"{folder.parent.name}/{folder.name}"] = {key: score[key] for key in TOLD}
        print(score)
    for name in CARDS["d6" if "d6" in kinds else "numerals"]:
        path = models_dir / f"{name}.json"
        card = json.loads(path.read_text(encoding="utf-8"))
        card["metrics"].setdefault("sets", {}).update(told)
        path.write_text(json.dumps(card, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def score_of(reader: TableReader, folder: Path, kinds: Sequence[str] = ("d6",)) -> SetScore:
    """Return the score of a reader on the dice of these kinds in a set. Raises LabelsError and ImageError."""
    truths = load_labels(folder)
    tallies = [
        score_picture(truth, reader.read(load_image(folder / truth.file)).dice, Counted(kinds))
        for truth in truths
    ]
    return score_set(folder.name, tallies, unread=0)


if __name__ == "__main__":
    typer.run(measure)
