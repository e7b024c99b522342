"""Learns the groups of a table from one picture each, and says which would be mixed up. Finds no dice."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.colours.groups import Groups
from vision.colours.lab import as_lab
from vision.colours.light import light_of_groups, names_of
from vision.colours.likeness import alike
from vision.colours.profiles import GroupProfile, Profiles, ProfilesError
from vision.colours.relight import (
    OTHER_LIGHT,
    SAME_LIGHT,
    Roots,
    labs_of,
    light_from_table,
    relit,
    roots,
    seen_roots,
    table_colours,
    table_mixture,
)
from vision.reading import DieReading, Lab, SeenColours

MOST_ERROR = 0.08
"""A die whose body may be farther off than this mirrors a lamp, or is out of focus, and tells little."""

LEAST_APART = 1.9
"""Groups nearer than this, in units of their spread, are told to be too alike."""

MOST_UNLIKE = 0.35
"""Standard deviation, on the scale of roots, beyond which dice of one picture are hardly one group."""

KINDS_APART, LEAST_OF_KIND = 2.0, 2
"""From how far apart on (`alike`) two kinds of so many dice and more in one picture are two groups.

Of 600 pairs of pictures of rendered groups, put together, 94 % are told so or by `MOST_UNLIKE`, of 100
pictures of four groups 97 %, of 400 pictures of one group two. One die that looks otherwise may lie in a
shadow.
"""

DARKEST = 20.0
"""L* that the brightest body or marks of a group reach at least in light that shows colours."""

UNREAD = "none of its dice can be read; focus, come nearer, or give more light"
"""Of 250 rendered sessions 16 had such a group: there 15 % of the dice got no group or a wrong one, elsewhere
3 %, as colours were measured before a network did."""

SAME_COLOUR = 1.1
"""Bodies, or marks, nearer than this look the same in this light."""


@dataclass(frozen=True, slots=True)
class Alike:
    """Two groups and how far apart they are, in units of their spread: together, by body and by marks."""

    first: str
    second: str
    apart: float
    bodies: float
    marks: float

    @property
    def too_alike(self) -> bool:
        """True where some of their dice will be read as of no group, or worse."""
        return self.apart < LEAST_APART

    @property
    def advice(self) -> str:
        """What to change so that they are told apart more surely."""
        if max(self.bodies, self.marks) < SAME_COLOUR:
            return "bodies and marks look the same; take dice of another colour for one of them"
        if self.bodies < self.marks:
            return (
                "their bodies look the same and their marks hardly differ; "
                "come nearer with the camera, or take dice of another body colour"
            )
        return (
            "their marks look the same and their bodies hardly differ; "
            "use softer light, or take dice of another mark colour"
        )


def learnt(pictures: Mapping[str, Sequence[SeenColours]], words: Mapping[str, tuple[str, str]]) -> Profiles:
    """Return the profiles of groups from the dice of one picture each, and names of body and marks.

    All pictures must show one table under one light. What a camera does to exposure and white balance by
    itself is taken away by the table, as far as that can be seen.
    """
    clear = {name: _clear(seen) for name, seen in pictures.items()}
    dice = {name: _dice(seen) for name, seen in clear.items()}
    around = {name: _around(seen) for name, seen in pictures.items()}
    lights = _one_light(around)
    dice = {name: relit(colours, lights[name]) for name, colours in dice.items()}
    table = np.concatenate([relit(colours, lights[name]) for name, colours in around.items()])
    scale = max(float(np.median(colours, axis=0).max()) for colours in dice.values())
    groups = [GroupProfile(name, *words[name], _pairs(colours / scale)) for name, colours in dice.items()]
    return Profiles(tuple(groups), tuple(_labs(table_colours(table / scale))))


def named_together(profiles: Profiles, names: Collection[str]) -> Profiles:
    """Return profiles with these groups called by what their colours are in the light that all groups tell.

    In a picture of its own a group hardly tells the light; where it is the only one, it keeps its words.
    """
    if len(profiles.groups) < 2:
        return profiles
    light = light_of_groups([die for group in profiles.groups for die in group.dice])

    def renamed(group: GroupProfile) -> GroupProfile:
        if group.name not in names:
            return group
        seen = [SeenColours(body, marks, body, 0.0) for body, marks in group.dice]
        (body, marks), _ = Counter(names_of(seen, light)).most_common(1)[0]
        return replace(group, body=body, marks=marks)

    return replace(profiles, groups=tuple(map(renamed, profiles.groups)))


def relearnt(profiles: Profiles, name: str, seen: Sequence[SeenColours], words: tuple[str, str]) -> Profiles:
    """Return the profiles with one group's replaced by what these dice show; all others stay as they are.

    The dice may lie under another lamp than when the profiles were learnt: the table tells which.

    Raises:
        KeyError: no group is called `name`.
        ProfilesError: the profiles do not know the table, so nothing tells the light.
    """
    if name not in {one.name for one in profiles.groups}:
        raise KeyError(name)
    if not profiles.table:
        raise ProfilesError("table: expected its colours, without which no group is learnt alone, found none")
    table = table_mixture(roots(np.array(profiles.table)))
    light = light_from_table(_around(seen), table, OTHER_LIGHT)
    again = GroupProfile(name, *words, _pairs(relit(_dice(_clear(seen)), light)))
    return replace(profiles, groups=tuple(again if one.name == name else one for one in profiles.groups))


def likenesses(profiles: Profiles) -> tuple[Alike, ...]:
    """Return every two groups with their distances, the most alike first."""
    groups = Groups(profiles)
    whole, bodies, marks = (groups.distances(part) for part in (slice(0, 6), slice(0, 3), slice(3, 6)))
    names = [group.name for group in profiles.groups]
    pairs = [
        Alike(names[one], names[two], *(float(apart[one, two]) for apart in (whole, bodies, marks)))
        for one, two in combinations(range(len(names)), 2)
    ]
    return tuple(sorted(pairs, key=lambda pair: pair.apart))


def poor_picture(dice: Sequence[DieReading]) -> str | None:
    """Return what is wrong with the picture of one group that shows these dice, None where nothing is."""
    problem = poor_light([die.colours for die in dice if die.colours is not None])
    return UNREAD if problem is None and all(die.face is None for die in dice) else problem


def poor_light(seen: Sequence[SeenColours]) -> str | None:
    """Return what is wrong with the light in a picture of one group, None where nothing is."""
    if np.median([one.error for one in seen]) > MOST_ERROR:
        return "the lamp is mirrored in the top faces, or they are out of focus; move lamp or camera"
    colours = roots(np.array([[one.body, one.marks] for one in seen])).reshape(-1, 6)
    if len(seen) > 1 and np.linalg.eigvalsh(np.cov(colours.T))[-1] > MOST_UNLIKE**2:
        return "its dice look too different from each other; lay only this group there, in even light"
    kinds = [kind for kind in alike(_clear(seen), KINDS_APART) if len(kind) >= LEAST_OF_KIND]
    if len(kinds) > 1:
        return f"its dice look like {len(kinds)} groups; lay only this group there, in even light"
    if max(max(one.body[0], one.marks[0]) for one in seen) < DARKEST:
        return "the dice are too dark; give them more light"
    return None


def _clear(seen: Sequence[SeenColours]) -> Sequence[SeenColours]:
    """Return the dice that show their colours, or all where none does."""
    return [one for one in seen if one.error <= MOST_ERROR] or seen


def _one_light(around: Mapping[str, Roots]) -> dict[str, NDArray[np.float64]]:
    """Return for each picture the light, (3,), that brings its table to those of the others."""
    lights = {name: np.zeros(3) for name in around}
    if len(around) < 2:
        return lights
    for _ in range(2):
        for name, colours in around.items():
            others = [relit(around[other], lights[other]) for other in around if other != name]
            table = table_mixture(table_colours(np.concatenate(others)))
            lights[name] = light_from_table(colours, table, SAME_LIGHT)
    return lights


def _dice(seen: Sequence[SeenColours]) -> Roots:
    """Return body and marks of each die, (n, 2, 3)."""
    return seen_roots(np.array([[one.body, one.marks] for one in seen]))


def _around(seen: Sequence[SeenColours]) -> Roots:
    """Return what lies around each die, (n, 3)."""
    return seen_roots(np.array([one.around for one in seen]))


def _pairs(dice: Roots) -> tuple[tuple[Lab, Lab], ...]:
    return tuple((as_lab(body), as_lab(marks)) for body, marks in labs_of(dice).tolist())


def _labs(colours: Roots) -> list[Lab]:
    return [as_lab(colour) for colour in labs_of(colours).tolist()]
