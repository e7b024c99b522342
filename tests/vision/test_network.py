"""Opening models: what cannot be used stops with the file's name."""

import hashlib
import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from vision.card import CardMismatch, ModelError
from vision.network import open_network
from vision.reader import MODELS_DIR


@pytest.fixture
def models(tmp_path: Path) -> Path:
    for name in ("d6.onnx", "d6.json"):
        shutil.copy(MODELS_DIR / name, tmp_path / name)
    return tmp_path


def test_altered_weights_are_named_with_both_hashes(models: Path) -> None:
    expected = json.loads((models / "d6.json").read_text())["sha256"]
    altered = (models / "d6.onnx").read_bytes() + b"x"
    (models / "d6.onnx").write_bytes(altered)

    with pytest.raises(CardMismatch) as caught:
        open_network(models, "d6", threads=1)

    assert all(
        part in str(caught.value) for part in ("d6.onnx", expected, hashlib.sha256(altered).hexdigest())
    )


def test_weights_that_are_no_graph_are_a_model_error_even_with_a_fitting_card(models: Path) -> None:
    (models / "d6.onnx").write_bytes(b"not a graph")
    card = json.loads((models / "d6.json").read_text())
    card["sha256"] = hashlib.sha256(b"not a graph").hexdigest()
    (models / "d6.json").write_text(json.dumps(card))

    with pytest.raises(ModelError, match=r"d6\.onnx: onnxruntime cannot open it"):
        open_network(models, "d6", threads=1)


def test_a_model_that_is_missing_is_named(models: Path) -> None:
    (models / "d6.onnx").unlink()

    with pytest.raises(ModelError, match=r"d6\.onnx: model file is missing, expected SHA-256"):
        open_network(models, "d6", threads=1)


def test_a_late_model_is_verified_at_once_and_opened_with_the_first_picture(models: Path) -> None:
    network = open_network(models, "d6", threads=1, late=True)
    (models / "d6.onnx").unlink()

    with pytest.raises(ModelError, match="cannot open it"):
        network.run(np.zeros((1, network.card.input_px, network.card.input_px, 3), np.uint8))
    with pytest.raises(ModelError, match="is missing"):
        open_network(models, "d6", threads=1, late=True)
