"""How reading time grows with the number of dice and with the size of the picture, as two figures.

    python -m models.measure.growth PICTURE --out models

PICTURE is a photograph or rendering with one large die or more; dice are cut out of it by the finder and
laid out in rows on a plain table of the size that is asked for. One thread; times are medians.
"""

import json
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Annotated

import cv2
import numpy as np
import typer

from models.measure.plot import Chart, Line
from vision.image import Frame, decode_image, load_image
from vision.reader import MODELS_DIR, TableReader, open_reader
from vision.reading import Box

DICE = (0, 1, 3, 6, 9, 12, 16, 20, 25, 30)
MEGAPIXELS = (0.3, 0.9, 2.1, 4.0, 6.0, 8.0, 12.0)
FULL_HD = (1920, 1080)
DIE_SHARE = 0.06  # of the picture's width, so that a picture of any size shows the same table
TABLE_GREY = 118


def main(
    picture: Annotated[Path, typer.Argument(help="a picture with dice")],
    out: Annotated[Path, typer.Option(help="folder of both figures")] = MODELS_DIR,
    models_dir: Annotated[Path, typer.Option(help="where the models lie")] = MODELS_DIR,
    runs: Annotated[int, typer.Option(min=1)] = 9,
) -> None:
    """Time both series, draw them, and print them as JSON."""
    cv2.setNumThreads(1)
    reader = open_reader(models_dir)
    source = load_image(picture)
    boxes = [die.box for die in reader.read(source).dice if die.face is not None]
    if not boxes:
        raise SystemExit(f"{picture}: no die is read in it")
    cuts = [_cut(source, box) for box in boxes]
    by_dice = [_timed(reader, laid_out(cuts, count, FULL_HD), runs) for count in DICE]
    by_size = [_timed(reader, laid_out(cuts, 12, _size(megapixels)), runs) for megapixels in MEGAPIXELS]
    _draw(out / "growth_dice.svg", "dice in a picture of 1920x1080", list(map(float, DICE)), by_dice)
    _draw(out / "growth_pixels.svg", "megapixels of a picture of 12 dice", list(MEGAPIXELS), by_size)
    print(json.dumps({"dice": dict(zip(DICE, by_dice, strict=True))}))
    print(json.dumps({"megapixels": dict(zip(MEGAPIXELS, by_size, strict=True))}))


def laid_out(cuts: list[Frame], count: int, size: tuple[int, int]) -> Frame:
    """Return a plain table of (width, height) with so many dice on it, in rows."""
    width, height = size
    noise = np.random.default_rng(1).integers(-3, 4, (height, width, 1))
    table = np.asarray(TABLE_GREY + np.repeat(noise, 3, axis=2), np.uint8)
    side = round(DIE_SHARE * width)
    columns = 8
    for i in range(count):
        left = round((i % columns + 0.5) * width / columns - side / 2)
        top = round((i // columns + 0.5) * height / 4 - side / 2)
        table[top : top + side, left : left + side] = cv2.resize(
            cuts[i % len(cuts)], (side, side), interpolation=cv2.INTER_AREA
        )
    return table


def _cut(frame: Frame, box: Box) -> Frame:
    x0, y0, x1, y1 = (max(0, round(edge)) for edge in box)
    return frame[y0:y1, x0:x1]


def _size(megapixels: float) -> tuple[int, int]:
    height = (megapixels * 1e6 * 9 / 16) ** 0.5
    return round(height * 16 / 9), round(height)


def _timed(reader: TableReader, frame: Frame, runs: int) -> tuple[float, float]:
    """Return the median milliseconds of decoding alone and of bytes to readings."""
    jpeg = cv2.imencode(".jpg", frame, (cv2.IMWRITE_JPEG_QUALITY, 90))[1].tobytes()
    reader.read(decode_image(jpeg))
    decoding, reading = [], []
    for _ in range(runs):
        began = perf_counter()
        cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
        decoded = perf_counter()
        reader.read(decode_image(jpeg))
        decoding.append((decoded - began) * 1000)
        reading.append((perf_counter() - decoded) * 1000)
    return round(median(decoding), 2), round(median(reading), 2)


def _draw(path: Path, x_name: str, x: list[float], times: list[tuple[float, float]]) -> None:
    most = 1.1 * max(max(pair) for pair in times)
    chart = Chart(x_name, "milliseconds on one thread", (0.0, max(x)), (0.0, most))
    lines = [
        Line("imdecode alone", tuple((at, pair[0]) for at, pair in zip(x, times, strict=True))),
        Line("from bytes to readings", tuple((at, pair[1]) for at, pair in zip(x, times, strict=True))),
    ]
    path.write_text(chart.svg("Time to read a picture", lines), encoding="utf-8")


if __name__ == "__main__":
    typer.run(main)
