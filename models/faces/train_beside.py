"""Teach a reader of pips dice that it misreads, and keep what it says of all others.

    python -m models.faces.train_beside --taught work/swirled.npz --kept work/crops.npz \\
        --other-kinds work/numerals.npz --before work/faces.pt --out work/beside.pt --minutes 60

For the reader that is asked about every crop and for that of doubtful faces. Of what is taught the labels
count; of what is kept also what the reader said before in the same light and pose, wherever that was right.
How dice stand to the camera, or where their top faces lie, it is to say as before of all. So a sort of dice
is learned without all that was ever rendered, and little else is forgotten.
"""

from pathlib import Path
from typing import Annotated, NamedTuple

import torch
import typer
from torch.nn.functional import cross_entropy, kl_div, log_softmax, smooth_l1_loss

from models.faces.closer import CloserFacesNet, nearer, with_faces_of
from models.faces.crops import PACKED_PX
from models.faces.net import FACES, INPUT_PX, LABELS, StandingFacesNet
from models.faces.saved import net_of
from models.faces.train import BATCH, SEED, SMOOTHING, in_other_light, mistaken
from models.training.learning import HIGHEST_RATE, Learning, seeded
from models.training.packed import crops_in, unpack
from models.training.shaken import held_out_report, moved
from models.upright.places import place_of

Reader = StandingFacesNet | CloserFacesNet

ONE_PIP, OTHER_FACES, NO_FACES = 0.07, 0.11, 0.07
"""Shares of a batch that are taught: a swirl around a single pip passes for an emblem most of all."""

KEPT_ONE_PIP, KEPT_FACES, EMBLEMS, OTHER_KINDS, KEPT_REST = 0.11, 0.27, 0.1, 0.1, 0.17
"""Shares that are kept: emblems and other kinds are what a single pip is mistaken for."""

MISTAKEN_WEIGHT = 2.0
"""Within its share a crop whose label is given no chance is drawn so much more often."""

AS_BEFORE, RIGHT, OTHER_KINDS_RIGHT, PLACED_AS_BEFORE = 3.0, 1.0, 1.5, 6.0
"""How much it counts to say of what is kept the same as before, and what is right, and that of other kinds;
and of all how dice stand, or where their top faces lie, as before.
"""


class Said(NamedTuple):
    """What a reader says of crops: logarithms of the labels' chances (N, 10), how dice stand (N, 3) or where
    their top faces lie (N, 2, 3), logits by the whole crop (N, 10), and of faces (N, 6) if it looks closer.
    """

    labels: torch.Tensor
    placed: torch.Tensor
    whole: torch.Tensor
    closer: torch.Tensor | None


def train(
    taught: Annotated[list[Path], typer.Option(help="Packed by models.faces.crops: learn their labels")],
    kept: Annotated[list[Path], typer.Option(help="Packed so, too: go on saying the same of them")],
    other_kinds: Annotated[
        list[Path], typer.Option(help="Packed so, too: kept, and told from d6 more surely")
    ],
    before: Annotated[Path, typer.Option(help="Checkpoint of the reader as it is")],
    out: Annotated[Path, typer.Option(help="Checkpoint")],
    minutes: float = 60.0,
    start: Annotated[Path | None, typer.Option(help="Go on from this checkpoint, not that one")] = None,
    rate: Annotated[float, typer.Option(help="Highest learning rate")] = HIGHEST_RATE / 5,
    threads: int = 1,
    seed: int = SEED,
) -> None:
    """Train for a given time; write the averaged weights and how each set's held-out crops are read."""
    random = seeded(seed, threads)
    data = unpack([*taught, *other_kinds, *kept])
    pictures, labels = torch.as_tensor(data["crops"]), torch.as_tensor(data["labels"])
    top_view = torch.as_tensor(data["top_view"])
    place, taught_end = torch.arange(len(labels)), crops_in(taught)
    is_taught = place < taught_end
    of_others = ~is_taught & (place < taught_end + crops_in(other_kinds))
    is_other = of_others & (labels == LABELS.index("unsupported"))
    as_it_is, net = reader_of(before), reader_of(start or before)
    as_it_is.eval()
    hard = mistaken(net, pictures, labels, MISTAKEN_WEIGHT) * ~torch.as_tensor(data["held_out"])
    chance = drawn(labels, is_taught, is_other, hard)
    learning = Learning(net, minutes, rate, seed)
    for _ in learning.steps():
        picked = torch.multinomial(chance, BATCH, replacement=True, generator=random)
        moves = moved(top_view[picked], random, INPUT_PX / PACKED_PX, mirrored=True, squeezed=True)
        shown = in_other_light(moves, pictures[picked], random)
        loss = loss_beside(net, as_it_is, shown, labels[picked], is_taught[picked], is_other[picked])
        learning.learn(loss)
        if learning.is_time_to_check(times=6, first=300):
            learning.tell(f"loss {loss.item():.3f} {held_out_report(learning.average, data, INPUT_PX)}")
            learning.save(out)
    learning.tell(held_out_report(learning.average, data, INPUT_PX))
    learning.save(out)


