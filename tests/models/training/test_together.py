"""Packed crops go back together picture by picture."""

import numpy as np
import pytest

pytest.importorskip("torch", reason="training's environment alone has torch")

from models.training.together import held_out_together, together


def test_crops_of_one_file_of_one_set_are_together() -> None:
    data = {"sources": np.array([0, 0, 1, 0, 1]), "files": np.array(["a", "b", "a", "a", "a"])}

    rows = together(data, np.array([True, True, True, True, False]))

    assert [one.tolist() for one in rows] == [[0, 3], [1], [2]]


def test_held_out_crops_are_shown_together_but_for_those_that_are_looked_at_alone() -> None:
    held_out = np.array([True, False, True, True, True])
    data = {
        "held_out": held_out,
        "labels": np.array([1, 1, 7, 7, 1]),
        "sources": np.zeros(5, np.int64),
        "files": np.array(["a"] * 5),
        "crops": np.arange(5, dtype=np.uint8)[:, None, None, None] * np.ones((5, 6, 6, 3), np.uint8),
        "centres": np.arange(10, dtype=np.float32).reshape(5, 2),
    }

    seen = held_out_together(data, 4, alone=7)

    assert [one.rows.tolist() for one in seen] == [[0, 3], [1], [2]]
    assert [one.crops[:, 0, 0, 0].tolist() for one in seen] == [[0, 4], [2], [3]]
    assert seen[0].crops.shape == (2, 4, 4, 3)
    assert seen[0].inputs["centres"].tolist() == [[0, 1], [8, 9]]
    assert [one.rows.tolist() for one in held_out_together(data, 4)] == [[0, 1, 2, 3]]
