"""What calibrates: how much the others of a picture count, and from where on a die is taken for leaning."""

import numpy as np
import pytest

pytest.importorskip("torch", reason="training's environment alone has torch")

from models.faces.held_out import FLAT_REFUSED, TOGETHER, SeenTogether
from models.faces.net import LABELS
from vision.dice.company import Company

COCKED, NO_DIE = LABELS.index("cocked"), LABELS.index("no die")
SILENT = Company(0.0, 0.0, 0.0)


def seen(stands: list[float], labels: list[int], right: list[bool], sure: float = 0.95) -> SeenTogether:
    """Return dice of the face 1, each read as it or as a 2."""
    probabilities = np.zeros((len(stands), len(LABELS)), np.float32)
    probabilities[np.arange(len(stands)), np.where(right, 0, 1)] = sure
    probabilities[:, NO_DIE] = 1 - sure
    unlike = np.resize(np.linspace(0, 1, 7, dtype=np.float32), len(stands))
    return SeenTogether(
        probabilities,
        np.array(stands, np.float32),
        np.array(stands, np.float32),
        unlike,
        np.array(labels),
        np.ones(len(stands), np.int64),
    )


def test_few_flat_dice_are_refused_and_misread_ones_do_not_count() -> None:
    count = 1000
    stands = [i / count for i in range(count)] + [-3.0, -2.0, -1.0, float("nan")]
    one = seen(stands, [0] * count + [COCKED, 0, NO_DIE, 0], [True] * count + [True, False, False, True])

    least = one.least_stands(SILENT, 0.9)

    assert one.metrics(SILENT, 0.9, least)[TOGETHER] == {
        "crops": count + 4,
        "readable": count + 2,
        "right": count + 1 - round(FLAT_REFUSED * count),
        "right_taken_for_leaning": round(FLAT_REFUSED * count),
        "false": 0,
        "leaning": 0,
        "leaning_told": 1,
    }


def test_dice_that_are_refused_anyway_do_not_count() -> None:
    told = seen([-2.0, 3.0], [0, COCKED], [True, True], sure=0.8).metrics(SILENT, 0.9, 0.0)[TOGETHER]

    assert (told["right"], told["right_taken_for_leaning"], told["leaning"], told["leaning_told"]) == (0,) * 4


def test_the_company_learns_that_dice_stand_alike_and_prints_do_not() -> None:
    random = np.random.default_rng(3)
    count = 400
    stands = np.concatenate([random.normal(3, 1, count), random.normal(0, 2, count)]).tolist()

    company = seen(stands, [0] * count + [NO_DIE] * count, [True] * count + [False] * count, 0.6).company()

    assert company.stands > 0.4
    assert company.bias < 0
