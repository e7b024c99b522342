"""Groups known by the names of their colours alone: what dice of such names commonly look like."""

from collections.abc import Iterable
from itertools import product

import numpy as np

from vision.colours.lab import LINEAR_OF_BYTE, as_lab, lab_of
from vision.colours.profiles import GroupProfile, Profiles
from vision.reading import Lab

Rgb = tuple[int, int, int]

COMMON: dict[str, tuple[Rgb, ...]] = {
    "black": ((14, 14, 15), (30, 30, 33)),
    "white": ((245, 245, 243), (228, 230, 232), (240, 228, 195)),
    "grey": ((128, 128, 128), (90, 92, 96), (165, 166, 168)),
    "red": ((190, 22, 28), (140, 12, 22), (222, 45, 40)),
    "orange": ((235, 112, 20), (245, 140, 40)),
    "yellow": ((245, 205, 30), (235, 225, 70)),
    "green": ((20, 125, 55), (12, 80, 40), (70, 170, 60), (120, 195, 70)),
    "blue": ((25, 60, 165), (15, 30, 95), (60, 120, 215), (120, 180, 230)),
    "purple": ((95, 35, 140), (60, 20, 85), (150, 95, 190)),
    "pink": ((240, 120, 165), (245, 175, 195), (225, 40, 130)),
    "brown": ((95, 55, 30), (130, 85, 50), (65, 38, 25)),
}
"""sRGB of paints and plastics, several a name: a name covers a region of colours and not a point."""


def group_name(body: str, marks: str) -> str:
    """Return what a group of these colours is called, `red/white`."""
    return f"{body}/{marks}"


def named_groups(colours: Iterable[tuple[str, str]]) -> Profiles | None:
    """Return groups of body and mark names, called by them; None where a name is not among the common ones.

    To be used with the tolerance `BY_NAME` of `groups.py`: dice of a name differ more than dice of a set.
    """
    wanted = list(colours)
    if not wanted or any(name not in COMMON for pair in wanted for name in pair):
        return None
    return Profiles(
        tuple(
            GroupProfile(group_name(body, marks), body, marks, tuple(product(_labs(body), _labs(marks))))
            for body, marks in wanted
        ),
        table=(),
    )


def _labs(name: str) -> list[Lab]:
    return [as_lab(colour) for colour in lab_of(LINEAR_OF_BYTE[np.array(COMMON[name])]).tolist()]
