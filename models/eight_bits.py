"""Let an exported graph multiply in eight bits: convolutions take a third of the time, and of the file.

Weights have seven bits, so that two products fit into sixteen, which is what processors without instructions
of their own for this add up; what goes from layer to layer has eight, from the least to the most that was
seen, and 0 among them.
Convolutions of the picture itself, and the next of few channels, stay as they are: they are hardly faster so,
and whatever is lost there is lost to all that follow.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from pathlib import Path
from typing import NamedTuple

import numpy as np
import onnx
import onnxruntime
from numpy.typing import NDArray
from onnx import ModelProto, NodeProto, TensorProto, helper, numpy_helper

LEAST_CHANNELS = 16
"""Convolutions of fewer channels stay as they are."""

MOST_WEIGHT, MOST_VALUE, MOST_BIAS = 63, 255, 2**30
"""The largest weight of a channel, value of a layer, and bias, in units of their scales."""

LEAST_SCALE = 1e-6
"""Of what is always 0."""

BITS, SCALE, ZERO = "_bits", "_scale", "_zero"
"""What a tensor of eight bits, its scale, and its zero are called after the tensor's name."""

Arrays = Mapping[str, NDArray[np.generic]]


class Range(NamedTuple):
    """The least value of a tensor, 0 or below, and its largest."""

    least: float
    largest: float

    @property
    def scale(self) -> np.float32:
        """What one unit of eight bits is worth."""
        return np.float32((self.largest - self.least) / MOST_VALUE)

    @property
    def zero(self) -> np.uint8:
        """Which value of eight bits is 0."""
        return np.uint8(round(-self.least / float(self.scale)))

    def joined(self, other: "Range") -> "Range":
        """Return the range that holds both."""
        return Range(min(self.least, other.least), max(self.largest, other.largest))


def store_eight_bits(path: Path, shown: Iterable[Arrays]) -> None:
    """Rewrite a graph so that its convolutions that end in ReLU multiply in eight bits.

    `shown` are inputs like those it will be run with: the values they bring about say the layers' scales.
    A layer that is used in several places has one scale in all of them, and its weights are stored once.
    """
    model = onnx.load(path)
    _without_copies(model)
    weights = {tensor.name: numpy_helper.to_array(tensor) for tensor in model.graph.initializer}
    after = {node.input[0]: node.output[0] for node in model.graph.node if node.op_type == "Relu"}
    layers = defaultdict(list)
    for node in model.graph.node:
        if _is_layer(node, weights, after):
            layers[node.input[1]].append(node)
    ranges = _ranges(model, layers, after, shown)
    graph = _Rewriting(model)
    for source, name, bias in (uses[0].input for uses in layers.values()):
        graph.store_layer(name, weights[name], bias, weights[bias], ranges[source].scale)
    for name, values in ranges.items():
        graph.pass_in_eight_bits(name, values)
    graph.write(path)


def eight_bit_weights(model: ModelProto) -> dict[str, NDArray[np.float32]]:
    """Return the tensors of a graph that are stored in eight bits by name, as it computes with them."""
    stored = {tensor.name: numpy_helper.to_array(tensor) for tensor in model.graph.initializer}
    names = [name.removesuffix(BITS) for name in stored if name.endswith(BITS)]
    return {name: _in_full(stored[name + BITS], stored[name + SCALE]) for name in names}


