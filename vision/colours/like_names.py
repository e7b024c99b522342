"""Which names one colour may be seen under: by another lamp, in gloss, or blurred into what lies beside."""

LIKE: dict[str, frozenset[str]] = {
    "black": frozenset({"grey", "brown", "red", "green", "blue", "purple"}),
    "white": frozenset({"grey", "yellow", "orange", "pink"}),
    "grey": frozenset({"black", "white", "brown", "green", "blue", "purple", "pink"}),
    "red": frozenset({"black", "orange", "pink", "brown", "purple"}),
    "orange": frozenset({"white", "red", "yellow", "pink", "brown"}),
    "yellow": frozenset({"white", "orange", "brown"}),
    "green": frozenset({"black", "grey"}),
    "blue": frozenset({"black", "grey", "purple"}),
    "purple": frozenset({"black", "grey", "red", "blue", "pink"}),
    "pink": frozenset({"white", "grey", "red", "orange", "purple"}),
    "brown": frozenset({"black", "grey", "red", "orange", "yellow"}),
}
"""Neighbours of each name, both ways. A dark colour may pass for black; light ones of other hues are told."""


def may_be_called(one: str, other: str) -> bool:
    """Say whether what looks like one name may be what people call by the other."""
    return one == other or other in LIKE.get(one, ())
