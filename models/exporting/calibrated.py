"""Readers calibrated on the crops that validate, and what their cards say of these."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from models.calibration import Scaling, calibration_error, scaling_of
from models.training.shaken import middle

FALSE_SHARE = 0.002  # of the held-out crops that are accepted; half as many are promised on photographs


@dataclass(frozen=True, slots=True, eq=False)
class Calibrated:
    """A reader's checkpoint, the packed crops, and the scaling that those held out ask for."""

    saved: dict[str, Any]
    data: dict[str, np.ndarray]
    scaling: Scaling

    def of(self, column: str) -> np.ndarray:
        """Return a column of the packed crops, those held out alone."""
        return held_out(self.data, column)

    @property
    def labels(self) -> np.ndarray:
        return self.of("labels")

    def config(self, labels: Sequence[str]) -> dict[str, Any]:
        """Return what a card says of how the reader was trained and calibrated."""
        return {
            "seed": self.saved["seed"],
            "steps": self.saved["step"],
            "sets": self.data["names"].tolist(),
            "weights": self.data["weights"].tolist(),
            "temperature": round(self.scaling.temperature, 4),
            "biases": dict(zip(labels, self.scaling.biases.round(4).tolist(), strict=True)),
        }


def calibrated(saved: dict[str, Any], data: dict[str, np.ndarray], logits: np.ndarray) -> Calibrated:
    """Return a reader calibrated on the logits of the held-out crops, (N, labels)."""
    return Calibrated(saved, data, scaling_of(logits, held_out(data, "labels")))


def held_out(data: dict[str, np.ndarray], column: str) -> np.ndarray:
    """Return a column of packed crops, those held out alone."""
    return np.asarray(data[column][data["held_out"]])


def held_out_views(data: dict[str, np.ndarray], size_px: int) -> np.ndarray:
    """Return what a network sees of the held-out crops, (N, size, size, 3)."""
    return np.asarray(middle(torch.from_numpy(held_out(data, "crops")), size_px).numpy())


def accepted_metrics(
    confidence: np.ndarray, right: np.ndarray, least: float, readable: np.ndarray
) -> dict[str, float]:
    """Return what a card says of the held-out crops, of which some show something to read."""
    accepted = confidence >= least
    return {
        "held_out_crops": len(confidence),
        "held_out_readable": int(readable.sum()),
        "held_out_right": round(float(np.mean(accepted[readable] & right[readable])), 4),
        "held_out_accepted": int(accepted.sum()),
        "held_out_false": int((accepted & ~right).sum()),
        "calibration_error": round(calibration_error(confidence, right), 4),
    }
