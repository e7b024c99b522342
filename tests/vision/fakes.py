"""Networks that say what a test wants them to say."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from vision.card import ModelCard


class FakeNetwork:
    """Stands in for vision.network.Network: a card, and outputs worked out from the input."""

    def __init__(
        self,
        answer: Callable[[NDArray[np.uint8]], list[NDArray[np.float32]]],
        input_px: int,
        labels: tuple[str, ...],
        thresholds: dict[str, float],
        config: dict[str, object] | None = None,
    ) -> None:
        self._answer = answer
        self.card = ModelCard(
            name="fake",
            file="fake.onnx",
            sha256="",
            input_name="pictures",
            input_px=input_px,
            margin=1.0,
            labels=labels,
            thresholds=thresholds,
            trained_on=(),
            config=config or {},
            metrics={},
        )

    def run(
        self,
        pictures: NDArray[np.uint8],
        **more: NDArray[np.float32],  # noqa: ARG002 - answers do not depend on it
    ) -> list[NDArray[np.float32]]:
        return self._answer(pictures)
