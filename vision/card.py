"""The card of a model: what the program must know to use it, and which file it speaks of."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any


class ModelError(OSError):
    """A model that cannot be used; the message names the file."""


class CardMismatch(ModelError, ValueError):  # noqa: N818 - named for what was found, like RollRejected
    """Weights that are not those of the card; the message gives expected and found hash."""


@dataclass(frozen=True, slots=True)
class ModelCard:
    """NAME.json beside NAME.onnx.

    `input_px` is the side of a crop or the longest side of a picture, `margin` a crop's side over the die's
    longer side, `thresholds` the least values at which the model's word is taken.
    """

    name: str
    file: str
    sha256: str
    input_name: str
    input_px: int
    margin: float
    labels: tuple[str, ...]
    thresholds: Mapping[str, float]
    trained_on: tuple[Mapping[str, str], ...]
    config: Mapping[str, Any]
    metrics: Mapping[str, Any]


def load_card(path: Path) -> ModelCard:
    """Return the card in a JSON file. Raises ModelError when it is missing or not a card."""
    try:
        stated = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as err:
        raise ModelError(f"{path}: model card is missing") from err
    except (OSError, ValueError) as err:
        raise ModelError(f"{path}: model card is unreadable: {err}") from err
    try:
        return ModelCard(
            **{**stated, "labels": tuple(stated["labels"]), "trained_on": tuple(stated["trained_on"])}
        )
    except (TypeError, KeyError) as err:
        raise ModelError(f"{path}: not a model card: {err}") from err


def verify(card: ModelCard, weights: Path) -> None:
    """Compare a model file with its card.

    Raises:
        ModelError: the file is missing or unreadable.
        CardMismatch: its SHA-256 is another than the card's.
    """
    try:
        found = hashlib.sha256(weights.read_bytes()).hexdigest()
    except FileNotFoundError as err:
        raise ModelError(f"{weights}: model file is missing, expected SHA-256 {card.sha256}") from err
    except OSError as err:
        raise ModelError(f"{weights}: model file is unreadable: {err}") from err
    if found != card.sha256:
        raise CardMismatch(f"{weights}: model file is altered: expected SHA-256 {card.sha256}, found {found}")
