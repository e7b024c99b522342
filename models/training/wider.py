"""Give wider layers the weights of narrower ones, so that they say the same and can learn more.

Each new channel begins as the copy of an old one, chosen by chance, and what follows takes its share of each
copy (Net2Net, Chen, Goodfellow and Shlens, 2015). A little noise keeps copies from learning alike for ever.
"""

from collections.abc import Iterable

import torch
from torch import nn

NOISE = 0.1
"""Standard deviation of the noise on copied weights, as a share of their mean size."""


def widen(narrow: Iterable[nn.Module], wide: Iterable[nn.Module], copied: torch.Tensor) -> torch.Tensor:
    """Give layers that follow each other the weights of as many narrower ones; mutates `wide`.

    `copied` says which narrow channel each channel that goes in is a copy of, of linear layers which feature;
    the same of what comes out is returned. Convolutions, batch normalisations and linear layers are known;
    others have no weights. Raises ValueError for layers that are no match.
    """
    for old, new in zip(narrow, wide, strict=True):
        if type(old) is not type(new):
            raise ValueError(f"expected {type(old).__name__}, found {type(new).__name__}")
        if isinstance(old, nn.Conv2d | nn.Linear):
            copied = _widen_weights(old, new, copied)
        elif isinstance(old, nn.BatchNorm2d):
            for name, values in old.state_dict().items():
                new.state_dict()[name].copy_(values[copied] if values.dim() else values)
    return copied


def layers(network: nn.Module) -> list[nn.Module]:
    """Return the layers of a network that has no others in it, in their order."""
    return [layer for layer in network.modules() if not list(layer.children())]


def flattened(copied: torch.Tensor, cells: int) -> torch.Tensor:
    """Return which feature each one copies, where so many cells of each channel are laid out in a row."""
    return (copied[:, None] * cells + torch.arange(cells)).flatten()


def _widen_weights(
    old: nn.Conv2d | nn.Linear, new: nn.Conv2d | nn.Linear, copied: torch.Tensor
) -> torch.Tensor:
    go, more = old.weight.shape[0], new.weight.shape[0] - old.weight.shape[0]
    chosen = torch.cat([torch.arange(go), *(torch.randperm(go) for _ in range(-(-more // go)))])[: go + more]
    copies = torch.bincount(copied).float()[copied]
    weight = old.weight.detach()[chosen][:, copied]
    weight = weight / copies.view(-1, *(1,) * (weight.dim() - 2))
    weight[go:] += torch.randn_like(weight[go:]) * NOISE * weight.abs().mean()
    with torch.no_grad():
        new.weight.copy_(weight)
        if old.bias is not None and new.bias is not None:
            new.bias.copy_(old.bias[chosen])
    return chosen
