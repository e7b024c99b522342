"""Advice on light, focus and place: said of pictures that were made worse, and not of good ones."""

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.image import Frame, load_image
from vision.reading import DieReading
from vision.watching.advice import LOOKS, WORDS, Advised, Fault, edge_spread_px, faults_of, shakes, small_dice

SAMPLES = sorted((Path(__file__).parents[3] / "sample_images").glob("*.jpg"))
NOISE = np.random.default_rng(7)


def lit(factor: float) -> Callable[[Frame], Frame]:
    return lambda frame: np.clip(frame * factor, 0, 255).astype(np.uint8)


def blurred(frame: Frame) -> Frame:
    return np.asarray(cv2.GaussianBlur(frame, (0, 0), frame.shape[1] / 160), np.uint8)


def noisy(frame: Frame) -> Frame:
    return np.clip(frame + NOISE.normal(0, 6, frame.shape), 0, 255).astype(np.uint8)


def with_lamp(frame: Frame) -> Frame:
    """Lay a mirrored lamp over the table, of a twentieth of its width."""
    height, width = frame.shape[:2]
    lamp = frame.copy()
    cv2.ellipse(lamp, (width // 3, height // 4), (width // 20, width // 24), 20, 0, 360, (255, 255, 255), -1)
    return lamp


def moved(frame: Frame, x: float, y: float) -> Frame:
    height, width = frame.shape[:2]
    matrix = np.array([[1, 0, x], [0, 1, y]], np.float32)
    turned = cv2.warpAffine(frame, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(turned, np.uint8)


def die(side_px: float) -> DieReading:
    return DieReading("d6", 3, 0.99, (10, 20, 10 + side_px, 20 + side_px), "red", "white")


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
@pytest.mark.parametrize("change", [lit(1.0), noisy], ids=["as it is", "noisy"])
def test_a_good_picture_needs_no_advice(sample: Path, change: Callable[[Frame], Frame]) -> None:
    assert faults_of(change(load_image(sample))) == frozenset()


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
@pytest.mark.parametrize(
    ("change", "fault"),
    [
        pytest.param(lit(0.25), Fault.DARK, id="dark"),
        pytest.param(lit(3.5), Fault.BRIGHT, id="bright"),
        pytest.param(with_lamp, Fault.GLARE, id="glare"),
        pytest.param(blurred, Fault.UNSHARP, id="unsharp"),
        pytest.param(lambda frame: noisy(blurred(frame)), Fault.UNSHARP, id="unsharp and noisy"),
    ],
)
def test_a_bad_picture_is_told_what_is_bad(
    sample: Path, change: Callable[[Frame], Frame], fault: Fault
) -> None:
    assert faults_of(change(load_image(sample))) == {fault}


@pytest.mark.parametrize("frame", [np.full((480, 640, 3), 90, np.uint8)], ids=["bare felt"])
def test_a_table_without_edges_tells_nothing_of_the_focus(frame: Frame) -> None:
    assert faults_of(frame) == frozenset()


@pytest.mark.parametrize("spread_px", [1.5, 2.0, 3.0, 4.0])
def test_the_spread_of_edges_is_measured_in_pixels(spread_px: float) -> None:
    picture = np.full((512, 512), 20, np.float32)
    for row in range(8):
        for column in range(8):
            cv2.rectangle(
                picture, (column * 64 + 13, row * 64 + 17), (column * 64 + 45, row * 64 + 50), 220, -1
            )
    soft = cv2.GaussianBlur(picture, (0, 0), spread_px)

    assert edge_spread_px(soft.astype(np.uint8)) == pytest.approx(spread_px, rel=0.1)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_a_picture_that_moves_shakes_and_noise_does_not(sample: Path) -> None:
    frame = load_image(sample)
    width = frame.shape[1]

    assert shakes(frame, moved(frame, 0.004 * width, 0.002 * width))
    assert not shakes(frame, noisy(frame))


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_a_part_that_moves_is_no_shaking(sample: Path) -> None:
    frame = load_image(sample)
    height, width = frame.shape[:2]
    part = frame.copy()
    part[height // 2 :, width // 2 :] = moved(frame, 12, 7)[height // 2 :, width // 2 :]

    assert not shakes(frame, part)


def test_frames_of_two_sizes_do_not_shake() -> None:
    assert not shakes(np.zeros((48, 64, 3), np.uint8), np.zeros((64, 64, 3), np.uint8))


@pytest.mark.parametrize(
    ("sides_px", "small"), [((), False), ((24.0,), True), ((26.0,), False), ((20.0, 22.0, 60.0), True)]
)
def test_the_middle_die_says_whether_dice_are_small(sides_px: tuple[float, ...], small: bool) -> None:
    assert small_dice([die(side) for side in sides_px]) is small


def test_a_fault_is_said_once_it_has_shown_often_enough_and_as_long_as_it_may_come_back() -> None:
    advised = Advised()
    for _ in range(LOOKS - 1):
        advised = advised.after({Fault.DARK})
        assert advised.sentences() == ()
    advised = advised.after({Fault.DARK})
    assert advised.sentences() == (WORDS[Fault.DARK],)
    for _ in range(LOOKS - 1):
        advised = advised.after(())
        assert advised.sentences() == (WORDS[Fault.DARK],)
    assert advised.after(()).sentences() == ()


def test_a_fault_that_comes_and_goes_is_not_said() -> None:
    advised = Advised()
    for look in range(30):
        advised = advised.after({Fault.GLARE} if look % 2 else ())
        assert advised.faults == frozenset()


def test_every_fault_has_words_that_say_what_to_do() -> None:
    assert set(WORDS) == set(Fault)
    for words in WORDS.values():
        assert ": " in words
