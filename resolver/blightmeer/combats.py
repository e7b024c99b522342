"""Which units fight in one combat: all that are linked by contact, directly or through others."""

from collections.abc import Iterable, Mapping


def combats(names: Iterable[str], touching: Mapping[str, set[str]]) -> tuple[tuple[str, ...], ...]:
    """Return the connected groups of two or more, each in the order of `names`."""
    ordered = tuple(names)
    found: list[tuple[str, ...]] = []
    placed: set[str] = set()
    for name in ordered:
        if name in placed or not touching[name]:
            continue
        group = _linked(name, touching)
        placed |= group
        found.append(tuple(one for one in ordered if one in group))
    return tuple(found)


def _linked(start: str, touching: Mapping[str, set[str]]) -> set[str]:
    group = {start}
    edge = [start]
    while edge:
        for other in touching[edge.pop()]:
            if other not in group:
                group.add(other)
                edge.append(other)
    return group
