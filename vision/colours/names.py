"""What people call a colour: names for CIE L*a*b*. Sees no picture."""

import math

from vision.reading import Lab

COLOUR_NAMES = (
    "black",
    "white",
    "grey",
    "red",
    "orange",
    "yellow",
    "green",
    "blue",
    "purple",
    "pink",
    "brown",
)


def colour_name(lab: Lab) -> str:
    """Return the name of a colour by itself."""
    lightness, a, b = lab
    chroma = math.hypot(a, b)
    hue = math.degrees(math.atan2(b, a)) % 360
    if _is_neutral(lightness, chroma, hue):
        return "black" if lightness < 36 else "grey" if lightness < 62 else "white"
    if 28 <= hue < 85 and lightness < 44 and chroma < (30 if hue < 45 else 50):
        return "brown"
    if (hue >= 330 and lightness > 35) or ((hue >= 330 or hue < 18) and lightness > 45):
        return "pink"
    return next(name for upper, name in HUES if hue < upper)


HUES = (
    (45, "red"),
    (74, "orange"),
    (110, "yellow"),
    (200, "green"),
    (308, "blue"),
    (345, "purple"),
    (360, "red"),
)
"""Upper hue angle of each name, in degrees; the blue of screens lies at 306, far on the purple side."""


DARK_CHROMA = ((28, 18), (85, 16), (100, 14), (230, 11), (320, 15), (360, 18))
"""Chroma from which a dark colour is not black, by upper hue angle: gloss is warm or bluish, seldom green."""


def _is_neutral(lightness: float, chroma: float, hue: float) -> bool:
    """Say whether people would call a colour black, grey or white, ivory included."""
    if lightness < 32:
        return chroma < next(least for upper, least in DARK_CHROMA if hue < upper)
    if lightness > 60 and 55 < hue < 115:
        return chroma < 30
    return chroma < 8 + 0.07 * lightness


TINT_LIGHTNESS, TINT_ANGLE, TINT_SHARE = 40.0, 45.0, 0.5
"""A dark body of its brighter marks' hue, to so many degrees, and at most this share of their chroma is
black with their colour spilt over it: bright marks are blurred into a small die, and shine in its gloss."""


def is_tinted(body: Lab, marks: Lab) -> bool:
    """Say whether a body has its colour from its marks."""
    chroma, marks_chroma = math.hypot(body[1], body[2]), math.hypot(marks[1], marks[2])
    along = body[1] * marks[1] + body[2] * marks[2]
    return (
        body[0] <= TINT_LIGHTNESS
        and marks[0] >= body[0] + 10
        and marks_chroma >= 25
        and chroma <= TINT_SHARE * marks_chroma
        and along > math.cos(math.radians(TINT_ANGLE)) * chroma * marks_chroma
    )


def body_name(body: Lab, marks: Lab) -> str:
    """Return the name of a body; whether one is black, grey, white or coloured its marks help to tell."""
    if is_tinted(body, marks):
        return "black"
    name = colour_name(body)
    darker_marks = marks[0] < body[0] - 8
    if name == "grey" and darker_marks and body[0] > 42:
        return "white"
    # Gloss lightens black; with coloured marks a black body is likelier than a grey one, even in full glare.
    gloss = 56 if math.hypot(marks[1], marks[2]) > 25 else 46
    if name == "grey" and not darker_marks and body[0] < gloss:
        return "black"
    return name


def marks_name(marks: Lab, body: Lab) -> str:
    """Return the name of marks; pale or dull ones are black or white by which way they differ from the body.

    Small marks take on colour from the body around them, so what counts is how much less of it they have.
    """
    if is_tinted(body, marks):
        body = (body[0], 0.0, 0.0)
    name = colour_name(marks)
    chroma, body_chroma = math.hypot(marks[1], marks[2]), math.hypot(body[1], body[2])
    lighter = marks[0] - body[0]
    if name in ("grey", "black", "white") or chroma < 0.5 * body_chroma:
        return "white" if lighter > 0 else "black"
    if lighter < -20 and marks[0] < 32 and chroma < 0.75 * body_chroma:
        return "black"
    if name == colour_name(body):  # nobody makes such dice: the marks are blurred into the body
        return "white" if lighter > 0 else "black"
    return name