class _Rewriting:
    """A graph whose tensors are stored and passed on in eight bits, one after the other; mutable."""

    def __init__(self, model: ModelProto) -> None:
        self._model = model
        self._first: list[NodeProto] = []
        self._after: dict[str, list[NodeProto]] = {}

    def store_layer(
        self,
        name: str,
        weights: NDArray[np.float32],
        bias_name: str,
        bias: NDArray[np.float32],
        scale_shown: np.float32,
    ) -> None:
        """Store weights (out, in, 3, 3) and bias (out,) of a layer, by the scale of what it is shown."""
        largest = np.abs(weights).reshape(len(weights), -1).max(axis=1) / MOST_WEIGHT
        # A channel of hardly any weights must still find room for its bias.
        scale = np.maximum(largest, np.abs(bias) / (MOST_BIAS * scale_shown)).astype(np.float32)
        scale = np.maximum(scale, LEAST_SCALE)
        self._store(name, np.rint(weights / scale[:, None, None, None]).astype(np.int8), scale)
        scale = scale * scale_shown
        self._store(bias_name, np.rint(bias / scale.astype(np.float64)).astype(np.int32), scale)

    def pass_in_eight_bits(self, name: str, values: Range) -> None:
        """Round what a tensor passes on to the nodes that take it."""
        self._add(name + SCALE, np.asarray(values.scale))
        self._add(name + ZERO, np.asarray(values.zero))
        how = [name + SCALE, name + ZERO]
        rounded, passed = name + BITS, name + "_passed"
        for node in self._model.graph.node:
            for place, source in enumerate(node.input):
                if source == name:
                    node.input[place] = passed
        self._after[name] = [
            helper.make_node("QuantizeLinear", [name, *how], [rounded], name=rounded),
            helper.make_node("DequantizeLinear", [rounded, *how], [passed], name=passed),
        ]

    def write(self, path: Path) -> None:
        """Write the graph, each node after those whose results it takes."""
        graph = self._model.graph
        nodes = list(self._first)
        for node in graph.node:
            nodes.append(node)
            nodes += [one for name in node.output for one in self._after.get(name, ())]
        del graph.node[:]
        graph.node.extend(nodes)
        onnx.checker.check_model(self._model)
        onnx.save(self._model, path)

    def _store(self, name: str, rounded: NDArray[np.signedinteger], scale: NDArray[np.float32]) -> None:
        """Put a tensor of eight or more bits, each channel with a scale of its own, in place of another."""
        tensors = self._model.graph.initializer
        tensors.remove(next(tensor for tensor in tensors if tensor.name == name))
        self._add(name + BITS, rounded)
        self._add(name + SCALE, scale)
        self._add(name + ZERO, np.zeros(len(rounded), rounded.dtype))
        how = [name + BITS, name + SCALE, name + ZERO]
        self._first.append(helper.make_node("DequantizeLinear", how, [name], name=name, axis=0))

    def _add(self, name: str, values: NDArray[np.generic]) -> None:
        self._model.graph.initializer.append(numpy_helper.from_array(values, name))


def _is_layer(node: NodeProto, weights: Arrays, after: Mapping[str, str]) -> bool:
    """Say whether a node is a convolution of many channels with a bias and a ReLU after it."""
    return (
        node.op_type == "Conv"
        and len(node.input) == 3
        and weights[node.input[1]].shape[1] >= LEAST_CHANNELS
        and node.output[0] in after
    )


def _without_copies(model: ModelProto) -> None:
    """Let every node name the stored tensor itself that it takes: the exporter names copies of some."""
    stored = {tensor.name for tensor in model.graph.initializer}
    copies = {
        node.output[0]: node
        for node in model.graph.node
        if node.op_type == "Identity" and node.input[0] in stored
    }
    for node in model.graph.node:
        for place, name in enumerate(node.input):
            if name in copies and node.output[0] not in copies:
                node.input[place] = copies[name].input[0]
    for copy in copies.values():
        model.graph.node.remove(copy)


def _ranges(
    model: ModelProto,
    layers: Mapping[str, Sequence[NodeProto]],
    after: Mapping[str, str],
    shown: Iterable[Arrays],
) -> dict[str, Range]:
    """Return the range of each tensor that a layer takes or gives."""
    alike = [[node.input[0] for node in uses] for uses in layers.values()]
    alike += [[after[node.output[0]] for node in uses] for uses in layers.values()]
    seen = _seen_values(model, sorted({name for names in alike for name in names}), shown)
    # A layer's results are what the next one takes: what is the same for one is so for the whole row.
    for _ in layers:
        for names in alike:
            seen |= dict.fromkeys(names, reduce(Range.joined, [seen[name] for name in names]))
    return seen


def _seen_values(model: ModelProto, names: Sequence[str], shown: Iterable[Arrays]) -> dict[str, Range]:
    """Return the range that the values of each tensor of a graph have on the inputs shown."""
    telling = ModelProto()
    telling.CopyFrom(model)
    telling.graph.output.extend(
        helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in names
    )
    session = onnxruntime.InferenceSession(telling.SerializeToString(), providers=["CPUExecutionProvider"])
    seen = dict.fromkeys(names, Range(0.0, MOST_VALUE * LEAST_SCALE))
    for inputs in shown:
        for name, values in zip(names, session.run(list(names), dict(inputs)), strict=True):
            here = Range(float(values.min(initial=0.0)), float(values.max(initial=0.0)))
            seen[name] = seen[name].joined(here)
    return seen


def _in_full(rounded: NDArray[np.signedinteger], scale: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return stored weights or biases with each channel's scale."""
    return np.asarray(rounded * scale.reshape(-1, *[1] * (rounded.ndim - 1)), np.float32)
