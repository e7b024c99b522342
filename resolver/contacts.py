"""Who touches whom, asked between two melee phases of an evening, whatever the system."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from resolver.procedure import Choice, Procedure, choose

DONE = "done"

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Contacts:
    """Pairs of enemies in base contact, and which of them met just now, the one that came first."""

    pairs: Pairs
    met: frozenset[tuple[str, str]] = frozenset()

    @property
    def newcomers(self) -> frozenset[str]:
        """Who came into contact just now."""
        return frozenset(one for one, _ in self.met)

    def is_free(self, name: str) -> bool:
        """Whether one touches nobody but enemies that it came to itself just now."""
        return all(pair[0] == name and pair in self.met for pair in self.pairs if name in pair)


def ask_contacts(
    asked: str,
    pairs: Pairs,
    sides: Sequence[tuple[str, str]],
    comes: str,
    least: int = 0,
    notes: Sequence[str] = (),
    able: Collection[str] | None = None,
) -> Procedure[Contacts]:
    """Let the players say who parts and who meets until they are done, with `least` pairs or more.

    `sides` are all who may fight, by name and player. `comes` is what one does that meets an enemy, as
    in "Hild engages Grok"; it is a newcomer then. `notes` are sentences that come before the question.
    `able` are those who may come to an enemy as long as no other holds them; None is everybody, held or not.
    """
    contacts = Contacts(pairs)
    while True:
        options = {
            **{f"{one} and {other} part": _parted(contacts, (one, other)) for one, other in contacts.pairs},
            **{
                f"{one} {comes} {other}": _met(contacts, (one, other))
                for one, other in _strangers(contacts.pairs, sides)
                if able is None or (one in able and contacts.is_free(one))
            },
        }
        done = (DONE,) if len(contacts.pairs) >= least else ()
        reason = " ".join((*notes, "Who touches whom now?", _told(contacts.pairs)))
        answer = yield from choose(Choice("contacts", asked, (*done, *options), reason))
        if answer == DONE:
            return contacts
        contacts = options[answer]


def _parted(contacts: Contacts, pair: tuple[str, str]) -> Contacts:
    left = tuple(other for other in contacts.pairs if other != pair)
    return Contacts(left, contacts.met - {pair})


def _met(contacts: Contacts, pair: tuple[str, str]) -> Contacts:
    return Contacts((*contacts.pairs, pair), contacts.met | {pair})


def _strangers(pairs: Pairs, sides: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    touching = {frozenset(pair) for pair in pairs}
    for (one, player), (other, enemy) in permutations(sides, 2):
        if player != enemy and frozenset((one, other)) not in touching:
            yield one, other


def _told(pairs: Pairs) -> str:
    return ", ".join(f"{one} and {other}" for one, other in pairs) or "Nobody does."
