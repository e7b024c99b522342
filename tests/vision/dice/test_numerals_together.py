"""The dice of one picture are read together: each helps to tell which faces of the others are uppermost."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.dice.crop import crop
from vision.dice.faces import Probabilities, stack
from vision.dice.numerals import told_by_own_kinds
from vision.dice.places import Centres, centres_of
from vision.image import load_image
from vision.network import OnnxNetwork, open_network
from vision.reader import MODELS_DIR
from vision.scoring.score import LabelledDie, load_labels

PICTURE = Path(__file__).resolve().parents[3] / "sample_images" / "full_hd_twelve_d20.jpg"


@pytest.fixture(scope="module")
def network() -> OnnxNetwork:
    return open_network(MODELS_DIR, "numerals", threads=1)


@pytest.fixture(scope="module")
def numbers() -> list[str]:
    """The labels of the dice in the picture, in the order of the crops."""
    return [f"{die.kind} {die.value}" for die in _labelled()]


@pytest.fixture(scope="module")
def shown(network: OnnxNetwork) -> tuple[NDArray[np.uint8], Centres]:
    frame = load_image(PICTURE)
    boxes = [die.box for die in _labelled() if die.box is not None]
    card = network.card
    crops = stack([crop(frame, box, card.input_px, card.margin) for box in boxes])
    return crops, centres_of(boxes, frame.shape[1], frame.shape[0])


def _labelled() -> tuple[LabelledDie, ...]:
    (found,) = (one for one in load_labels(PICTURE.parent) if one.file == PICTURE.name)
    return found.dice


def test_centres_lie_in_halves_of_the_longer_side() -> None:
    centres = centres_of([(0, 0, 20, 20), (310, 230, 330, 250)], 640, 480)

    assert centres.ravel().tolist() == pytest.approx([-310 / 320, -230 / 320, 0, 0])


def test_the_order_of_dice_makes_no_difference(
    network: OnnxNetwork, shown: tuple[NDArray[np.uint8], Centres]
) -> None:
    crops, centres = shown
    (forth,), (back,) = (
        network.run(crops[::way], centres=np.ascontiguousarray(centres[::way])) for way in (1, -1)
    )

    assert np.allclose(forth, back[::-1], atol=1e-4)


def test_together_dice_are_read_more_surely_than_alone(
    network: OnnxNetwork, shown: tuple[NDArray[np.uint8], Centres], numbers: list[str]
) -> None:
    crops, centres = shown
    (together,) = network.run(crops, centres=centres)
    alone = np.concatenate(
        [network.run(crops[i : i + 1], centres=centres[i : i + 1])[0] for i in range(len(crops))]
    )
    true = [network.card.labels.index(number) for number in numbers]
    dice = range(len(true))

    assert together[dice, true].mean() > alone[dice, true].mean()


@pytest.mark.parametrize(
    ("own", "looked_at"),
    [
        ([0.9, 0.2, 0.6], [[0, 1, 2], [0, 2]]),
        ([0.9, 0.6], [[0, 1]]),
        ([0.2, 0.1], [[0, 1]]),
    ],
)
def test_what_is_of_no_kind_that_is_read_says_nothing_of_the_camera(
    own: list[float], looked_at: list[list[int]]
) -> None:
    looks: list[list[int]] = []

    def look(crops: NDArray[np.uint8], centres: Centres) -> Probabilities:
        looks.append(centres[:, 0].astype(int).tolist())
        chances = np.array(own, np.float32)[looks[-1]]
        return np.stack([chances, np.full(len(crops), len(looks), np.float32)], axis=1)

    crops = np.zeros((len(own), 4, 4, 3), np.uint8)
    centres = np.stack([np.arange(len(own)), np.zeros(len(own))], axis=1).astype(np.float32)
    said = told_by_own_kinds(look, lambda told: told[:, 0], crops, centres)

    assert looks == looked_at
    assert said[:, 1].tolist() == [2 if i in looks[-1] and len(looks) > 1 else 1 for i in range(len(own))]
