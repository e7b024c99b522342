"""Flat printed things as pictures: game boards, maps, pages of text, playing cards, domino halves."""

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.rendering.palette import Rgb
from models.rendering.scenes.table import Table

Print = NDArray[np.float32]  # (H, W, 3) sRGB 0..1, red first
Text = NDArray[np.uint8]  # (BOARD_PX, BOARD_PX), 0 paper .. 255 ink
BOARD_PX = 1024
WORDS = (
    "melee", "roll", "attack", "defence", "wound", "pool",
    "success", "level", "table", "army", "shield", "sword",
    "hill", "river", "gate", "turn", "phase",
)  # fmt: skip


def table_print(table: Table, rng: Generator) -> Print:
    """Return what is printed on a table of kind "print" or "paper": (BOARD_PX, BOARD_PX, 3)."""
    draw = board if table.kind == "print" else page
    return draw(rng, table.rgb, table.second_rgb)


def board(rng: Generator, paper: Rgb, ink: Rgb) -> Print:
    """Return a game board or map: patches of land, hexagons or squares, paths, counters, names."""
    canvas = _filled(paper)
    for _ in range(int(rng.integers(5, 30))):
        middle, size = rng.uniform(0, BOARD_PX, 2), rng.uniform(40, 300)
        angles = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(5, 14))))
        ring = middle + np.stack([np.cos(angles), np.sin(angles)], 1) * size * rng.uniform(
            0.6, 1.0, (len(angles), 1)
        )
        cv2.fillPoly(canvas, [ring.astype(np.int32)], _near(rng, paper, 0.35), cv2.LINE_AA)
    canvas = np.asarray(cv2.GaussianBlur(canvas, (0, 0), float(rng.uniform(0.5, 3))), np.float32)
    if rng.random() < 0.6:
        _lattice(rng, canvas, ink)
    for _ in range(int(rng.integers(0, 30))):
        spot, radius = rng.integers(0, BOARD_PX, 2), int(rng.integers(4, 40))
        fill = -1 if rng.random() < 0.6 else int(rng.integers(1, 6))
        cv2.circle(canvas, (int(spot[0]), int(spot[1])), radius, _near(rng, ink, 0.6), fill, cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 6))):
        path = np.cumsum(rng.normal(0, 90, (8, 2)), axis=0) + rng.uniform(0, BOARD_PX, 2)
        cv2.polylines(
            canvas,
            [path.astype(np.int32)],
            False,
            _near(rng, ink, 0.5),
            int(rng.integers(2, 12)),
            cv2.LINE_AA,
        )
    names = _no_text()
    for _ in range(int(rng.integers(0, 14))):
        _word(rng, names, float(rng.uniform(0.6, 2.4)))
    return np.clip(_inked(canvas, names, ink), 0, 1)


