"""The reader of pips with other bounds than its card says, to measure what they would let through."""

from dataclasses import replace
from pathlib import Path

from vision.dice.faces import DOUBTFUL, FaceReader
from vision.network import open_network


def faces_with(models_dir: Path, **bounds: float) -> FaceReader:
    """Return the face reader of a models folder, on one thread, with some bounds of its card replaced.

    Raises ModelError when a file is missing or altered.
    """
    network = open_network(models_dir, "d6", 1)
    network.card = replace(network.card, thresholds={**network.card.thresholds, **bounds})
    return FaceReader(network, open_network(models_dir, DOUBTFUL, 1))
