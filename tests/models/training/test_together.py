"""Packed crops go back together picture by picture."""

import numpy as np

from models.training.together import together


def test_crops_of_one_file_of_one_set_are_together() -> None:
    data = {"sources": np.array([0, 0, 1, 0, 1]), "files": np.array(["a", "b", "a", "a", "a"])}

    rows = together(data, np.array([True, True, True, True, False]))

    assert [one.tolist() for one in rows] == [[0, 3], [1], [2]]
