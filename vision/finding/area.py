"""The part of the picture where dice count, given by its corners."""

import math
from dataclasses import dataclass

from vision.reading import Box

FORM = "X0,Y0,X1,Y1 or three or more corners X,Y,X,Y,X,Y"

Corner = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Area:
    """A polygon by its corners (x, y) in pixels of the picture as given, in order."""

    corners: tuple[Corner, ...]

    def holds(self, box: Box) -> bool:
        """Say whether the middle of a die lies in the area."""
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        inside = False
        for (x0, y0), (x1, y1) in _sides(self.corners):
            # A ray to the right leaves an area once more than it enters it.
            if (y0 > y) != (y1 > y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0):
                inside = not inside
        return inside

    def reaches_into(self, width: int, height: int) -> bool:
        """Say whether some of it may lie in a picture of this size: what surrounds its corners does."""
        xs, ys = [x for x, _ in self.corners], [y for _, y in self.corners]
        return min(xs) < width and max(xs) > 0 and min(ys) < height and max(ys) > 0


def area_of(text: str) -> Area:
    """Return the area that is written as two opposite corners, or as all of three and more.

    Raises:
        ValueError: anything else, or an area without extent.
    """
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError as err:
        raise ValueError(f"expected an area as {FORM}, found {text!r}") from err
    if len(numbers) < 4 or len(numbers) % 2 or not all(map(math.isfinite, numbers)):
        raise ValueError(f"expected an area as {FORM}, found {text!r}")
    if len(numbers) == 4:
        x0, y0, x1, y1 = numbers
        numbers = [x0, y0, x1, y0, x1, y1, x0, y1]
    corners = tuple(zip(numbers[::2], numbers[1::2], strict=True))
    if not sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in _sides(corners)):
        raise ValueError(f"expected an area with an extent, found {text!r}")
    return Area(corners)


def _sides(corners: tuple[Corner, ...]) -> list[tuple[Corner, Corner]]:
    return list(zip(corners, (*corners[1:], corners[0]), strict=True))
