"""Contact sheets of mistakes: rows of tiles, each the die with its truth and reading below it, for people."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.dice.crop import crop
from vision.finding.finder import shrink
from vision.image import Frame
from vision.scoring.mistakes import Mistake, worst_first
from vision.scoring.score import Verdict

DIE_TILE_PX, PICTURE_TILE_PX = 180, 366
"""Sides of a tile that shows one die, and of one that shows a whole picture."""

CONTEXT = 1.7
"""A tile's side over its die's: enough to see what lies beside it."""

SHEET_WIDTH_PX, SHEET_HEIGHT_PX = 1500, 1300
"""A page fits on a screen."""

LINE_PX, GAP_PX = 17, 6
LINES = 4
FONT, SCALE = cv2.FONT_HERSHEY_SIMPLEX, 0.42

PAPER, INK = (24, 24, 24), (235, 235, 235)
SIGNAL = {
    Verdict.WRONG: (60, 60, 255),
    Verdict.EXTRA: (200, 80, 255),
    Verdict.MISSED: (0, 170, 255),
    Verdict.REFUSED: (200, 200, 90),
}


@dataclass(frozen=True, slots=True, eq=False)
class Tile:
    """A mistake and its picture, (rows, columns, 3) BGR."""

    mistake: Mistake
    view: Frame


def tile_of(frame: Frame, mistake: Mistake) -> Tile:
    """Return what there is to see of a mistake in its picture."""
    side = PICTURE_TILE_PX if mistake.of_picture else DIE_TILE_PX
    if mistake.place is None:
        small, scale = shrink(frame, side)
        view, left, top = small.copy(), 0.0, 0.0
    else:
        x0, y0, x1, y1 = mistake.place
        seen = max(x1 - x0, y1 - y0) * CONTEXT
        scale, left, top = side / seen, (x0 + x1 - seen) / 2, (y0 + y1 - seen) / 2
        view = crop(frame, mistake.place, side, CONTEXT)
    _draw_boxes(view, mistake, scale, left, top)
    return Tile(mistake, view)


def sheets(name: str, tiles: Sequence[Tile]) -> Iterator[Frame]:
    """Yield the pages of a set's mistakes, worst first; none when there is nothing to show."""
    by_mistake = {id(tile.mistake): tile for tile in tiles}
    ordered = [by_mistake[id(mistake)] for mistake in worst_first([tile.mistake for tile in tiles])]
    if not ordered:
        return
    width = max(tile.view.shape[1] for tile in ordered)
    height = max(tile.view.shape[0] for tile in ordered)
    columns = SHEET_WIDTH_PX // (width + GAP_PX)
    rows = SHEET_HEIGHT_PX // (height + LINES * LINE_PX + GAP_PX)
    pages = [ordered[i : i + columns * rows] for i in range(0, len(ordered), columns * rows)]
    counts = ", ".join(
        f"{sum(tile.mistake.verdict is verdict for tile in ordered)} {verdict.value}" for verdict in SIGNAL
    )
    for number, page in enumerate(pages, 1):
        yield _page(f"{name}: {counts}; page {number} of {len(pages)}", page, (width, height), columns)


def _page(title: str, tiles: Sequence[Tile], size: tuple[int, int], columns: int) -> Frame:
    cell_width, cell_height = size[0] + GAP_PX, size[1] + LINES * LINE_PX + GAP_PX
    rows = -(-len(tiles) // columns)
    sheet = np.full((rows * cell_height + LINE_PX + GAP_PX, columns * cell_width, 3), PAPER, np.uint8)
    _write(sheet, title, GAP_PX, 0, INK, sheet.shape[1])
    for index, tile in enumerate(tiles):
        x = index % columns * cell_width
        y = index // columns * cell_height + LINE_PX + GAP_PX
        height, width = tile.view.shape[:2]
        sheet[y : y + height, x : x + width] = tile.view
        mistake = tile.mistake
        lines = (
            (f"{mistake.verdict.value}: truth {mistake.truth}", SIGNAL[mistake.verdict]),
            (f"read {mistake.read}", SIGNAL[mistake.verdict]),
            (f"confidence {mistake.confidence:.4f}", INK),
            (mistake.file, INK),
        )
        for row, (text, colour) in enumerate(lines):
            _write(sheet, text, x, y + size[1] + row * LINE_PX, colour, size[0])
    return sheet


def _write(sheet: Frame, text: str, x: int, y: int, colour: tuple[int, int, int], width: int) -> None:
    """Write a line below (x, y); of one too long for `width` pixels the end is kept, where names differ."""
    shown, cut = text, 0
    while cv2.getTextSize(shown, FONT, SCALE, 1)[0][0] > width and cut < len(text):
        cut += 1
        shown = ".." + text[cut:]
    cv2.putText(sheet, shown, (x, y + LINE_PX - 4), FONT, SCALE, colour, 1, cv2.LINE_AA)


def _draw_boxes(view: Frame, mistake: Mistake, scale: float, left: float, top: float) -> None:
    """Draw the corners of the readings' boxes, nothing over the dice themselves, and the faces beside."""
    for (x0, y0, x1, y1), text in mistake.boxes:
        corners = [(x0, y0, 1, 1), (x1, y0, -1, 1), (x0, y1, 1, -1), (x1, y1, -1, -1)]
        length = max(3, round((x1 - x0) * scale / 8))
        for corner_x, corner_y, inward_x, inward_y in corners:
            x, y = round((corner_x - left) * scale), round((corner_y - top) * scale)
            cv2.line(view, (x, y), (x + inward_x * length, y), SIGNAL[mistake.verdict], 1)
            cv2.line(view, (x, y), (x, y + inward_y * length), SIGNAL[mistake.verdict], 1)
        if text:
            at = (round((x0 - left) * scale), round((y0 - top) * scale) - 2)
            cv2.putText(view, text, at, FONT, 1.3 * SCALE, SIGNAL[mistake.verdict], 1, cv2.LINE_AA)
