"""Who is in contact between two melee phases, and who came into it just now."""

from functools import partial

import pytest

from resolver.contacts import Contacts, ask_contacts
from resolver.procedure import Choice, replay

SIDES = (("Hild", "A"), ("Ulf", "A"), ("Grok", "B"), ("Grim", "B"))


def contacts(*answers: str, before: tuple[tuple[str, str], ...] = ()) -> Contacts:
    outcome = replay(partial(ask_contacts, "A", before, SIDES, "engages"), answers).outcome
    assert outcome is not None
    return outcome


@pytest.mark.parametrize("parts", ["Hild and Grim part", "Ulf and Grim part"])
def test_who_came_to_one_enemy_came_whatever_else_is_taken_back(parts: str) -> None:
    other = parts.split()[0]

    found = contacts("Hild engages Grok", f"{other} engages Grim", parts, "done")

    assert found.pairs == (("Hild", "Grok"),)
    assert found.newcomers == {"Hild"}


def test_who_is_held_by_another_comes_to_nobody_where_only_the_free_may() -> None:
    asked = replay(
        partial(ask_contacts, "A", (("Hild", "Grim"),), SIDES, "engages", able={"Hild", "Ulf"}),
        ("Ulf engages Grok",),
    ).waiting_for

    assert isinstance(asked, Choice)
    assert asked.options == ("done", "Hild and Grim part", "Ulf and Grok part", "Ulf engages Grim")


def test_who_leaves_an_old_enemy_for_a_new_one_came_to_that() -> None:
    found = contacts("Hild engages Grok", "Hild and Grim part", "done", before=(("Hild", "Grim"),))

    assert found.newcomers == {"Hild"}


def test_a_contact_that_is_taken_back_brought_nobody() -> None:
    found = contacts("Hild engages Grok", "Hild and Grok part", "done")

    assert found == Contacts(())
