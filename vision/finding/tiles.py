"""A large picture as overlapping tiles, for what needs its full resolution at a bounded memory."""

from collections.abc import Iterator
from dataclasses import dataclass

from vision.reading import Box

TILE_PX = 768
OVERLAP_PX = 128
"""What is not longer than this lies whole in at least one tile."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A part of a picture in its pixels, with the size of that picture."""

    left: int
    top: int
    right: int
    bottom: int
    width: int
    height: int

    def holds_whole(self, box: Box, nearer_px: float = 2.0) -> bool:
        """Say whether a box ends inside the tile, or where the picture ends too; box in the tile's pixels."""
        x0, y0, x1, y1 = box
        return (
            (x0 > nearer_px or self.left == 0)
            and (y0 > nearer_px or self.top == 0)
            and (x1 < self.right - self.left - nearer_px or self.right == self.width)
            and (y1 < self.bottom - self.top - nearer_px or self.bottom == self.height)
        )


def tiles(width: int, height: int) -> Iterator[Tile]:
    """Yield tiles that cover a picture, each at most `TILE_PX` wide and high."""
    for top, bottom in _spans(height):
        for left, right in _spans(width):
            yield Tile(left, top, right, bottom, width, height)


def _spans(length: int) -> list[tuple[int, int]]:
    if length <= TILE_PX:
        return [(0, length)]
    starts = [*range(0, length - TILE_PX, TILE_PX - OVERLAP_PX), length - TILE_PX]
    return [(start, start + TILE_PX) for start in starts]
