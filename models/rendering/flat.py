"""Flat pictures without a single die: what finders of dice trip over, drawn by the thousand.

    python -m models.rendering.flat --out DIR --count 800 --seed 300000

Pages of text, buttons, printed pips in frames, dominoes from above, dotted cloth, keys, go boards.
Their lines in labels.jsonl have no dice, so that whatever is found in them is a mistake to learn from.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
import typer
from numpy.random import Generator
from numpy.typing import NDArray

from models.rendering.pictures.labels import finished
from models.rendering.scenes.camera import sample_sensor

Canvas = NDArray[np.uint8]
Colour = tuple[int, int, int]
SIZE = (640, 480)
FONTS = tuple(range(8))  # OpenCV's Hershey fonts
PIPS = {
    1: ((0.5, 0.5),),
    2: ((0.25, 0.25), (0.75, 0.75)),
    3: ((0.25, 0.25), (0.5, 0.5), (0.75, 0.75)),
    4: ((0.25, 0.25), (0.25, 0.75), (0.75, 0.25), (0.75, 0.75)),
    5: ((0.25, 0.25), (0.25, 0.75), (0.75, 0.25), (0.75, 0.75), (0.5, 0.5)),
    6: ((0.25, 0.2), (0.25, 0.5), (0.25, 0.8), (0.75, 0.2), (0.75, 0.5), (0.75, 0.8)),
}
"""Where the pips of a value lie on a square of side 1."""


def sample_flat(seed: int) -> tuple[Canvas, int]:
    """Return a picture of a seed, (480, 640, 3) BGR, and the JPEG quality to store it with."""
    rng = np.random.default_rng(seed)
    canvas = _ground(rng)
    _DRAW[int(rng.integers(len(_DRAW)))](canvas, rng)
    canvas = _seen_at_an_angle(canvas, rng)
    sensor = sample_sensor(rng, SIZE[0])
    if rng.random() < 0.6:
        canvas = np.asarray(cv2.GaussianBlur(canvas, (0, 0), float(rng.uniform(0.3, 1.6))), np.uint8)
    left, right = rng.uniform(0.55, 1.15, 2)
    shade = np.linspace(left, right, SIZE[0])[None, :, None]
    grain = rng.normal(0, rng.uniform(1, 9), canvas.shape)
    return np.clip(canvas * shade + grain, 0, 255).astype(np.uint8), sensor.jpeg_quality


def _colour(rng: Generator) -> Colour:
    blue, green, red = (int(channel) for channel in rng.integers(0, 256, 3))
    return blue, green, red


def _ink(canvas: Canvas, rng: Generator) -> Colour:
    """Return a colour that stands out from the ground, often black or white."""
    if rng.random() < 0.5:
        return (20, 20, 20) if canvas.mean() > 110 else (235, 235, 235)
    return _colour(rng)


def _ground(rng: Generator) -> Canvas:
    ground = np.full((SIZE[1], SIZE[0], 3), _colour(rng), np.float32)
    coarse = rng.normal(0, rng.uniform(0, 14), (12, 16, 1)).astype(np.float32)
    ground += cv2.resize(coarse, SIZE, interpolation=cv2.INTER_CUBIC)[..., None]
    return np.clip(ground, 0, 255).astype(np.uint8)


def _text(canvas: Canvas, rng: Generator) -> None:
    ink, font, scale = _ink(canvas, rng), int(rng.choice(FONTS)), float(rng.uniform(0.3, 2.2))
    thick = int(rng.integers(1, max(2, round(3 * scale))))
    letters = np.array(list("abcdefghijklmnopqrstuvwxyz      .,:;ABCDEGOQ0123456789"))
    for y in range(10, SIZE[1], max(12, round(rng.uniform(28, 44) * scale))):
        line = "".join(rng.choice(letters, 70))
        cv2.putText(canvas, line, (int(rng.integers(0, 40)), y), font, scale, ink, thick, cv2.LINE_AA)


def _buttons(canvas: Canvas, rng: Generator) -> None:
    for _ in range(int(rng.integers(3, 14))):
        at, radius = _place(rng), int(rng.integers(9, 60))
        body, hole = _colour(rng), _colour(rng)
        cv2.circle(canvas, at, radius, body, -1, cv2.LINE_AA)
        cv2.circle(canvas, at, round(radius * 0.82), hole, max(1, radius // 14), cv2.LINE_AA)
        _spots(canvas, at, radius * 0.9, int(rng.choice([1, 2, 2, 3, 4, 4])), hole, rng)


def _printed_faces(canvas: Canvas, rng: Generator) -> None:
    for _ in range(int(rng.integers(2, 12))):
        at, side = _place(rng), float(rng.uniform(16, 110))
        ink = _ink(canvas, rng)
        corners = _square(at, side, float(rng.uniform(0, 6.3)))
        if rng.random() < 0.5:
            cv2.fillPoly(canvas, [corners], _colour(rng), cv2.LINE_AA)
        cv2.polylines(canvas, [corners], True, ink, max(1, round(side / 22)), cv2.LINE_AA)
        _spots(canvas, at, side, int(rng.integers(1, 7)), ink, rng)


def _dominoes(canvas: Canvas, rng: Generator) -> None:
    for _ in range(int(rng.integers(2, 9))):
        (x, y), side, angle = _place(rng), float(rng.uniform(20, 90)), float(rng.uniform(0, 6.3))
        body, ink = _colour(rng), _ink(canvas, rng)
        step = np.array([np.cos(angle), np.sin(angle)]) * side / 2
        for sign in (-1, 1):
            at = (round(x + sign * step[0]), round(y + sign * step[1]))
            cv2.fillPoly(canvas, [_square(at, side, angle)], body, cv2.LINE_AA)
        for sign in (-1, 1):
            at = (round(x + sign * step[0]), round(y + sign * step[1]))
            _spots(canvas, at, side, int(rng.integers(0, 7)), ink, rng, angle)
        across = np.array([-step[1], step[0]]) * 0.85
        ends = [(round(x + s * across[0]), round(y + s * across[1])) for s in (-1, 1)]
        cv2.line(canvas, ends[0], ends[1], ink, max(1, round(side / 18)), cv2.LINE_AA)


def _dots(canvas: Canvas, rng: Generator) -> None:
    ink, step = _ink(canvas, rng), int(rng.integers(9, 60))
    radius = max(1, round(step * rng.uniform(0.1, 0.35)))
    for y in range(0, SIZE[1], step):
        for x in range(0, SIZE[0], step):
            if rng.random() < 0.9:
                cv2.circle(canvas, (x, y), radius, ink, -1, cv2.LINE_AA)


def _keys(canvas: Canvas, rng: Generator) -> None:
    side, body, ink = int(rng.integers(22, 80)), _colour(rng), _ink(canvas, rng)
    for y in range(0, SIZE[1], side + 6):
        for x in range(0, SIZE[0], side + 6):
            cv2.rectangle(canvas, (x, y), (x + side, y + side), body, -1)
            cv2.rectangle(canvas, (x + 2, y + 2), (x + side - 3, y + side - 4), ink, 1)
            sign = str(rng.choice(list("QWERTYUIOP1234567890.:;-%=*oO")))
            at, font, thick = (x + side // 4, y + 3 * side // 4), int(rng.choice(FONTS)), max(1, side // 26)
            cv2.putText(canvas, sign, at, font, side / 40, ink, thick, cv2.LINE_AA)


def _stones(canvas: Canvas, rng: Generator) -> None:
    step = int(rng.integers(18, 64))
    for at in range(0, SIZE[0], step):
        cv2.line(canvas, (at, 0), (at, SIZE[1]), (30, 30, 30), 1)
        cv2.line(canvas, (0, at), (SIZE[0], at), (30, 30, 30), 1)
    for y in range(0, SIZE[1], step):
        for x in range(0, SIZE[0], step):
            if rng.random() < 0.35:
                level = int(rng.choice([25, 230]))
                cv2.circle(canvas, (x, y), round(step * 0.46), (level, level, level), -1, cv2.LINE_AA)


def _place(rng: Generator) -> tuple[int, int]:
    return int(rng.integers(0, SIZE[0])), int(rng.integers(0, SIZE[1]))


def _square(at: tuple[int, int], side: float, angle: float) -> NDArray[np.int32]:
    turns = angle + np.pi / 4 + np.arange(4) * np.pi / 2
    corners = np.stack([np.cos(turns), np.sin(turns)], axis=1) * side / np.sqrt(2) + np.array(at)
    return np.asarray(np.round(corners), np.int32)


def _spots(
    canvas: Canvas,
    at: tuple[int, int],
    side: float,
    count: int,
    ink: Colour,
    rng: Generator,
    angle: float = 0.0,
) -> None:
    radius = max(1, round(side * rng.uniform(0.06, 0.12)))
    for u, v in PIPS.get(count, ()):
        x, y = (u - 0.5) * side, (v - 0.5) * side
        turned = (x * np.cos(angle) - y * np.sin(angle), x * np.sin(angle) + y * np.cos(angle))
        cv2.circle(canvas, (round(at[0] + turned[0]), round(at[1] + turned[1])), radius, ink, -1, cv2.LINE_AA)


def _seen_at_an_angle(canvas: Canvas, rng: Generator) -> Canvas:
    """Return the flat picture as a camera above its lower edge sees it, now and then straight from above."""
    width, height = SIZE
    narrow = float(rng.choice([0.0, rng.uniform(0.0, 0.3)])) * width
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    seen = np.array([(-0.0, 0), (width, 0), (width + narrow, height), (-narrow, height)], np.float32)
    return np.asarray(
        cv2.warpPerspective(
            canvas, cv2.getPerspectiveTransform(corners, seen), SIZE, borderMode=cv2.BORDER_REFLECT
        ),
        dtype=np.uint8,
    )


_DRAW: tuple[Callable[[Canvas, Generator], None], ...] = (
    _text,
    _buttons,
    _printed_faces,
    _printed_faces,
    _dominoes,
    _dominoes,
    _dots,
    _keys,
    _stones,
)


def main(
    out: Annotated[Path, typer.Option(help="folder for the pictures and labels.jsonl")],
    count: Annotated[int, typer.Option(help="pictures in all, those already there included")],
    seed: Annotated[int, typer.Option(help="seed of the first picture")] = 300_000,
) -> None:
    """Draw pictures that are not in labels.jsonl yet."""
    out.mkdir(parents=True, exist_ok=True)
    lines = out / "labels.jsonl"
    done = finished(lines)
    with lines.open("a") as sink:
        for index in range(seed, seed + count):
            file = f"{index:08d}.jpg"
            if file in done:
                continue
            frame, quality = sample_flat(index)
            stored = cv2.imencode(".jpg", frame, (cv2.IMWRITE_JPEG_QUALITY, quality))[1]
            (out / file).write_bytes(stored.tobytes())
            line = {"file": file, "width": SIZE[0], "height": SIZE[1], "scene": f"{index:08d}"}
            sink.write(json.dumps({**line, "box_of": "die", "dice": []}) + "\n")


if __name__ == "__main__":
    typer.run(main)
