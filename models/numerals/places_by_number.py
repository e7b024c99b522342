"""Where the number on the top face lies in photographs that say which number it is, and no more.

Every number stands on a die once. So where a network, taught by rendered dice, reads the labelled number,
there is the top face; and photographs can teach what only rendered dice could say of themselves.
"""

import torch

from models.numerals.net import FAR, INPUT_PX, NumeralsNet
from models.training.shaken import as_input, middle

FACES_LOOKED_AT = 6
"""So many of the likeliest faces are read; further ones are seen from aside."""

LEAST_CHANCE = 0.8
"""A number less sure to be the labelled one tells no place."""


def places_by_number(net: NumeralsNet, packed: torch.Tensor, numbers: torch.Tensor) -> torch.Tensor:
    """Return places (N, 2, 3) in packed crops (N, P, P, 3) uint8 of their numbers (N,), 0 for the first.

    Zeros where the number is seen nowhere for sure.
    """
    net.eval()
    shown = as_input(middle(packed, INPUT_PX))
    with torch.no_grad():
        found = torch.cat(
            [_places(net, *part) for part in zip(shown.split(128), numbers.split(128), strict=True)]
        )
    return found * (INPUT_PX / packed.shape[1])


def _places(net: NumeralsNet, crops: torch.Tensor, numbers: torch.Tensor) -> torch.Tensor:
    _, heat, cells = net.find(crops)
    places = torch.zeros((len(crops), 2, 3))
    for _ in range(FACES_LOOKED_AT):
        flat, near = net.likeliest_place(heat, cells)
        place, share = net.standing_places(crops, flat)
        read = torch.softmax(net.number_in(net.shown(crops, place)), dim=1)
        chance = (share * read).gather(1, numbers[:, None])[:, 0]
        # The likelier face of two keeps it: the end of a 15 may be read as a 5.
        new = (chance > LEAST_CHANCE) & (places == 0).all(dim=2).all(dim=1)
        places = torch.where(new[:, None, None], place, places)
        heat = heat - near * FAR
    return places
