"""Crops of labelled sets in one file, a column for each thing known of them: what a reader learns from."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from models.sets import SetPicture, WeightedSet
from vision.image import Frame, load_image

Row = Mapping[str, object]
"""What is known of one crop, by the name of its column; `labels` is the label's place among all."""


def write_packed(
    out: Path,
    sets: Sequence[WeightedSet],
    labels: Sequence[str],
    pictures_of: Callable[[Path], Sequence[SetPicture]],
    rows_of: Callable[[Frame, SetPicture], Iterable[Row]],
) -> None:
    """Write the rows of all pictures of the sets, and print how often each label stands in each set.

    `sources` says of which set a crop is, `files` of which picture; `names` and `weights` are the sets' own.
    """
    rows: list[Row] = []
    for source, one in enumerate(sets):
        for picture in track(pictures_of(one.folder), one.name):
            known = {"sources": source, "files": picture.path.name}
            rows += [{**row, **known} for row in rows_of(load_image(picture.path), picture)]
    columns: dict[str, Any] = {name: np.array([row[name] for row in rows]) for name in rows[0]}
    np.savez(
        out,
        names=np.array([one.name for one in sets]),
        weights=np.array([one.weight for one in sets]),
        **columns,
    )
    for source, one in enumerate(sets):
        counts = np.bincount(columns["labels"][columns["sources"] == source], minlength=len(labels))
        print(one.name, dict(zip(labels, counts.tolist(), strict=True)))


def crops_in(paths: Sequence[Path]) -> int:
    """Return how many crops packed files hold; their pictures are not read."""
    count = 0
    for path in paths:
        with np.load(path) as packed:
            count += len(packed["labels"])
    return count


def unpack(paths: Sequence[Path]) -> dict[str, NDArray[np.generic]]:
    """Return the arrays of packed files as if they were one."""
    files = []
    sets_before = 0
    for path in paths:
        with np.load(path) as packed:
            arrays = {name: packed[name] for name in packed.files}
        arrays["sources"] = arrays["sources"] + sets_before
        sets_before += len(arrays["names"])
        files.append(arrays)
    return {name: np.concatenate([arrays[name] for arrays in files]) for name in files[0]}
