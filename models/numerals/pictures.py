"""Pictures of numbers on dice, drawn from tiles a batch at a time, to teach the reader's last two looks.

They show what the reader is shown of a number: a triangle from above with a numeral upon it, the neighbouring
faces in other light with parts of theirs, as coarse as a small or slanted die is seen.
"""

from math import cos, pi, radians, sin

import torch
from torch.nn.functional import grid_sample, interpolate

from models.numerals.place import TRIANGLE_SHARE
from models.training.light import relight, uniform, with_glare

TILE_REACH = 1.3
"""How far a tile reaches, where the triangle's edges lie 1 from its middle."""

REACH = 2 * TRIANGLE_SHARE
"""How far the picture reaches, likewise: a triangle's corners lie twice as far as its edges."""

EDGES = [radians(degrees) for degrees in (-90, 30, 150)]
"""Directions from the middle to the edges, up being 90 degrees."""

FORESHORTENED = (0.3, 1.1)
"""How wide a neighbouring face is seen beside its true width: 0.75 from above, more or less from aside."""

TURN_ERROR, SIZE_ERROR, SLANT_ERROR, PLACE_ERROR = radians(6), 0.1, 0.08, 0.07
"""Standard deviations of what the earlier looks leave of errors; turn in radians, place as REACH."""

MOST_BLUR_PX, LEAST_SCALE = 0.9, 0.7
"""Of `relight`; most of what makes numbers coarse is their size."""

COARSEST_PX = 9
"""So few pixels hold the number of the smallest die that is looked at, seen from aside."""


