"""Train the network that compares dice with colours, on packed sessions of four groups.

    python -m models.matching.train --crops work/sessions.npz --out work/matching.pt --minutes 20

`models.colours.pack` packs them. Dice are asked whether they have their own colours, those of another group
in the same light, or a stranger's, all a little off, as they are when the program finds light and groups.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
import torch
import typer
from torch.nn.functional import binary_cross_entropy_with_logits

from models.colours.net import INPUT_PX, roots
from models.colours.train import shaken
from models.matching.net import MatchingNet
from models.rendering.scenes.scene import FOUR_GROUPS
from models.training.learning import HIGHEST_RATE, Learning, seeded
from models.training.packed import unpack
from models.training.shaken import as_input, middle

BATCH = 192
SEED = 67
OWN, OTHERS = 0.4, 0.4
"""Shares of the colours asked about that are the die's own, and another group's; the rest are strangers'."""
OTHER_MARKS, OTHER_BODY = 0.7, 0.6
"""Of strangers' colours, how often marks are another die's, and how often the body is; some are both."""
LIGHT_OFF, LAMP_OFF, GREY_OFF, COLOUR_OFF = 0.06, 0.025, 0.04, 0.025
"""How far off what is asked is, in cube roots of light: shares of both colours and of each channel, and what
is added to each colour, as a mirrored wall does, and to each of its channels. Of the groups of 200 sessions
one in ten had a body that was off by 0.09, one in fifty by 0.15."""
WORSE = 0.5
"""Some is more off than other: the spread of how much, as a logarithm."""
LEAST_APART = 0.12
"""Others' colours that are nearer to the die's own are not asked about: nobody could tell them apart."""
FALSE_SHARE = 0.002
"""Of others' groups, how many may pass for the own one where it is told how many of these do."""


@dataclass(frozen=True, slots=True)
class Dice:
    """Crops (N, P, P, 3) uint8, BGR light of body and marks (N, 2, 3), the place of their group among
    FOUR_GROUPS (N,), -1 for none, and what the groups look like in the light of each, (N, 4, 2, 3), nan where
    none is seen.
    """

    crops: torch.Tensor
    colours: torch.Tensor
    groups: torch.Tensor
    looks: torch.Tensor

    def of(self, which: torch.Tensor) -> "Dice":
        """Return some of them, by their places or as booleans."""
        return Dice(self.crops[which], self.colours[which], self.groups[which], self.looks[which])


def train(
    crops: Annotated[list[Path], typer.Option(help="Packed by models.colours.pack; may be given again")],
    out: Annotated[Path, typer.Option(help="Checkpoint")],
    minutes: float = 20.0,
    start: Annotated[Path | None, typer.Option(help="Go on from this checkpoint")] = None,
    rate: Annotated[float, typer.Option(help="Highest learning rate; half of it to go on")] = HIGHEST_RATE,
    threads: int = 1,
    seed: int = SEED,
) -> None:
    """Train for a given time; write the averaged weights and how well dice are told from others."""
    random = seeded(seed, threads)
    learn, validate = dice_of(unpack(crops))
    net = MatchingNet().to(memory_format=torch.channels_last)
    if start is not None:
        net.load_state_dict(torch.load(start)["net"])
    learning = Learning(net, minutes, rate, seed)
    for _ in learning.steps():
        some = learn.of(torch.randint(len(learn.crops), (BATCH,), generator=random))
        asked, is_own = questions(some, random)
        views, asked = shaken(some.crops, asked, random)
        known = ~asked.isnan().flatten(1).any(1)
        told = net(views[known].contiguous(memory_format=torch.channels_last), roots(asked[known]))
        loss = binary_cross_entropy_with_logits(told, is_own[known])
        learning.learn(loss)
        if learning.is_time_to_check(times=12, first=300):
            figures = validation(learning.average, validate)
            learning.tell(f"loss {loss.item():.4f} {figures}")
            learning.save(out, validation=figures)
    figures = validation(learning.average, validate)
    learning.tell(str(figures))
    learning.save(out, validation=figures)


