"""Weights stored in half precision compute as they did, to within their rounding."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("onnx", reason="training's environment alone has onnx")

import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

from models.half_precision import store_half, stored_weights


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    """Return a graph that multiplies by a large matrix and adds a small vector."""
    random = np.random.default_rng(3)
    weights = random.normal(size=(64, 32)).astype(np.float32)
    bias = random.normal(size=32).astype(np.float32)
    made = helper.make_graph(
        [
            helper.make_node("MatMul", ["x", "weights"], ["wx"]),
            helper.make_node("Add", ["wx", "bias"], ["y"]),
        ],
        "layer",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, (1, 64))],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, (1, 32))],
        [numpy_helper.from_array(weights, "weights"), numpy_helper.from_array(bias, "bias")],
    )
    path = tmp_path / "layer.onnx"
    onnx.save(helper.make_model(made, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), path)
    return path


def answer_of(path: Path) -> np.ndarray:
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    (answer,) = session.run(None, {"x": np.linspace(-1, 1, 64, dtype=np.float32)[None]})
    return np.asarray(answer)


def test_a_stored_graph_says_nearly_the_same_and_takes_half_the_room(graph: Path) -> None:
    before, size = answer_of(graph), graph.stat().st_size

    store_half(graph)

    assert answer_of(graph) == pytest.approx(before, abs=0.01)
    assert graph.stat().st_size < 0.6 * size


def test_its_weights_are_found_under_their_names_again(graph: Path) -> None:
    before = stored_weights(onnx.load(graph))

    store_half(graph)

    after = stored_weights(onnx.load(graph))
    assert after.keys() == before.keys()
    assert all(weights.dtype == np.float32 for weights in after.values())
    assert after["weights"] == pytest.approx(before["weights"], rel=1e-3)
    assert np.array_equal(after["bias"], before["bias"])
