"""Which number lies on which face of dice with numerals: the layouts of dice makers."""

from functools import cache

from numpy.random import Generator

from models.rendering.dice.numeral_solids import BARRELS, has_number, solid_of

STANDARD_D20: dict[int, tuple[int, int, int]] = {
    1: (7, 13, 19), 2: (12, 18, 20), 3: (16, 17, 19), 4: (11, 14, 18), 5: (13, 15, 18),
    6: (9, 14, 16), 7: (1, 15, 17), 8: (10, 16, 20), 9: (6, 11, 19), 10: (8, 12, 17),
    11: (4, 9, 13), 12: (2, 10, 15), 13: (1, 5, 11), 14: (4, 6, 20), 15: (5, 7, 12),
    16: (3, 6, 8), 17: (3, 7, 10), 18: (2, 4, 5), 19: (1, 3, 9), 20: (2, 8, 14),
}  # fmt: skip
"""Faces that share an edge on the d20 that most makers sell; it is made in both hands."""

STANDARD_SHARE, SPIN_DOWN_SHARE = 0.6, 0.12
MIRRORED_SHARE = 0.35


def sample_numbers(rng: Generator, kind: str) -> tuple[int, ...]:
    """Return the number of each face of `solid_of(kind)`, for a d4 of each corner, 0 for none.

    Opposite faces sum to one more than the highest, on a d10 to nine and a d100 to ninety; a d20 that counts
    down face by face has no such sum.
    """
    if kind == "d20":
        way = rng.random()
        if way < STANDARD_SHARE:
            return standard_d20(bool(rng.random() < MIRRORED_SHARE))
        if way < STANDARD_SHARE + SPIN_DOWN_SHARE:
            return spin_down(rng)
    if kind == "d4":
        return tuple(int(number) for number in rng.permutation([1, 2, 3, 4]))
    solid = solid_of(kind)
    if kind in BARRELS:
        sides = iter(rng.permutation([1, 2, 3, 4]))
        return tuple(int(next(sides)) if has_number(kind, face) else 0 for face in range(len(solid.faces)))
    count = len(solid.faces)
    low, total = (0, 9) if kind in ("d10", "d100") else (1, count + 1)
    numbers = [0] * count
    free = [index for index in range(count) if index < solid.opposite[index]]
    for place, index in enumerate(rng.permutation(free)):
        number = low + place if rng.random() < 0.5 else total - low - place
        numbers[int(index)], numbers[solid.opposite[int(index)]] = number, total - number
    return tuple(10 * number if kind == "d100" else number for number in numbers)


@cache
def standard_d20(mirrored: bool) -> tuple[int, ...]:
    """Return the numbers of the faces of a d20 as most makers sell it, or of its mirror image.

    Seen from outside, 2, 8 and 14 follow each other counter-clockwise around the 20 of the common one.
    """
    ring = (2, 14, 8) if mirrored else (2, 8, 14)
    start = {0: 20, **dict(zip(solid_of("d20").neighbours[0], ring, strict=True))}
    found = _completed(start)
    if found is None:
        raise ValueError("the table of neighbours fits no icosahedron")
    return tuple(found[face] for face in range(20))


def spin_down(rng: Generator) -> tuple[int, ...]:
    """Return the numbers of a d20 that is turned to the next face to count down, as life counters are."""
    neighbours = solid_of("d20").neighbours

    def longer(path: list[int]) -> list[int] | None:
        if len(path) == 20:
            return path
        for way in rng.permutation(3):
            after = neighbours[path[-1]][int(way)]
            whole = longer([*path, after]) if after not in path else None
            if whole is not None:
                return whole
        return None

    path = longer([0])
    if path is None:
        raise ValueError("an icosahedron's faces lie on no path")
    return tuple(20 - path.index(face) for face in range(20))


def _completed(numbers: dict[int, int]) -> dict[int, int] | None:
    """Return numbers for all faces of a d20 that agree with `STANDARD_D20`, from those of some."""
    neighbours = solid_of("d20").neighbours
    beside = [face for face in range(20) if face not in numbers and set(neighbours[face]) & numbers.keys()]
    if not beside:
        return numbers
    face = beside[0]
    known = [set(STANDARD_D20[numbers[other]]) for other in neighbours[face] if other in numbers]
    for number in sorted(set.intersection(*known) - set(numbers.values())):
        whole = _completed({**numbers, face: number})
        if whole is not None:
            return whole
    return None
