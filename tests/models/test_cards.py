"""Every model has its cards, and the machine-readable one speaks of the file beside it."""

from itertools import permutations
from pathlib import Path

import numpy as np
import onnxruntime
import pytest

from vision.card import load_card, verify
from vision.dice.leaning import CAMERA_WAYS, STANCE
from vision.network import open_network

MODELS = Path(__file__).resolve().parents[2] / "models"
NAMES = sorted(path.stem for path in MODELS.glob("*.onnx"))
TOLD_MORE = {
    "d6": {"centres": 2},
    "d6_doubtful": {"centres": 2, "stances": STANCE, "cameras": CAMERA_WAYS},
    "matching": {"light": 2},
    "numerals": {"centres": 2},
}
"""What a graph is told beside the pictures, and in how many numbers."""


def test_there_are_a_finder_and_readers_of_pips_and_numerals() -> None:
    readers = {"d6", "d6_doubtful", "surroundings", "numerals"}
    assert {"finder", "box", "colours", "matching", *readers} <= set(NAMES)


def test_no_card_is_without_its_weights() -> None:
    assert sorted(path.stem for path in MODELS.glob("*.json")) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_card_belongs_to_its_weights(name: str) -> None:
    card = load_card(MODELS / f"{name}.json")

    assert (card.name, card.file) == (name, f"{name}.onnx")
    verify(card, MODELS / card.file)


@pytest.mark.parametrize("name", NAMES)
def test_a_card_names_its_data_with_licences_and_what_was_measured(name: str) -> None:
    card = load_card(MODELS / f"{name}.json")

    assert card.trained_on
    for data in card.trained_on:
        assert data["set"]
        assert data["licence"]
    assert card.metrics
    assert "seed" in card.config
    assert (MODELS / f"{name}.md").read_text(encoding="utf-8").startswith("#")


@pytest.mark.parametrize("name", NAMES)
def test_the_graph_takes_the_input_that_the_card_names(name: str) -> None:
    card = load_card(MODELS / f"{name}.json")
    session = onnxruntime.InferenceSession(MODELS / card.file, providers=["CPUExecutionProvider"])

    graph_input, *others = session.get_inputs()
    assert {one.name: one.shape[1] for one in others} == TOLD_MORE.get(name, {})
    assert graph_input.name == card.input_name
    assert graph_input.type == "tensor(uint8)"
    assert graph_input.shape[3] == 3


def test_the_reader_of_faces_gives_one_probability_a_label() -> None:
    network = open_network(MODELS, "d6", threads=1)
    size = network.card.input_px
    crops = np.random.default_rng(1).integers(0, 256, (3, size, size, 3)).astype(np.uint8)

    probabilities, stands, stances, cameras, ups = network.run(crops, centres=np.zeros((3, 2), np.float32))

    assert {"1", "2", "3", "4", "5", "6", "no die"} <= set(network.card.labels)
    assert probabilities.shape == (3, len(network.card.labels))
    assert np.allclose(probabilities.sum(axis=1), 1, atol=1e-4)
    # Noise shows no dice that could tell how each other stands.
    assert np.isnan(stands).tolist() == [True] * 3
    assert stances.shape == (3, 3)
    assert np.allclose(cameras.sum(axis=1), 1, atol=1e-4)
    assert ups.shape == (3, 2)


def test_the_reader_of_doubtful_faces_takes_what_the_other_tells_of_how_dice_stand() -> None:
    network, doubtful = (open_network(MODELS, name, threads=1) for name in ("d6", "d6_doubtful"))
    size = network.card.input_px
    crops = np.random.default_rng(1).integers(0, 256, (3, size, size, 3)).astype(np.uint8)
    centres = np.zeros((3, 2), np.float32)
    _, _, stances, cameras, _ = network.run(crops, centres=centres)

    probabilities, stands = doubtful.run(crops, centres=centres, stances=stances, cameras=cameras)

    assert np.allclose(probabilities.sum(axis=1), 1, atol=1e-4)
    assert np.isfinite(stands).all()


def test_the_reader_of_numerals_gives_one_probability_a_label() -> None:
    network = open_network(MODELS, "numerals", threads=1)
    size = network.card.input_px
    crops = np.random.default_rng(1).integers(0, 256, (3, size, size, 3)).astype(np.uint8)

    (probabilities,) = network.run(crops, centres=np.zeros((3, 2), np.float32))

    assert {"d20 1", "d20 20", "d6n 1", "d6n 6", "pips", "no die"} <= set(network.card.labels)
    assert probabilities.shape == (3, len(network.card.labels))
    assert np.allclose(probabilities.sum(axis=1), 1, atol=1e-4)


def test_the_finder_gives_a_heat_map_and_a_box_at_each_of_its_places() -> None:
    network = open_network(MODELS, "finder", threads=1)

    heat, sides = network.run(np.full((1, 96, 128, 3), 120, np.uint8))

    assert heat.shape == (1, *sides.shape[2:])
    assert sides.shape[:2] == (1, 4)
    assert heat.min() >= 0
    assert heat.max() <= 1


def test_the_card_of_numerals_tells_the_held_out_crops_as_they_were_counted() -> None:
    metrics = load_card(MODELS / "numerals.json").metrics
    words = (MODELS / "numerals.md").read_text(encoding="utf-8")

    for kind in ("d20", "d6n"):
        counted = metrics[kind]
        for name in ("held_out_crops", "held_out_readable", "held_out_accepted"):
            assert f"{counted[name]:,}" in words, f"{kind}: {name}"


@pytest.mark.parametrize(("one", "other"), list(permutations((6, 9, 16, 19), 2)))
def test_the_card_of_numerals_counts_numbers_that_are_taken_for_those_that_look_alike(
    one: int, other: int
) -> None:
    counted = load_card(MODELS / "numerals.json").metrics["held_out_look_alikes"]
    of_pair = counted[f"d20 {one} as d20 {other}"]

    assert 0 <= of_pair["accepted"] <= of_pair["taken"] < of_pair["shown"]
