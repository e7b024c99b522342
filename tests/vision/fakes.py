"""Networks that say what a test wants them to say."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.card import ModelCard
from vision.colours.colour import ColourMeter
from vision.colours.lab import LINEAR_OF_BYTE
from vision.dice.faces import FacesSeen
from vision.dice.surroundings import Surroundings
from vision.finding.box_corrector import BoxCorrector


class FakeNetwork:
    """Stands in for vision.network.Network: a card, and outputs worked out from the input."""

    def __init__(
        self,
        answer: Callable[[NDArray[np.uint8]], list[NDArray[np.float32]]],
        input_px: int,
        labels: tuple[str, ...],
        thresholds: dict[str, float],
        config: dict[str, object] | None = None,
        margin: float = 1.0,
    ) -> None:
        self._answer = answer
        self.card = ModelCard(
            name="fake",
            file="fake.onnx",
            sha256="",
            input_name="pictures",
            input_px=input_px,
            margin=margin,
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


def corrector_telling(*edges: float) -> BoxCorrector:
    """Return what tells these edges in every view, twice as wide as its find; those of the find for none."""
    told = edges or (-0.5, -0.5, 0.5, 0.5)

    def answer(pictures: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        return [np.array([told] * len(pictures), np.float32)]

    return BoxCorrector(FakeNetwork(answer, 64, ("die",), {}, margin=2.0))


def surroundings_telling(*odds: float) -> Surroundings:
    """Return what tells these odds of a die by the surroundings of each find; of all the same where one."""

    def answer(pictures: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        return [np.array(odds if len(odds) > 1 else (odds or (0.0,)) * len(pictures), np.float32)]

    return Surroundings(FakeNetwork(answer, 64, ("die",), {}, {"weight": 0.5}, margin=2.5))


def meter_telling() -> ColourMeter:
    """Return a meter to which a die's body is as its view is in the middle, and its marks are white."""

    def answer(pictures: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        middle = pictures.shape[1] // 2
        light = np.ones((len(pictures), 2, 3), np.float32)
        light[:, 0] = LINEAR_OF_BYTE[pictures[:, middle, middle]]
        return [light, np.zeros((len(pictures), 2), np.float32)]

    return ColourMeter(FakeNetwork(answer, 48, ("body", "marks"), {}))


def seen_alone(rows: NDArray[np.float32], company: float = 0.0) -> FacesSeen:
    """Return finds of which their own crops say this, (N, labels), and the others the same of each."""
    nothing = np.zeros(len(rows), np.float32)
    return FacesSeen(rows, nothing, nothing + np.float32(company), np.zeros((len(rows), 2, 2), np.float32))


def faces_seen(
    rows: Sequence[Sequence[float]], stands: float, top: tuple[float, float] = (0.0, 0.0)
) -> list[NDArray[np.float32]]:
    """Return what a reader of pips says of finds: their chances, how each stands, nothing of the camera.

    Their top faces are seen to point to `top`, 1 long, seen from straight above.
    """
    count = len(rows)
    return [
        np.array(rows, np.float32),
        np.full(count, stands, np.float32),
        np.array([[*top, 0.0]] * count, np.float32).reshape(count, 3),
        np.zeros((count, 5), np.float32),
        np.zeros((count, 2), np.float32),
    ]
