"""Rendered rolls as described: seeded, possible, with labels that agree with their geometry."""

import json
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from models.rendering.dice.die import (
    FACE_FRAMES,
    LEFT_HANDED,
    RIGHT_HANDED,
    Die,
    as_matrix,
    corners_mm,
    outline_mm,
    pip_centres,
    pip_radius,
    resting_rotation,
    top_face,
    top_quadrilateral_mm,
)
from models.rendering.palette import EXAMPLES, NAMES, nearest_name
from models.rendering.pictures.labels import DieLabel, finished, label_line, labels
from models.rendering.scenes.camera import Camera, project
from models.rendering.scenes.placing import leaning, overlap
from models.rendering.scenes.scene import FOUR_GROUPS, Scene, sample_scene
from models.rendering.scenes.table import Thing
from models.rendering.scenes.unread_dice import polyhedron

SEEDS = range(40)
CLIPS = Path(__file__).resolve().parents[4] / "api" / "demo" / "clips"
STRAIGHT_DOWN = Camera((0.0, 0.0, 0.0), 1000.0, np.pi / 2, -np.pi / 2, 0.0, 36.0, 0.0, 1000.0, 640, 480)


@pytest.fixture(scope="module")
def scenes() -> list[Scene]:
    return [sample_scene(seed) for seed in SEEDS]


@pytest.fixture(scope="module")
def labelled(scenes: list[Scene]) -> list[tuple[Scene, tuple[DieLabel, ...]]]:
    """Return the scenes with their labels, for which every die is drawn."""
    return [(scene, labels(scene)) for scene in scenes]


def test_a_seed_gives_the_same_scene_again_and_another_seed_another(scenes: list[Scene]) -> None:
    assert sample_scene(7) == scenes[7]
    assert scenes[7].dice != scenes[8].dice


def test_scenes_have_one_to_25_dice_and_most_find_room(scenes: list[Scene]) -> None:
    counts = [len(scene.dice) for scene in scenes]

    assert max(counts) <= 25
    assert sum(count >= 1 for count in counts) >= 0.95 * len(counts)
    assert max(counts) >= 10


@pytest.mark.parametrize("faces", [RIGHT_HANDED, LEFT_HANDED])
def test_opposite_faces_sum_to_seven(faces: tuple[int, ...]) -> None:
    for first, second in combinations(range(6), 2):
        if np.dot(FACE_FRAMES[first][0], FACE_FRAMES[second][0]) == -1:
            assert faces[first] + faces[second] == 7


def test_the_two_orientations_are_mirror_images() -> None:
    def turning(faces: tuple[int, ...]) -> float:
        normals = {value: np.array(FACE_FRAMES[index][0]) for index, value in enumerate(faces)}
        return float(np.dot(np.cross(normals[1], normals[2]), normals[3]))

    assert turning(RIGHT_HANDED) == 1.0
    assert turning(LEFT_HANDED) == -1.0


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("turned", [False, True])
def test_a_face_has_as_many_pips_as_its_value(value: int, turned: bool) -> None:
    assert len({tuple(centre) for centre in pip_centres(value, 0.25, turned)}) == value


def test_pips_neither_touch_nor_leave_the_face(scenes: list[Scene]) -> None:
    for design in {die.design for scene in scenes for die in scene.dice}:
        for value in range(1, 7):
            centres = pip_centres(value, design.pips.spread, design.pips.turned[value - 1])
            radius = pip_radius(design, value)
            assert np.abs(centres).max(initial=0.0) + radius < 0.5
            for first, second in combinations(centres, 2):
                assert np.linalg.norm(first - second) > 2 * radius * 0.98


@pytest.mark.parametrize("frame", range(6))
@pytest.mark.parametrize("yaw", [0.0, 1.1, -2.5])
def test_a_resting_die_shows_the_face_it_was_laid_with(frame: int, yaw: float, scenes: list[Scene]) -> None:
    design = scenes[0].dice[0].design
    turn = resting_rotation(frame, yaw)
    die = Die(design, (0.0, 0.0, design.size_mm / 2), as_matrix(turn))

    assert np.allclose(turn @ turn.T, np.eye(3))
    assert np.linalg.det(turn) == pytest.approx(1.0)
    assert top_face(die) == design.faces[frame]
    assert np.allclose(top_quadrilateral_mm(die)[:, 2], design.size_mm)


def test_dice_rest_on_the_table_and_share_no_space(scenes: list[Scene]) -> None:
    for scene in scenes:
        for die in scene.dice:
            assert corners_mm(die)[:, 2].min() == pytest.approx(0.0, abs=1e-6)
        for first, second in combinations(scene.dice, 2):
            assert not overlap(first, second)


