"""A model is used only with its card, and only when its file is the one that the card speaks of."""

import hashlib
import json
from pathlib import Path

import pytest

from vision.card import CardMismatch, ModelError, load_card, verify

WEIGHTS = b"weights of a model"


def write_card(folder: Path, **changes: object) -> Path:
    stated: dict[str, object] = {
        "name": "d6",
        "file": "d6.onnx",
        "sha256": hashlib.sha256(WEIGHTS).hexdigest(),
        "input_name": "pictures",
        "input_px": 64,
        "margin": 1.3,
        "labels": ["1", "2", "3", "4", "5", "6", "no die"],
        "thresholds": {"accepted": 0.9, "no_die": 0.5, "sure": 0.0},
        "trained_on": [{"set": "rendered rolls", "licence": "MIT"}],
        "config": {"seed": 7},
        "metrics": {"right": 0.5},
    }
    path = folder / "d6.json"
    path.write_text(
        json.dumps({key: value for key, value in {**stated, **changes}.items() if value is not None})
    )
    return path


def test_a_card_and_its_own_weights_belong_together(tmp_path: Path) -> None:
    (tmp_path / "d6.onnx").write_bytes(WEIGHTS)

    card = load_card(write_card(tmp_path))

    verify(card, tmp_path / card.file)
    assert card.labels == ("1", "2", "3", "4", "5", "6", "no die")
    assert card.trained_on == ({"set": "rendered rolls", "licence": "MIT"},)


def test_altered_weights_are_refused_with_both_hashes(tmp_path: Path) -> None:
    altered = WEIGHTS + b"!"
    (tmp_path / "d6.onnx").write_bytes(altered)

    with pytest.raises(CardMismatch) as caught:
        verify(load_card(write_card(tmp_path)), tmp_path / "d6.onnx")

    message = str(caught.value)
    assert str(tmp_path / "d6.onnx") in message
    assert f"expected SHA-256 {hashlib.sha256(WEIGHTS).hexdigest()}" in message
    assert f"found {hashlib.sha256(altered).hexdigest()}" in message


def test_missing_weights_are_named_with_the_hash_they_should_have(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"d6\.onnx: model file is missing, expected SHA-256 [0-9a-f]{64}"):
        verify(load_card(write_card(tmp_path)), tmp_path / "d6.onnx")


def test_a_missing_card_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"finder\.json: model card is missing"):
        load_card(tmp_path / "finder.json")


@pytest.mark.parametrize("text", ["", "{", "[1, 2]", "null", '"d6"', '{"name": "d6"}'])
def test_what_is_no_card_is_refused_as_a_model_error(tmp_path: Path, text: str) -> None:
    (tmp_path / "d6.json").write_text(text)

    with pytest.raises(ModelError, match=r"d6\.json"):
        load_card(tmp_path / "d6.json")


@pytest.mark.parametrize("changes", [{"sha256": None}, {"labels": None}, {"colour": "red"}])
def test_a_card_lacks_nothing_and_says_nothing_unknown(tmp_path: Path, changes: dict[str, object]) -> None:
    with pytest.raises(ModelError, match="not a model card"):
        load_card(write_card(tmp_path, **changes))
