"""How much sooner a die leans on a table that is watched, where it can be laid flat or thrown again."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.finding.overlap import lie_apart, longer_side
from vision.reading import Box

Floats = NDArray[np.float32]

ANYWHERE, AWAY_FROM_ANOTHER = 1.3, 4.3
"""As logarithms of how much likelier it lies flat, the latter where it leans away from a die beside it, as
what leans on a die does: into a twentieth of all ways in which a top face may point. So a die leans below
-2.0, or 1.0: 69 of 71 looks at leaning dice in films, 3 of 5,810 at flat ones, and 52 of 4,132 flat dice in
photographs; below -2.0 lie 58, 2 and 42."""

APART_SIDES = 0.1
"""Boxes of dice of which one leans on the other are so many of its sides apart at most."""

AWAY = 0.6
"""Cosine, on the table, of the angle between where a die leans to and where the other does not lie."""

LEAST_TOWARDS = 0.2
"""No normal is seen more from aside: networks may say of one that it is longer than 1."""


def leans_sooner(boxes: Sequence[Box], tops: Floats) -> Floats:
    """Return by how much sooner dice in these boxes lean where their table is watched, (N,).

    `tops` (N, 2, 2) are where the normals of their top faces are seen to point, and where they would if the
    dice lay flat, see `FacesSeen`.
    """
    away = [
        any(
            lie_apart(box, other) < APART_SIDES * longer_side(box)
            and _cosine_on_table(top, _from_to(other, box)) > AWAY
            for place, other in enumerate(boxes)
            if place != index
        )
        for index, (box, top) in enumerate(zip(boxes, tops, strict=True))
    ]
    return np.where(away, AWAY_FROM_ANOTHER, ANYWHERE).astype(np.float32)


def _cosine_on_table(top: Floats, offset: Floats) -> float:
    """Return the cosine of the angle, seen from straight above, between where a die leans to and an offset.

    `top` (2, 2) are its normal and that of a flat die, the offset (2,) is as the picture shows it.
    """
    normal, up = (_in_space(one) for one in top)
    leans = normal - (normal @ up) * up
    along = np.array([*offset, -(offset @ up[:2]) / up[2]])
    length = np.linalg.norm(leans) * np.linalg.norm(along)
    return float(leans @ along / length) if length else 0.0


def _in_space(seen: Floats) -> Floats:
    """Return a direction (3,), 1 long, right, down and towards the camera, of how it is seen, (2,)."""
    most = np.sqrt(1 - LEAST_TOWARDS**2)
    right, down = seen * min(1.0, most / max(float(np.linalg.norm(seen)), LEAST_TOWARDS))
    return np.array([right, down, np.sqrt(1 - right**2 - down**2)], np.float32)


def _from_to(one: Box, other: Box) -> Floats:
    """Return the offset (2,) from the middle of one box to that of another."""
    corners = np.array([one, other], np.float32).reshape(2, 2, 2)
    return np.asarray(np.diff(corners.mean(axis=1), axis=0)[0])
