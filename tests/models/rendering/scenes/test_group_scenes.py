"""Sessions of four groups: the same dice and table in every picture, other light in the one to read."""

import pytest

from models.rendering.scenes.group_scenes import TAKES, GroupSession, sample_session
from models.rendering.scenes.scene import FOUR_GROUPS, Scene

SEEDS = range(12)


@pytest.fixture(scope="module")
def sessions() -> list[GroupSession]:
    return [sample_session(seed) for seed in SEEDS]


def colours(scene: Scene) -> set[tuple[str, str]]:
    return {(die.design.body.name, die.design.marks.name) for die in scene.dice}


def test_a_seed_and_take_give_the_same_session() -> None:
    assert sample_session(5, 1) == sample_session(5, 1)


def test_each_picture_but_the_last_shows_one_group_alone(sessions: list[GroupSession]) -> None:
    for session in sessions:
        assert [colours(scene) for scene in session.alone] == [{pair} for pair in FOUR_GROUPS]
        assert colours(session.game) <= set(FOUR_GROUPS)


def test_dice_and_table_stay_and_the_light_changes(sessions: list[GroupSession]) -> None:
    for session in sessions:
        alone = {die.design for scene in session.alone for die in scene.dice}
        assert {die.design for die in session.game.dice} <= alone
        assert {scene.table for scene in session.alone} == {session.game.table}
        assert {scene.light for scene in session.alone} != {session.game.light}
        assert len({scene.light for scene in session.alone}) == 1


def test_the_camera_is_the_same_and_sees_colours(sessions: list[GroupSession]) -> None:
    for session in sessions:
        sensors = [scene.sensor for scene in (*session.alone, session.game)]
        assert len({(sensor.contrast, sensor.saturation, sensor.jpeg_quality) for sensor in sensors}) == 1
        assert not any(sensor.grey for sensor in sensors)


def test_another_take_changes_nothing_but_the_calibration_pictures() -> None:
    takes = [sample_session(3, take) for take in range(TAKES)]

    assert all(take.game == takes[0].game for take in takes)
    assert len({take.alone[0].light for take in takes}) == TAKES


def test_no_two_pictures_of_any_session_share_a_seed(sessions: list[GroupSession]) -> None:
    again = [sample_session(seed, 2) for seed in SEEDS]
    pictures = [scene for session in sessions for scene in (*session.alone, session.game)]
    pictures += [scene for session in again for scene in session.alone]

    assert len({scene.seed for scene in pictures}) == len(pictures)
