"""How a die stands to the camera, as its top face shows: what training asks for, worked out from packed maps.

Seen from afar a die's box is symmetric about its middle, so the way from there to the middle of the top face
is half the upright edge as the camera sees it; and how the top square is shortened says the same once more,
without saying which way it leans.
"""

import torch

STANCE = 5
"""Numbers a die: the upright direction to the right and down, 1 long when it lies across the view; then how
the top square is shortened: rows against columns, and one diagonal against the other; last, as a logarithm,
by how much the network thinks that these are off."""

SUREST, UNSUREST = -4.5, 0.0
"""Bounds of that logarithm."""

LEAST_SHARE = 0.01
"""Part of the packed crop that a top face covers at least if it is to say anything."""

MOST_UPRIGHT = 1.05
"""A longer one comes from a box that the picture's edge cuts off."""


def stance_loss(guessed: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    """Return how far stances (N, 5) are from known ones (N, 4), (N,): less where the network said so itself.

    The logarithm of a Laplace distribution, whose width is learned with it.
    """
    width = guessed[:, 4].clamp(SUREST, UNSUREST)
    return (guessed[:, :4] - wanted).abs().mean(dim=1) * torch.exp(-width) + width


def stance_of(tops: torch.Tensor, places: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return stances (N, 4), and which of them are known (N,), of packed maps (N, P, P) uint8.

    `places` (N, 2, 3) say where the pixels of what is shown lie in the packed crops, as `moved` draws them.
    """
    shares = tops.float() / 255
    area = shares.sum(dim=(1, 2)).clamp(min=1e-6)
    size = tops.shape[1]
    along = (torch.arange(size) + 0.5) * (2 / size) - 1
    middle = torch.stack([(shares.sum(dim=1) @ along) / area, (shares.sum(dim=2) @ along) / area], dim=1)
    xx = (shares.sum(dim=1) @ along**2) / area - middle[:, 0] ** 2
    yy = (shares.sum(dim=2) @ along**2) / area - middle[:, 1] ** 2
    xy = torch.einsum("nij,i,j->n", shares, along, along) / area - middle[:, 0] * middle[:, 1]
    spread = torch.stack([torch.stack([xx, xy], dim=1), torch.stack([xy, yy], dim=1)], dim=1)
    back = torch.linalg.inv(places[:, :, :2])
    # A square's spread is a third of its half edges' squares; so are all squares seen aslant.
    square = 3 * back @ spread @ back.transpose(1, 2)
    total = square[:, 0, 0] + square[:, 1, 1]
    straight = (square[:, 0, 0] - square[:, 1, 1]) / total.clamp(min=1e-6)
    aslant = 2 * square[:, 0, 1] / total.clamp(min=1e-6)
    # The longer half axis is not shortened: it is half an edge.
    edge = (total / 2 * (1 + torch.sqrt(straight**2 + aslant**2))).clamp(min=1e-6).sqrt()
    upright = (back @ middle[:, :, None])[:, :, 0] / edge[:, None]
    known = (shares.mean(dim=(1, 2)) > LEAST_SHARE) & (upright.norm(dim=1) < MOST_UPRIGHT)
    return torch.cat([upright, straight[:, None], aslant[:, None]], dim=1), known
