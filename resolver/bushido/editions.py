"""The two editions of Bushido, and every reading that their texts leave open, as named switches."""

from dataclasses import dataclass
from enum import Enum


class DeclaresFirst(Enum):
    """Who declares abilities, feats and boosts first in step 4."""

    NON_ACTIVE = "non_active"
    WITHOUT_INITIATIVE = "without_initiative"


@dataclass(frozen=True, slots=True)
class Edition:
    """One edition of the melee rules. The comment at each switch gives its place and its reason."""

    id: str
    title: str

    # Step 4. The vault's chart names the non-active player, its overview and the wiki the Defender,
    # which is the model without initiative. They differ only when the active model lost it.
    declare_first: DeclaresFirst
    # Steps where the active player may use active feats beside instants. The vault allows them in 5
    # and 11, the wiki in 5 alone. Step 4 names only "feats" and step 7 those that re-roll: both are
    # treated like step 5.
    active_feat_steps: frozenset[int]

    # Step 3. The activating player answers a change of the initiative. Whether he may also begin one
    # is not said; the order of the sentences reads as an answer only.
    activating_may_begin_change: bool = False
    # Step 3. Both models forced second, or both with the same trait: the default of the step, the
    # activating model, is all the text has.
    contested_initiative_to_activating: bool = True
    # Step 4. A statistic never exceeds twice its base; dice that traits give are no part of the
    # statistic, so they come after the cap.
    trait_dice_under_cap: bool = False
    # Step 5. Dice gained because a pool was below one are dice of the pool, and pay for specials.
    cost_from_deficit_dice: bool = True
    # Step 5. A disengaging model needs defence of at least attack, an Aggressive one the reverse: they
    # cancel like Aggressive and Defensive do, for both at once leaves an odd pool no split at all.
    # Otherwise disengaging wins.
    disengaging_cancels_aggressive: bool = True
    # Step 7. An exchange that ends because contact was lost uses up the boosts like any other.
    boosts_expire_without_roll: bool = True
    # Step 8. Brutal and Parry need a die of their kind that is not a 1; Kata keeps its 1s as dice but
    # they still are 1s.
    kata_ones_carry_modifiers: bool = False
    # Step 10. An attack of 0 meets a defence of 0: read literally the attacker may win the tie-break
    # with dice that all show 1, and roll damage at success level 0.
    zero_attack_can_hit: bool = True
    # Step 10. Ties count the dice left; those taken away in step 7 have left the pool.
    removed_dice_count_for_ties: bool = False
    # Step 10. Only the Defender's becoming Prone is named, so an Attacker made Prone by a defence
    # still faces the second pass.
    prone_attacker_ends_exchange: bool = False
    # Step 10. What prevents beats what forces: an Immovable model is neither moved nor made Prone by what
    # moves it. A Sweep moves nobody; whether Immovable stops it too is not said, and prevention is read
    # wide.
    immovable_stops_sweeps: bool = True
    # Step 10. The ban on specials of Prone models is checked where they are declared (5 and 6); a
    # special declared before its model became Prone stays.
    special_survives_prone: bool = True
    # Step 12. A Defender moved away, made Prone or removed by a special attack in step 10 has no
    # second pass, although the damage step did not cause it: a model out of contact cannot attack.
    step_10_effects_end_exchange: bool = True
    # Step 12. The charge adds to the first damage roll only, also of a Combo.
    charge_adds_to_every_roll: bool = False
    # Step 12. A Critical Attack compares the two dice that are kept, not any two of three.
    critical_reads_all_dice: bool = False
    # Step 12. An Entangling weapon immobilises instead of doing damage. A damage roll that a defence makes
    # against the Attacker, as Counterstrike does, is damage of that weapon like any other.
    entangling_defence_immobilises: bool = True
    # Step 12. A negative Tough adds wounds to wounds; there must be one to add to.
    negative_tough_needs_wound: bool = True
    # Step 12. The printed table ends at success level 10; its rows go on by one a level.
    last_column_for_more: bool = False
    # Step 14. A model in its Last Stand stays until the end of the turn, which is after the exchange.
    last_stand_ends_with_exchange: bool = False


VAULT = Edition(
    id="bushido-vault",
    title="Bushido: Risen Sun, vault edition",
    declare_first=DeclaresFirst.NON_ACTIVE,
    active_feat_steps=frozenset({4, 5, 7, 11}),
)

WIKI = Edition(
    id="bushido-wiki",
    title="Bushido: Risen Sun, wiki edition",
    declare_first=DeclaresFirst.WITHOUT_INITIATIVE,
    active_feat_steps=frozenset({4, 5, 7}),
)

EDITIONS = {edition.id: edition for edition in (VAULT, WIKI)}
