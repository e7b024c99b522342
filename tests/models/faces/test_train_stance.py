"""What teaches how dice stand: normals that move with their crops, and photographs whose dice agree."""

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason="training's environment alone has torch")

import torch

from models.faces.net import LABELS, StandingFacesNet
from models.faces.train_stance import (
    LEANING_DRAWN,
    PHOTOGRAPHS,
    drawn,
    photographs,
    seen_normals,
    stance_loss,
    train,
)
from models.training.shaken import moved, seen_at

COCKED = LABELS.index("cocked")


def arrow(normal: torch.Tensor) -> torch.Tensor:
    """Return a picture (1, 72, 72, 3) with a dot at its middle and a brighter one where a normal points."""
    packed = torch.zeros(1, 72, 72, 3, dtype=torch.uint8)
    for place in (torch.zeros(2), normal):
        x, y = ((place * 20) + 35.5).round().int().tolist()
        packed[0, y - 2 : y + 3, x - 2 : x + 3] = 255 if place is normal else 100
    return packed


def middle_of(shown: torch.Tensor, least: float, most: float) -> torch.Tensor:
    down, right = torch.meshgrid(torch.arange(48.0), torch.arange(48.0), indexing="ij")
    there = (shown >= least) & (shown <= most)
    return torch.stack([right[there].mean(), down[there].mean()])


@pytest.mark.parametrize("seed", range(6))
def test_normals_turn_with_their_crops(seed: int) -> None:
    random = torch.Generator().manual_seed(seed)
    normal = torch.tensor([0.3, -0.8])
    moves = moved(torch.tensor([True]), random, 48 / 72, mirrored=True, bent=False)

    shown = seen_at(moves, arrow(normal), 48)[0, 0]
    way = middle_of(shown, 0.8, 1.0) - middle_of(shown, 0.3, 0.45)

    (seen,) = seen_normals(moves, normal[None])
    assert float(torch.nn.functional.cosine_similarity(way, seen, dim=0)) > 0.97
    assert float(seen.norm()) == pytest.approx(float(normal.norm()), abs=1e-4)


def packed(labels: list[int], normals: list[float], files: list[str]) -> dict[str, np.ndarray]:
    return {
        "labels": np.array(labels),
        "normals": np.array([[one, 0.0] for one in normals], np.float32),
        "sources": np.zeros(len(labels), np.int64),
        "files": np.array(files),
        "held_out": np.zeros(len(labels), np.bool_),
    }


def test_photographs_are_asked_that_show_three_flat_dice_of_unknown_normals() -> None:
    nan = math.nan
    data = packed(
        [0, 1, 2, 3, 0, 1, COCKED, 0, 1, 2],
        [nan, nan, nan, 0.1, nan, nan, nan, 0.0, 0.0, 0.0],
        ["a", "a", "a", "a", "b", "b", "b", "c", "c", "c"],
    )

    assert [rows.tolist() for rows in photographs(data)] == [[0, 1, 2]]


def test_leaning_dice_and_photographs_are_drawn_as_often_as_they_are_said_to_be() -> None:
    nan = math.nan
    data = packed([0, COCKED, 1, 2, 3], [0.1, 0.2, nan, nan, nan], ["a"] * 5)
    normals = torch.tensor(data["normals"])

    before = drawn(data, normals)
    normals[2:4] = 0.0
    after = drawn(data, normals)

    assert before.tolist() == [1.0, LEANING_DRAWN, 0.0, 0.0, 0.0]
    assert float(after[2:].sum() / after.sum()) == pytest.approx(PHOTOGRAPHS)
    assert float(after[4]) == 0.0


def test_who_is_off_by_what_was_said_loses_least() -> None:
    off = 0.1
    normals = torch.zeros(1, 2)

    losses = [
        float(stance_loss(torch.tensor([[off, 0.0, math.log(said)]]), normals))
        for said in (off / 8, off / math.sqrt(2), 8 * off)
    ]

    assert losses[1] == min(losses)


@pytest.mark.parametrize("photographed", [0, 4])
def test_how_dice_stand_is_learned_and_nothing_else(tmp_path: Path, photographed: int) -> None:
    count = 12
    random = np.random.default_rng(2)
    columns: dict[str, Any] = {
        **packed([0] * count, [0.3] * (count - photographed) + [math.nan] * photographed, ["a"] * count),
        "names": np.array(["set"]),
        "weights": np.array([1.0]),
        "crops": random.integers(0, 256, (count, 72, 72, 3)).astype(np.uint8),
        "top_view": np.zeros(count, np.bool_),
        "centres": random.uniform(-0.5, 0.5, (count, 2)).astype(np.float32),
    }
    np.savez(tmp_path / "crops.npz", **columns)
    before = StandingFacesNet().state_dict()
    torch.save({"net": before}, tmp_path / "start.pt")

    train([tmp_path / "crops.npz"], tmp_path / "start.pt", tmp_path / "out.pt", minutes=0.03)

    after = torch.load(tmp_path / "out.pt")["net"]
    # To average weights that stay the same rounds them.
    changed = {name for name in before if not torch.allclose(before[name], after[name], atol=1e-5)}
    assert changed
    assert all(name.startswith("stance.") for name in changed)
