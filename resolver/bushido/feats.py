"""Ki feats: which may be used in a step, and which were decided on before the exchange."""

from resolver.bushido.events import FeatUsed
from resolver.bushido.fighter import Feat, FeatKind, State
from resolver.bushido.side import Bout, Side
from resolver.procedure import Choice, Procedure, choose

NONE = "none"


def declare_feats(bout: Bout) -> None:
    """Take the feats that the set-ups decide on; where one of them cannot be used, all are asked for."""
    for side in (bout.active, bout.other):
        if side.fighter.decisions.feats is not None and unusable_feat(bout, side) is None:
            side.declared_feats = _decided(side)


def unusable_feat(bout: Bout, side: Side) -> tuple[Feat, str] | None:
    """Return the first feat of a side's decision that it cannot use, and why; None where it can use all."""
    ki = side.fighter.ki
    for feat in _decided(side):
        refusal = _refusal(bout, side, feat, ki)
        if refusal is not None:
            return feat, refusal
        ki -= feat.ki
    return None


def reserved_ki(side: Side) -> int:
    """Return the Ki of declared feats that are still to come after step 4."""
    return sum(feat.ki for feat in side.declared_feats or () if feat.step > 4)


def use_feats(bout: Bout, side: Side, step: int) -> Procedure[None]:
    """Let a player use the feats that are allowed in a step, one after the other."""
    while (feat := (yield from next_feat(bout, side, step))) is not None:
        yield use(side, feat, step)


def next_feat(bout: Bout, side: Side, step: int) -> Procedure[Feat | None]:
    """Return the next feat that a player uses in a step, None for no (further) one."""
    if not side.fighter.feats:
        return None
    if side.declared_feats is not None:
        declared = (feat for feat in side.declared_feats if feat.step == step and feat not in side.used)
        return next(declared, None)
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


def _decided(side: Side) -> tuple[Feat, ...]:
    names = side.fighter.decisions.feats or ()
    return tuple(feat for feat in side.fighter.feats if feat.name in names)


def _refusal(bout: Bout, side: Side, feat: Feat, ki: int) -> str | None:
    if State.SURPRISED in side.states:
        return "a Surprised model uses no feats"
    if feat.ki > ki:
        return f"it costs {feat.ki} Ki and {ki} are left"
    active_allowed = side is bout.active and feat.step in bout.edition.active_feat_steps
    if feat.kind is FeatKind.ACTIVE and not active_allowed:
        return f"only an instant is allowed in step {feat.step}"
    return None
