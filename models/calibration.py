"""Make a confidence mean what it says: temperature, the least confidence to accept, and how well it fits."""

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn.functional import cross_entropy, softmax


def temperature_of(logits: torch.Tensor, labels: torch.Tensor) -> float:
    """Return the temperature with the least cross entropy on held-out crops, (N, labels) and (N)."""
    tried = np.exp(np.linspace(np.log(0.5), np.log(3.0), 60))
    losses = [cross_entropy(logits / float(temperature), labels).item() for temperature in tried]
    return float(tried[int(np.argmin(losses))])


def least_confidence(
    confidence: NDArray[np.float64], right: NDArray[np.bool_], false_share: float
) -> tuple[float, float]:
    """Return the least confidence at which at most `false_share` is false, and what that refuses.

    `right` is false as well for a crop of which no face should be read at all.
    """
    order = np.argsort(-confidence)
    accepted = np.arange(1, len(order) + 1)
    false = np.cumsum(~right[order])
    allowed = np.flatnonzero(false <= false_share * accepted)
    if not len(allowed):
        return 1.0, 1.0
    last = int(allowed[-1])
    return float(confidence[order[last]]), 1.0 - (last + 1) / len(order)


def calibration_error(confidence: NDArray[np.float64], right: NDArray[np.bool_], bins: int = 15) -> float:
    """Return the expected calibration error: |confidence - share right|, weighted over equal bins."""
    edges = np.linspace(0, 1, bins + 1)
    placed = np.clip(np.digitize(confidence, edges) - 1, 0, bins - 1)
    gaps = [
        abs(confidence[placed == i].mean() - right[placed == i].mean()) * np.mean(placed == i)
        for i in range(bins)
        if (placed == i).any()
    ]
    return float(np.sum(gaps))


def face_confidence(
    logits: torch.Tensor, labels: torch.Tensor, temperature: float, faces: int = 6
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return the confidence of the likeliest face of each crop, and whether it is that die's face."""
    probabilities = softmax(logits / temperature, dim=1)[:, :faces]
    confidence, face = probabilities.max(dim=1)
    return confidence.double().numpy(), (face == labels).numpy()
