"""Which calibrated group is whose: the groups of a profiles file and those of a table brought together."""

from collections.abc import Sequence

from api.play.palette import Colours
from api.tables import DiceGroup
from vision.colours.profiles import Profiles, ProfilesError


def colours_by_profile(groups: Sequence[DiceGroup], profiles: Profiles) -> dict[str, Colours]:
    """Return the table's colours for each profile's name; profiles of no group of the table are left out.

    A group's profile is called by player and group, `Aya attack`, or by its colours, `red/white`; where none
    is, the one with the same words for body and marks will do.

    Raises:
        ProfilesError: a group has no profile, or two.
    """
    found: dict[str, Colours] = {}
    for colours in dict.fromkeys((one.body, one.marks) for one in groups):
        mine = [one for one in groups if (one.body, one.marks) == colours]
        names = {f"{one.player} {one.group}".casefold() for one in mine} | {"/".join(colours).casefold()}
        fitting = [profile.name for profile in profiles.groups if profile.name.casefold() in names]
        if not fitting:
            fitting = [one.name for one in profiles.groups if (one.body, one.marks) == colours]
        if len(fitting) != 1:
            seen = ", ".join(fitting) or ", ".join(profile.name for profile in profiles.groups)
            raise ProfilesError(
                f"expected one profile for {mine[0].player}'s {mine[0].group} dice, called "
                f"{mine[0].player} {mine[0].group} or {'/'.join(colours)}, found {seen}"
            )
        found[fitting[0]] = colours
    return found
