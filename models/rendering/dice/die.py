"""A die as an object: its shape, faces, pips and colours, and where it lies.

Lengths in millimetres.
The die's own frame has its origin at the die's middle; the table's has z up and the table's top at z = 0.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.rendering.dice.lettering import Lettering
from models.rendering.palette import METALS, Rgb, colour_named, contrast, name_pair

Finish = Literal["opaque", "speckled", "swirled", "translucent", "metallic", "pearl"]
Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]

# Outward normal, then the face's own u and v axes, so that u x v is the normal.
FACE_FRAMES: tuple[tuple[Vector, Vector, Vector], ...] = (
    ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    ((-1, 0, 0), (0, 0, 1), (0, 1, 0)),
    ((0, 1, 0), (0, 0, 1), (1, 0, 0)),
    ((0, -1, 0), (1, 0, 0), (0, 0, 1)),
    ((0, 0, 1), (1, 0, 0), (0, 1, 0)),
    ((0, 0, -1), (0, 1, 0), (1, 0, 0)),
)
RIGHT_HANDED = (1, 6, 2, 5, 3, 4)
LEFT_HANDED = (1, 6, 5, 2, 3, 4)
# A die that leans more than this on what it lies on is cocked; cloth alone tilts less.
COCKED_DEGREES = 8.0
# CIE76 distance of body and marks below which nobody would buy the die.
READABLE_CONTRAST = 40.0
_GREYS: dict[str, Rgb] = {"black": (0.06, 0.06, 0.06), "white": (0.95, 0.95, 0.94)}


@dataclass(frozen=True, slots=True)
class Shape:
    """The outline: a cube with rounded edges, cut by a ball around its centre. Shares of the die's size."""

    edge_radius: float
    ball_radius: float
    """0.87 and more cuts nothing; below 0.71 the faces become discs."""


@dataclass(frozen=True, slots=True)
class Pips:
    """How the marks lie on the faces. Lengths are shares of the die's size.

    `turned` gives each face 1..6 a quarter turn or not: it shows in the faces 2, 3 and 6 alone.
    `depth` 0 is painted; `softness` is the width of the paint's edge.
    """

    radius: float
    one_radius: float
    spread: float
    """Distance of the outer pips from the face's middle, along each axis."""
    depth: float
    softness: float
    turned: tuple[bool, bool, bool, bool, bool, bool]


@dataclass(frozen=True, slots=True)
class Surface:
    """What a die or its marks are made of; `scale` is the share of the die that a speckle or swirl takes."""

    name: str
    rgb: Rgb
    second_rgb: Rgb
    finish: Finish
    roughness: float
    coat: float
    scale: float
    seed: int


@dataclass(frozen=True, slots=True)
class Design:
    """One kind of die of a set; dice of the same design look the same but for wear and place."""

    kind: Literal["d6", "d6n"]
    size_mm: float
    shape: Shape
    faces: tuple[int, int, int, int, int, int]
    """Value of the face at each of `FACE_FRAMES`; opposite faces sum to 7."""
    pips: Pips
    body: Surface
    marks: Surface
    emblem: int
    """The value whose face carries an emblem instead of pips, 0 for none."""
    lettering: Lettering | None = None
    """How the numerals of a d6n are drawn; None for a plain font of OpenCV."""
    turns: tuple[int, int, int, int, int, int] = (0, 0, 0, 0, 0, 0)
    """Quarter turns, counter-clockwise, of the numeral at each of `FACE_FRAMES`."""

    def __post_init__(self) -> None:
        if any(self.faces[axis] + self.faces[axis + 1] != 7 for axis in (0, 2, 4)):
            raise ValueError(f"opposite faces must sum to 7: {self.faces}")


@dataclass(frozen=True, slots=True)
class Die:
    """A die on the table: `rotation` turns the die's frame into the table's, `position` is its middle."""

    design: Design
    position: Vector
    rotation: Matrix


def pip_centres(value: int, spread: float, turned: bool) -> NDArray[np.float64]:
    """Return the pips' middles (value, 2) as (u, v) shares of the die's size, origin at the face's middle."""
    s = spread
    corners = {"one": (-s, -s), "two": (s, s), "three": (-s, s), "four": (s, -s)}
    diagonal = [corners["one"], corners["two"]]
    square = list(corners.values())
    points = {
        1: [(0.0, 0.0)],
        2: diagonal,
        3: [*diagonal, (0.0, 0.0)],
        4: square,
        5: [*square, (0.0, 0.0)],
        6: [*square, (-s, 0.0), (s, 0.0)],
    }[value]
    centres = np.array(points, dtype=np.float64)
    return np.stack([-centres[:, 1], centres[:, 0]], axis=1) if turned else centres


