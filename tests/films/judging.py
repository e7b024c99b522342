"""Whether what the chain told of a film is what the film shows: each roll once, right, in time, at rest."""

from dataclasses import dataclass

from tests.films.labels import AskedThrow, Faces, FilmLabels, FilmRoll
from tests.films.watching import Told, Watched

IN_TIME_S = 0.5


@dataclass(frozen=True, slots=True)
class Verdict:
    """How one throw of a film was taken.

    `wait_s` runs from dice at rest and no hand over them to the taking; None when it never came.
    """

    film: str
    roll: int
    player: str
    outcome: str
    wait_s: float | None
    detail: str = ""


def judge(film: FilmLabels, watched: Watched) -> list[Verdict]:
    """Return a verdict on each throw that the film shows, one on each cocked roll, one for each surplus."""
    accepted = watched.of("accepted")
    asked = film.asked
    verdicts = [
        _verdict(film, number, one, accepted[index] if index < len(accepted) else None, watched)
        for index, (number, one) in enumerate(asked)
    ]
    name = film.clip.stem
    for told in accepted[len(asked) :]:
        detail = f"at frame {told.frame} again {_faces(told)}"
        verdicts.append(Verdict(name, -1, str(told.data["player"]), "twice", None, detail))
    for number, roll in enumerate(film.rolls):
        if roll.cocked:
            reasons = _reasons(watched, roll)
            said = any("cocked" in reason for reason in reasons)
            taken = any(
                roll.rests <= one.frame < roll.until and one.data["player"] in roll.cocked for one in accepted
            )
            outcome = "cocked taken" if taken else "cocked told" if said else "cocked not told"
            verdicts.append(Verdict(name, number, "all", outcome, None, "; ".join(reasons)))
    return verdicts


def _verdict(
    film: FilmLabels, number: int, asked: AskedThrow, told: Told | None, watched: Watched
) -> Verdict:
    name, roll = film.clip.stem, film.rolls[number]
    if told is None:
        why = "; ".join(_reasons(watched, roll)) or _quiet(watched, roll)
        return Verdict(name, number, asked.player, "missed", None, why)
    wait_s = round((told.frame - roll.clear) / film.fps, 2)
    detail = "" if _faces(told) == asked.faces else f"{_faces(told)} for {asked.faces}"
    if told.data["player"] != asked.player:
        outcome = "wrong player"
    elif told.frame < roll.moves:
        outcome, detail = "before the throw", f"at frame {told.frame}, thrown at {roll.moves}; {detail}"
    elif told.frame > roll.until:
        outcome, detail = "missed", f"not before frame {told.frame}; " + "; ".join(_reasons(watched, roll))
    elif not any(first <= told.frame <= last for first, last in asked.lies):
        outcome, detail = "while moving", f"at frame {told.frame}, at rest in {asked.lies}; {detail}"
    elif detail:
        outcome = "wrong"
    elif wait_s > IN_TIME_S:
        outcome = "late"
        detail = f"unrest told at frame {_unrest(watched, roll)}; " + "; ".join(_reasons(watched, roll))
    else:
        outcome = "right"
    return Verdict(name, number, asked.player, outcome, wait_s, detail)


def _faces(told: Told) -> Faces:
    faces = told.data["faces"]
    assert isinstance(faces, dict)
    return {group: tuple(sorted(seen)) for group, seen in faces.items()}


def _reasons(watched: Watched, roll: FilmRoll) -> list[str]:
    """Return why dice were refused from this roll's rest on until a hand may have changed it."""
    found: dict[str, None] = {}
    for one in watched.of("refused"):
        reasons = one.data["reasons"]
        assert isinstance(reasons, list)
        if roll.rests <= one.frame <= roll.until:
            found |= dict.fromkeys(reasons)
    return list(found)


def _quiet(watched: Watched, roll: FilmRoll) -> str:
    """Return what was told at all while the roll lay there."""
    there = [f"{one.type} {one.frame}" for one in watched.told if roll.moves <= one.frame <= roll.until]
    return "no refusal; " + ", ".join(there)


def _unrest(watched: Watched, roll: FilmRoll) -> int:
    """Return the last frame of this roll's rest at which hands or movement were told, else its first."""
    frames = [
        one.frame
        for one in watched.told
        if one.type in ("hand", "moving") and roll.rests <= one.frame <= roll.until
    ]
    return max(frames, default=roll.rests)