def dice_of(data: Mapping[str, np.ndarray]) -> tuple[Dice, Dice]:
    """Return packed dice of groups to learn from, and those held out.

    Groups look as their dice of the same picture do on average. Pictures of groups alone are in one light,
    but for the camera's whims, so they are taken together.
    """
    colours = data["colours"][..., ::-1].astype(np.float32)
    groups = data["groups"].astype(np.int64)
    is_game = data["pictures"] == len(FOUR_GROUPS)
    _, light = np.unique(data["seeds"].astype(np.int64) * 2 + is_game, return_inverse=True)
    looks = np.full((light.max() + 1, len(FOUR_GROUPS), 2, 3), np.nan, np.float32)
    for group in range(len(FOUR_GROUPS)):
        of_group = groups == group
        count = np.bincount(light[of_group], minlength=len(looks))[:, None, None]
        total = np.zeros((len(looks), 2, 3))
        np.add.at(total, light[of_group], colours[of_group])
        looks[:, group] = np.where(count > 0, total / count.clip(1), np.nan)
    dice = Dice(*map(torch.as_tensor, (data["crops"], colours, groups, looks[light])))
    held_out = torch.as_tensor(data["held_out"])
    return dice.of(~held_out & (dice.groups >= 0)), dice.of(held_out & (dice.groups >= 0))


def questions(dice: Dice, random: torch.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    """Return what to ask dice about, (N, 2, 3) light, nan where that is unknown, and which are their own."""
    count = len(dice.crops)
    each = torch.arange(count)
    of_group = torch.rand(count, 1, 1, generator=random) < 0.5
    own = torch.where(of_group, dice.looks[each, dice.groups], dice.colours)
    step = torch.randint(1, len(FOUR_GROUPS), (count,), generator=random)
    others = dice.looks[each, (dice.groups + step) % len(FOUR_GROUPS)]
    strangers = dice.colours.clone()
    theirs = dice.colours[torch.randperm(count, generator=random)]
    drawn = torch.rand(count, generator=random)
    strangers[drawn < OTHER_MARKS, 1] = theirs[drawn < OTHER_MARKS, 1]
    strangers[drawn > 1 - OTHER_BODY, 0] = theirs[drawn > 1 - OTHER_BODY, 0]
    kind = torch.rand(count, generator=random)
    is_own, is_others = kind < OWN, (kind >= OWN) & (kind < OWN + OTHERS)
    asked = torch.where(is_own[:, None, None], own, torch.where(is_others[:, None, None], others, strangers))
    apart = (roots(asked) - roots(dice.colours)).abs().amax((1, 2))
    asked[~is_own & (apart < LEAST_APART)] = float("nan")
    return off(asked, random), is_own.float()


def off(colours: torch.Tensor, random: torch.Generator) -> torch.Tensor:
    """Return light (N, 2, 3) as far off as the program knows it."""
    count = len(colours)

    def spread(deviation: float, *shape: int) -> torch.Tensor:
        return torch.randn(count, *shape, generator=random) * deviation

    worse = torch.exp(spread(WORSE, 1, 1))
    shares = torch.exp(worse * (spread(LIGHT_OFF, 1, 1) + spread(LAMP_OFF, 1, 3)))
    added = worse * (spread(GREY_OFF, 2, 1) + spread(COLOUR_OFF, 2, 3))
    return (roots(colours) * shares + added).clamp(min=0) ** 3


def validation(net: torch.nn.Module, dice: Dice) -> dict[str, float]:
    """Return `shares_told` of held-out dice, asked about the groups of their pictures."""
    net.eval()
    with torch.no_grad():
        told = [
            net(
                as_input(middle(part, INPUT_PX)).repeat_interleave(len(FOUR_GROUPS), 0),
                roots(asked).flatten(0, 1),
            )
            for part, asked in zip(dice.crops.split(64), dice.looks.nan_to_num().split(64), strict=True)
        ]
    return shares_told(torch.cat(told).reshape(-1, len(FOUR_GROUPS)), dice)


def shares_told(told: torch.Tensor, dice: Dice) -> dict[str, float]:
    """Return how often the own group has the highest of logits (N, 4), and how many of these are higher than
    all but `FALSE_SHARE` of the others'.
    """
    known = ~dice.looks.isnan().flatten(2).any(2)
    is_own = torch.nn.functional.one_hot(dice.groups, len(FOUR_GROUPS)).bool()
    highest = told.masked_fill(~known, -torch.inf).argmax(1) == dice.groups
    bound = told[known & ~is_own].quantile(1 - FALSE_SHARE)
    return {
        "own_group_likeliest": round(float(highest.float().mean()), 4),
        "own_at_2_false_in_1000": round(float((told[is_own] > bound).float().mean()), 4),
    }


if __name__ == "__main__":
    typer.run(train)