def test_overlap_sees_corners_that_pass_each_other(scenes: list[Scene]) -> None:
    design = scenes[0].dice[0].design
    size = design.size_mm

    def lying(x: float, yaw: float) -> Die:
        return Die(design, (x, 0.0, size / 2), as_matrix(resting_rotation(4, yaw)))

    # Side by side cubes touch at one edge length, corner to side at 0.5 + sqrt(0.5) of it.
    assert overlap(lying(0.0, 0.0), lying(0.99 * size, 0.0))
    assert not overlap(lying(0.0, 0.0), lying(1.01 * size, 0.0))
    assert overlap(lying(0.0, 0.0), lying(1.20 * size, np.pi / 4))
    assert not overlap(lying(0.0, 0.0), lying(1.22 * size, np.pi / 4))


def test_the_box_holds_the_whole_die_and_its_top_face(
    labelled: list[tuple[Scene, tuple[DieLabel, ...]]],
) -> None:
    for scene, told in labelled:
        camera = scene.camera
        inside = [
            die
            for die in scene.dice
            if (pixels := project(camera, outline_mm(die))).min() >= 0
            and (pixels <= (camera.width, camera.height)).all()
        ]
        found = {label.top: label for label in told if label.top}
        for die in inside:
            top = project(camera, top_quadrilateral_mm(die))
            label = found[tuple((round(float(x), 1), round(float(y), 1)) for x, y in top)]
            x0, y0, x1, y1 = label.box
            outline = project(camera, outline_mm(die))
            # Labels are rounded to a tenth of a pixel.
            assert outline[:, 0].min() == pytest.approx(x0, abs=0.06)
            assert outline[:, 1].max() == pytest.approx(y1, abs=0.06)
            middle = top.mean(axis=0)
            assert x0 < middle[0] < x1
            assert y0 < middle[1] < y1
            # Sharp corners stand out of the rounded die, never by more than the corner's cut.
            out = max(x0 - top[:, 0].min(), top[:, 0].max() - x1, y0 - top[:, 1].min(), top[:, 1].max() - y1)
            assert out < 0.25 * max(x1 - x0, y1 - y0)


def test_seen_from_straight_above_points_lie_where_they_are() -> None:
    pixels = project(STRAIGHT_DOWN, np.array([(0.0, 0.0, 0.0), (100.0, 0.0, 0.0), (0.0, 100.0, 0.0)]))

    # 36 mm of lens over 1000 mm: 0.64 pixels a millimetre; x to the right, y away from the viewer.
    assert np.allclose(pixels, [(320, 240), (384, 240), (320, 176)])


def test_labels_are_valid(labelled: list[tuple[Scene, tuple[DieLabel, ...]]]) -> None:
    found = [(scene, label) for scene, told in labelled for label in told]

    for scene, label in found:
        x0, y0, x1, y1 = label.box
        assert 0 <= x0 < x1 <= scene.camera.width
        assert 0 <= y0 < y1 <= scene.camera.height
        assert 0.0 <= label.visible <= 1.0
        assert label.kind in {"d6", "d6n", "d4", "d8", "d10", "d12", "d20"}
        assert label.body in NAMES
        assert label.marks in NAMES
        if label.kind in {"d6", "d6n"}:
            assert label.value in {None, 1, 2, 3, 4, 5, 6}
    assert sum(label.cocked for _, label in found) < 0.1 * len(found)


def test_a_leaning_die_is_cocked_and_stands_on_its_lowest_corner(scenes: list[Scene]) -> None:
    scene = scenes[0]
    die = leaning(scene.dice[0], 0.4, np.radians(25.0))
    tilted = Scene(scene.seed, scene.camera, scene.sensor, scene.light, scene.table, (die,), ())

    assert corners_mm(die)[:, 2].min() == pytest.approx(0.0, abs=1e-6)
    assert labels(tilted)[0].cocked


def test_a_die_behind_another_is_less_visible() -> None:
    scene = next(scene for scene in map(sample_scene, SEEDS) if scene.table.tray is None and scene.dice)
    design = scene.dice[0].design
    size = design.size_mm
    low = Camera((0.0, 0.0, 0.0), 40 * size, np.radians(36.0), 0.0, 0.0, 50.0, 0.0, 40 * size, 640, 480)
    # The camera stands on the positive x side.
    pair = tuple(
        Die(design, (x * size, 0.0, size / 2), as_matrix(resting_rotation(4, 0.0))) for x in (-0.55, 0.55)
    )
    behind, before = labels(Scene(0, low, scene.sensor, scene.light, scene.table, pair, ()))

    assert before.visible == 1.0
    assert 0.3 < behind.visible < 0.8


