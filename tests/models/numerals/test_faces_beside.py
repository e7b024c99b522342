"""Where the faces beside a d20's top one are seen, and what their numbers say of its own."""

import numpy as np
import pytest
from numpy.typing import NDArray

pytest.importorskip("torch", reason="training's environment alone has torch")

import torch

from models.numerals.faces_beside import FacesBeside, beside
from models.numerals.place import Place, number_place
from models.rendering.dice.numeral_solids import solid_of

D20 = solid_of("d20")
TOP = 0
NOTHING = torch.full((20,), 1 / 20)


def seen_from(elevation: float, spin: float) -> NDArray[np.float64]:
    """Return the corners (12, 2), right and down, of a d20 that lies on a table, from far away."""
    outward = D20.normals[TOP]
    right = np.cross([0.31, 0.57, 0.76], outward)
    right /= np.linalg.norm(right)
    lying = D20.corners @ np.stack([right, np.cross(outward, right), outward], axis=1)
    cos, sin = np.cos(spin), np.sin(spin)
    lying[:, :2] = lying[:, :2] @ np.array([[cos, sin], [-sin, cos]])
    up = np.cos(elevation) * lying[:, 2] + np.sin(elevation) * lying[:, 1]
    return np.stack([lying[:, 0], -up], axis=1)


def place_on(corners: NDArray[np.float64], face: int, head: int) -> Place:
    """Return the place of a number on a face, its head towards one of its corners."""
    ring = corners[list(D20.faces[face])]
    up = corners[head] - ring.mean(axis=0)
    place = number_place([(x, y) for x, y in ring.tolist()], (up[0], up[1]), (-1.0, -1.0), 2.0)
    assert place is not None
    return place


@pytest.mark.parametrize("elevation", [40, 55, 75, 90])
@pytest.mark.parametrize("spin", [0, 25, 100, 190, 300])
@pytest.mark.parametrize("head", D20.faces[TOP])
def test_faces_beside_are_where_a_d20_has_them(elevation: float, spin: float, head: int) -> None:
    corners = seen_from(np.radians(elevation), np.radians(spin))
    top = place_on(corners, TOP, head)
    ring = D20.faces[TOP]
    lower_edge = {corner for corner in ring if corner != head}
    # Neighbours come in the order of the ring's edges, as `beside` goes around.
    first = next(index for index in range(3) if {ring[index], ring[(index + 1) % 3]} == lower_edge)
    around = [D20.neighbours[TOP][(first + step) % 3] for step in range(3)]
    expected: list[Place | None] = []
    for face in around:
        (away,) = set(D20.faces[face]) - set(ring)
        expected.append(place_on(corners, face, away) if _faces_camera(corners, face) else None)

    (found,) = beside(torch.from_numpy(top)[None]).numpy()

    assert sum(place is not None for place in expected) >= 2
    for place, seen in zip(expected, found, strict=True):
        if place is not None:
            assert seen == pytest.approx(place, abs=0.01)


def _faces_camera(corners: NDArray[np.float64], face: int) -> bool:
    first, second, third = corners[list(D20.faces[face])]
    before, after = second - first, third - second
    return bool(before[0] * after[1] - before[1] * after[0] < 0)


def showing(*numbers: int | None) -> torch.Tensor:
    """Return chances (1, 3, 20) of faces that show these numbers for sure, None for one not looked at."""
    sure = torch.eye(20)
    return torch.stack([NOTHING if number is None else sure[number - 1] for number in numbers])[None]


@pytest.mark.parametrize("around", [(2, 8, 14), (8, 14, 2), (14, 2, 8)])
def test_2_8_and_14_lie_around_a_20(around: tuple[int, int, int]) -> None:
    (likely,) = FacesBeside()(showing(*around))

    assert int(likely.argmax()) + 1 == 20
    assert likely[19] > 100 * likely[:19].max()


def test_a_mirrored_die_is_known_too_but_is_rarer() -> None:
    faces = FacesBeside()

    (common,), (mirrored,) = faces(showing(2, 8, 14)), faces(showing(2, 14, 8))

    assert int(mirrored.argmax()) + 1 == 20
    assert common[19] > mirrored[19] > 100 * mirrored[:19].max()


def test_two_faces_are_enough() -> None:
    (likely,) = FacesBeside()(showing(None, 8, 14))

    assert int(likely.argmax()) + 1 == 20


def test_faces_that_were_not_looked_at_say_nothing() -> None:
    (likely,) = FacesBeside()(showing(None, None, None))

    assert likely == pytest.approx(torch.ones(20))


def test_numbers_that_lie_around_no_face_leave_other_layouts_their_share() -> None:
    (likely,) = FacesBeside()(showing(20, 19, 18))

    assert likely.min() > 0.4
    assert likely.max() < 10
