"""Dice with numerals: real layouts, the top face is the uppermost, labels lie where the die lies."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from models.rendering.dice.die import Die, as_matrix
from models.rendering.dice.fonts import FontUse, fonts_for
from models.rendering.dice.numbering import STANDARD_D20, sample_numbers, spin_down, standard_d20
from models.rendering.dice.numeral_die import (
    NumeralDesign,
    NumeralDie,
    corners_of,
    lean_degrees,
    outline_of,
    resting_on,
    top_index,
    top_number,
    top_polygon,
)
from models.rendering.dice.numeral_solids import BARRELS, face_frame, has_number, solid_of
from models.rendering.pictures.labels import die_line, labels
from models.rendering.scenes.camera import project
from models.rendering.scenes.numeral_scene import HELD_OUT_SEEDS, sample_numeral_scene
from models.rendering.scenes.scene import Scene
from models.sets import is_held_out_scene

FACES = {"d4": 4, "d8": 8, "d10": 10, "d100": 10, "d12": 12, "d20": 20}
OPPOSITE_SUM = {"d8": 9, "d10": 9, "d100": 90, "d12": 13}
SEEDS = range(400_000, 400_060)


@pytest.fixture(scope="module")
def scenes() -> list[Scene]:
    return [sample_numeral_scene(seed) for seed in SEEDS]


def numeral_dice(scenes: list[Scene], kind: str) -> list[NumeralDie]:
    found = [die for scene in scenes for die in scene.numerals if die.design.kind == kind]
    assert found
    return found


@pytest.mark.parametrize("mirrored", [False, True])
def test_on_the_standard_d20_opposite_faces_sum_to_21_and_neighbours_are_those_of_the_table(
    mirrored: bool,
) -> None:
    numbers, solid = standard_d20(mirrored), solid_of("d20")

    assert sorted(numbers) == list(range(1, 21))
    for face, number in enumerate(numbers):
        assert number + numbers[solid.opposite[face]] == 21
        assert {numbers[other] for other in solid.neighbours[face]} == set(STANDARD_D20[number])


def test_the_mirrored_d20_goes_the_other_way_round() -> None:
    solid = solid_of("d20")

    def around_20(mirrored: bool) -> tuple[int, ...]:
        numbers = standard_d20(mirrored)
        return tuple(numbers[other] for other in solid.neighbours[numbers.index(20)])

    assert around_20(False) in {(2, 8, 14), (8, 14, 2), (14, 2, 8)}
    assert around_20(True) in {(2, 14, 8), (14, 8, 2), (8, 2, 14)}


def test_a_d20_that_counts_down_has_each_number_beside_the_next() -> None:
    numbers, solid = spin_down(np.random.default_rng(3)), solid_of("d20")

    assert sorted(numbers) == list(range(1, 21))
    for low, high in pairwise(range(1, 21)):
        assert numbers.index(high) in solid.neighbours[numbers.index(low)]


@pytest.mark.parametrize(("kind", "total"), OPPOSITE_SUM.items())
@pytest.mark.parametrize("seed", range(5))
def test_opposite_faces_have_one_sum(kind: str, total: int, seed: int) -> None:
    numbers, solid = sample_numbers(np.random.default_rng(seed), kind), solid_of(kind)

    assert len(set(numbers)) == FACES[kind]
    for face, number in enumerate(numbers):
        assert number + numbers[solid.opposite[face]] == total


@pytest.mark.parametrize(("kind", "count"), FACES.items())
def test_a_body_has_its_faces_and_neighbours(kind: str, count: int) -> None:
    solid = solid_of(kind)

    assert len(solid.faces) == len(sample_numbers(np.random.default_rng(1), kind)) == count
    assert np.linalg.norm(solid.corners, axis=1).max() == pytest.approx(0.5)
    for face, ring in enumerate(solid.faces):
        assert len(set(solid.neighbours[face])) == len(ring)
        assert all(face in solid.neighbours[other] for other in solid.neighbours[face])


@pytest.mark.parametrize("kind", FACES)
def test_a_numeral_is_read_from_outside_and_stands_within_its_face(kind: str) -> None:
    for face, ring in enumerate(solid_of(kind).faces):
        for turn in range(len(ring)):
            frame = face_frame(kind, face, turn)
            assert np.cross(frame.right, frame.up) == pytest.approx(frame.normal)
            assert frame.inner > 0.05
            assert frame.half > np.abs(frame.middle).max() + frame.inner


@pytest.mark.parametrize("kind", [kind for kind in FACES if kind != "d4"])
def test_the_top_number_is_that_of_the_face_that_points_most_upward(scenes: list[Scene], kind: str) -> None:
    for die in numeral_dice(scenes, kind):
        heights = {
            number: float(np.mean(corners_of(die)[list(ring)], axis=0)[2])
            for number, ring in zip(die.design.numbers, solid_of(kind).faces, strict=True)
        }
        # On these bodies the face that points most upward is the one whose middle lies highest.
        assert top_number(die) == max(heights, key=heights.__getitem__)
        top = top_polygon(die)
        normal = np.cross(top[1] - top[0], top[2] - top[0])
        assert normal[2] / np.linalg.norm(normal) == pytest.approx(
            np.cos(np.radians(lean_degrees(die))), abs=1e-6
        )


def test_a_die_lies_on_the_table(scenes: list[Scene]) -> None:
    for scene in scenes:
        for die in scene.numerals:
            assert corners_of(die)[:, 2].min() == pytest.approx(0.0, abs=1e-6)


def test_a_flat_d20_shows_the_number_opposite_the_one_it_lies_on(scenes: list[Scene]) -> None:
    design = replace(numeral_dice(scenes, "d20")[0].design, numbers=standard_d20(False))
    for face in range(20):
        die = NumeralDie(design, (0.0, 0.0, 0.0), as_matrix(resting_on("d20", face, 0.4)))
        assert top_number(die) == 21 - design.numbers[face]
        assert lean_degrees(die) == pytest.approx(0.0, abs=1e-4)


def test_a_top_face_lies_in_the_outline(scenes: list[Scene]) -> None:
    for scene in scenes:
        for die in scene.numerals:
            pixels = project(scene.camera, outline_of(die))
            low, high = pixels.min(axis=0), pixels.max(axis=0)
            # Round corners lie a little inside of where the edges would meet.
            more = 0.06 * (high - low)
            top = project(scene.camera, top_polygon(die))
            assert np.all(top >= low - more)
            assert np.all(top <= high + more)


def test_the_first_corner_and_up_are_where_the_numeral_points(scenes: list[Scene]) -> None:
    for scene in scenes:
        found = [label for label in labels(scene) if label.kind == "d20" and label.up is not None]
        for label in found:
            top = np.array(label.top)
            way = top[0] - top.mean(axis=0)
            assert way @ np.array(label.up) / np.linalg.norm(way) > 0.9
            assert np.hypot(*label.up) == pytest.approx(1.0, abs=2e-3)  # type: ignore[misc]


def test_up_of_a_cube_follows_the_quarter_turn_of_its_numeral(scenes: list[Scene]) -> None:
    scene, die = next(
        (scene, die) for scene in scenes for die in scene.dice if die.design.lettering is not None
    )

    def up(turns: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        design = replace(die.design, turns=(turns,) * 6)
        alone = replace(scene, dice=(Die(design, die.position, die.rotation),), numerals=(), things=())
        return np.array(labels(alone)[0].up)

    assert up(0) @ up(2) == pytest.approx(-1.0, abs=0.03)
    # Seen from above a quarter turn counter-clockwise is one in the picture, whose y goes down.
    assert up(0)[0] * up(1)[1] - up(0)[1] * up(1)[0] < 0


def test_only_numerals_have_an_up_in_the_file(scenes: list[Scene]) -> None:
    for scene in scenes[:20]:
        for label in labels(scene):
            assert ("up" in die_line(label)) == (label.kind not in ("d6", "d4"))
            assert (label.value is None) == (label.kind == "d4")


def test_many_dice_lean_and_few_are_cocked(scenes: list[Scene]) -> None:
    found = [label for scene in scenes for label in labels(scene)]

    assert 0.02 < np.mean([label.cocked for label in found]) < 0.2


def test_scenes_to_test_with_have_fonts_of_their_own(scenes: list[Scene]) -> None:
    def fonts(many: list[Scene]) -> set[str]:
        designs: list[NumeralDesign] = [die.design for scene in many for die in scene.numerals]
        return {design.lettering.font for design in designs}

    held_out = [sample_numeral_scene(seed) for seed in HELD_OUT_SEEDS[:30]]

    uses: list[FontUse] = ["training", "varied", "validation", "held_out"]
    listed = [font for use in uses for font in fonts_for(use)]
    assert len(listed) == len(set(listed))
    assert fonts(scenes) <= set(fonts_for("training"))
    assert fonts(held_out) <= set(fonts_for("held_out"))
    assert len(fonts(scenes)) > 15


def test_scenes_of_many_forms_of_digits_validate_with_forms_they_do_not_train_on() -> None:
    training, validation = set[str](), set[str]()
    for seed in range(460_000, 460_036):
        fonts = validation if is_held_out_scene(f"{seed:08d}") else training
        fonts |= {die.design.lettering.font for die in sample_numeral_scene(seed, throw="varied").numerals}

    assert len(validation) > 2
    assert validation <= set(fonts_for("validation"))
    assert len(training) > 60
    assert training <= {*fonts_for("training"), *fonts_for("varied")}


@pytest.mark.parametrize("kind", BARRELS)
def test_a_barrel_lies_on_its_sides_numbered_1_to_4_and_is_labelled_as_a_d4(kind: str) -> None:
    scenes = [sample_numeral_scene(seed, throw="varied") for seed in range(460_000, 460_016)]
    barrels = numeral_dice(scenes, kind)

    assert barrels
    for die in barrels:
        assert sorted(number for number in die.design.numbers if number) == [1, 2, 3, 4]
        if lean_degrees(die) < 1:
            assert die.design.numbers[top_index(die)] > 0
    found = [label for scene in scenes for label in labels(scene)]
    assert {label.value for label in found if label.kind == "d4"} == {None}
    assert not any(label.kind in BARRELS for label in found)


def test_where_barrels_are_to_be_told_from_cubes_every_third_die_is_one() -> None:
    dice = [die for seed in range(16) for die in sample_numeral_scene(seed, throw="barrels").numerals]

    assert 0.2 < sum(die.design.kind in BARRELS for die in dice) / len(dice) < 0.6


@pytest.mark.parametrize("turn", range(9))
def test_numerals_of_a_domed_barrel_stand_along_it(turn: int) -> None:
    sides = [face for face in range(len(solid_of("domed").faces)) if has_number("domed", face)]

    assert len(sides) == 4
    for side in sides:
        assert abs(face_frame("domed", side, turn).up[2]) == pytest.approx(1)


def test_the_same_seed_gives_the_same_scene() -> None:
    assert sample_numeral_scene(400_003) == sample_numeral_scene(400_003)
    assert sample_numeral_scene(400_003) != sample_numeral_scene(400_004)


def test_a_6_and_a_9_on_one_die_are_told_apart(scenes: list[Scene]) -> None:
    for kind in ("d12", "d20"):
        assert all(die.design.lettering.six != "none" for die in numeral_dice(scenes, kind))
