"""Make a confidence mean what it says: temperature, the least confidence to accept, and how well it fits."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


def softmax(logits: Floats) -> Floats:
    """Return probabilities (N, labels)."""
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def temperature_of(logits: Floats, labels: NDArray[np.int64]) -> float:
    """Return the temperature with the least cross entropy on held-out crops, (N, labels) and (N)."""
    rows = np.arange(len(labels))
    tried = np.exp(np.linspace(np.log(0.5), np.log(3.0), 60))
    losses = [-np.log(softmax(logits / one)[rows, labels] + 1e-12).mean() for one in tried]
    return float(tried[int(np.argmin(losses))])


def least_confidence(confidence: Floats, right: Bools, false_share: float) -> float:
    """Return the least confidence at which at most `false_share` of the accepted is false.

    `right` is false as well for a crop that shows no face to read; 1 where no confidence is high enough.
    """
    order = np.argsort(-confidence)
    false = np.cumsum(~right[order])
    allowed = np.flatnonzero(false <= false_share * np.arange(1, len(order) + 1))
    return float(confidence[order[allowed[-1]]]) if len(allowed) else 1.0


def calibration_error(confidence: Floats, right: Bools, bins: int = 15) -> float:
    """Return the expected calibration error: |confidence - share right|, weighted over equal bins."""
    placed = np.clip((confidence * bins).astype(int), 0, bins - 1)
    gaps = [
        abs(confidence[placed == i].mean() - right[placed == i].mean()) * np.mean(placed == i)
        for i in range(bins)
        if (placed == i).any()
    ]
    return float(np.sum(gaps))


def face_confidence(probabilities: Floats, values: NDArray[np.int64], faces: int = 6) -> tuple[Floats, Bools]:
    """Return the confidence of the likeliest face of each crop, and whether it is that die's value."""
    of_faces = probabilities[:, :faces]
    return of_faces.max(axis=1), of_faces.argmax(axis=1) + 1 == values