def reader_of(checkpoint: Path) -> Reader:
    """Return a checkpoint's reader; one that neither tells how dice stand nor looks closer is none."""
    net = net_of(torch.load(checkpoint)["net"])
    if not isinstance(net, StandingFacesNet | CloserFacesNet):
        raise typer.BadParameter(f"{checkpoint}: trained neither by train_stance nor by train_closer")
    net.to(memory_format=torch.channels_last)
    return net


def drawn(
    labels: torch.Tensor, is_taught: torch.Tensor, is_other: torch.Tensor, weights: torch.Tensor
) -> torch.Tensor:
    """Return the chance of each crop: sorts have their shares of a batch, within each weights (N,) decide.

    `is_other` is a die of another kind that is kept; what validates has no weight.
    """
    face, one_pip = labels < FACES, labels == LABELS.index("1")
    unsupported = labels == LABELS.index("unsupported")
    sorts = (
        (is_taught & one_pip, ONE_PIP),
        (is_taught & face & ~one_pip, OTHER_FACES),
        (is_taught & ~face, NO_FACES),
        (~is_taught & one_pip, KEPT_ONE_PIP),
        (~is_taught & face & ~one_pip, KEPT_FACES),
        (~is_taught & unsupported & ~is_other, EMBLEMS),
        (is_other, OTHER_KINDS),
        (~is_taught & ~face & ~unsupported, KEPT_REST),
    )
    chance = torch.zeros(len(labels), dtype=torch.float64)
    for sort, share in sorts:
        of_sort = weights * sort
        chance += share * of_sort / of_sort.sum().clamp(min=1)
    return chance


def loss_beside(
    net: Reader,
    before: Reader,
    shown: torch.Tensor,
    labels: torch.Tensor,
    is_taught: torch.Tensor,
    is_other: torch.Tensor,
) -> torch.Tensor:
    """Return how wrong a network is, and how far from what was said before of what is not taught.

    Of crops (N, 3, 48, 48) with labels (N,); gradients flow into `net` alone. What was said falsely before
    is not to be said again.
    """
    with torch.no_grad():
        was = said_of(before, shown)
    if isinstance(net, StandingFacesNet):
        # What it says of how dice stand is compared, and is not to be guessed with features left out.
        net.stance.eval()
    says = said_of(net, shown)
    wrong = _wrong(says, labels)
    off = kl_div(says.labels, was.labels.exp(), reduction="none").sum(dim=1)
    off = off * (was.labels.argmax(dim=1) == labels)
    right = torch.where(is_other, OTHER_KINDS_RIGHT, RIGHT)
    loss = torch.where(is_taught, wrong, AS_BEFORE * off + right * wrong).mean()
    placed = smooth_l1_loss(says.placed, was.placed, reduction="none").flatten(1).mean(dim=1)
    if says.closer is not None:
        placed = placed * (labels < FACES)  # Where the top face lies of what shows none may be anything.
    return loss + PLACED_AS_BEFORE * placed.mean()


def said_of(net: Reader, crops: torch.Tensor) -> Said:
    """Return what a reader says of crops (N, 3, 48, 48)."""
    near = net.near(crops)
    far = net.far(near)
    whole = net.labelled(far)
    if isinstance(net, StandingFacesNet):
        return Said(log_softmax(whole, 1), net.stance(near, far), whole, None)
    flat = place_of(*net.find(near, far))
    flat = nearer(flat, net.correct(crops, flat))
    closer = net.read(crops, flat.detach())
    return Said(with_faces_of(whole, closer), flat, whole, closer)


def _wrong(says: Said, labels: torch.Tensor) -> torch.Tensor:
    """Return how wrong a reader is of each crop; one that looks closer by both looks, each and together."""
    together = _unlikely(says.labels, labels)
    if says.closer is None:
        return together
    face = labels < FACES
    closer = torch.zeros_like(together)
    closer[face] = _unlikely(says.closer[face], labels[face])
    return (together + _unlikely(says.whole, labels) + closer) / 2


def _unlikely(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    return cross_entropy(logits, labels, label_smoothing=SMOOTHING, reduction="none")


if __name__ == "__main__":
    typer.run(train)
