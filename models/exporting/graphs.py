"""A network as an ONNX graph that says what it says, then stored in eight bits and half precision."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import onnxruntime
import torch

from models.eight_bits import store_eight_bits
from models.half_precision import store_half

PARITY = 1e-3
SHOWN = 200  # pictures, spread over those held out, that say how large values grow where they have eight bits

Axes = dict[int, str]
"""Names of the axes whose length is free."""


def export(
    graph: torch.nn.Module,
    inputs: dict[str, torch.Tensor],
    path: Path,
    free: dict[str, Axes],
    outputs: dict[str, Axes],
    shown: Sequence[Mapping[str, np.ndarray]] = (),
) -> onnxruntime.InferenceSession:
    """Write a graph that says what the network says; where inputs are `shown`, in eight bits."""
    torch.onnx.export(
        graph,
        tuple(inputs.values()),
        str(path),
        input_names=list(inputs),
        output_names=list(outputs),
        dynamic_axes={**free, **outputs},
        opset_version=17,
        dynamo=False,
    )
    session = session_of(path)
    # Others than the example, and twice as many where there were several.
    others = {name: torch.cat([one, one.flip(0)]) for name, one in inputs.items()}
    with torch.no_grad():
        expected = graph(*others.values())
    for name, want, got in zip(
        outputs,
        expected if isinstance(expected, tuple) else (expected,),
        session.run(None, {name: one.numpy() for name, one in others.items()}),
        strict=True,
    ):
        gap = float(np.abs(want.numpy() - got).max())
        if gap > PARITY:
            raise SystemExit(f"{path.name}: {name} differs by {gap:.5f} from the network, at most {PARITY}")
    if shown:
        store_eight_bits(path, shown)
    store_half(path)
    return session_of(path)


def export_of_views(
    graph: torch.nn.Module,
    size_px: int,
    path: Path,
    outputs: Sequence[str],
    shown: Sequence[Mapping[str, np.ndarray]] = (),
) -> onnxruntime.InferenceSession:
    """Write a graph that is told nothing but views of dice, (N, size, size, 3) uint8, as `export` does."""
    return export(
        graph,
        {"pictures": torch.randint(0, 256, (3, size_px, size_px, 3), dtype=torch.uint8)},
        path,
        {"pictures": {0: "n"}},
        {name: {0: "n"} for name in outputs},
        shown,
    )


def session_of(path: Path) -> onnxruntime.InferenceSession:
    """Return an exported graph, opened as it lies on disk."""
    return onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])


def said_first(session: onnxruntime.InferenceSession, views: np.ndarray) -> np.ndarray:
    """Return what an exported graph says first of views (N, H, W, 3), shown some at a time."""
    parts = np.array_split(views, len(views) // SHOWN + 1)
    return np.concatenate([session.run(None, {"pictures": part})[0] for part in parts])


def a_few(views: np.ndarray) -> list[dict[str, np.ndarray]]:
    """Return inputs of a graph, views (N, H, W, 3) spread over those held out, some at a time."""
    return [{"pictures": part} for part in np.array_split(views[:: max(1, len(views) // SHOWN)], SHOWN // 4)]
