"""The dice of a picture tell each other which of them lean."""

import math

import pytest

pytest.importorskip("torch", reason="training's environment alone has torch")

import torch

from models.faces.stance import LyingFlat, LyingFlatCloser, seen_slants, slants_of
from models.rendering.pictures.labels import labels
from models.rendering.scenes.cocked_scene import sample_cocked_scene
from vision.dice.places import centres_of

CENTRES = torch.tensor([[-0.6, -0.2], [0.5, 0.1], [0.1, 0.4], [-0.2, 0.0], [0.7, -0.4]])
ABOVE = math.radians(56)
"""How high the camera stands above the table; one of the ways that are tried."""

OFF = 0.05
ENOUGH = 4
EVERY = torch.ones(len(CENTRES))


@pytest.fixture
def lying() -> LyingFlat:
    return LyingFlat()


def stances(lying: LyingFlat) -> torch.Tensor:
    """Return what flat dice show to a camera that stands `ABOVE` and not askew, (N, 3)."""
    wanted = torch.tensor([0.0, -math.cos(ABOVE), math.sin(ABOVE)])
    way = int((lying.up.ways[:, :3] - wanted).norm(dim=1).argmin())
    normals = lying.up(CENTRES)[:, way]
    return torch.cat([normals, torch.full((len(normals), 1), math.log(OFF))], dim=1)


def leaning(lying: LyingFlat, which: int = 2, by: float = 0.4) -> torch.Tensor:
    """Return the same, one die leaning towards the camera."""
    said = stances(lying)
    said[which, 1] -= by
    return said


def standing(lying: LyingFlat, said: torch.Tensor, dice: torch.Tensor, centres: torch.Tensor) -> torch.Tensor:
    """Return how dice stand among the others, (N,)."""
    stands, _, _ = lying(said, dice, centres)
    assert isinstance(stands, torch.Tensor)
    return stands


def test_dice_that_agree_lie_flat(lying: LyingFlat) -> None:
    assert float(standing(lying, stances(lying), EVERY, CENTRES).min()) > 2


def test_a_die_that_stands_otherwise_than_the_others_leans(lying: LyingFlat) -> None:
    stands = standing(lying, leaning(lying), EVERY, CENTRES)

    assert float(stands[2]) < -1
    assert float(stands[[0, 1, 3, 4]].min()) > 2


def test_the_others_say_how_what_is_up_is_seen_at_a_leaning_die(lying: LyingFlat) -> None:
    _, _, ups = lying(leaning(lying), EVERY, CENTRES)

    assert float((ups - stances(lying)[:, :2])[2].norm()) < 0.02


def test_who_does_not_know_how_a_die_stands_does_not_say_that_it_leans(lying: LyingFlat) -> None:
    said = leaning(lying)
    said[2, 2] = math.log(0.4)

    assert float(standing(lying, said, EVERY, CENTRES)[2]) > 0


@pytest.mark.parametrize("shown", [[2], [1, 2]])
def test_fewer_than_three_dice_do_not_tell_which_leans(lying: LyingFlat, shown: list[int]) -> None:
    assert standing(lying, leaning(lying)[shown], EVERY[shown], CENTRES[shown]).isnan().all()


def test_finds_that_are_hardly_dice_have_no_say(lying: LyingFlat) -> None:
    dice = torch.tensor([0.01, 0.02, 1.0, 1.0, 0.0])

    assert standing(lying, leaning(lying), dice, CENTRES)[2:4].isnan().all()


def test_where_no_two_dice_agree_none_is_said_to_lean(lying: LyingFlat) -> None:
    said = stances(lying)
    said[:, :2] = torch.tensor([[0.9, 0.0], [-0.9, 0.0], [0.0, 0.9], [0.6, 0.6], [-0.6, 0.6]])

    assert standing(lying, said, EVERY, CENTRES).isnan().all()


def test_flat_dice_agree_on_normals_that_none_of_them_said_rightly(lying: LyingFlat) -> None:
    said = stances(lying)
    true = said[:, :2].clone()
    said[:, :2] += torch.tensor([[0.06, 0.0], [-0.06, 0.02], [0.0, 0.07], [0.0, -0.07], [0.02, 0.0]])

    agreed = lying.normals(said, CENTRES)

    assert float((agreed - true).norm(dim=1).max()) < 0.04


def test_of_rendered_dice_that_stand_as_labelled_nearly_all_leaning_ones_are_told(lying: LyingFlat) -> None:
    leans: list[bool] = []
    flat: list[bool] = []
    for seed in range(500_000, 500_040):
        scene = sample_cocked_scene(seed)
        dice = [die for die in labels(scene) if die.kind == "d6"]
        if len(dice) < ENOUGH:
            continue
        normals = torch.tensor([die.normal for die in dice])
        said = torch.cat([normals, torch.full((len(dice), 1), math.log(OFF))], dim=1)
        centres = centres_of([die.box for die in dice], scene.camera.width, scene.camera.height)
        stands = standing(lying, said, torch.ones(len(dice)), torch.from_numpy(centres)).tolist()
        for die, stand in zip(dice, stands, strict=True):
            (leans if die.cocked else flat).append(stand < -0.5)

    assert len(leans) > 40
    assert sum(leans) > 0.8 * len(leans)
    assert sum(flat) < 0.02 * len(flat)


def test_a_tilted_square_is_as_slanted_as_its_normal_says() -> None:
    """Seen from far away: one axis of the face lies across, the other is shortened by how it is tilted."""
    towards, turned = 0.7, math.radians(25)
    turn = torch.tensor([[math.cos(turned), -math.sin(turned)], [math.sin(turned), math.cos(turned)]])
    seen = turn @ torch.diag(torch.tensor([1.0, towards])) @ turn.T
    flat = torch.cat([0.4 * seen, torch.tensor([[0.1], [-0.2]])], dim=1)[None]
    normal = turn @ torch.tensor([0.0, -math.sqrt(1 - towards**2)])

    assert torch.allclose(slants_of(flat)[0], seen_slants(normal), atol=1e-6)
    assert torch.allclose(seen_slants(normal), seen_slants(-normal))
    assert torch.allclose(seen_slants(torch.zeros(2)), torch.zeros(2))


def test_a_slant_tells_what_a_crop_leaves_in_doubt(lying: LyingFlat) -> None:
    said = leaning(lying)
    slants = seen_slants(said[:, :2])
    said[2, 2] = math.log(0.3)
    stands, cameras, _ = lying(said, EVERY, CENTRES)

    closer = LyingFlatCloser()(said, slants, CENTRES, cameras)

    assert float(stands[2]) > 0
    assert float(closer[2]) < -1
    assert float(closer[[0, 1, 3, 4]].min()) > 2


def test_where_slants_are_as_expected_no_die_is_said_to_lean(lying: LyingFlat) -> None:
    said = leaning(lying, by=0.15)
    _, cameras, _ = lying(said, EVERY, CENTRES)
    flat = seen_slants(stances(lying)[:, :2])

    assert float(LyingFlatCloser()(said, flat, CENTRES, cameras).min()) > 0
