"""The numeral reader's network: the crops of the dice of a picture in, one probability a label out.

It looks three times. First at the whole die: its kind, and where the number on its top face lies and how
slanted; the other dice of the picture help to tell which face that is. Then at that number alone, as from
straight above: which way it stands, and where exactly; where the way is in doubt, layers with more channels
look as well. Then at the number turned upright, in the two likeliest ways, where two sets of layers read it
that know nothing of the die; they learned apart, are shown more and less of what lies around, and misread
different numbers. So no numeral has to be learned in every turn and slant. Where a d20's number stays in
doubt, the three faces beside it are looked at in the same way, by one set. Where the top face was found at
last tells whether the die lies flat.
About 57 million multiplications a crop of 96x96, 25 for more channels, 22 for a second way, and 53 for faces
beside.
"""

from typing import NamedTuple

import torch
from torch import nn

from models.finder.net import block
from models.numerals.camera_height import CameraHeight
from models.numerals.faces_beside import FACES_BESIDE, FacesBeside, beside
from models.numerals.turns import BESIDE, TURNS, direction, flattened, standing, turn_loss, turn_of, turned
from models.training.bfloat16 import LearnsInBfloat16
from models.upright.corrections import corrected, correction_loss, corrections_of
from models.upright.pictures import UprightPictures
from models.upright.places import SAID, TOP_CELLS, cell_middles, misplaced, place_of

REFUSED = ("d4", "d8", "d10", "d12", "d100")
"""Kinds that are told apart and never read."""

NUMBERED = {"d20": 20, "d6n": 6}
"""Kinds whose number is read, and the highest; the lowest is 1."""

NUMBERS = max(NUMBERED.values())

LABELS = (
    *(f"{kind} {number}" for kind, highest in NUMBERED.items() for number in range(1, highest + 1)),
    *REFUSED,
    "pips",
    "cocked",
    "hidden",
    "no die",
)
"""Faces to accept, other kinds, dice with pips, which another network reads, and reasons to refuse."""

FACES = sum(NUMBERED.values())
"""The first labels: what may be accepted."""

INPUT_PX = 96
MARGIN = 1.25
"""The crop's side over the die's longer side, as for dice with pips."""

UPRIGHT_PX = 32
"""Side of the pictures of the number: about as fine as the crop is."""

WIDER = 2
"""Layers that are asked how doubtful numbers stand have so many times the channels of the others."""

SETS = {"number": "number_again", "numbers": "numbers_again"}
"""What the layers that read a number are called in the first set, and in the second, which only `two_sets`
brings: one network is trained with one."""

FARTHER = 1.12
"""The second set sees so much more around the number."""

TOO_SURE = 2.0
"""Heat is divided by it: of places on held-out dice the network is so much surer than it may be."""

TOO_UNSURE = 0.8
"""Logits of turns are divided by it: of held-out d20 directions given 0.8 to 0.9 were right in 0.94."""

FAR = 100.0
"""So much less heat leaves a cell no chance."""

SURE_WAY = 0.98
"""A number that stands in one direction with this chance is read in that one alone; else in the next, too."""

LEAST = 1e-9
"""Added to chances before their logarithms: rounding may leave nothing of them, or less."""

LIKELY_NUMBER, SURE_NUMBER = 0.4, 0.93
"""A d20's number with a chance between these is looked for on the faces beside it. Of 386 less likely ones
none came to 0.93 with their help, and an even choice of two is asked. Surer ones, asked too, change nothing
at 2 false in 1,000; asked from 0.90 or 0.87 on alone, false ones among the surest go unnoticed."""

LEAST_SEEN = 0.1
"""Faces beside raise no number that the top face itself shows with less than this: a face that cannot be read
is not guessed from those around it, as dice differ, and makers put signs in the place of numbers."""

ONE_PLACE = 0.25
"""Cells this near to each other, in half crops, say the same place; two faces' numbers lie further apart."""


class Told(NamedTuple):
    """Places (N, 2, 3) that training knows, and which crops are told middle and slant, and turn."""

    places: torch.Tensor
    flat: torch.Tensor
    turn: torch.Tensor


class Seen(NamedTuple):
    """What training needs of one pass: logits (N, labels), heat (N, 144), cells (N, 5, 144), turns (N, 24).

    `heat` are logits of which cell of the map holds the number's middle. `cells` say of a number there its
    middle (2) and what slant makes of a circle (3). `turns` are logits of how it stands, seen at the places
    `flat` (N, 2, 3), and `corrections` (N, 5) say by how much those are off, as `corrected` wants it.
    """

    logits: torch.Tensor
    heat: torch.Tensor
    cells: torch.Tensor
    flat: torch.Tensor
    turns: torch.Tensor
    corrections: torch.Tensor