def number_pictures(
    tiles: torch.Tensor, count: int, side: int, turns: torch.Tensor | None, random: torch.Generator
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return pictures (count, 3, side, side) in 0..1 and their numbers (count,), 0 for the first.

    `tiles` (designs, numbers, P, P) are those of `models.numerals.tiles`. Numbers stand upright, or turned on
    the table by `turns` (count,), radians.
    """
    designs = torch.randint(len(tiles), (count,), generator=random)
    numbers = torch.randint(tiles.shape[1], (count,), generator=random)
    x, y = _points(count, side, turns, random)
    face = tiles[designs, numbers]
    ink = _ink(face, x, y)
    light = torch.ones_like(ink)
    rim = uniform(0.01, 0.08, random, count, 1, 1)
    for edge in EDGES:
        beyond = x * cos(edge) + y * sin(edge) - 1
        other = tiles[designs, torch.randint(tiles.shape[1], (count,), generator=random)]
        seen = _neighbour(other, x, y, edge, beyond, random)
        ink = torch.where(beyond > 0, seen, ink)
        shade = torch.exp(0.3 * torch.randn((count, 1, 1), generator=random))
        light = light * torch.where(beyond > 0, shade, 1.0)
        # Edges catch the light, or are dark where they are sharp.
        light = light + torch.exp(-((beyond / rim) ** 2)) * uniform(-0.1, 0.3, random, count, 1, 1)
    body, marks = _colours(count, side, random)
    share = (ink * uniform(0.6, 1.0, random, count, 1, 1))[:, None]
    pictures = (body * (1 - share) + marks * share) * (light * _engraved(ink, random))[:, None]
    return relight(_coarse(pictures.clamp(0, 1), random), random, MOST_BLUR_PX, LEAST_SCALE), numbers


def half_relit(pictures: torch.Tensor, random: torch.Generator) -> torch.Tensor:
    """Return pictures (N, 3, H, W) in 0..1 of which the first half is under another light.

    The other half stays as it is: numerals are fine, and rendered dice had light and lens already.
    """
    half = len(pictures) // 2
    relit = relight(with_glare(pictures[:half], random), random, MOST_BLUR_PX, LEAST_SCALE)
    return torch.cat([relit, pictures[half:]])


def _points(
    count: int, side: int, turns: torch.Tensor | None, random: torch.Generator
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the point (count, side, side) of the face that each pixel shows, right and up of its middle."""
    middles = ((torch.arange(side) + 0.5) * (2 / side) - 1) * REACH

    def error(deviation: float) -> torch.Tensor:
        return (torch.randn((count, 1, 1), generator=random) * deviation).clamp(
            -2.5 * deviation, 2.5 * deviation
        )

    angle = error(TURN_ERROR)
    if turns is not None:
        angle = angle / 2 - turns[:, None, None]
    right = middles[None, None, :] + REACH * error(PLACE_ERROR)
    down = middles[None, :, None] + REACH * error(PLACE_ERROR)
    wide, high = torch.exp(error(SIZE_ERROR)), torch.exp(error(SIZE_ERROR))
    right, down = right * wide + down * error(SLANT_ERROR), down * high + right * error(SLANT_ERROR)
    cosine, sine = torch.cos(angle), torch.sin(angle)
    return cosine * right - sine * down, -(sine * right + cosine * down)


def _ink(tiles: torch.Tensor, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """Return the ink (count, side, side) of tiles (count, P, P) uint8 at points of their face."""
    at = torch.stack([x, -y], dim=3) / TILE_REACH
    return grid_sample(tiles[:, None].float() / 255, at, align_corners=False)[:, 0]


def _neighbour(
    tiles: torch.Tensor,
    x: torch.Tensor,
    y: torch.Tensor,
    edge: float,
    beyond: torch.Tensor,
    random: torch.Generator,
) -> torch.Tensor:
    """Return the ink of the faces beyond an edge, each with its numeral turned to any of its corners."""
    farther = beyond / uniform(*FORESHORTENED, random, len(x), 1, 1) - beyond
    # The neighbour is this face turned by half a circle around the middle of the edge they share.
    across, up = 2 * cos(edge) - x - farther * cos(edge), 2 * sin(edge) - y - farther * sin(edge)
    turn = torch.randint(3, (len(x), 1, 1), generator=random) * (2 * pi / 3)
    cosine, sine = torch.cos(turn), torch.sin(turn)
    return _ink(tiles, cosine * across - sine * up, sine * across + cosine * up)


def _colours(count: int, side: int, random: torch.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    """Return body (count, 3, side, side), plain, swirled or speckled, and marks (count, 3, 1, 1) upon it."""
    body, other, marks = (uniform(0.02, 1.0, random, count, 3, 1, 1) for _ in range(3))
    light, dark = uniform(0.75, 1.0, random, count, 3, 1, 1), uniform(0.0, 0.25, random, count, 3, 1, 1)
    kind = torch.rand((count, 1, 1, 1), generator=random)
    marks = torch.where(kind < 0.35, light, torch.where(kind < 0.65, dark, marks))
    # Bodies like white and black are made more than others.
    kind = torch.rand((count, 1, 1, 1), generator=random)
    body = torch.where(kind < 0.15, light.flip(0), torch.where(kind < 0.35, dark.flip(0), body))
    grey = torch.tensor([0.11, 0.59, 0.3])[:, None, None]
    gap = ((marks - body) * grey).sum(dim=1, keepdim=True)
    # Of marks as light as the body those of another hue can be read too; nobody reads neither.
    alike = (gap.abs() < 0.16) & ((marks - body).abs().amax(dim=1, keepdim=True) < 0.4)
    marks = torch.where(alike, torch.where((body * grey).sum(1, True) > 0.45, dark, light), marks)
    cells = int(torch.randint(3, 9, (), generator=random))
    swirl = torch.rand((count, 1, cells, cells), generator=random)
    swirl = interpolate(swirl, size=(side, side), mode="bicubic", align_corners=False)
    speckles = (torch.rand((count, 1, side, side), generator=random) > 0.93).float()
    kind = torch.rand((count, 1, 1, 1), generator=random)
    mixed = torch.where(kind < 0.35, ((swirl - 0.5) * 3 + 0.5).clamp(0, 1), 0.0)
    mixed = torch.where(kind > 0.92, speckles, mixed)
    # Where the other colour is that of the marks, swirls hide them: only some of it then.
    most = uniform(0.1, 0.55, random, count, 1, 1, 1)
    return body + (other - body) * mixed * most, marks


def _engraved(ink: torch.Tensor, random: torch.Generator) -> torch.Tensor:
    """Return how light (count, side, side) the slopes of engraved numerals are beside the plain face."""
    angle = uniform(0, 2 * pi, random, len(ink), 1, 1)
    down = torch.diff(ink, dim=1, append=ink[:, -1:])
    across = torch.diff(ink, dim=2, append=ink[:, :, -1:])
    deep = uniform(-0.4, 0.8, random, len(ink), 1, 1).clamp(min=0)
    return 1 + deep * (across * torch.cos(angle) + down * torch.sin(angle))


def _coarse(pictures: torch.Tensor, random: torch.Generator) -> torch.Tensor:
    """Return pictures as if of few pixels, some parts of the batch less than others."""
    side = pictures.shape[-1]
    parts = []
    for part in pictures.chunk(12):
        least = COARSEST_PX + (side - COARSEST_PX) * float(torch.rand((), generator=random)) ** 0.5
        high = least * (0.6 + 0.4 * float(torch.rand((), generator=random)))
        small = interpolate(part, size=(max(7, round(high)), round(least)), mode="area")
        parts.append(interpolate(small, size=(side, side), mode="bilinear", align_corners=False))
    return torch.cat(parts)
