"""Charts as SVG, and the points of the reliability curve."""

import xml.etree.ElementTree as ET
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.calibration import calibration_error
from models.measure.growth import FULL_HD, laid_out
from models.measure.plot import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, Chart, Line
from models.measure.reliability import curve, figure

SVG = "{http://www.w3.org/2000/svg}"


def test_points_lie_where_their_values_say() -> None:
    chart = Chart("dice", "ms", (0, 30), (0, 60))

    drawn = ET.fromstring(
        chart.svg("Time", [Line("read", ((0, 0), (15, 30), (30, 60)), notes=("a", "b", "c"))])
    )

    points = [
        tuple(map(float, pair.split(",")))
        for pair in drawn.iter(f"{SVG}polyline").__next__().attrib["points"].split()
    ]
    assert points == [
        (LEFT, HEIGHT - BOTTOM),
        ((LEFT + WIDTH - RIGHT) / 2, (TOP + HEIGHT - BOTTOM) / 2),
        (WIDTH - RIGHT, TOP),
    ]
    words = [text.text for text in drawn.iter(f"{SVG}text")]
    assert {"Time", "dice", "ms", "read", "a", "b", "c", "30", "60"} <= set(words)


def test_names_are_escaped() -> None:
    assert ET.fromstring(Chart("a < b", "&", (0, 1), (0, 1)).svg("<>", [])) is not None


def test_the_curve_has_a_point_a_bin_of_confidence() -> None:
    confidence = np.array([0.05, 0.95, 0.97, 0.99, 0.55, 0.55])
    right = np.array([False, True, True, False, True, False])

    points = curve(confidence, right)

    assert [count for *_, count in points] == [1, 2, 3]
    assert points[1][:2] == pytest.approx((0.55, 0.5))
    assert points[2][:2] == pytest.approx((0.97, 2 / 3))
    assert f"{calibration_error(confidence, right):.4f}" in figure(confidence, right)


@pytest.mark.parametrize("count", [0, 1, 12, 30])
def test_as_many_dice_are_laid_out_as_are_asked_for(count: int) -> None:
    red = np.zeros((50, 50, 3), np.uint8)
    red[..., 2] = 255

    table = laid_out([red], count, FULL_HD)

    assert table.shape == (1080, 1920, 3)
    found, _ = cv2.connectedComponents((table[..., 2] > 200).astype(np.uint8))
    assert found - 1 == count


def test_figures_can_be_read_by_any_browser(tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    path.write_text(figure(np.array([0.5, 0.9]), np.array([True, False])), encoding="utf-8")

    assert ET.parse(path).getroot().tag == f"{SVG}svg"
