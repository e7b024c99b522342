"""Make a confidence mean what it says: scaling, the least confidence to accept, and how well it fits."""

from dataclasses import dataclass
from math import ceil

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

NEVER = 1.01
"""A least confidence that none reaches."""

LEAST_STEP = 1e-6  # of weights: what is less fits no better


def softmax(logits: Floats) -> Floats:
    """Return probabilities (N, labels)."""
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


@dataclass(frozen=True, slots=True)
class Scaling:
    """What makes probabilities of logits (N, labels): softmax(logits / temperature + biases)."""

    temperature: float
    biases: Floats


def scaling_of(
    logits: Floats, labels: NDArray[np.int64], biases: Floats | None = None, steps: int = 3000
) -> Scaling:
    """Return the scaling with the least cross entropy on held-out crops, (N, labels) and (N).

    Training shows the hardest crops, cocked dice and places without a die above all, more often than they
    occur; their biases undo that. `biases` that are given stay: where the crops are not all sorts of them.
    """
    wanted = np.eye(logits.shape[1])[labels]
    slope, shifts = 1.0, np.zeros(logits.shape[1]) if biases is None else biases
    # Plain descent: the loss is convex, and half a curvature is the most a softmax has.
    steepest = 0.5 * max(1.0, float((logits**2).sum(axis=1).mean()))
    for _ in range(steps):
        gap = softmax(slope * logits + shifts) - wanted
        slope -= float((gap * logits).sum(axis=1).mean()) / steepest
        if biases is None:
            shifts = shifts - gap.mean(axis=0)
    return Scaling(1 / slope, shifts - shifts.mean() if biases is None else biases)


def weights_of(odds: Floats, told: Floats, wanted: Bools, steps: int = 20) -> Floats:
    """Return the weights (K,) of what is told of crops, (N, K), that added to their odds fit best.

    Odds (N,) are logarithms. Newton's method on the cross entropy, which is convex; large weights cost a
    little, so that those of crops that are told apart without error stay finite. A step that would fit worse
    is halved: where much is told of few crops, a whole one leaps over what fits.
    """

    def misfit(weights: Floats) -> float:
        likely = np.where(wanted, 1, -1) * (odds + told @ weights)
        return float(np.logaddexp(0, -likely).sum() + (weights**2).sum() / 2)

    weights = np.zeros(told.shape[1])
    for _ in range(steps):
        chance = 1 / (1 + np.exp(-(odds + told @ weights).clip(-30, 30)))
        curvature = (told * (chance * (1 - chance))[:, None]).T @ told + np.eye(len(weights))
        step = np.linalg.solve(curvature, told.T @ (chance - wanted) + weights)
        while misfit(weights - step) > misfit(weights) and np.abs(step).max() > LEAST_STEP:
            step = step / 2
        weights = weights - step
    return weights


def least_confidence(confidence: Floats, right: Bools, false_share: float) -> float:
    """Return the least confidence at which at most `false_share` of the accepted is false.

    `right` is false as well for a crop that shows no face to read. `NEVER` where no confidence is high
    enough, or where so few are accepted that one false among them would be more than that share: they
    promise nothing.
    """
    order = np.argsort(-confidence)
    false = np.cumsum(~right[order])
    allowed = np.flatnonzero(false <= false_share * np.arange(1, len(order) + 1))
    if not len(allowed) or (allowed[-1] + 1) * false_share < 1:
        return NEVER
    # Cards hold four digits; rounded down, it might let in the next false one.
    return ceil(float(confidence[order[allowed[-1]]]) * 1e4) / 1e4


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
