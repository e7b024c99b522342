"""Black pictures and changes of resolution, on frames drawn here."""

import cv2
import numpy as np
import pytest

from vision.image import Frame
from vision.sources.inspection import Inspection, is_black
from vision.sources.source import Hint


def grey(level: int, width: int = 640, height: int = 360) -> Frame:
    return np.full((height, width, 3), level, np.uint8)


def noisy(level: int) -> Frame:
    """Return a covered lens at high gain: noise of some levels, and a few hot pixels."""
    chance = np.random.default_rng(5)
    frame = np.clip(chance.normal(level, 4, (360, 640, 3)), 0, 255).astype(np.uint8)
    frame[chance.integers(0, 360, 20), chance.integers(0, 640, 20)] = 120
    return frame


def night() -> Frame:
    """Return a table in a room so dark that one lit die shows."""
    frame = grey(10)
    cv2.rectangle(frame, (300, 150), (330, 180), (70, 70, 70), -1)
    return frame


def kinds(inspection: Inspection, frame: Frame, second: float = 0.0) -> list[Hint]:
    return [hint.kind for hint in inspection.inspect(frame, second)[1]]


@pytest.mark.parametrize("frame", [grey(0), grey(16), noisy(8)], ids=["nothing", "video black", "noise"])
def test_a_covered_lens_is_black(frame: Frame) -> None:
    assert is_black(frame)


@pytest.mark.parametrize("frame", [grey(40), night()], ids=["dim", "one lit die"])
def test_a_dark_table_is_not_black(frame: Frame) -> None:
    assert not is_black(frame)


def test_black_pictures_are_kept_back_and_told_once_after_a_second() -> None:
    inspection = Inspection("camera 0")

    told = [inspection.inspect(grey(0), 10 + tenth / 10) for tenth in range(30)]
    shown, bright = inspection.inspect(grey(90), 13.0)

    assert all(frame is None for frame, _ in told)
    assert [(n, hint.kind) for n, (_, hints) in enumerate(told) for hint in hints] == [(10, Hint.BLACK)]
    assert told[10][1][0].detail == ("camera 0: gives black pictures; is its lens covered, or the light off?")
    assert shown is not None
    assert [hint.kind for hint in bright] == [Hint.BRIGHT]


def test_a_few_black_pictures_are_not_worth_a_word() -> None:
    inspection = Inspection("camera 0")

    assert kinds(inspection, grey(0), 0.0) == []
    assert kinds(inspection, grey(0), 0.9) == []
    assert kinds(inspection, grey(90), 1.0) == []
    assert kinds(inspection, grey(0), 5.0) == []  # counted anew


def test_another_resolution_of_the_same_shape_keeps_its_boxes() -> None:
    inspection = Inspection("camera 0")
    frame = grey(20, 320, 180)
    cv2.rectangle(frame, (100, 50), (139, 89), (200, 200, 200), -1)

    first, _ = inspection.inspect(grey(90), 0.0)
    second, hints = inspection.inspect(frame, 0.1)
    third, silent = inspection.inspect(frame, 0.2)

    assert first is not None
    assert second is not None
    assert third is not None
    assert second.shape == first.shape
    rows, columns = np.nonzero(second[..., 0] > 110)
    assert [columns.min(), rows.min(), columns.max() + 1, rows.max() + 1] == pytest.approx(
        [200, 100, 280, 180], abs=1
    )
    assert [hint.detail for hint in hints] == [
        "camera 0: its pictures are 320x180 now, were 640x360; brought to 640x360"
    ]
    assert silent == ()
    assert kinds(inspection, grey(90)) == [Hint.RESIZED]


def test_another_shape_comes_as_it_is() -> None:
    inspection = Inspection("phone")
    inspection.inspect(grey(90), 0.0)

    turned, hints = inspection.inspect(grey(90, 360, 640), 0.1)

    assert turned is not None
    assert turned.shape == (640, 360, 3)
    assert [hint.kind for hint in hints] == [Hint.RESHAPED]
    assert kinds(inspection, grey(90, 360, 640)) == []
    assert kinds(inspection, grey(90, 640, 480)) == [Hint.RESHAPED]
