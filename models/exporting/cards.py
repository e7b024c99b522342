"""The machine-readable card that goes with an exported graph, and the checkpoint that it came from."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch

from vision.card import ModelCard

TRAINED_ON = (
    {"set": "rendered", "from": "models/rendering", "licence": "MIT"},
    {"set": "nell_byler", "from": "nell-byler/dice_detection", "licence": "BSD-3-Clause"},
    {"set": "epanemu", "from": "Epanemu/GameDiceRecognition", "licence": "CC BY 4.0"},
    {"set": "matteop65", "from": "matteop65/Dice_Detection_Recognition", "licence": "MIT"},
    {"set": "circles_gray", "from": "N3VERS4YDIE/dice-recognition", "licence": "CC BY 4.0"},
    {"set": "skovy_detect, skovy_crops", "from": "skovy/tensorflow-dice-model", "licence": "MIT"},
    {"set": "cup_crops_gray", "from": "tomitomi3, by way of JonathanMurphy2/diceVision", "licence": "MIT"},
    {"set": "casino_crops", "from": "chaseelliottpatterson/dice-reader", "licence": "MIT"},
    {"set": "numeral_d6_tray", "from": "BaylorRice/DiceReader", "licence": "CC BY 4.0"},
    {"set": "d20_single", "from": "rsandrini/dnd-dice-detection-cnn", "licence": "CC0 / MIT"},
)
"""Every set whose licence is to be named wherever the weights go."""

VALIDATION = "validation_"
"""What names of metrics begin with that were measured on what validates, without the rest of the program."""


def loaded(net: torch.nn.Module, checkpoint: Path) -> dict[str, Any]:
    """Give a network the weights of a checkpoint, and return all that it holds."""
    saved: dict[str, Any] = torch.load(checkpoint)
    net.load_state_dict(saved["net"])
    net.eval()
    return saved


def as_validation(figures: Mapping[str, Any]) -> dict[str, Any]:
    """Return figures of what validates by the names that they have in a card."""
    return {f"{VALIDATION}{name}": value for name, value in figures.items()}


def validation_of(card: ModelCard) -> dict[str, Any]:
    """Return what `as_validation` made names of, out of a card."""
    return {
        name.removeprefix(VALIDATION): value
        for name, value in card.metrics.items()
        if name.startswith(VALIDATION)
    }


def write_card(path: Path, use: dict[str, Any], config: dict[str, Any], metrics: dict[str, Any]) -> None:
    """Write the card beside a graph: how to use it, what it learned from and how well it does."""
    card = {
        "name": path.stem,
        "file": path.name,
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "input_name": "pictures",
        **use,
        "trained_on": TRAINED_ON,
        "config": config,
        "metrics": metrics,
    }
    path.with_suffix(".json").write_text(json.dumps(card, indent=2, ensure_ascii=False) + "\n")
    print(path.name, metrics)
