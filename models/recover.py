"""Make a checkpoint of exported weights, so that training can go on where the checkpoints are gone.

    python -m models.recover d6 --crops work/crops.npz --out work/faces.pt
    python -m models.recover numerals --crops work/numerals.npz --out work/numerals.pt
    python -m models.recover finder --set work/draft --out work/finder.pt

An exported graph has each normalisation folded into its convolution. What a normalisation would have seen is
measured again on packed crops or pictures, so that the network says the same and can be trained on.
What is used in training alone, as the map of the top face, begins anew.
"""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Annotated, Literal

import onnx
import torch
import typer

from models.boxes.net import BoxNet
from models.colours.net import ColoursNet, roots
from models.eight_bits import eight_bit_weights
from models.exporting.cards import validation_of
from models.faces.closer import CloserFacesNet
from models.faces.net import StandingFacesNet
from models.finder.net import FinderNet
from models.half_precision import stored_weights
from models.matching.net import MatchingNet
from models.numerals.net import NumeralsNet
from models.sets import set_pictures
from models.surroundings.net import SurroundingsNet
from models.training.packed import unpack
from models.training.shaken import as_input, middle
from vision.card import load_card
from vision.finding.finder import pad, shrink
from vision.image import load_image

MOST_CROPS, MOST_PICTURES = 2048, 512
"""On so many normalisations are measured, spread evenly."""


Shown = tuple[torch.Tensor, ...]
"""What a network is shown at once: pictures, and their dice's colours where it compares these."""

NETWORKS: dict[str, Callable[[], torch.nn.Module]] = {
    "finder": FinderNet,
    "box": BoxNet,
    "colours": ColoursNet,
    "matching": MatchingNet,
    "d6": StandingFacesNet,
    "d6_doubtful": CloserFacesNet,
    "surroundings": SurroundingsNet,
    "numerals": NumeralsNet,
}


def recover(
    name: Literal["finder", "box", "colours", "matching", "d6", "d6_doubtful", "surroundings", "numerals"],
    out: Annotated[Path, typer.Option(help="Checkpoint")],
    crops: Annotated[list[Path] | None, typer.Option(help="Packed crops, for all but the finder")] = None,
    sets: Annotated[list[Path] | None, typer.Option("--set", help="Labelled sets, for the finder")] = None,
    models_dir: Annotated[Path, typer.Option(help="Folder of NAME.onnx")] = Path("models"),
) -> None:
    """Write the checkpoint."""
    if not (sets if name == "finder" else crops):
        raise typer.BadParameter("the finder needs --set, the readers need --crops")
    net = NETWORKS[name]()
    card = load_card(models_dir / f"{name}.json")
    size = card.input_px
    if name == "finder":
        shown = _pictures(sets or [], size)
    else:
        shown = _crops(crops or [], size, with_colours=name == "matching")
    left = load_folded(net, onnx.load(models_dir / f"{name}.onnx"))
    known = [layer for place, layer in net.named_modules() if f"{place}.bias" not in left]
    normalise(net, known, shown)
    # What was learned is as it was, and so is what the card says of that.
    saved = {"net": net.state_dict(), "step": card.config["steps"], "seed": card.config["seed"]}
    if name == "finder":
        saved |= {"sets": card.config["sets"], "validation": card.metrics["validation_loss"]}
    else:
        saved["validation"] = validation_of(card)
    torch.save(saved, out)
    print("begins anew:", *(left or ["nothing"]))


