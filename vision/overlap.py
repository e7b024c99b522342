"""How far two boxes cover the same place."""

from vision.reading import Box


def overlap(one: Box, other: Box) -> float:
    """Return the share of two boxes' joint area that both cover, 0 to 1."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    if width <= 0 or height <= 0:
        return 0.0
    both = width * height
    return both / (area(one) + area(other) - both)


def area(box: Box) -> float:
    """Return the area of a box in square pixels."""
    return (box[2] - box[0]) * (box[3] - box[1])
