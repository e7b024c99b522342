"""A graph that multiplies in eight bits says nearly the same, and its weights are found again."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("onnx", reason="training's environment alone has onnx")

import onnx
import onnxruntime
from numpy.typing import NDArray
from onnx import NodeProto, TensorProto, helper, numpy_helper

from models.eight_bits import eight_bit_weights, store_eight_bits

CHANNELS = 16


def convolution(source: str, weights: str, out: str) -> list[NodeProto]:
    """Return a convolution with its ReLU."""
    return [
        helper.make_node("Conv", [source, f"{weights}.w", f"{weights}.b"], [f"{out}.in"], pads=[1] * 4),
        helper.make_node("Relu", [f"{out}.in"], [out]),
    ]


@pytest.fixture
def random() -> np.random.Generator:
    return np.random.default_rng(5)


@pytest.fixture
def graph(tmp_path: Path, random: np.random.Generator) -> Path:
    """Return a graph whose picture goes through `first`, and then through `second` twice.

    The second time `second` goes by the names of copies, as the exporter has it. One of its channels is dead.
    """
    weights = {
        "first.w": random.normal(size=(CHANNELS, 3, 3, 3)),
        "first.b": random.normal(size=CHANNELS),
        "second.w": random.normal(size=(CHANNELS, CHANNELS, 3, 3)) / 12,
        "second.b": random.normal(size=CHANNELS),
    }
    weights["second.w"][3] = 0
    made = helper.make_graph(
        [
            *convolution("x", "first", "a"),
            *convolution("a", "second", "b"),
            helper.make_node("Identity", ["second.w"], ["copy.w"]),
            helper.make_node("Identity", ["second.b"], ["copy.b"]),
            *convolution("b", "copy", "c"),
            helper.make_node("Flatten", ["c"], ["y"]),
        ],
        "layers",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, ("n", 3, 8, 8))],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, ("n", CHANNELS * 64))],
        [numpy_helper.from_array(values.astype(np.float32), name) for name, values in weights.items()],
    )
    path = tmp_path / "layers.onnx"
    onnx.save(helper.make_model(made, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), path)
    return path


@pytest.fixture
def shown(random: np.random.Generator) -> list[dict[str, NDArray[np.float32]]]:
    return [{"x": random.uniform(size=(4, 3, 8, 8)).astype(np.float32)} for _ in range(3)]


def answer_of(path: Path, inputs: dict[str, NDArray[np.float32]]) -> NDArray[np.float32]:
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    return np.asarray(session.run(None, inputs)[0])


def stored(path: Path) -> dict[str, NDArray[np.float32]]:
    return {tensor.name: numpy_helper.to_array(tensor) for tensor in onnx.load(path).graph.initializer}


def test_it_says_nearly_the_same(graph: Path, shown: list[dict[str, NDArray[np.float32]]]) -> None:
    before = answer_of(graph, shown[0])

    store_eight_bits(graph, shown)

    off = answer_of(graph, shown[0]) - before
    assert 0 < float(np.sqrt(np.mean(off**2))) < 0.03 * float(before.max())


def test_layers_of_many_channels_run_in_eight_bits(
    graph: Path, shown: list[dict[str, NDArray[np.float32]]], tmp_path: Path
) -> None:
    store_eight_bits(graph, shown)

    options = onnxruntime.SessionOptions()
    options.optimized_model_filepath = str(tmp_path / "as_run.onnx")
    options.log_severity_level = 3
    onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
    run = [node.op_type for node in onnx.load(tmp_path / "as_run.onnx").graph.node]
    assert run.count("QLinearConv") == 2
    assert len([name for name in run if name in ("Conv", "FusedConv")]) == 1


def test_a_layer_may_take_what_lies_below_zero(
    graph: Path, shown: list[dict[str, NDArray[np.float32]]]
) -> None:
    model = onnx.load(graph)
    last = next(node for node in model.graph.node if node.output[0] == "c.in")
    model.graph.node.insert(
        list(model.graph.node).index(last), helper.make_node("Sub", ["a", "b"], ["difference"])
    )
    last.input[0] = "difference"
    onnx.save(model, graph)
    before = answer_of(graph, shown[0])

    store_eight_bits(graph, shown)

    assert np.abs(answer_of(graph, shown[0]) - before).max() < 0.1 * float(before.max())


def test_weights_are_stored_once_and_found_under_their_name_again(
    graph: Path, shown: list[dict[str, NDArray[np.float32]]]
) -> None:
    before = stored(graph)

    store_eight_bits(graph, shown)

    after = eight_bit_weights(onnx.load(graph))
    layer = {name: after[name] for name in ("second.w", "second.b")}
    assert not {"first.w", "copy.w", "copy.b"} & after.keys()
    step = np.abs(before["second.w"]).max(axis=(1, 2, 3), keepdims=True) / 63
    assert np.all(np.abs(layer["second.w"] - before["second.w"]) <= 0.51 * step + 1e-6)
    assert layer["second.b"] == pytest.approx(before["second.b"], abs=1e-4)
    assert "second.w" not in stored(graph)


def test_two_products_fit_into_sixteen_bits(graph: Path, shown: list[dict[str, NDArray[np.float32]]]) -> None:
    store_eight_bits(graph, shown)

    weights = stored(graph)["second.w_bits"].astype(int)
    assert weights.max() == 63
    assert 2 * 255 * np.abs(weights).max() < 2**15


def test_all_uses_of_a_layer_pass_on_values_alike(
    graph: Path, shown: list[dict[str, NDArray[np.float32]]]
) -> None:
    store_eight_bits(graph, shown)

    scales = stored(graph)
    assert scales["a_scale"] == scales["b_scale"] == scales["c_scale"]
