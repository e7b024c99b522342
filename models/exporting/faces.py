"""Both readers of d6 faces as graphs, and what their cards say of what they read together."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import onnxruntime
import torch
import typer

from models.calibration import Scaling, least_confidence, scaling_of
from models.camera_stands import stands as ways_to_stand
from models.exporting.calibrated import FALSE_SHARE, accepted_metrics, calibrated, held_out
from models.exporting.cards import loaded, write_card
from models.exporting.graphs import SHOWN, export, session_of
from models.faces.closer import CloserFacesNet, DoubtfulFacesGraph
from models.faces.held_out import MAY_LEAN, SETTLED, SURE, TOGETHER, SeenTogether, seen_by
from models.faces.net import FACES, INPUT_PX, LABELS, MARGIN, FacesGraph, FacesNet, StandingFacesNet
from models.training.packed import unpack
from models.training.shaken import logits_of, middle
from models.training.together import held_out_together
from vision.card import ModelCard, load_card
from vision.dice.company import Company
from vision.dice.faces import DOUBTFUL

# From this on a find of the reader of pips is not reported: a shadow would hold up a roll. In 587 scenes that
# trained nothing 31 finds that are no die lie between this and 0.7, and 7 dice, one of them legible.
NO_DIE = 0.5
OTHER_KIND = 0.2  # from this on a die is shown to the reader of numerals
# So much is taken from the odds of faces that are seen once bodies are even, as a logarithm: of 3,300 finds
# looked at so in scenes that trained nothing 978 are read rightly and 20 falsely, with 2.0 1,016 and 23.
LESS_EVEN = 2.2
ASKED_TOGETHER = 4  # doubtful crops of one picture


def d6(
    checkpoint: Path,
    crops: Annotated[list[Path], typer.Option(help="Packed --as-found; they calibrate")],
    accept_crops: Annotated[
        list[Path] | None,
        typer.Option(help="Packed --as-found; the least confidence comes from them, if not from --crops"),
    ] = None,
    out: Path = Path("models"),
) -> None:
    """Export the reader of d6 faces, calibrated on the held-out crops."""
    net = StandingFacesNet()
    saved, data = loaded(net, checkpoint), unpack(crops)
    told = calibrated(saved, data, _logits_of_faces(net, data))
    # Calibrated as it is used: by the exported graphs, with all looks at what is unsure, and with company.
    session = _export_d6(net, told.scaling, data, out)
    seen = seen_by(session, _doubtful(out), unpack(accept_crops) if accept_crops else data)
    confidence, right = seen.confidence(seen.company())
    least = least_confidence(confidence, right, FALSE_SHARE)
    _write_d6_card(
        seen,
        least,
        out,
        told.config(LABELS),
        accepted_metrics(confidence, right, least, seen.labels < FACES),
    )


def d6_stance(
    checkpoint: Path,
    crops: Annotated[
        list[Path], typer.Option(help="Packed --as-found; they tell flat dice from leaning ones")
    ],
    out: Path = Path("models"),
) -> None:
    """Export the reader of d6 faces anew that has learned how dice stand and nothing else since its card."""
    net = StandingFacesNet()
    loaded(net, checkpoint)
    card = load_card(out / "d6.json")
    data = unpack(crops)
    seen = seen_by(_export_d6(net, _scaling_of(card), data, out), _doubtful(out), data)
    _write_d6_card(seen, card.thresholds["accepted"], out, dict(card.config), _of_faces(card))


def d6_beside(
    checkpoint: Path,
    crops: Annotated[list[Path], typer.Option(help="Packed --as-found; they say how sure it may be")],
    out: Path = Path("models"),
) -> None:
    """Export the reader of d6 faces anew that has learned a sort of dice beside what it said before.

    How sure it is is calibrated on the held-out crops; how often labels occur stays, and so do all bounds.
    """
    net = StandingFacesNet()
    saved, data, card = loaded(net, checkpoint), unpack(crops), load_card(out / "d6.json")
    scaling = scaling_of(_logits_of_faces(net, data), held_out(data, "labels"), _scaling_of(card).biases)
    company = Company(**card.config["company"])
    accepted, stands = card.thresholds["accepted"], card.thresholds["stands"]
    seen = seen_by(_export_d6(net, scaling, data, out), _doubtful(out), data)
    confidence, right = seen.confidence(company)
    learned = {"seed": saved["seed"], "steps": saved["step"], "temperature": round(scaling.temperature, 4)}
    write_card(
        out / "d6.onnx",
        _use_of(card),
        {**card.config, **learned},
        {
            **accepted_metrics(confidence, right, accepted, seen.labels < FACES),
            **seen.metrics(company, accepted, stands),
        },
    )


def d6_together(
    crops: Annotated[list[Path], typer.Option(help="Packed --as-found")],
    out: Path = Path("models"),
    accept: Annotated[
        float | None, typer.Option(help="Another least confidence, by models.measure.least_confidence")
    ] = None,
) -> None:
    """Tell anew in the card of d6 what both graphs say, as after another d6-doubtful; other bounds stay."""
    card, data = load_card(out / "d6.json"), unpack(crops)
    seen = seen_by(session_of(out / "d6.onnx"), _doubtful(out), data)
    accepted, stands = card.thresholds["accepted"] if accept is None else accept, card.thresholds["stands"]
    write_card(
        out / "d6.onnx",
        _use_of(card, accepted=accepted),
        dict(card.config),
        {**_of_faces(card), **seen.metrics(Company(**card.config["company"]), accepted, stands)},
    )


def d6_doubtful(
    checkpoint: Path,
    crops: Annotated[list[Path], typer.Option(help="Packed --as-found; they calibrate")],
    out: Path = Path("models"),
) -> None:
    """Export what reads the faces that d6 leaves in doubt; `d6-together` then tells what both say."""
    net = CloserFacesNet()
    saved, data = loaded(net, checkpoint), unpack(crops)
    logits = _logits_of_faces(net, data)
    told = calibrated(saved, data, logits)
    scaling = told.scaling
    path = out / f"{DOUBTFUL}.onnx"
    told_besides = {
        "centres": torch.zeros(3, 2),
        "stances": torch.zeros(3, 3),
        "cameras": torch.softmax(torch.randn(3, len(ways_to_stand())), dim=1),
    }
    pictures = torch.randint(0, 256, (3, INPUT_PX, INPUT_PX, 3), dtype=torch.uint8)
    inputs = {"pictures": pictures, **told_besides}
    # As it is asked for faces: of nothing else is it told.
    shown = [
        {"pictures": part}
        | {name: np.zeros((len(part), one.shape[1]), np.float32) for name, one in told_besides.items()}
        for part in _doubtful_crops(data, logits)
    ]
    export(
        DoubtfulFacesGraph(net, scaling.temperature, torch.from_numpy(scaling.biases).float()).eval(),
        inputs,
        path,
        {name: {0: "n"} for name in inputs},
        {"probabilities": {0: "n"}, "stands": {0: "n"}},
        shown,
    )
    right = logits.argmax(axis=1) == told.labels
    write_card(
        path,
        {"input_px": INPUT_PX, "margin": MARGIN, "labels": list(LABELS), "thresholds": {}},
        told.config(LABELS),
        {"held_out_crops": len(right), "held_out_surest_of_right_label": round(float(right.mean()), 4)},
    )


def _use_of(card: ModelCard, **thresholds: float) -> dict[str, Any]:
    """Return how a card says its graph is used, with some bounds moved."""
    return {
        "input_px": card.input_px,
        "margin": card.margin,
        "labels": list(card.labels),
        "thresholds": {**card.thresholds, **thresholds},
    }


def _scaling_of(card: ModelCard) -> Scaling:
    return Scaling(card.config["temperature"], np.array([card.config["biases"][name] for name in LABELS]))


def _of_faces(card: ModelCard) -> dict[str, Any]:
    """Return what the card of d6 tells of faces alone."""
    return {name: value for name, value in card.metrics.items() if name not in ("sets", TOGETHER)}


def _logits_of_faces(net: FacesNet, data: dict[str, np.ndarray]) -> np.ndarray:
    """Return what a network says of the held-out crops, each alone, (N, 10)."""
    return np.asarray(logits_of(net, torch.from_numpy(held_out(data, "crops")), INPUT_PX).double().numpy())


def _doubtful_crops(data: dict[str, np.ndarray], logits: np.ndarray) -> list[np.ndarray]:
    """Return held-out crops that a network doubts by its logits (N, 10), a few at a time."""
    likeliest = torch.softmax(torch.from_numpy(logits), dim=1).amax(dim=1).numpy()
    crops = middle(torch.from_numpy(held_out(data, "crops")[likeliest < SETTLED]), INPUT_PX).numpy()
    return np.array_split(crops[:: max(1, len(crops) // (SHOWN * ASKED_TOGETHER))], SHOWN)


def _doubtful(out: Path) -> onnxruntime.InferenceSession:
    return session_of(out / f"{DOUBTFUL}.onnx")


def _export_d6(
    net: StandingFacesNet, scaling: Scaling, data: dict[str, np.ndarray], out: Path
) -> onnxruntime.InferenceSession:
    shown = held_out_together(data, INPUT_PX)
    return export(
        FacesGraph(net, scaling.temperature, torch.from_numpy(scaling.biases).float()).eval(),
        {
            "pictures": torch.randint(0, 256, (3, INPUT_PX, INPUT_PX, 3), dtype=torch.uint8),
            "centres": torch.tensor([[-0.5, 0.1], [0.4, -0.2], [0.0, 0.3]]),
        },
        out / "d6.onnx",
        {"pictures": {0: "n"}, "centres": {0: "n"}},
        {name: {0: "n"} for name in ("probabilities", "stands", "stances", "cameras", "ups")},
        [one.inputs for one in shown[:: max(1, len(shown) // SHOWN)]],
    )


def _write_d6_card(
    seen: SeenTogether, least: float, out: Path, config: dict[str, Any], metrics: dict[str, Any]
) -> None:
    company = seen.company()
    least_stands = seen.least_stands(company, least)
    write_card(
        out / "d6.onnx",
        {
            "input_px": INPUT_PX,
            "margin": MARGIN,
            "labels": list(LABELS),
            "thresholds": {
                "accepted": least,
                "stands": least_stands,
                "may_lean": MAY_LEAN,
                "no_die": NO_DIE,
                "sure": SURE,
                "settled": SETTLED,
                "other_kind": OTHER_KIND,
                "less_even": LESS_EVEN,
            },
        },
        {**config, "company": asdict(company)},
        {**metrics, **seen.metrics(company, least, least_stands)},
    )
