"""One ONNX model with its card, opened for a number of threads."""

from pathlib import Path
from typing import Protocol

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from vision.card import ModelCard, ModelError, load_card, verify

QUIET = 3
"""onnxruntime's severity "error": its warnings speak of devices that nobody asked for."""


class Network(Protocol):
    """Arrays in, arrays out, and the card that says what they are; tests pass their own."""

    @property
    def card(self) -> ModelCard: ...

    def run(self, pictures: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        """Return the outputs for (N, H, W, 3) BGR, 0..255, in the graph's order."""
        ...


class OnnxNetwork:
    """A verified ONNX model; its input is addressed by the card's name."""

    def __init__(self, card: ModelCard, session: onnxruntime.InferenceSession) -> None:
        self.card = card
        self._session = session

    def run(self, pictures: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        """Return the graph's outputs for (N, H, W, 3) BGR, 0..255."""
        return [np.asarray(out) for out in self._session.run(None, {self.card.input_name: pictures})]


def open_network(models_dir: Path, name: str, threads: int) -> OnnxNetwork:
    """Open NAME.onnx with NAME.json. Raises ModelError when one is missing or they do not belong together."""
    card = load_card(models_dir / f"{name}.json")
    weights = models_dir / f"{name}.onnx"
    verify(card, weights)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = QUIET
    try:
        session = onnxruntime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])
    except Exception as err:  # onnxruntime's own errors share no base class but Exception
        raise ModelError(f"{weights}: onnxruntime cannot open it: {err}") from err
    return OnnxNetwork(card, session)
