"""A film is made only if each roll that answers a throw shows its faces."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from models.rendering.dice.die import Die, as_matrix
from models.rendering.filming.film import Asked, Exposure, Film, Roll
from models.rendering.filming.legible import shows_its_faces, turns_none_over
from models.rendering.pictures.exposure import Frame
from models.rendering.scenes.numeral_placing import AnyDie
from models.rendering.scenes.placing import Pose
from models.rendering.scenes.scene import sample_scene
from tests.models.rendering.pictures.test_legible import BODY, CAMERA, MARK, drawn, lying

THREE, FIVE = lying(3), lying(5)
TILT = np.radians(30.0)
TILTED = [[1, 0, 0], [0, np.cos(TILT), -np.sin(TILT)], [0, np.sin(TILT), np.cos(TILT)]]
LEANING = replace(FIVE, rotation=as_matrix(np.array(TILTED) @ np.array(FIVE.rotation)))
ASKED = (Asked("Aya", (("attack", 1),)),)


def film_of(*rolls: tuple[Die, tuple[Asked, ...]]) -> Film:
    """A film in which one die after the other lies on the table, ten frames each."""
    scene = replace(sample_scene(1), camera=CAMERA, dice=(), numerals=())
    pieces = tuple((10.0 * index, always(die)) for index, (die, _) in enumerate(rolls))
    return Film(
        scene, (rolls[0][0].design,), (("Aya", "attack"),), (pieces,), (),
        tuple(Roll(10 * k, 10 * k + 5, 10 * k + 9, (0,), asked) for k, (_, asked) in enumerate(rolls)),
        (), 10 * len(rolls), Exposure(0.01, False, 0.0),
    )  # fmt: skip


def always(die: Die) -> Callable[[float], Pose]:
    pose = (np.array(die.position), np.array(die.rotation))
    return lambda _: pose


def clear(dice: tuple[AnyDie, ...]) -> Frame:
    """A picture of the three or the five, whichever lies there."""
    value = 3 if dice[0].rotation == THREE.rotation else 5
    return drawn(THREE if value == 3 else FIVE, value, False)


def without_the_five(dice: tuple[AnyDie, ...]) -> Frame:
    frame = clear(dice)
    if dice[0].rotation == FIVE.rotation:
        frame[(frame == MARK).all(axis=2)] = BODY
    return frame


def test_a_film_with_clear_pips_shows_its_faces() -> None:
    assert shows_its_faces(film_of((THREE, ASKED), (FIVE, ASKED)), clear)


def test_one_face_that_cannot_be_told_spoils_a_film() -> None:
    assert not shows_its_faces(film_of((THREE, ASKED), (FIVE, ASKED)), without_the_five)


def test_a_roll_that_answers_nothing_may_be_illegible() -> None:
    assert shows_its_faces(film_of((THREE, ASKED), (FIVE, ())), without_the_five)


def test_a_leaning_die_need_not_show_its_face() -> None:
    def empty(_: tuple[AnyDie, ...]) -> Frame:
        return np.full((CAMERA.height, CAMERA.width, 3), 90, np.uint8)

    assert shows_its_faces(film_of((LEANING, ASKED)), empty)
    assert not shows_its_faces(film_of((FIVE, ASKED)), empty)


def test_a_die_that_lay_with_another_face_before_spoils_a_film() -> None:
    film = film_of((THREE, ASKED), (FIVE, ASKED))
    knocked_over = replace(film, rolls=(Roll(0, 15, 19, (0,), ASKED),))

    assert turns_none_over(film)
    assert not turns_none_over(knocked_over)
    assert turns_none_over(replace(knocked_over, rolls=(Roll(0, 15, 19, (0,), ()),)))
