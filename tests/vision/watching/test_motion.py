"""What changes between two small pictures: dice, light, shadows, shakes, and what reaches in from outside."""

import cv2
import numpy as np
import pytest

from vision.image import Frame
from vision.watching.motion import Small, changed, reaching_in, share_within, sharply_changed, shrunk

LEVELS = 12


def table(x: float = 300, brightness: int = 0) -> Frame:
    """Return a felt, 640x360, with a red die of 40 pixels and a white pip at x, 150."""
    frame = np.full((360, 640, 3), (60, 110, 50), np.uint8)
    for side, colour in ((40, (40, 40, 200)), (10, (240, 240, 240))):
        inset = (40 - side) / 2
        die = np.full((side, side, 3), colour, np.uint8)
        shift = np.array([[1, 0, x + inset], [0, 1, 150 + inset]], np.float32)
        cv2.warpAffine(die, shift, (640, 360), dst=frame, borderMode=cv2.BORDER_TRANSPARENT)
    return np.clip(frame.astype(np.int16) + brightness, 0, 255).astype(np.uint8)


def shadowed(frame: Frame) -> Frame:
    """Return the picture with a soft shadow across its right half that takes a third of the light."""
    share = 1 - 0.33 / (1 + np.exp(-(np.arange(640) - 320) / 40))
    return np.asarray(frame * share[None, :, None], np.uint8)


def pair(one: Frame, other: Frame) -> tuple[Small, Small]:
    return shrunk(one), shrunk(other)


def count(mask: np.ndarray) -> int:
    return cv2.countNonZero(mask)


def test_even_light_changes_nothing() -> None:
    assert count(changed(*pair(table(), table(brightness=9)), LEVELS)) == 0


def test_what_a_hand_and_its_shadow_leave_free_has_not_changed_however_much_they_cover() -> None:
    bare, covered = table(), table()
    covered[:, :160] = (110, 130, 200)
    covered[:, 160:480] = covered[:, 160:480] * 0.6

    seen = changed(*pair(bare, covered), LEVELS)

    assert count(seen[:, :235]) > 0.95 * seen[:, :235].size
    assert count(seen[:, 245:]) == 0


def test_a_die_that_moved_by_its_half_has_changed_and_not_as_by_a_shadow() -> None:
    small = pair(table(300), table(320))

    assert count(changed(*small, LEVELS)) >= 100
    assert count(sharply_changed(*small)) >= 100


def test_a_soft_shadow_changes_the_table_but_not_sharply() -> None:
    small = pair(table(), shadowed(table()))

    assert count(changed(*small, LEVELS)) > 10_000
    assert count(sharply_changed(*small)) == 0


def test_a_die_that_moves_in_a_shadow_is_seen_to() -> None:
    assert count(sharply_changed(*pair(table(300), shadowed(table(312))))) >= 50


def test_a_camera_that_shakes_by_half_a_pixel_changes_nothing_sharply() -> None:
    assert count(sharply_changed(*pair(table(300), table(300.5)))) == 0


def mask(*boxes: tuple[int, int, int, int]) -> np.ndarray:
    drawn = np.zeros((180, 320), np.uint8)
    for x0, y0, x1, y1 in boxes:
        drawn[y0:y1, x0:x1] = 255
    return drawn


@pytest.mark.parametrize(
    ("box", "reaches"),
    [
        pytest.param((250, 60, 320, 120), True, id="an arm from the right"),
        pytest.param((150, 60, 220, 120), False, id="as large, and lies in the middle"),
        pytest.param((310, 60, 320, 70), False, id="a die at the edge"),
    ],
)
def test_what_is_large_and_comes_from_the_edge_reaches_in(
    box: tuple[int, int, int, int],
    reaches: bool,
) -> None:
    found = reaching_in(mask(box), least_px=800)

    assert (found is not None) is reaches


def test_a_die_beside_a_hand_is_no_part_of_it() -> None:
    found = reaching_in(mask((250, 60, 320, 120), (100, 60, 114, 74)), least_px=800)

    assert share_within(found, (200, 120, 228, 148), 640) == 0
    assert share_within(found, (520, 140, 560, 180), 640) == 1


def test_gaps_of_a_hand_are_closed() -> None:
    arm = mask((250, 60, 320, 120))
    arm[:, 280:282] = 0

    found = reaching_in(arm, least_px=3000)

    assert share_within(found, (500, 120, 640, 240), 640) == 1
