"""Pictures that no die can be read from, drawn by code; each the same for a seed."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.random import Generator

from tests.vision.drawn_dice import PAINT, PIPS, drawn_die
from vision.image import Frame

HEIGHT, WIDTH = 480, 640
TEXT = "the dice lie on the table and nobody has counted them yet so read on until page six"


def noisy(picture: np.ndarray, rng: Generator, levels: float = 4.0) -> Frame:
    """Return 8-bit BGR with sensor noise."""
    return np.asarray(np.clip(picture + rng.normal(0, levels, picture.shape), 0, 255), np.uint8)


def write(picture: Frame, words: str, at: tuple[int, int], scale: float, ink: tuple[int, int, int]) -> None:
    """Print a line of words with its lower left corner at a place."""
    cv2.putText(picture, words, at, cv2.FONT_HERSHEY_COMPLEX, scale, ink, 1, cv2.LINE_AA)


def empty_table(rng: Generator) -> Frame:
    """Planks with grain, lit from one side."""
    rows, columns = np.mgrid[0:HEIGHT, 0:WIDTH]
    grain = 12 * np.sin(columns / 2.3 + 3 * np.sin(rows / 41)) + 9 * np.sin(rows / 1.7 + columns / 60)
    planks = 14 * ((columns // 107) % 2)
    light = 0.6 + 0.5 * rows / HEIGHT
    return noisy(((110 + grain + planks) * light)[..., None] * np.array([0.55, 0.8, 1.0]), rng)


def with_dice(rng: Generator, side_px: int = 56) -> Frame:
    """An empty table with six drawn dice on it."""
    table = empty_table(rng)
    for i, face in enumerate(rng.permutation(6) + 1):
        x, y = 60 + 190 * (i % 3), 90 + 190 * (i // 3)
        body = str(rng.choice(["red", "white", "black", "green"]))
        marks = "black" if body == "white" else "white"
        table[y : y + side_px, x : x + side_px] = drawn_die(body, marks, int(face), side_px, rng)
    return table


def dark(rng: Generator) -> Frame:
    """The lens cap, or a room without light."""
    return noisy(0.02 * with_dice(rng).astype(np.float32), rng, 2.0)


def white(rng: Generator) -> Frame:
    """A lamp into the lens."""
    return noisy(np.full((HEIGHT, WIDTH, 3), 254.0), rng, 1.0)


def overexposed(rng: Generator) -> tuple[Frame, list[int]]:
    """Dice of which hardly more than a shadow is left; and their values."""
    return noisy(4.5 * with_dice(rng).astype(np.float32) + 40, rng), [1, 2, 3, 4, 5, 6]


def blurred(rng: Generator) -> Frame:
    """Dice so far out of focus that pips are gone."""
    return noisy(cv2.GaussianBlur(with_dice(rng), (0, 0), 9), rng, 2.0)


def no_table(rng: Generator) -> Frame:
    """A sky with clouds."""
    clouds = cv2.resize(
        rng.random((9, 12)).astype(np.float32), (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC
    )
    blue = np.array([225.0, 170.0, 120.0])
    return noisy(blue + (np.array([250.0, 250.0, 250.0]) - blue) * np.clip(clouds, 0, 1)[..., None], rng, 2.0)


def face(rng: Generator) -> Frame:
    """Somebody looks into the camera: round things with dark spots in them."""
    picture = np.full((HEIGHT, WIDTH, 3), (150, 160, 165), np.uint8)
    skin = tuple(int(v) for v in np.array([140, 170, 215]) + rng.integers(-30, 30, 3))
    cv2.ellipse(picture, (320, 250), (130, 175), 0, 0, 360, skin, cv2.FILLED, cv2.LINE_AA)
    cv2.ellipse(picture, (320, 130), (140, 90), 0, 180, 360, (25, 35, 50), cv2.FILLED, cv2.LINE_AA)
    for x in (270, 370):
        cv2.ellipse(picture, (x, 220), (26, 14), 0, 0, 360, (240, 240, 240), cv2.FILLED, cv2.LINE_AA)
        cv2.circle(picture, (x, 220), 11, (60, 50, 30), cv2.FILLED, cv2.LINE_AA)
        cv2.circle(picture, (x + 4, 216), 3, (255, 255, 255), cv2.FILLED, cv2.LINE_AA)
    cv2.ellipse(picture, (320, 340), (45, 14), 0, 0, 180, (80, 80, 170), cv2.FILLED, cv2.LINE_AA)
    return noisy(picture, rng)


def page_of_text(rng: Generator) -> Frame:
    """Print on paper, with full stops and an o for every pip."""
    page = np.full((HEIGHT, WIDTH, 3), 238, np.uint8)
    for row in range(22):
        words = " ".join(str(word) for word in rng.choice(TEXT.split(), 11))
        scale = 0.5 if row % 7 else 0.9
        cv2.putText(
            page, words, (30, 30 + 20 * row), cv2.FONT_HERSHEY_COMPLEX, scale, (30, 30, 30), 1, cv2.LINE_AA
        )
    turned = cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), float(rng.uniform(-8, 8)), 1.0)
    return noisy(cv2.warpAffine(page, turned, (WIDTH, HEIGHT), borderValue=(120, 140, 150)), rng)


def buttons(rng: Generator) -> Frame:
    """Round things with two and four holes on a cloth."""
    cloth = empty_table(rng)
    for i in range(8):
        x, y = 80 + 150 * (i % 4), 130 + 210 * (i // 4)
        colour = PAINT[str(rng.choice(list(PAINT)))]
        cv2.circle(cloth, (x, y), 34, colour, cv2.FILLED, cv2.LINE_AA)
        cv2.circle(cloth, (x, y), 26, tuple(int(0.8 * c) for c in colour), 2, cv2.LINE_AA)
        for dx, dy in ((-8, -8), (8, 8), (-8, 8), (8, -8))[: 2 if i % 2 else 4]:
            cv2.circle(cloth, (x + dx, y + dy), 4, (30, 30, 30), cv2.FILLED, cv2.LINE_AA)
    return noisy(cloth, rng)


def tiles(rng: Generator) -> Frame:
    """Square game pieces with a number on each, laid out in rows on a plain table, seen sharply."""
    picture = np.full((720, 1280, 3), rng.integers(40, 200, 3), np.uint8)
    for place in range(24):
        side = int(rng.integers(60, 90))
        x = 120 + 180 * (place % 6) + int(rng.integers(-20, 20))
        y = 90 + 160 * (place // 6) + int(rng.integers(-15, 15))
        piece, ink = rng.integers(170, 255, 3), tuple(int(v) for v in rng.integers(0, 90, 3))
        outline = np.zeros((side, side), np.uint8)
        cv2.rectangle(outline, (4, 4), (side - 5, side - 5), 255, cv2.FILLED)
        shown = picture[y : y + side, x : x + side]
        shown[cv2.GaussianBlur(outline, (0, 0), 3) > 128] = piece
        number, scale = str(int(rng.integers(1, 7))), side / 38
        (width, height), _ = cv2.getTextSize(number, cv2.FONT_HERSHEY_DUPLEX, scale, 2)
        at = ((side - width) // 2, (side + height) // 2)
        cv2.putText(shown, number, at, cv2.FONT_HERSHEY_DUPLEX, scale, ink, 2, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.uint8)


NO_DICE: dict[str, Callable[[Generator], Frame]] = {
    "dark": dark,
    "white": white,
    "blurred": blurred,
    "empty table": empty_table,
    "no table": no_table,
    "a face": face,
    "a page of text": page_of_text,
    "buttons": buttons,
}
"""Nothing in these may be read as a face of a die."""


def screenshot(rng: Generator) -> tuple[Frame, list[int]]:
    """Flat dice of a game on a screen, with its window around them; and their values."""
    screen = np.full((HEIGHT, WIDTH, 3), (60, 52, 48), np.uint8)
    cv2.rectangle(screen, (0, 0), (WIDTH, 34), (90, 82, 78), cv2.FILLED)
    cv2.putText(
        screen, "Roll!  Score 25", (12, 24), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (230, 230, 230), 1, cv2.LINE_AA
    )
    values = [int(v) for v in rng.integers(1, 7, 5)]
    for i, value in enumerate(values):
        left, top = 40 + 118 * i, 190
        cv2.rectangle(screen, (left, top), (left + 90, top + 90), (245, 245, 245), cv2.FILLED)
        for x, y in PIPS[value]:
            at = (left + round(0.9 * x), top + round(0.9 * y))
            cv2.circle(screen, at, 8, (20, 20, 20), cv2.FILLED, cv2.LINE_AA)
    return screen, values


def photograph_of_a_photograph(rng: Generator) -> tuple[Frame, list[int]]:
    """A print of a picture with dice, lying aslant on a table; and the values of the dice printed."""
    values = [int(v) for v in rng.permutation(6) + 1]
    printed = empty_table(rng)
    for i, value in enumerate(values):
        x, y = 60 + 190 * (i % 3), 90 + 190 * (i // 3)
        printed[y : y + 70, x : x + 70] = drawn_die("red", "white", value, 70, rng)
    corners = np.array([(0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)], np.float32)
    lying = np.array([(120, 90), (540, 130), (520, 400), (90, 370)], np.float32)
    warp = cv2.getPerspectiveTransform(corners, lying + rng.uniform(-12, 12, (4, 2)).astype(np.float32))
    table = empty_table(rng)
    mask = cv2.warpPerspective(np.full((HEIGHT, WIDTH), 255, np.uint8), warp, (WIDTH, HEIGHT))
    table[mask > 127] = cv2.warpPerspective(printed, warp, (WIDTH, HEIGHT))[mask > 127]
    return noisy(table, rng), values
