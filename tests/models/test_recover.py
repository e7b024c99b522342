"""Exported weights become a network again that says the same, and can be trained on."""

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="training's environment alone has torch")
pytest.importorskip("onnx", reason="training's environment alone has onnx")

import onnx
import torch

from models.boxes import net as boxes_net
from models.boxes.net import BoxGraph, BoxNet
from models.colours.net import roots
from models.faces.net import INPUT_PX, StandingFacesNet
from models.finder.net import block
from models.matching.net import MatchingGraph, MatchingNet
from models.recover import NETWORKS, load_folded, normalise, place_of
from models.training.shaken import as_input
from vision.network import open_network

MODELS = Path(__file__).resolve().parents[2] / "models"


def test_a_recovered_network_says_what_its_graph_says() -> None:
    """Asked of a network that multiplies in full."""
    pictures = torch.randint(0, 256, (3, boxes_net.INPUT_PX, boxes_net.INPUT_PX, 3), dtype=torch.uint8)
    net = BoxNet()

    left = load_folded(net, onnx.load(MODELS / "box.onnx"))
    normalise(net, list(net.modules()), [(as_input(pictures),)])

    assert left == []
    with torch.no_grad():
        told = BoxGraph(net).eval()(pictures)
    (expected,) = open_network(MODELS, "box", threads=1).run(pictures.numpy())
    assert told.numpy() == pytest.approx(expected, abs=1e-3)


def test_what_compares_colours_is_recovered_with_colours_beside_its_pictures() -> None:
    views = torch.randint(0, 256, (3, INPUT_PX, INPUT_PX, 3), dtype=torch.uint8)
    light = torch.rand(3, 2, 3)
    net = MatchingNet()

    left = load_folded(net, onnx.load(MODELS / "matching.onnx"))
    normalise(net, list(net.modules()), [(as_input(views), roots(light))])

    assert left == []
    with torch.no_grad():
        told = MatchingGraph(net).eval()(views, light)
    (expected,) = open_network(MODELS, "matching", threads=1).run(views.numpy(), light=light.numpy())
    assert told.numpy() == pytest.approx(expected, abs=1e-2)


def test_in_training_it_says_the_same_of_what_its_normalisations_were_measured_on() -> None:
    crops = torch.rand(16, 3, INPUT_PX, INPUT_PX)
    net = StandingFacesNet()

    load_folded(net, onnx.load(MODELS / "d6.onnx"))
    normalise(net, list(net.modules()), [(crops,)])

    with torch.no_grad():
        resting = net.eval()(crops)
        for layer in net.modules():
            layer.train(isinstance(layer, torch.nn.BatchNorm2d))
        assert net(crops).numpy() == pytest.approx(resting.numpy(), abs=0.02)


def test_layers_that_are_shown_nothing_now_and_then_are_measured_on_the_rest() -> None:
    net, crops = block(3, 4), torch.rand(8, 3, 6, 6)

    def look_at_nothing(layers: torch.nn.Module, shown: tuple[torch.Tensor, ...], _: torch.Tensor) -> None:
        layers.forward(shown[0][:0])

    net.register_forward_hook(look_at_nothing)
    with torch.no_grad():
        before = net.eval()(crops)

    normalise(net, list(net.modules()), [(crops,), (crops,)])

    with torch.no_grad():
        assert torch.allclose(net.eval()(crops), before, atol=1e-4)


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("/net/near/near.0/near.0.0/Conv", "near.0.0"),
        ("/near/near.0/near.0.0/Conv", "near.0.0"),
        ("/stance/look/look.0/look.0.0/Conv", "stance.look.0.0"),
        ("/labels/Gemm", "labels"),
    ],
)
def test_a_node_tells_the_place_of_its_layer(name: str, place: str) -> None:
    assert place_of(name) == place


@pytest.mark.parametrize(
    ("name", "begins_anew"),
    [
        ("box", []),
        ("colours", []),
        ("matching", []),
        ("surroundings", []),
        ("d6", ["top.bias", "top.weight"]),
        ("d6_doubtful", ["top.bias", "top.weight"]),
    ],
)
def test_only_what_training_alone_uses_begins_anew(name: str, begins_anew: list[str]) -> None:
    assert load_folded(NETWORKS[name](), onnx.load(MODELS / f"{name}.onnx")) == begins_anew
