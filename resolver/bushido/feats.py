"""Ki feats: which may be used in a step, and which were declared before the exchange."""

from resolver.bushido.events import FeatUsed
from resolver.bushido.fighter import Feat, FeatKind, State
from resolver.bushido.side import Bout, Side
from resolver.procedure import Choice, ChoiceRejected, Procedure, choose

NONE = "none"


def check_declared(bout: Bout) -> None:
    """Check the feats that both set-ups decide on. Raises ChoiceRejected for one that cannot be used.

    Refused only in their step, after dice were thrown, they would leave an exchange that no answer can
    bring on.
    """
    for side in (bout.active, bout.other):
        if not side.fighter.feats:
            continue
        ki = side.ki
        for feat in _declared(side):
            refusal = _refusal(bout, side, feat, ki)
            if refusal is not None:
                raise ChoiceRejected(f"{side.name}: {feat.name} is declared but {refusal}")
            ki -= feat.ki


def reserved_ki(side: Side) -> int:
    """Return the Ki of declared feats that are still to come after step 4."""
    return sum(feat.ki for feat in _declared(side) if feat.step > 4)


def use_feats(bout: Bout, side: Side, step: int) -> Procedure[None]:
    """Let a player use the feats that are allowed in a step, one after the other."""
    while (feat := (yield from next_feat(bout, side, step))) is not None:
        yield use(side, feat, step)


def next_feat(bout: Bout, side: Side, step: int) -> Procedure[Feat | None]:
    """Return the next feat that a player uses in a step, None for no (further) one."""
    if not side.fighter.feats:
        return None
    if side.fighter.decisions.feats is not None:
        return next((feat for feat in _declared(side) if feat.step == step and feat not in side.used), None)
    offered = {
        feat.name: feat
        for feat in side.fighter.feats
        if feat.step == step and feat not in side.used and _refusal(bout, side, feat, side.ki) is None
    }
    if not offered:
        return None
    name = yield from choose(
        Choice(
            "feat", side.name, (NONE, *offered), f"{side.name}: a Ki feat (step {step})?", hidden=step == 5
        )
    )
    return None if name == NONE else offered[name]


def use(side: Side, feat: Feat, step: int) -> FeatUsed:
    """Pay for a feat and gain what it gives; the event that tells of it is returned."""
    side.used.append(feat)
    side.ki -= feat.ki
    side.traits += feat.gains
    return FeatUsed(step, side.name, feat.name, feat.ki)


def _declared(side: Side) -> list[Feat]:
    names = side.fighter.decisions.feats or ()
    return [feat for feat in side.fighter.feats if feat.name in names]


def _refusal(bout: Bout, side: Side, feat: Feat, ki: int) -> str | None:
    if State.SURPRISED in side.states:
        return "a Surprised model uses no feats"
    if feat.ki > ki:
        return f"it costs {feat.ki} Ki and {ki} are left"
    active_allowed = side is bout.active and feat.step in bout.edition.active_feat_steps
    if feat.kind is FeatKind.ACTIVE and not active_allowed:
        return f"only an instant is allowed in step {feat.step}"
    return None
