"""The networks of checkpoints: which reader of faces their weights belong to."""

from collections.abc import Mapping

import torch

from models.faces.closer import CloserFacesNet
from models.faces.net import WIDE, FacesNet, StandingFacesNet


def net_of(weights: Mapping[str, torch.Tensor]) -> FacesNet:
    """Return the network that a checkpoint's weights belong to, with these weights."""
    parts = {name.partition(".")[0] for name in weights}
    if "stance" in parts:
        net: FacesNet = StandingFacesNet()
    else:
        net = CloserFacesNet() if "closer" in parts else FacesNet(WIDE)
    net.load_state_dict(weights)
    return net
