"""The rules: what is thrown, what follows from it. Knows no camera, no clock, no network, no chance."""

from resolver.dice import Dice, Roll, RollRejected
from resolver.procedure import (
    Answer,
    Choice,
    ChoiceRejected,
    Event,
    MissingData,
    Outcome,
    Procedure,
    Progress,
    Throw,
    choose,
    replay,
    throw,
)
from resolver.systems import SYSTEMS, System

__all__ = [
    "SYSTEMS",
    "Answer",
    "Choice",
    "ChoiceRejected",
    "Dice",
    "Event",
    "MissingData",
    "Outcome",
    "Procedure",
    "Progress",
    "Roll",
    "RollRejected",
    "System",
    "Throw",
    "choose",
    "replay",
    "throw",
]
