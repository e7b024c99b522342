"""One ONNX model with its card, opened for a number of threads."""

from functools import cached_property
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

    def run(self, pictures: NDArray[np.uint8], **more: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        """Return the outputs for (N, H, W, 3) BGR, 0..255, in the graph's order; `more` are named inputs."""
        ...


class OnnxNetwork:
    """A verified ONNX model, opened when it is first needed; its input is addressed by the card's name."""

    def __init__(self, card: ModelCard, weights: Path, threads: int) -> None:
        self.card = card
        self._weights = weights
        self._threads = threads

    @cached_property
    def session(self) -> onnxruntime.InferenceSession:
        """The graph, ready to run. Raises ModelError when onnxruntime cannot open it."""
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = self._threads
        options.inter_op_num_threads = 1
        options.log_severity_level = QUIET
        try:
            return onnxruntime.InferenceSession(self._weights, options, providers=["CPUExecutionProvider"])
        except Exception as err:  # onnxruntime's own errors share no base class but Exception
            raise ModelError(f"{self._weights}: onnxruntime cannot open it: {err}") from err

    def run(self, pictures: NDArray[np.uint8], **more: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        """Return the graph's outputs for (N, H, W, 3) BGR, 0..255, and what else the graph asks for."""
        inputs = {self.card.input_name: pictures, **more}
        return [np.asarray(out) for out in self.session.run(None, inputs)]


def open_network(models_dir: Path, name: str, threads: int, late: bool = False) -> OnnxNetwork:
    """Open NAME.onnx with NAME.json. Raises ModelError when one is missing or they do not belong together.

    `late` leaves the graph of a model that many pictures do not need until one does; its file is verified all
    the same.
    """
    card = load_card(models_dir / f"{name}.json")
    weights = models_dir / f"{name}.onnx"
    verify(card, weights)
    network = OnnxNetwork(card, weights, threads)
    if not late:
        _ = network.session
    return network