def load_folded(net: torch.nn.Module, model: onnx.ModelProto) -> list[str]:
    """Give a network the weights of its exported graph, normalisations left idle; return what that lacks."""
    weights = {**stored_weights(model), **eight_bit_weights(model)}
    stored = {name: torch.from_numpy(values) for name, values in weights.items()}
    state = net.state_dict()
    known = {name.removeprefix("net."): value for name, value in stored.items()}
    given = {name for name in state if name in known and state[name].shape == known[name].shape}
    for name in given:
        state[name] = known[name]
    for node in model.graph.node:
        if node.op_type != "Conv" or node.input[1].startswith("net."):
            continue
        place = place_of(node.name)
        if f"{place}.weight" not in state:  # used a second time, as "near.0.0_1"
            continue
        after = f"{place.rpartition('.')[0]}.1"
        state[f"{place}.weight"], state[f"{after}.bias"] = (stored[name] for name in node.input[1:3])
        state[f"{after}.weight"] = torch.ones_like(state[f"{after}.bias"])
        state[f"{after}.running_mean"] = torch.zeros_like(state[f"{after}.bias"])
        state[f"{after}.running_var"] = torch.ones_like(state[f"{after}.bias"]) - torch.nn.BatchNorm2d(1).eps
        given |= {f"{place}.weight"} | {name for name in state if name.startswith(f"{after}.")}
    net.load_state_dict(state)
    return sorted(set(state) - given)


def place_of(name: str) -> str:
    """Return a layer's place in its network by the name of its node in the graph.

    "/net/near/near.0/Conv" is that of "near.0", "/stance/look/look.0/Conv" that of "stance.look.0".
    """
    parts = name.removeprefix("/").removeprefix("net/").split("/")[:-1]
    kept = [
        part for part, inner in zip(parts, [*parts[1:], ""], strict=True) if not inner.startswith(f"{part}.")
    ]
    return ".".join(kept)


def normalise(net: torch.nn.Module, known: list[torch.nn.Module], shown: Iterable[Shown]) -> None:
    """Measure what the normalisations among known layers see of what is shown, and undo what it changes."""
    layers = [layer for layer in known if isinstance(layer, torch.nn.BatchNorm2d)]
    seen: dict[torch.nn.Module, list[torch.Tensor]] = {layer: [] for layer in layers}

    def measure(layer: torch.nn.Module, inputs: tuple[torch.Tensor, ...]) -> None:
        (values,) = inputs
        if len(values):  # the reader of numerals looks again at what is in doubt, and that may be nothing
            seen[layer].append(torch.stack([values.mean(dim=(0, 2, 3)), (values**2).mean(dim=(0, 2, 3))]))

    hooks = [layer.register_forward_pre_hook(measure) for layer in layers]
    net.eval()
    with torch.no_grad():
        for part in shown:
            net(*part)
            if isinstance(net, StandingFacesNet):
                net.stances(*part)
        for hook in hooks:
            hook.remove()
        for layer in layers:
            mean, square = torch.stack(seen[layer]).mean(dim=0)
            spread = torch.sqrt((square - mean**2).clamp(min=0) + layer.eps)
            # y = x * old + bias stays as it is.
            old = layer.weight / torch.sqrt(layer.running_var + layer.eps)
            layer.bias += (mean - layer.running_mean) * old
            layer.weight.copy_(old * spread)
            layer.running_mean.copy_(mean)
            layer.running_var.copy_(spread**2 - layer.eps)


def _crops(packed: list[Path], size: int, with_colours: bool) -> Iterator[Shown]:
    data = unpack(packed)
    every = max(1, len(data["crops"]) // MOST_CROPS)
    parts = [torch.from_numpy(data["crops"][::every]).split(128)]
    if with_colours:
        parts.append(roots(torch.from_numpy(data["colours"][::every, :, ::-1].copy())).split(128))
    for crops, *colours in zip(*parts, strict=True):
        yield as_input(middle(crops, size)), *colours


def _pictures(sets: list[Path], size: int) -> Iterator[Shown]:
    pictures = [picture for folder in sets for picture in set_pictures(folder)]
    for picture in pictures[:: max(1, len(pictures) // MOST_PICTURES)]:
        small, _ = shrink(load_image(picture.path), size)
        yield (as_input(torch.from_numpy(pad(small))[None]),)


if __name__ == "__main__":
    typer.run(recover)
