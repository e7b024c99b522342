"""How large boxes are, and how far two cover the same place."""

from collections.abc import Sequence

from vision.reading import Box


def overlap(one: Box, other: Box) -> float:
    """Return the share of two boxes' joint area that both cover, 0 to 1."""
    both = _common_area(one, other)
    return both / (area(one) + area(other) - both) if both else 0.0


def share_covered(one: Box, other: Box) -> float:
    """Return the share of the smaller box that the other covers, 0 to 1."""
    both = _common_area(one, other)
    return both / min(area(one), area(other)) if both else 0.0


def _common_area(one: Box, other: Box) -> float:
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return max(0.0, width) * max(0.0, height)


def area(box: Box) -> float:
    """Return the area of a box in square pixels."""
    return (box[2] - box[0]) * (box[3] - box[1])


def lie_apart(one: Box, other: Box) -> float:
    """Return how far two boxes are apart in pixels, right or down, whichever is more; 0 where they touch."""
    x, y = (max(one[i] - other[i + 2], other[i] - one[i + 2]) for i in (0, 1))
    return max(0.0, x, y)


def longer_side(box: Box) -> float:
    """Return the longer side of a box in pixels."""
    return max(box[2] - box[0], box[3] - box[1])


def middle_side(boxes: Sequence[Box]) -> float:
    """Return the longer side of the middle one by size in pixels, 0 where there is none."""
    sides = sorted(map(longer_side, boxes))
    return sides[len(sides) // 2] if sides else 0.0
