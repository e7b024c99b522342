"""The dice of a picture tell each other's top faces, and which of them lean."""

import math

import pytest

pytest.importorskip("torch", reason="training's environment alone has torch")

import torch

from models.numerals.camera_height import REACH, REACH_OF_D6, CameraHeight
from models.upright.places import TOP_CELLS

AXIS = (torch.arange(TOP_CELLS) + 0.5) * (2 / TOP_CELLS) - 1
CENTRES = torch.tensor([[-0.6, -0.2], [0.5, 0.1], [0.1, 0.4], [-0.2, 0.0], [0.7, -0.4]])
ABOVE = math.radians(56)
"""How high the camera stands above the table; one of the ways that are tried."""

HIGHER_UP = torch.tensor([0.0, -1.0])

LOWER = ([0.5, 0.3], [-0.5, 0.2], [0.0, 0.7], [0.4, 0.5], [-0.3, 0.6])
"""Where another face of each die shows, off its top one."""


@pytest.fixture
def height() -> CameraHeight:
    return CameraHeight(AXIS)


def middles(height: CameraHeight, reach: float = REACH) -> torch.Tensor:
    """Return where the middles of top faces show, (N, 2), to a camera that stands `ABOVE` and not askew."""
    wanted = torch.tensor([0.0, -math.cos(ABOVE), math.sin(ABOVE)])
    way = int((height.up.ways[:, :3] - wanted).norm(dim=1).argmin())
    return reach * height.up(CENTRES)[:, way]


def heat_at(*places: torch.Tensor) -> torch.Tensor:
    """Return heat (N, 144) that finds places (N, 2) equally likely, and nothing else."""
    down, right = torch.meshgrid(AXIS, AXIS, indexing="ij")
    cells = torch.stack([right, down], dim=2).flatten(0, 1)
    return torch.stack([-((cells[None] - one[:, None]) ** 2).sum(dim=2) / 0.02 for one in places]).amax(dim=0)


def test_of_two_faces_that_are_as_likely_the_one_is_uppermost_that_agrees_with_the_others(
    height: CameraHeight,
) -> None:
    top = middles(height)
    lower = torch.stack([one + torch.tensor(off) for one, off in zip(top, LOWER, strict=True)])

    told = torch.softmax(height(heat_at(top, lower), CENTRES), dim=1)

    sides = [(torch.softmax(heat_at(place), dim=1) * told).sum(dim=1) for place in (top, lower)]
    assert (sides[0] > 3 * sides[1]).all()


@pytest.mark.parametrize(("cubes", "reach", "kind"), [(False, REACH, 0), (True, REACH_OF_D6, 1)])
def test_a_die_whose_face_shows_elsewhere_than_the_others_say_leans(
    height: CameraHeight, cubes: bool, reach: float, kind: int
) -> None:
    seen = middles(height, reach)
    seen[2] += 0.3 * HIGHER_UP

    flat = height.lies_flat(seen, torch.full((len(seen),), cubes), CENTRES)[:, kind]

    assert float(flat[2]) < 0.7
    assert float(flat[[0, 1, 3, 4]].min()) > 0.95


def test_cubes_and_d20_of_one_picture_tell_each_other(height: CameraHeight) -> None:
    cubes = torch.tensor([False, True, False, True, False])
    seen = torch.where(cubes[:, None], middles(height, REACH_OF_D6), middles(height))

    flat = height.lies_flat(seen, cubes, CENTRES)

    assert float(flat.gather(1, cubes.long()[:, None]).min()) > 0.95
    assert float(flat[0, 1]) < float(flat[0, 0])


def test_a_die_alone_is_hardly_doubted(height: CameraHeight) -> None:
    alone = height.lies_flat(middles(height)[:1], torch.tensor([False]), CENTRES[:1])

    assert float(alone[0, 0]) > 0.95