@pytest.mark.parametrize("name", NAMES)
def test_examples_of_a_colour_bear_its_name(name: str) -> None:
    for red, green, blue in EXAMPLES[name]:
        rgb = (red / 255.0, green / 255.0, blue / 255.0)
        assert nearest_name(rgb, metallic=name in ("gold", "silver")) == name


def test_some_scenes_hold_the_four_groups_of_two_players() -> None:
    pairs = [
        {(die.design.body.name, die.design.marks.name) for die in sample_scene(seed).dice}
        for seed in range(60)
    ]

    assert any(pair >= set(FOUR_GROUPS) for pair in pairs)


@pytest.mark.parametrize(
    ("kind", "faces", "total"), [("d8", 8, 9), ("d10", 10, 9), ("d12", 12, 13), ("d20", 20, 21)]
)
def test_polyhedra_rest_on_a_face_and_opposite_numbers_have_one_sum(
    kind: str, faces: int, total: int
) -> None:
    solid = polyhedron(Thing(kind, 20.0, (3.0, 4.0, 0.0), 0.7, (0, 0, 0), (1, 1, 1), 0.5, False, 11))  # type: ignore[arg-type]
    normals = solid.normals()

    assert len(solid.faces) == faces
    assert normals[:, 2].min() == pytest.approx(-1.0)
    assert solid.vertices[:, 2].min() == pytest.approx(0.0, abs=1e-9)
    for index, normal in enumerate(normals):
        opposite = int(np.argmin(normals @ normal))
        assert solid.numbers[index] + solid.numbers[opposite] == total


def test_a_line_has_the_keys_of_a_labelled_set_and_every_label(scenes: list[Scene]) -> None:
    scene = scenes[7]

    entry = json.loads(label_line(scene, "00000007.jpg"))

    assert {key: value for key, value in entry.items() if key != "dice"} == {
        "file": "00000007.jpg",
        "width": scene.camera.width,
        "height": scene.camera.height,
        "scene": "00000007",
        "box_of": "die",
    }
    assert [(die["kind"], die["value"], tuple(die["box"]), die["body"]) for die in entry["dice"]] == [
        (label.kind, label.value, label.box, label.body) for label in labels(scene)
    ]
    assert {"marks", "cocked", "visible", "top"} <= entry["dice"][0].keys()


def test_a_line_cut_off_by_a_kill_is_removed_and_its_picture_is_to_be_made_again(
    tmp_path: Path, scenes: list[Scene]
) -> None:
    lines = tmp_path / "labels.jsonl"
    assert finished(lines) == set()
    first, second = label_line(scenes[0], "a.jpg"), label_line(scenes[1], "b.jpg")
    lines.write_text(f"{first}\n{second[:40]}")

    assert finished(lines) == {"a.jpg"}
    assert lines.read_text() == first + "\n"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param(
            "melee_aya_chiyo",
            [("black", "green", 4), ("black", "red", 5), ("green", "white", 3), ("green", "white", 5),
             ("red", "white", 2), ("red", "white", 4)],
            id="the exchange of the rule text",
        ),
        pytest.param(
            "melee_other",
            [("black", "green", 3), ("black", "red", 2), ("green", "white", 2), ("green", "white", 3),
             ("red", "white", 5), ("red", "white", 6)],
            id="another roll of the same dice",
        ),
        pytest.param("damage_aya", [("red", "white", 3), ("red", "white", 4)], id="seven"),
        pytest.param("damage_chiyo", [("green", "white", 5), ("green", "white", 5)], id="ten"),
        pytest.param("damage_other", [("red", "white", 6), ("red", "white", 6)], id="twelve"),
    ],
)  # fmt: skip
def test_a_clip_says_what_lies_in_it_at_rest(name: str, expected: list[tuple[str, str, int]]) -> None:
    clip = json.loads((CLIPS / f"{name}.json").read_text())

    assert sorted((die["body"], die["marks"], die["value"]) for die in clip["dice"]) == expected
    assert (CLIPS / clip["file"]).stat().st_size < 600_000
    assert 0 < clip["rest_frame"] <= clip["frames"] - clip["fps"]
    for die in clip["dice"]:
        x0, y0, x1, y1 = die["box"]
        assert 0 < x0 < x1 < clip["width"]
        assert 0 < y0 < y1 < clip["height"]
        assert min(x1 - x0, y1 - y0) >= 45
        assert not die["cocked"]
        # The near wall or another die may hide a die's foot, never its top.
        assert die["visible"] >= 0.9
