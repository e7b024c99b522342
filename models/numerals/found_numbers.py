"""The numbers of packed crops as the reader of numerals finds them, and by how much they still stand turned.

Seen once, by a network that is done; layers that tell how a number stands, or which it is, then learn at many
times the pace of whole dice, and from places that are as wrong as those they will be shown.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import torch

from models.numerals.net import FACES, INPUT_PX, NUMBERED, TOO_SURE, UPRIGHT_PX, NumeralsNet
from models.numerals.places_by_number import places_by_number
from models.numerals.train import number_of, placed
from models.numerals.turns import turn_of
from models.training.packed import unpack
from models.training.shaken import as_input, moved, seen_at
from models.upright.pictures import UprightPictures
from models.upright.places import seen_places

LOOKS = 2
"""So often each die is cut out, as far off as a finder errs."""

AROUND, KEPT_PX = 1.5, 80
"""A kept picture shows so many times as much to each side as the reader is shown, so that it may be turned;
and its side, finer than that of the crop it is of, so that it may be sampled again."""

SAME_FACE = 0.25
"""A number found farther away than this, in half crops, is another face's."""

SIZE_ERROR, SLANT_ERROR, PLACE_ERROR, MOST_ERROR = 0.05, 0.03, 0.03, 2.5
"""Standard deviations of what is shaken on top, place in half pictures; and the most of it, in deviations."""

AT_ONCE = 512


class FoundNumbers(NamedTuple):
    """Kept pictures (N, 80, 80, 3) uint8 BGR and what is known of them, (N,) each.

    `off` is by how much the numbers still stand turned, in radians, `of_d20` says which are a d20's, the
    others a d6's, `numbers` which they are, 0 for the first, `held_out` which validate, and `clear` which
    can be read.
    """

    pictures: torch.Tensor
    off: torch.Tensor
    of_d20: torch.Tensor
    numbers: torch.Tensor
    held_out: torch.Tensor
    clear: torch.Tensor

    def of(self, some: torch.Tensor) -> "FoundNumbers":
        """Return some of them."""
        return FoundNumbers(*(column[some] for column in self))


def found_numbers(net: NumeralsNet, path: Path, random: torch.Generator) -> FoundNumbers:
    """Return the numbers of a file packed by `models.numerals.crops` that have a place.

    Where a set does not say the place, the network finds it, as `places_by_number` does.
    """
    data = unpack([path])
    labels, clear = torch.as_tensor(data["labels"]), torch.as_tensor(data["clear"])
    crops, places = torch.as_tensor(data["crops"]), torch.as_tensor(data["places"])
    unknown = clear & (labels < FACES) & ~placed(places)
    if unknown.any():
        places[unknown] = places_by_number(net, crops[unknown], number_of(labels[unknown]))
    asked = ((labels < FACES) & placed(places)).nonzero()[:, 0]
    top_view, held_out = torch.as_tensor(data["top_view"]), torch.as_tensor(data["held_out"])

    def looks() -> Iterator[FoundNumbers]:
        for part in [*asked.split(AT_ONCE)] * LOOKS:
            moves = moved(top_view[part], random, INPUT_PX / crops.shape[1], mirrored=False)
            crop, true = seen_at(moves, crops[part], INPUT_PX), seen_places(moves, places[part])
            pictures, found = _seen_by(net, crop)
            off = (turn_of(true) - turn_of(found) + torch.pi) % (2 * torch.pi) - torch.pi
            near = (true[:, :, 2] - found[:, :, 2]).norm(dim=1) < SAME_FACE
            of_d20, numbers = labels[part] < NUMBERED["d20"], number_of(labels[part])
            yield FoundNumbers(pictures, off, of_d20, numbers, held_out[part], clear[part]).of(near)

    return joined(list(looks()))


def joined(packs: list[FoundNumbers]) -> FoundNumbers:
    """Return the numbers of all packs."""
    return FoundNumbers(*(torch.cat(column) for column in zip(*packs, strict=True)))


def found_in(
    net: NumeralsNet, files: list[str], random: torch.Generator, *, clear_only: bool
) -> tuple[FoundNumbers, torch.Tensor]:
    """Return the numbers of FILE or FILE:WEIGHT, and how often each is to be drawn, (N,), as `drawn_from`."""
    packs, weights = [], []
    for file in files:
        path, _, weight = file.partition(":")
        pack = found_numbers(net, Path(path), random)
        packs.append(pack.of(pack.clear) if clear_only else pack)
        weights.append(float(weight or 1))
    return joined(packs), drawn_from(packs, weights)


def drawn_from(packs: list[FoundNumbers], weights: list[float]) -> torch.Tensor:
    """Return how often each number is to be drawn to learn from, (N,), each pack as often as it weighs."""
    shares = [
        weight * ~pack.held_out / (~pack.held_out).sum() for pack, weight in zip(packs, weights, strict=True)
    ]
    return torch.cat(shares)


def turned_by(
    turns: torch.Tensor, pictures: torch.Tensor, random: torch.Generator, farther: float = 1.0
) -> torch.Tensor:
    """Return kept pictures (N, 80, 80, 3) as the reader is shown them, (N, 3, 32, 32), a little off.

    Turned on the table by `turns` (N,), radians, from how they were kept, and seen from so much farther away.
    """
    count = len(pictures)

    def error(deviation: float) -> torch.Tensor:
        most = MOST_ERROR * deviation
        return (torch.randn(count, generator=random) * deviation).clamp(-most, most)

    wide, high, slant = torch.exp(error(SIZE_ERROR)), torch.exp(error(SIZE_ERROR)), error(SLANT_ERROR)
    off = torch.stack([torch.stack([wide, slant], dim=1), torch.stack([slant, high], dim=1)], dim=1)
    cosine, sine = torch.cos(turns), torch.sin(turns)
    back = torch.stack([torch.stack([cosine, sine], dim=1), torch.stack([-sine, cosine], dim=1)], dim=1)
    middle = torch.stack([error(PLACE_ERROR), error(PLACE_ERROR)], dim=1)
    places = torch.cat([farther * back @ off, middle[:, :, None]], dim=2)
    return UprightPictures(UPRIGHT_PX)(as_input(pictures), places / AROUND)


def _seen_by(net: NumeralsNet, crops: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the pictures to keep of crops (N, 3, 96, 96), and the places (N, 2, 3) that they are of."""
    with torch.no_grad():
        _, heat, cells = net.find(crops)
        flat, _ = net.likeliest_place(heat / TOO_SURE, cells)
        places, _ = net.standing_places(crops, flat)
    around = places * torch.tensor([AROUND, AROUND, 1.0])
    pictures = UprightPictures(KEPT_PX)(crops, around)
    return (pictures * 255).round().to(torch.uint8).permute(0, 2, 3, 1).contiguous(), places