def pip_radius(design: Design, value: int) -> float:
    """Return the radius of a face's pips as a share of the die's size."""
    return design.pips.one_radius if value == 1 else design.pips.radius


def top_frame(die: Die) -> int:
    """Return the index into `FACE_FRAMES` of the face whose normal points most upward."""
    rotation = np.array(die.rotation)
    return int(np.argmax([rotation[2] @ np.array(normal) for normal, _, _ in FACE_FRAMES]))


def top_face(die: Die) -> int:
    """Return the value of the face whose normal points most upward."""
    return die.design.faces[top_frame(die)]


def tilt_degrees(die: Die) -> float:
    """Return the angle between the top face's normal and straight up."""
    normal = np.array(FACE_FRAMES[top_frame(die)][0])
    return float(np.degrees(np.arccos(np.clip(np.array(die.rotation)[2] @ normal, -1.0, 1.0))))


def corners_mm(die: Die) -> NDArray[np.float64]:
    """Return the eight corners (8, 3) of the cube before rounding, in the table's frame."""
    half = die.design.size_mm / 2
    signs = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=np.float64)
    return np.asarray(signs * half @ np.array(die.rotation).T + np.array(die.position))


def rounded(points: NDArray[np.float64], shape: Shape) -> NDArray[np.float64]:
    """Return surface points (n, 3) of the cube -0.5..0.5 moved to the surface of the rounded, cut one."""
    inner = np.clip(points, -0.5 + shape.edge_radius, 0.5 - shape.edge_radius)
    outward = points - inner
    length = np.linalg.norm(outward, axis=1, keepdims=True)
    surface = inner + outward / np.maximum(length, 1e-12) * shape.edge_radius
    distance = np.linalg.norm(surface, axis=1, keepdims=True)
    return np.asarray(surface * np.minimum(1.0, shape.ball_radius / np.maximum(distance, 1e-12)))


def outline_mm(die: Die) -> NDArray[np.float64]:
    """Return surface points (n, 3), table frame, dense enough that their hull is the die's outline."""
    line = np.concatenate([np.linspace(-0.5, -0.3, 7), [0.0], np.linspace(0.3, 0.5, 7)])
    u, v = (grid.ravel() for grid in np.meshgrid(line, line))
    cube = np.concatenate(
        [
            0.5 * np.array(normal) + u[:, None] * np.array(u_axis) + v[:, None] * np.array(v_axis)
            for normal, u_axis, v_axis in FACE_FRAMES
        ]
    )
    surface = rounded(cube, die.design.shape) * die.design.size_mm
    return np.asarray(surface @ np.array(die.rotation).T + np.array(die.position))


def top_quadrilateral_mm(die: Die) -> NDArray[np.float64]:
    """Return the top face's four corners (4, 3), where its edges would meet were they sharp, table frame."""
    normal, u_axis, v_axis = (np.array(axis) for axis in FACE_FRAMES[top_frame(die)])
    corners = [normal + a * u_axis + b * v_axis for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    local = np.array(corners) * (die.design.size_mm / 2)
    return np.asarray(local @ np.array(die.rotation).T + np.array(die.position))


def resting_rotation(frame: int, yaw: float) -> NDArray[np.float64]:
    """Return the rotation (3, 3) of a flat die with `FACE_FRAMES[frame]` up, turned by `yaw` radians."""
    normal, u_axis, v_axis = (np.array(axis, dtype=np.float64) for axis in FACE_FRAMES[frame])
    upright = np.stack([u_axis, v_axis, normal])
    cos, sin = np.cos(yaw), np.sin(yaw)
    return np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]]) @ upright


def as_matrix(rotation: NDArray[np.float64]) -> Matrix:
    """Return a rotation (3, 3) as the nested tuple a `Die` holds."""
    a, b, c = ((float(row[0]), float(row[1]), float(row[2])) for row in rotation)
    return (a, b, c)


def sample_shape(rng: Generator) -> Shape:
    """Return an outline: sharp casino edges, common rounded ones, or a cube cut by a ball."""
    kind = rng.random()
    if kind < 0.2:
        return Shape(float(rng.uniform(0.01, 0.035)), 0.9)
    if kind < 0.65:
        return Shape(float(rng.uniform(0.05, 0.17)), 0.9)
    return Shape(float(rng.uniform(0.02, 0.10)), float(rng.uniform(0.66, 0.80)))


