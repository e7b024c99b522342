"""Pictures without dice: seeded, of every kind, and labelled as empty."""

import json
from pathlib import Path

import numpy as np

from models.rendering.flat import SIZE, main, sample_flat


def test_the_same_seed_draws_the_same_picture() -> None:
    one, quality = sample_flat(5)
    again, same_quality = sample_flat(5)

    assert one.shape == (SIZE[1], SIZE[0], 3)
    assert quality == same_quality
    assert np.array_equal(one, again)


def test_seeds_draw_different_pictures() -> None:
    assert not np.array_equal(sample_flat(5)[0], sample_flat(6)[0])


def test_a_broken_off_run_goes_on_and_no_picture_has_dice(tmp_path: Path) -> None:
    main(tmp_path, count=2, seed=1)
    first = (tmp_path / "00000001.jpg").stat().st_mtime_ns
    main(tmp_path, count=4, seed=1)

    lines = [json.loads(line) for line in (tmp_path / "labels.jsonl").read_text().splitlines()]
    assert [line["file"] for line in lines] == [f"{seed:08d}.jpg" for seed in (1, 2, 3, 4)]
    assert all(line["dice"] == [] for line in lines)
    assert (tmp_path / "00000001.jpg").stat().st_mtime_ns == first