def page(rng: Generator, paper: Rgb, ink: Rgb) -> Print:
    """Return a page of text in lines, with bullets and now and then a table or a picture's frame."""
    canvas, lines = _filled(paper), _no_text()
    size = float(rng.uniform(0.4, 1.1))
    step = int(40 * size)
    for y in range(step, BOARD_PX, step):
        if rng.random() < 0.12:
            continue
        text = " ".join(str(word) for word in rng.choice(WORDS, 16))
        x = int(rng.choice([20, 20, 60]))
        if x == 60:
            cv2.circle(canvas, (44, y - step // 5), max(2, step // 8), ink, -1, cv2.LINE_AA)
        cv2.putText(
            lines, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, size, 255, max(1, int(size * 2)), cv2.LINE_AA
        )
    canvas = _inked(canvas, lines, ink)
    if rng.random() < 0.5:
        x, y = (int(p) for p in rng.integers(0, BOARD_PX - 300, 2))
        cv2.rectangle(canvas, (x, y), (x + 280, y + 200), _near(rng, paper, 0.4), -1)
        cv2.rectangle(canvas, (x, y), (x + 280, y + 200), ink, 3)
    return np.clip(canvas, 0, 1)


def card(rng: Generator, ink: Rgb) -> Print:
    """Return a playing card whose spots lie like pips."""
    canvas = np.ones((360, 256, 3), np.float32) * np.float32(0.95)
    columns = [(128,), (80, 176), (64, 128, 192)][int(rng.integers(3))]
    for y in np.linspace(70, 290, int(rng.integers(1, 5))):
        for x in columns:
            cv2.circle(canvas, (x, int(y)), int(rng.integers(14, 24)), ink, -1, cv2.LINE_AA)
    cv2.rectangle(canvas, (6, 6), (249, 353), ink, 2)
    return canvas


def domino(rng: Generator, body: Rgb, ink: Rgb) -> Print:
    """Return a domino's face: two halves with pips, a line between."""
    canvas = np.ones((128, 256, 3), np.float32) * np.array(body, np.float32)
    cv2.line(canvas, (128, 12), (128, 116), ink, 4)
    third = {1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8]}
    for half in (0, 128):
        for spot in third[int(rng.integers(1, 7))]:
            cv2.circle(canvas, (half + 32 + 32 * (spot % 3), 32 + 32 * (spot // 3)), 10, ink, -1, cv2.LINE_AA)
    return canvas


def _filled(rgb: Rgb) -> Print:
    return np.ones((BOARD_PX, BOARD_PX, 3), np.float32) * np.array(rgb, np.float32)


def _no_text() -> Text:
    # OpenCV 5 draws text only in 8-bit pictures.
    return np.zeros((BOARD_PX, BOARD_PX), np.uint8)


def _inked(canvas: Print, text: Text, ink: Rgb) -> Print:
    """Return the canvas with the text in ink over it."""
    share = (text.astype(np.float32) / 255.0)[..., None]
    return (canvas + share * (np.array(ink, np.float32) - canvas)).astype(np.float32)


def _near(rng: Generator, rgb: Rgb, reach: float) -> Rgb:
    """Return a colour that differs by up to `reach` in each channel."""
    moved = np.clip(np.array(rgb) + rng.uniform(-reach, reach, 3), 0, 1)
    return (float(moved[0]), float(moved[1]), float(moved[2]))


def _lattice(rng: Generator, canvas: Print, ink: Rgb) -> None:
    """Draw hexagons or squares over the canvas."""
    step, thick = float(rng.uniform(50, 140)), int(rng.integers(1, 4))
    if rng.random() < 0.5:
        for k in np.arange(0, BOARD_PX, step):
            cv2.line(canvas, (int(k), 0), (int(k), BOARD_PX), ink, thick)
            cv2.line(canvas, (0, int(k)), (BOARD_PX, int(k)), ink, thick)
        return
    angles = np.arange(6) * np.pi / 3
    hexagon = np.stack([np.cos(angles), np.sin(angles)], 1) * step / 3**0.5
    for row, y in enumerate(np.arange(0, BOARD_PX + step, step / 2)):
        for x in np.arange((row % 2) * step * 0.866, BOARD_PX + step, step * 1.732):
            fill = rng.random() < 0.3
            ring = (hexagon + np.array([x, y])).astype(np.int32)
            if fill:
                cv2.fillPoly(canvas, [ring], _near(rng, ink, 0.7), cv2.LINE_AA)
            cv2.polylines(canvas, [ring], True, ink, thick, cv2.LINE_AA)


def _word(rng: Generator, names: Text, size: float) -> None:
    place = rng.integers(0, BOARD_PX, 2)
    text = str(rng.choice(WORDS))
    cv2.putText(
        names,
        text,
        (int(place[0]), int(place[1])),
        cv2.FONT_HERSHEY_TRIPLEX,
        size,
        255,
        max(1, int(size * 2)),
        cv2.LINE_AA,
    )
