"""Wrong labels of the training photographs are put right before anything is learned from them."""

from pathlib import Path

from models.faces.corrections import Correction, Corrections, load_corrections
from models.sets import SetPicture
from vision.scoring.score import LabelledDie

WRONG = LabelledDie("d6", 5, (10.0, 10.0, 50.0, 50.0))
OTHER = LabelledDie("d6", 5, (60.0, 10.0, 100.0, 50.0))


def corrected(shows: int | None, name: str = "a.jpg") -> tuple[int | None, ...]:
    picture = SetPicture(Path("somewhere/red_dice") / name, "", "die", (WRONG, OTHER))
    known = Corrections({("red_dice", "a.jpg"): (Correction((30.0, 30.0), 5, shows),)})
    return tuple(die.value for die in known.applied(picture).dice)


def test_the_die_around_the_point_gets_the_face_that_was_seen() -> None:
    assert corrected(shows=6) == (6, 5)


def test_a_die_on_which_no_one_could_say_the_face_is_left_out() -> None:
    assert corrected(shows=None) == (5,)


def test_other_pictures_stay_as_they_are() -> None:
    assert corrected(shows=6, name="b.jpg") == (5, 5)


def test_every_correction_in_the_file_changes_something() -> None:
    stated = [one for known in load_corrections().by_picture.values() for one in known]

    assert stated
    assert all(one.shows != one.labelled and one.labelled in range(1, 7) for one in stated)
