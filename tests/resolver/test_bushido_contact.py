"""Where a model was when the activation began: asked where Reach hangs on it, and nowhere else."""

from dataclasses import replace

import pytest

from resolver.bushido.editions import VAULT
from resolver.bushido.events import InitiativeFound
from resolver.bushido.fighter import Exchange, State, Traits, Weapon
from resolver.procedure import Throw, replay
from tests.resolver.exchanges import fighter, finished, melee, of_type, start, waiting_choice

REACH = Traits(reach=True)
QUICK = Traits(lightning_reflexes=True)


def test_a_model_with_reach_is_asked_where_it_was() -> None:
    setup = Exchange(fighter("Aya"), fighter("Chiyo", traits=REACH))

    asked = waiting_choice(replay(start(setup), ()))
    away, near = (of_type(replay(start(setup), (answer,)), InitiativeFound)[0] for answer in ("no", "yes"))

    assert (asked.purpose, asked.player, asked.options) == ("contact_at_start", "Chiyo", ("no", "yes"))
    assert (away.attacker, away.reason) == ("Chiyo", "Chiyo has Reach")
    assert (near.attacker, near.reason) == ("Aya", "Aya is activating")


@pytest.mark.parametrize("known", [True, False])
def test_what_the_set_up_says_is_not_asked(known: bool) -> None:
    setup = Exchange(fighter("Aya"), fighter("Chiyo", traits=REACH, in_contact_at_start=known))

    progress = replay(start(setup), ())

    assert isinstance(progress.waiting_for, Throw)
    assert of_type(progress, InitiativeFound)[0].attacker == ("Aya" if known else "Chiyo")


@pytest.mark.parametrize(
    ("aya", "chiyo", "states", "initiative"),
    [
        pytest.param(Traits(), Traits(), (), None, id="nobody has Reach"),
        pytest.param(QUICK, REACH, (), None, id="Lightning Reflexes beat it"),
        pytest.param(Traits(), Traits(reach=True, slow=True), (), None, id="Slow cancels it"),
        pytest.param(Traits(), REACH, (State.PRONE,), None, id="a Prone model is second anyway"),
        pytest.param(Traits(), REACH, (), "Aya", id="the players set the initiative"),
    ],
)
def test_nobody_is_asked_where_it_decides_nothing(
    aya: Traits, chiyo: Traits, states: tuple[State, ...], initiative: str | None
) -> None:
    setup = Exchange(
        fighter("Aya", traits=aya),
        fighter("Chiyo", traits=chiyo, states=frozenset(states)),
        initiative=initiative,
    )

    assert isinstance(replay(start(setup), ()).waiting_for, Throw)


def test_both_are_asked_where_both_have_reach() -> None:
    setup = Exchange(fighter("Aya", traits=REACH), fighter("Chiyo", traits=REACH))

    first, second = (waiting_choice(replay(start(setup), answers)) for answers in ((), ("no",)))
    found = of_type(replay(start(setup), ("no", "yes")), InitiativeFound)[0]

    assert (first.player, second.player) == ("Chiyo", "Aya")
    assert found.reason == "Chiyo has Reach"


def test_reach_of_the_weapon_in_hand_counts_like_the_models_own() -> None:
    spear = replace(fighter("Chiyo"), weapons=(Weapon("yari", traits=REACH),))
    setup = Exchange(fighter("Aya"), spear)

    assert waiting_choice(replay(start(setup), ())).purpose == "contact_at_start"


def test_models_that_were_parted_are_not_together_again_by_a_drag() -> None:
    """Only where step 10 ends nothing: after a push, a drag keeps a contact that there is no more."""
    edition = replace(VAULT, step_10_effects_end_exchange=False)
    setup = Exchange(
        fighter("Aya", 3, special="Push Attack"),
        fighter("Chiyo", 3, special="Drag Attack"),
        edition=edition,
    )

    outcome = finished(setup, melee([6, 5]), melee([6, 5]))

    assert [compared.attack_succeeds for compared in outcome.passes] == [True, True]
    assert outcome.still_in_contact is False
