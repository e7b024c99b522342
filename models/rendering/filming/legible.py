"""Whether a film shows which faces came up: of what it does not show nobody can be asked to read it."""

from collections.abc import Callable

from models.rendering.filming.dice import with_dice
from models.rendering.filming.film import Film
from models.rendering.filming.labels import lies
from models.rendering.pictures.exposure import Frame
from models.rendering.pictures.labels import labels
from models.rendering.pictures.numeral_legible import shows_its_value
from models.rendering.scenes.numeral_placing import AnyDie


def shows_its_faces(film: Film, picture: Callable[[tuple[AnyDie, ...]], Frame]) -> bool:
    """Say whether each roll that answers a throw tells the faces of its flat dice, in a picture of them at
    rest.
    """
    camera = film.scene.camera
    for roll in (one for one in film.rolls if one.asked):
        dice = tuple(film.dice(roll.rests).values())
        frame = picture(dice)
        seen = labels(with_dice(film.scene, dice))
        if not all(
            label.cocked or shows_its_value(frame, camera, die) for die, label in zip(dice, seen, strict=True)
        ):
            return False
    return True


def turns_none_over(film: Film) -> bool:
    """Say whether each die that answers a throw has one face wherever it lies still.

    Of one that another knocks over nobody can say which of both faces counts.
    """
    return all(
        len({value for _, _, value in lies(film, roll, number)}) <= 1
        for roll in film.rolls
        if roll.asked
        for number in roll.dice
    )