class NumeralsNet(nn.Module):
    """(N, 3, 96, 96) in 0..1 -> logarithms of probabilities (N, 35).

    A place maps the upright picture, -1..1 to the right and down, into the crop, -1..1 likewise. A flat place
    does so for a number that stands straight up in the crop: it says middle and slant alone.
    """

    def __init__(self) -> None:
        super().__init__()
        self.near = LearnsInBfloat16(
            block(3, 16, 2),
            block(16, 32, 2),
            block(32, 32),
            block(32, 64, 2),
            block(64, 64),
        )  # (N, 64, 12, 12)
        self.far = LearnsInBfloat16(block(64, 96, 2), block(96, 96), block(96, 128, 2))  # (N, 128, 3, 3)
        self.turn, self.turn_doubtful = turn_layers(), turn_layers(WIDER)
        self.ways, self.ways_doubtful = nn.Linear(64 * 16, TURNS), nn.Linear(WIDER * 64 * 16, TURNS)
        self.nearer = nn.Linear(64 * 16, SAID)
        nn.init.zeros_(self.nearer.weight)
        nn.init.zeros_(self.nearer.bias)
        self.number, self.number_again = number_layers(), number_layers()  # (N, 96, 4, 4)
        self.drop = nn.Dropout(0.2)
        # How slanted a number lies is seen where it is; whether it is the top one, only from the whole die.
        self.here = nn.Sequential(block(64, 64), nn.Conv2d(64, 1 + SAID, 1))
        self.top = nn.Linear(128 * 9, TOP_CELLS * TOP_CELLS)
        # What kind of die it is, and whether one, both looks say; its number is that of the last look alone,
        # the same on every kind, so that pictures of numbers without a die teach it as well.
        self.kinds = nn.Linear(128 * 9 + 96 * 16, len(NUMBERED) + len(LABELS) - FACES)
        self.numbers, self.numbers_again = nn.Linear(96 * 16, NUMBERS), nn.Linear(96 * 16, NUMBERS)
        self.shown = UprightPictures(UPRIGHT_PX)
        self.register_buffer("middles", cell_middles(), False)
        self.height = CameraHeight(self.middles[0, :TOP_CELLS])
        off = (self.middles.T[:, None] - self.middles.T).norm(dim=2)
        self.register_buffer("together", (off < ONE_PLACE).float(), False)
        apart = (torch.arange(TURNS)[:, None] - torch.arange(TURNS)) % TURNS
        self.register_buffer("other_ways", (torch.minimum(apart, TURNS - apart) > BESIDE).float(), False)
        self.beside = FacesBeside()
        self.register_buffer("any_number", any_number(), False)
        of_cubes = [int(label.startswith("d6n")) for label in LABELS]
        self.register_buffer("kind_of", torch.tensor(of_cubes), False)

    def forward(self, crops: torch.Tensor, centres: torch.Tensor | None = None) -> torch.Tensor:
        """Return the logarithms of the labels' probabilities: what is read in each way, by its chance.

        With `centres` (N, 2), as `CameraHeight` wants them, the crops are the dice of one picture.

        In what is left of the chances any number of the kind may lie on top: a number that is clear to read
        is none to be sure of while another face may be the top one, or while it may stand otherwise.
        """
        die, heat, cells = self.find(crops)
        heat = heat / TOO_SURE
        if centres is not None:
            heat = self.height(heat, centres)
        flat, near = self.likeliest_place(heat, cells)
        chance = (torch.softmax(heat, dim=1) * near).sum(dim=1, keepdim=True)
        turns, corrections = self.stand(crops, flat)
        flat = corrected(flat, corrections)
        ways = self.told_ways(crops, flat, torch.softmax(turns / TOO_UNSURE, dim=1))
        kinds, numbers, share, places = self.read_standing(crops, die, flat, ways)
        doubtful = (share[:, 0] < SURE_WAY).nonzero()[:, 0]
        others = (ways * self.other_ways[ways.argmax(dim=1)])[doubtful]
        *again, _ = self.read_standing(crops[doubtful], die[doubtful], flat[doubtful], others)
        kinds, numbers, share = (
            first.index_put((doubtful,), second, accumulate=True)
            for first, second in zip((kinds, numbers, share), again, strict=True)
        )
        # A 6 looks like a 9 the other way up, which no cube bears: a way in which no number of the kind is
        # read is hardly the one in which it stands.
        numbers = numbers + (1 - share).clamp(min=0) / NUMBERS
        read = labelled((kinds + LEAST).log(), (numbers + LEAST).log()).exp()
        read = self.told_beside(crops, places, read)
        if centres is not None:
            lies_flat = self.height.lies_flat(flat[:, :, 2], kinds[:, 0] < kinds[:, 1], centres)
            chance = chance * lies_flat[:, self.kind_of]
        return (chance * read + (1 - chance) * (read @ self.any_number) + LEAST).log()

    def told_ways(self, crops: torch.Tensor, flat: torch.Tensor, ways: torch.Tensor) -> torch.Tensor:
        """Return the chances (N, 24) of how numbers stand, with what more channels see of doubtful ones."""
        _, share = standing(ways)
        asked = (share[:, 0] < SURE_WAY).nonzero()[:, 0]
        seen = self.ways_doubtful(self.turn_doubtful(self.shown(crops[asked], flat[asked])))
        told = ((ways[asked] + LEAST).log() + torch.log_softmax(seen, dim=1)) / 2
        return ways.index_put((asked,), torch.softmax(told, dim=1))

    def read_standing(
        self, crops: torch.Tensor, die: torch.Tensor, flat: torch.Tensor, ways: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
        """Return kinds (N, 11) and numbers (N, 20) as read in the likeliest way, times its chance (N, 1).

        That chance and the places (N, 2, 3) where they were read come after them.
        """
        directions, share = standing(ways)
        places = turned(flat, directions)
        kinds, numbers = self.read(crops, die, places)
        return share * torch.softmax(kinds, dim=1), share * torch.softmax(numbers, dim=1), share, places

    def told_beside(self, crops: torch.Tensor, places: torch.Tensor, read: torch.Tensor) -> torch.Tensor:
        """Return the labels' chances (N, 35), with what faces beside it say of a d20's doubtful number."""
        numbers = read[:, :NUMBERS]
        d20 = numbers.sum(dim=1)
        best = numbers.max(dim=1).values
        asked = ((best > LIKELY_NUMBER) & (best < SURE_NUMBER)).nonzero()[:, 0]
        faces = beside(places[asked]).flatten(0, 1)
        said = self.read_alone(crops[asked].repeat_interleave(FACES_BESIDE, dim=0), faces)
        likely = self.beside(said.unflatten(0, (-1, FACES_BESIDE)))
        shown = numbers[asked] >= LEAST_SEEN * d20[asked, None]
        told = numbers[asked] * torch.where(shown, likely, likely.clamp(max=1))
        told = told * (d20[asked] / told.sum(dim=1))[:, None]
        return torch.cat([numbers.index_put((asked,), told), read[:, NUMBERS:]], dim=1)

    def read_alone(self, crops: torch.Tensor, flat: torch.Tensor) -> torch.Tensor:
        """Return the chances of numbers (N, 20) at flat places as they stand likeliest, else of any."""
        places, share = self.standing_places(crops, flat)
        # Asked here as well, the second set brings nothing but work.
        numbers = self.number_in(self.shown(crops, places))
        return share * torch.softmax(numbers, dim=1) + (1 - share) / NUMBERS

    def look(self, crops: torch.Tensor, told: Told) -> Seen:
        """Return what training needs; where places are told, numbers are looked at there."""
        die, heat, cells = self.find(crops)
        flat = place_of(heat, cells).detach()
        flat = torch.where(told.flat[:, None, None], flattened(told.places), flat)
        turns, corrections = self.stand(crops, flat)
        nearer = corrected(flat, corrections.detach())
        directions, _ = standing(torch.softmax(turns.detach(), dim=1))
        directions = torch.where(told.turn[:, None], direction(turn_of(told.places)), directions)
        logits = labelled(*self.read_once(crops, die, turned(nearer, directions)))
        return Seen(logits, heat, cells, flat, turns, corrections)

    def find(self, crops: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Return the die's features (N, 1152), and heat and cells as in `Seen`."""
        near = self.near(crops)
        die = self.far(near).flatten(1)
        here = self.here(near).flatten(2)
        heat = here[:, 0] + self.top(die)
        return die, heat, torch.cat([here[:, 1:3] + self.middles, here[:, 3:]], dim=1)

    def likeliest_place(self, heat: torch.Tensor, cells: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the flat places (N, 2, 3) that the likeliest cells say, and which say the same, (N, 144)."""
        near = self.together[heat.argmax(dim=1)]
        return place_of(heat + (near - 1) * FAR, cells), near

    def standing_places(self, crops: torch.Tensor, flat: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the places (N, 2, 3) of numbers at flat places, corrected and as they stand likeliest.

        The chance of that way (N, 1) comes with them.
        """
        turns, corrections = self.stand(crops, flat)
        directions, share = standing(torch.softmax(turns / TOO_UNSURE, dim=1))
        return turned(corrected(flat, corrections), directions), share

    def stand(self, crops: torch.Tensor, flat: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits (N, 24) of how numbers at flat places stand, and corrections (N, 5) of those."""
        return self.stands(self.shown(crops, flat))

    def stands(self, shown: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return what `stand` does of the pictures (N, 3, 32, 32) of flat places."""
        look = self.turn(shown)
        return self.ways(look), self.nearer(look)

    def read(
        self, crops: torch.Tensor, die: torch.Tensor, places: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits of kinds (N, 11), and of numbers (N, 20), the mean of what both sets read."""
        kinds, numbers = self.read_once(crops, die, places)
        around = torch.cat([FARTHER * places[:, :, :2], places[:, :, 2:]], dim=2)
        again = self.numbers_again(self.number_again(self.shown(crops, around)).flatten(1))
        return kinds, (torch.log_softmax(numbers, dim=1) + torch.log_softmax(again, dim=1)) / 2

    def read_once(
        self, crops: torch.Tensor, die: torch.Tensor, places: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits of kinds (N, 11), by die and number, and of numbers (N, 20), by the first set."""
        number = self.number(self.shown(crops, places)).flatten(1)
        kinds = self.kinds(self.drop(torch.cat([die, number], dim=1)))
        return kinds, self.numbers(self.drop(number))

    def number_in(self, upright: torch.Tensor) -> torch.Tensor:
        """Return logits (N, 20) of the numbers in upright pictures (N, 3, 32, 32), by the first set."""
        return self.numbers(self.drop(self.number(upright).flatten(1)))


def turn_layers(wider: int = 1) -> LearnsInBfloat16:
    """Return layers that see how a number stands, (N, 3, 32, 32) -> (N, wider * 1024)."""
    return LearnsInBfloat16(
        block(3, wider * 24),
        block(wider * 24, wider * 32, 2),
        block(wider * 32, wider * 64, 2),
        block(wider * 64, wider * 64),
        block(wider * 64, wider * 64, 2),
        nn.Flatten(),
    )


def number_layers() -> LearnsInBfloat16:
    """Return layers that read upright pictures of numbers, (N, 3, 32, 32) -> (N, 96, 4, 4)."""
    return LearnsInBfloat16(
        block(3, 24),
        block(24, 32, 2),
        block(32, 48),
        block(48, 64, 2),
        block(64, 64),
        block(64, 96, 2),
    )


def labelled(kinds: torch.Tensor, numbers: torch.Tensor) -> torch.Tensor:
    """Return logarithms of probabilities (N, 35) by logits of kinds (N, 11) and of numbers (N, 20)."""
    kinds = torch.log_softmax(kinds, dim=1)
    read = [
        kinds[:, index : index + 1] + torch.log_softmax(numbers[:, :highest], dim=1)
        for index, highest in enumerate(NUMBERED.values())
    ]
    return torch.cat([*read, kinds[:, len(NUMBERED) :]], dim=1)


def any_number() -> torch.Tensor:
    """Return (labels, labels): each label's chance spread evenly over all numbers of its kind."""
    kinds = [label.split()[0] for label in LABELS]
    of_kind = torch.tensor([[float(one == other) for other in kinds] for one in kinds])
    return of_kind / of_kind.sum(dim=1, keepdim=True)


def place_loss(seen: Seen, places: torch.Tensor) -> torch.Tensor:
    """Return how far what is seen is from places (N, 2, 3), one number a crop."""
    flat = flattened(places)
    nearer = correction_loss(seen.corrections, corrections_of(seen.flat, flat))
    return misplaced(seen.heat, seen.cells, flat) + nearer + turn_loss(seen.turns, turn_of(places))


class NumeralsGraph(nn.Module):
    """What is exported: dice of one picture -> calibrated probabilities (N, 35).

    Crops (N, 96, 96, 3) uint8 BGR, and `centres` (N, 2) where they lie, as `CameraHeight` wants them.
    """

    def __init__(self, net: NumeralsNet, temperature: float, biases: torch.Tensor) -> None:
        super().__init__()
        self.net = net
        self.temperature = temperature
        self.register_buffer("biases", biases)

    def forward(self, crops: torch.Tensor, centres: torch.Tensor) -> torch.Tensor:
        logits = self.net(crops.permute(0, 3, 1, 2).float() / 255.0, centres)
        return torch.softmax(logits / self.temperature + self.biases, dim=1)
