"""The two profiles of the draft, and every reading that its text leaves open, as named switches."""

from dataclasses import dataclass

from resolver.mordheim.arithmetic import MultiWound
from resolver.mordheim.charts import NO_CHARTS, PRINTED, Charts


@dataclass(frozen=True, slots=True)
class Profile:
    """One profile of the draft. The comment at each switch gives its section and its reason."""

    id: str
    name: str
    title: str

    # Section 3. The draft names Mordheim's sequence but prints no chart.
    charts: Charts
    # Section 3. The draft tells no number of attacks: Mordheim's is the characteristic, with one more
    # for two one-handed weapons. Where off, what the set-up does not give is asked.
    attacks_from_characteristic: bool
    # Section 3. The draft only puts chargers first: Mordheim goes by Initiative and throws for ties.
    # Where off, what the set-up does not give is asked.
    order_by_initiative: bool
    # "There are no Reactions", but a parry is a property of weapons in Mordheim.
    allow_parry: bool
    # Section 1 lets a model choose among all engaged enemies; in Mordheim those standing come first.
    standing_first: bool
    # Section 5 rolls for each unsaved wound and never says what Knocked Down and Stunned do. Mordheim
    # hits a model that is down automatically and takes it out with a wound, a stunned one without any.
    downed_auto_out: bool

    # Section 2. The draft puts a charger before every other model. In Mordheim a spear shares the first
    # group and a double-handed weapon strikes last even on a charge.
    weapon_order_first: bool = False
    # Section 2. The bash happens in the charge, so in the combat its victim counts as down already and
    # the charger may finish it. Where off, the charger rolls injuries for it like for anyone.
    bash_victim_finishable: bool = True
    # Section 6. "Ignore the first" and "if reduced to 0" go together only if each result costs a Wound
    # until none is left, and the next one counts.
    multi_wound: MultiWound = MultiWound.UNTIL_ZERO
    # Section 7. Opponents strike as the model turns, all against the model as it stood. Where off, the
    # second finds it as the first has left it.
    breaking_hits_together: bool = True


STRICT = Profile(
    id="mordheim-strict",
    name="strict",
    title="Mordheim-derived draft, strict profile",
    charts=NO_CHARTS,
    attacks_from_characteristic=False,
    order_by_initiative=False,
    allow_parry=False,
    standing_first=False,
    downed_auto_out=False,
)

MORDHEIM = Profile(
    id="mordheim",
    name="mordheim",
    title="Mordheim-derived draft, Mordheim profile",
    charts=PRINTED,
    attacks_from_characteristic=True,
    order_by_initiative=True,
    allow_parry=True,
    standing_first=True,
    downed_auto_out=True,
)

EDITIONS = {profile.id: profile for profile in (MORDHEIM, STRICT)}