def sample_pips(rng: Generator) -> Pips:
    """Return marks as dice makers lay them, small or large, drilled or painted, never touching."""
    spread = float(rng.uniform(0.21, 0.29))
    # Half the distance of neighbouring pips of a 6 bounds the radius.
    radius = float(min(rng.uniform(0.07, 0.14), 0.46 * spread))
    big_one = rng.random() < 0.25
    drilled = rng.random() < 0.7
    turns = rng.random(6) < 0.5
    return Pips(
        radius=radius,
        one_radius=radius * float(rng.uniform(1.25, 1.9)) if big_one else radius,
        spread=spread,
        depth=float(rng.uniform(0.2, 0.8)) * radius if drilled else 0.0,
        softness=float(rng.uniform(0.003, 0.02)),
        turned=(
            bool(turns[0]),
            bool(turns[1]),
            bool(turns[2]),
            bool(turns[3]),
            bool(turns[4]),
            bool(turns[5]),
        ),
    )


def surface_named(rng: Generator, name: str, finish: Finish) -> Surface:
    """Return a surface of this colour name and finish; metals are metallic whatever was asked."""
    rgb = colour_named(rng, name)
    if name in METALS:
        finish = "metallic"
    return Surface(
        name=name,
        rgb=rgb,
        second_rgb=_second(rng, name, rgb, finish),
        finish=finish,
        roughness=float(rng.choice([rng.uniform(0.03, 0.2), rng.uniform(0.2, 0.5), rng.uniform(0.5, 0.8)])),
        coat=float(rng.choice([0.0, rng.uniform(0.2, 1.0)])),
        scale=float(rng.uniform(0.03, 0.12) if finish == "speckled" else rng.uniform(0.2, 0.8)),
        seed=int(rng.integers(1 << 30)),
    )


def _second(rng: Generator, name: str, rgb: Rgb, finish: Finish) -> Rgb:
    """Return the colour of speckles or swirls, near enough that the die keeps its name."""
    if finish == "speckled":
        return colour_named(
            rng, str(rng.choice(["black", "white", "grey", "red", "blue", "green", "yellow"]))
        )
    if finish == "swirled":
        toward = np.array(
            colour_named(rng, str(rng.choice(["black", "white", name, "purple", "blue", "gold"])))
        )
        share = rng.uniform(0.25, 0.6)
        mixed = np.array(rgb) * (1 - share) + toward * share
        return (float(mixed[0]), float(mixed[1]), float(mixed[2]))
    lighter = np.clip(np.array(rgb) * rng.uniform(0.8, 1.3), 0, 1)
    return (float(lighter[0]), float(lighter[1]), float(lighter[2]))


def sample_design(
    rng: Generator,
    size_mm: float,
    colours: tuple[str, str] | None = None,
    like: Design | None = None,
) -> Design:
    """Return a design; `like` asks for another colour of its mould, `colours` names body and marks."""
    body_name, marks_name = colours or name_pair(rng)
    finish: Finish = str(  # type: ignore[assignment]  # numpy's choice knows no literals
        rng.choice(
            ["opaque", "speckled", "swirled", "translucent", "metallic", "pearl"],
            p=[0.56, 0.08, 0.10, 0.13, 0.04, 0.09],
        )
    )
    body = surface_named(rng, body_name, finish)
    marks = surface_named(rng, marks_name, "opaque")
    for _ in range(8):
        if contrast(_seen_rgb(body), marks.rgb) >= READABLE_CONTRAST:
            break
        body = surface_named(rng, body_name, finish)
        marks = surface_named(rng, marks_name, "opaque")
    else:
        far = max(("black", "white"), key=lambda name: contrast(_seen_rgb(body), _GREYS[name]))
        marks = surface_named(rng, far, "opaque")
    if like is not None:
        return Design(like.kind, like.size_mm, like.shape, like.faces, like.pips, body, marks, like.emblem)
    return Design(
        kind="d6n" if rng.random() < 0.05 else "d6",
        size_mm=size_mm,
        shape=sample_shape(rng),
        faces=RIGHT_HANDED if rng.random() < 0.6 else LEFT_HANDED,
        pips=sample_pips(rng),
        body=body,
        marks=marks,
        emblem=int(rng.choice([1, 6])) if rng.random() < 0.03 else 0,
    )


def _seen_rgb(body: Surface) -> Rgb:
    """Return the colour that pips are seen against; light passes through a translucent die and pales it."""
    if body.finish != "translucent":
        return body.rgb
    red, green, blue = (channel**0.6 for channel in body.rgb)
    return (red, green, blue)


def sample_size_mm(rng: Generator) -> float:
    """Return an edge length: 8 to 25 mm, mostly 12 to 16."""
    if rng.random() < 0.75:
        return float(rng.choice([12.0, 14.0, 15.0, 16.0])) + float(rng.normal(0, 0.15))
    return float(rng.uniform(8.0, 25.0))
