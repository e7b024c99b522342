"""The reader of numerals as a graph, calibrated; which numbers it takes for which."""

from collections import Counter
from functools import partial
from itertools import permutations
from pathlib import Path
from typing import Annotated

import numpy as np
import torch
import typer

from models.calibration import face_confidence, least_confidence
from models.exporting.calibrated import accepted_metrics, calibrated
from models.exporting.cards import loaded, write_card
from models.exporting.graphs import SHOWN, export
from models.numerals.held_out import logits_of_dice, said_of, seen_together
from models.numerals.net import FACES, INPUT_PX, LABELS, MARGIN, NumeralsGraph, NumeralsNet
from models.training.packed import unpack
from vision.dice.numerals import COCKED, READ, apart_from_leaning

NO_NUMBERED_DIE = 0.7  # from this on a find is not reported
LOOK_ALIKES = ("d20 6", "d20 9", "d20 16", "d20 19")  # the card counts each that is taken for another
# Other kinds pass for a d6 in photographs sooner than in scenes: a d4 like a barrel had 0.89. Of d20 that
# show their number it is 2 in 1,000 so; one accepted in twelve hardly does.
FALSE_SHARES = {"d20": 0.003, "d6n": 0.0015}
LEANING = LABELS.index(COCKED)


def numerals(
    checkpoint: Path,
    crops: Annotated[list[Path], typer.Option(help="Packed --as-found; they calibrate")],
    out: Path = Path("models"),
) -> None:
    """Export the reader of numerals, calibrated on the held-out crops."""
    net = NumeralsNet()
    saved, data = loaded(net, checkpoint), unpack(crops)
    seen = seen_together(data)
    told = calibrated(saved, data, said_of(seen, partial(logits_of_dice, net), np.exp))
    labels = told.labels
    session = export(
        NumeralsGraph(net, told.scaling.temperature, torch.from_numpy(told.scaling.biases).float()).eval(),
        {
            "pictures": torch.randint(0, 256, (2, INPUT_PX, INPUT_PX, 3), dtype=torch.uint8),
            "centres": torch.tensor([[-0.5, 0.1], [0.4, -0.2]]),
        },
        out / "numerals.onnx",
        {"pictures": {0: "n"}, "centres": {0: "n"}},
        {"probabilities": {0: "n"}},
        [one.inputs for one in seen[:: max(1, len(seen) // SHOWN)]],
    )
    # Calibrated as it is used: by the exported graph, in eight bits.
    said = said_of(seen, lambda shown, centres: session.run(None, {"pictures": shown, "centres": centres})[0])
    probabilities = apart_from_leaning(said.astype(np.float32), LEANING).astype(np.float64)
    confidence, right = face_confidence(probabilities, told.of("values"), faces=FACES)
    best = [LABELS[i].split()[0] for i in probabilities[:, :FACES].argmax(axis=1)]
    # Each kind promises by its own crops: d20 that are read well excuse no d6.
    of_kind = {kind: np.array([kind == one for one in best]) for kind in READ}
    least = {
        kind: least_confidence(confidence[of], right[of], FALSE_SHARES[kind]) for kind, of in of_kind.items()
    }
    write_card(
        out / "numerals.onnx",
        {
            "input_px": INPUT_PX,
            "margin": MARGIN,
            "labels": list(LABELS),
            "thresholds": {**{f"accepted_{kind}": least[kind] for kind in READ}, "no_die": NO_NUMBERED_DIE},
        },
        told.config(LABELS),
        {
            **{
                kind: {
                    **accepted_metrics(confidence[of], right[of], least[kind], told.of("values")[of] > 0),
                    "held_out_leaning_accepted": int(
                        ((labels == LEANING) & of & (confidence >= least[kind])).sum()
                    ),
                }
                for kind, of in of_kind.items()
            },
            "held_out_confused": confused(said, labels),
            "held_out_look_alikes": look_alikes(
                probabilities, labels, confidence >= np.array([least[kind] for kind in best])
            ),
        },
    )


def confused(probabilities: np.ndarray, labels: np.ndarray, most: int = 12) -> dict[str, int]:
    """Return which numbers were taken for which others most often, accepted or not: "d20 6 as d20 9" -> 3."""
    guessed = probabilities[:, :FACES].argmax(axis=1)
    pairs = Counter(
        f"{LABELS[label]} as {LABELS[guess]}"
        for label, guess in zip(labels.tolist(), guessed.tolist(), strict=True)
        if label < FACES and guess != label
    )
    return dict(pairs.most_common(most))


def look_alikes(
    probabilities: np.ndarray, labels: np.ndarray, accepted: np.ndarray
) -> dict[str, dict[str, int]]:
    """Return how many dice show a number, for how many of them it was taken for one that looks alike, and
    for how many of these accepted so: "d20 6 as d20 9" -> {"shown": 309, "taken": 9, "accepted": 0}.
    """
    guessed = probabilities[:, :FACES].argmax(axis=1)
    counts = {}
    for one, other in permutations(LOOK_ALIKES, 2):
        shown = labels == LABELS.index(one)
        taken = shown & (guessed == LABELS.index(other))
        counts[f"{one} as {other}"] = {
            "shown": int(shown.sum()),
            "taken": int(taken.sum()),
            "accepted": int((taken & accepted).sum()),
        }
    return counts
