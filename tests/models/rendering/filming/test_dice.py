"""Dice of films: how they lie, and which of them is numbered so that the wanted face comes up."""

from dataclasses import replace

import numpy as np
import pytest

from models.rendering.dice.die import LEFT_HANDED, Design, sample_design, surface_named
from models.rendering.dice.lettering import Lettering
from models.rendering.dice.numbering import standard_d20
from models.rendering.dice.numeral_die import NumeralDesign
from models.rendering.dice.numeral_solids import solid_of
from models.rendering.filming.dice import (
    corners,
    face_count,
    hull,
    posed,
    renumbered,
    resting,
    top_value,
    with_dice,
)
from models.rendering.scenes.numeral_placing import AnyDesign
from models.rendering.scenes.scene import sample_scene

PLASTIC = surface_named(np.random.default_rng(1), "red", "opaque")
PLAIN = Lettering("any", 0.5, 1.0, 0.0, 0.0, "line", False, False, 0.0, 0.0, 0.0, 0)
D20 = NumeralDesign("d20", 22.0, 0.03, standard_d20(mirrored=False), (0,) * 20, PLAIN, PLASTIC, PLASTIC)
CUBE = replace(sample_design(np.random.default_rng(2), 16.0), faces=LEFT_HANDED)
FLAT = np.array([0.0, 0.0, 1.0])

designs = pytest.mark.parametrize("design", [CUBE, D20], ids=["cube", "d20"])


@designs
def test_a_die_can_be_numbered_so_that_any_face_comes_up(design: AnyDesign) -> None:
    rng = np.random.default_rng(3)
    for wanted in range(1, face_count(design) + 1):
        height, turn = resting(design, int(rng.integers(face_count(design))), float(rng.uniform(-3, 3)))
        symmetry = renumbered(design, turn, wanted)
        before, after = (posed(design, height * FLAT, one) for one in (turn, turn @ symmetry))

        assert top_value(after) == wanted
        assert np.linalg.det(symmetry) == pytest.approx(1.0)
        # The body lies as it lay: each corner is where one was.
        apart = np.linalg.norm(corners(before)[:, None] - corners(after)[None], axis=2)
        assert apart.min(axis=1).max() < 1e-6


@designs
def test_a_resting_die_lies_with_a_face_on_the_table(design: AnyDesign) -> None:
    for face in range(face_count(design)):
        height, turn = resting(design, face, 0.7)
        low = corners(posed(design, height * FLAT, turn))[:, 2]

        assert np.sort(low)[:3] == pytest.approx([0.0, 0.0, 0.0], abs=1e-9)


def test_the_simulation_knows_a_cube_with_cut_edges_and_a_d20_by_its_corners() -> None:
    assert isinstance(CUBE, Design)
    assert np.ptp(hull(CUBE), axis=0) == pytest.approx([16.0, 16.0, 16.0])
    assert np.linalg.norm(hull(D20), axis=1) == pytest.approx([11.0] * 12)
    assert len(hull(D20)) == len(solid_of("d20").corners)


def test_a_film_shows_cubes_alone_or_none() -> None:
    scene = sample_scene(1)
    cube, d20 = posed(CUBE, 8 * FLAT, np.eye(3)), posed(D20, 9 * FLAT, np.eye(3))

    assert with_dice(scene, [d20]).numerals == (d20,)
    assert with_dice(scene, [d20]).dice == ()
    with pytest.raises(ValueError, match="expected cubes alone or none, found 1 among 2 dice"):
        with_dice(scene, [cube, d20])
