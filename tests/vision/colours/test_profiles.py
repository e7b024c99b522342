"""A profiles file says the same when it is read as when it was written, and why it cannot be used."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.colours.profiles import (
    GroupProfile,
    Profiles,
    ProfilesError,
    load_profiles,
    profiles_in,
    profiles_text,
)

hundredths = st.integers(-12_000, 15_000).map(lambda number: number / 100)
labs = st.tuples(hundredths, hundredths, hundredths)
words = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)
groups = st.builds(
    GroupProfile,
    name=words,
    body=words,
    marks=words,
    dice=st.lists(st.tuples(labs, labs), min_size=1, max_size=4).map(tuple),
)
any_profiles = st.builds(
    Profiles,
    groups=st.lists(groups, min_size=1, max_size=4, unique_by=lambda group: group.name).map(tuple),
    table=st.lists(labs, max_size=3).map(tuple),
)


@given(any_profiles)
def test_what_is_written_is_read(profiles: Profiles) -> None:
    assert profiles_in(profiles_text(profiles)) == profiles


def test_a_file_by_hand_is_read(tmp_path: Path) -> None:
    file = tmp_path / "dice.toml"
    file.write_text(
        "format = 1\ntable = []\n"
        '[groups.mine]\nbody = "red"\nmarks = "white"\ndice = [[43, 62.5, 41, 93, 0, 2]]\n'
    )

    assert load_profiles(file) == Profiles(
        (GroupProfile("mine", "red", "white", (((43, 62.5, 41), (93, 0, 2)),)),), ()
    )


GROUP = '[groups.mine]\nbody = "red"\nmarks = "white"\ndice = [[43, 62, 41, 93, 0, 2]]\n'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("format = 1\ntable = [\n", "not TOML"),
        ("table = []\n" + GROUP, "format: expected 1, found None"),
        ("format = 2\ntable = []\n" + GROUP, "format: expected 1, found 2"),
        ("format = 1\ntable = []\n", "groups: expected one group at least"),
        ("format = 1\n" + GROUP, "table: expected rows"),
        ("format = 1\ntable = [[1, 2]]\n" + GROUP, "table[0]: expected 3 numbers"),
        ("format = 1\ntable = []\nlamp = 3\n" + GROUP, "lamp: unknown key"),
        ("format = 1\ntable = []\n" + GROUP.replace("marks", "pips"), "groups.mine.pips: unknown key"),
        ("format = 1\ntable = []\n" + GROUP.replace('"red"', "3"), "groups.mine.body: expected a colour's"),
        ("format = 1\ntable = []\n" + GROUP.replace(", 2]", "]"), "groups.mine.dice[0]: expected 6 numbers"),
        ("format = 1\ntable = []\n" + GROUP.replace("43", "nan"), "groups.mine.dice[0]: expected colours"),
        ("format = 1\ntable = []\n" + GROUP.replace("43", "true"), "groups.mine.dice[0]: expected 6 numbers"),
        ("format = 1\ntable = []\n[groups]\nmine = 3\n", "groups.mine: expected a table"),
    ],
)
def test_what_cannot_be_used_says_where_and_why(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "dice.toml"
    file.write_text(text)

    with pytest.raises(ProfilesError, match=r"^.*dice\.toml: ") as caught:
        load_profiles(file)
    assert f": {words}" in str(caught.value)


def test_a_file_that_is_not_there_or_no_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")

    for name in ("absent.toml", "binary.toml"):
        with pytest.raises(ProfilesError, match=name):
            load_profiles(tmp_path / name)
