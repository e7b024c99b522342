"""Store the weights of an exported graph in half precision: half the file, read back in full when opened.

Weights are rounded to eleven binary digits, which moves probabilities by less than calibration can tell.
"""

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

LEAST_STORED = 1024
"""Smaller tensors are biases and constants; they stay as they are."""

SUFFIX = "_half"


def store_half(path: Path) -> None:
    """Rewrite a graph's large tensors of single precision, each followed by its cast back."""
    model = onnx.load(path)
    graph = model.graph
    casts = []
    for tensor in list(graph.initializer):
        weights = numpy_helper.to_array(tensor)
        if weights.dtype != np.float32 or weights.size < LEAST_STORED:
            continue
        graph.initializer.remove(tensor)
        graph.initializer.append(numpy_helper.from_array(weights.astype(np.float16), tensor.name + SUFFIX))
        casts.append(helper.make_node("Cast", [tensor.name + SUFFIX], [tensor.name], to=TensorProto.FLOAT))
    for cast in casts:
        graph.node.insert(0, cast)
    onnx.checker.check_model(model)
    onnx.save(model, path)


def stored_weights(model: onnx.ModelProto) -> dict[str, np.ndarray]:
    """Return a graph's tensors by name as it computes with them, whether stored in half precision or not."""
    return {
        tensor.name.removesuffix(SUFFIX): full(numpy_helper.to_array(tensor))
        for tensor in model.graph.initializer
    }


def full(weights: np.ndarray) -> np.ndarray:
    """Return weights in single precision where they are stored in half."""
    return weights.astype(np.float32) if weights.dtype == np.float16 else weights.copy()
