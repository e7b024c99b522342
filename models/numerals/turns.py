"""Which way a number stands: turns of flat places, and how they are told and learned."""

import torch
from torch import nn

TURNS = 24
"""Directions in which a number may stand, 15 degrees apart. Labels, not degrees: between two directions that
look alike there is none that would do for both."""

BESIDE = 2
"""Turns so many beside the likeliest one say the same direction."""


def standing(likely: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the likeliest direction (N, 2), cosine and sine, of turns (N, 24), and its chance (N, 1)."""
    best = likely.argmax(dim=1, keepdim=True)
    around = torch.cat([(best + TURNS + off) % TURNS for off in range(-BESIDE, BESIDE + 1)], dim=1)
    shares = likely.gather(1, around)
    angles = around * (2 * torch.pi / TURNS)
    towards = torch.stack([(shares * torch.cos(angles)).sum(1), (shares * torch.sin(angles)).sum(1)], dim=1)
    return nn.functional.normalize(towards, dim=1), shares.sum(dim=1, keepdim=True)


def turned(flat: torch.Tensor, directions: torch.Tensor) -> torch.Tensor:
    """Return places: what lies flat is turned on the table first, and then seen from aside."""
    cosine, sine = directions[:, :1], directions[:, 1:]
    turn = torch.stack([torch.cat([cosine, -sine], dim=1), torch.cat([sine, cosine], dim=1)], dim=1)
    return torch.cat([flat[:, :, :2] @ turn, flat[:, :, 2:]], dim=2)


def turn_of(places: torch.Tensor) -> torch.Tensor:
    """Return by how much numbers at places (N, 2, 3) are turned on the table, (N,), in radians."""
    return torch.atan2(places[:, 1, 0] - places[:, 0, 1], places[:, 0, 0] + places[:, 1, 1])


def direction(angle: torch.Tensor) -> torch.Tensor:
    """Return cosine and sine (N, 2) of angles (N,)."""
    return torch.stack([torch.cos(angle), torch.sin(angle)], dim=1)


def flattened(places: torch.Tensor) -> torch.Tensor:
    """Return the flat places of places: the same numbers, not turned."""
    return turned(places, direction(-turn_of(places)))


def turn_loss(turns: torch.Tensor, angle: torch.Tensor) -> torch.Tensor:
    """Return how far logits of turns (N, 24) are from angles (N,), radians, one number each."""
    # Both turns between which a number stands, each by how near it is.
    at = (angle * (TURNS / (2 * torch.pi))) % TURNS
    share = at - at.floor()
    log_turns = nn.functional.log_softmax(turns, dim=1)
    lower, upper = at.floor().long() % TURNS, (at.floor().long() + 1) % TURNS
    near = (1 - share) * log_turns.gather(1, lower[:, None])[:, 0]
    return -near - share * log_turns.gather(1, upper[:, None])[:, 0]
