"""Write a checkpoint as NAME.onnx with its machine-readable card NAME.json.

    python -m models.export finder work/finder.pt --set work/held_out_dice
    python -m models.export box work/box.pt
    python -m models.export colours work/colours.pt --crops work/colours.npz
    python -m models.export d6 work/faces.pt --crops work/held_out.npz
    python -m models.export d6-doubtful work/doubtful.pt --crops work/together.npz
    python -m models.export d6-stance work/stance.pt --crops work/together.npz
    python -m models.export d6-together --crops work/together.npz
    python -m models.export surroundings work/surroundings.pt --crops work/surroundings_found.npz
    python -m models.export numerals work/numerals.pt --crops work/numerals_held_out.npz

The exported graph is compared with the network it came from; a difference above 0.001 stops the export.
Then all but box are let multiply in eight bits, `eight_bits.py`, and the weights that are left are
stored in half precision, `half_precision.py`.
Metrics on whole pictures are added to the cards by models.measure.cards.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import permutations
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import onnxruntime
import torch
import typer

from models.boxes import net as boxes_net
from models.boxes.net import BoxGraph, BoxNet
from models.calibration import (
    Scaling,
    calibration_error,
    face_confidence,
    least_confidence,
    scaling_of,
    weights_of,
)
from models.camera_stands import stands as ways_to_stand
from models.colours import net as colours_net
from models.colours.net import ColoursGraph, ColoursNet
from models.colours.train import errors, shares_off
from models.eight_bits import store_eight_bits
from models.faces.closer import CloserFacesNet, DoubtfulFacesGraph
from models.faces.held_out import MAY_LEAN, SETTLED, SURE, TOGETHER, SeenTogether, seen_by
from models.faces.net import (
    FACES,
    INPUT_PX,
    LABELS,
    MARGIN,
    FacesGraph,
    FacesNet,
    StandingFacesNet,
)
from models.finder.net import FinderGraph, FinderNet
from models.half_precision import store_half
from models.numerals import net as numerals_net
from models.numerals.held_out import logits_of_dice, said_of, seen_together
from models.numerals.net import NumeralsGraph, NumeralsNet
from models.sets import set_pictures
from models.surroundings import net as surroundings_net
from models.surroundings.net import SurroundingsGraph, SurroundingsNet
from models.training.packed import unpack
from models.training.shaken import logits_of, middle
from models.training.together import held_out_together
from vision.card import ModelCard, load_card
from vision.dice.company import Company
from vision.dice.crop import VIEW_MARGIN
from vision.dice.faces import DOUBTFUL
from vision.dice.numerals import COCKED, READ, apart_from_leaning
from vision.finding.finder import pad, shrink
from vision.image import load_image

FOUND = 0.3  # least heat of a die; the face reader throws out what is none
# From this on a find of the reader of pips is not reported: a shadow would hold up a roll. In 587 scenes that
# trained nothing 31 finds that are no die lie between this and 0.7, and 7 dice, one of them legible.
NO_DIE = 0.5
# The same of the reader of numerals.
NO_NUMBERED_DIE = 0.7
OTHER_KIND = 0.2  # from this on a die is shown to the reader of numerals
# So much is taken from the odds of faces that are seen once bodies are even, as a logarithm: of 900 held-out
# scenes 29 faces more are read rightly and 2 falsely, with 1.6 34 and 4, with 2.4 27 and 2.
LESS_EVEN = 2.0
LOOK_ALIKES = ("d20 6", "d20 9", "d20 16", "d20 19")  # the card counts each that is taken for another
FALSE_SHARE = 0.002  # of the held-out crops that are accepted; half as many are promised on photographs
# Other kinds pass for a d6 in photographs sooner than in scenes: a d4 like a barrel had 0.89.
FALSE_SHARES = {"d20": FALSE_SHARE, "d6n": 0.0015}
# Against 640 on held-out pictures: more large dice found, hardly fewer small ones, a fifth fewer pixels.
FINDER_PX = 576
PARITY = 1e-3
SHOWN = 200  # pictures, spread over those held out, that say how large values grow where they have eight bits
ASKED_TOGETHER = 4  # doubtful crops of one picture
LEANING = numerals_net.LABELS.index(COCKED)

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

app = typer.Typer(add_completion=False)


@app.command()
def finder(
    checkpoint: Path,
    sets: Annotated[list[Path], typer.Option("--set", help="Labelled; they say how large values grow")],
    out: Path = Path("models"),
) -> None:
    """Export the finder of dice."""
    pictures = [one.path for folder in sets for one in set_pictures(folder)]
    saved = torch.load(checkpoint)
    net = FinderNet()
    net.load_state_dict(saved["net"])
    example = torch.randint(0, 256, (1, 96, 160, 3), dtype=torch.uint8)
    cells = {0: "n", 1: "rows", 2: "columns"}
    _export(
        FinderGraph(net).eval(),
        {"pictures": example},
        out / "finder.onnx",
        {"pictures": {0: "n", 1: "h", 2: "w"}},
        {"heat": cells, "sides": {0: "n", 2: "rows", 3: "columns"}},
        [
            {"pictures": pad(shrink(load_image(path), FINDER_PX)[0])[None]}
            for path in pictures[:: max(1, len(pictures) // SHOWN)]
        ],
    )
    _write_card(
        out / "finder.onnx",
        {"input_px": FINDER_PX, "margin": 1.0, "labels": ["die"], "thresholds": {"found": FOUND}},
        {
            "seed": saved["seed"],
            "steps": saved["step"],
            "sets": [Path(name).name for name in saved["sets"]],
        },
        {"validation_loss": round(saved["validation"], 4)},
    )


@app.command()
def box(checkpoint: Path, out: Path = Path("models")) -> None:
    """Export what corrects the boxes of finds."""
    net = BoxNet()
    saved = _loaded(net, checkpoint)
    size = boxes_net.INPUT_PX
    _export(
        BoxGraph(net).eval(),
        {"pictures": torch.randint(0, 256, (3, size, size, 3), dtype=torch.uint8)},
        out / "box.onnx",
        {"pictures": {0: "n"}},
        {"boxes": {0: "n"}},
    )
    _write_card(
        out / "box.onnx",
        {"input_px": size, "margin": boxes_net.MARGIN, "labels": ["die"], "thresholds": {}},
        {"seed": saved["seed"], "steps": saved["step"]},
        {f"validation_{name}": value for name, value in saved["validation"].items()},
    )


@app.command()
def colours(
    checkpoint: Path,
    crops: Annotated[
        list[Path], typer.Option(help="Packed by models.colours.pack; they say how large values grow")
    ],
    out: Path = Path("models"),
) -> None:
    """Export what measures the colours of dice; its metrics are those of the held-out dice, in eight bits."""
    net = ColoursNet()
    saved, data = _loaded(net, checkpoint), unpack(crops)
    size = colours_net.INPUT_PX
    views = middle(torch.from_numpy(_held_out(data, "crops")), size).numpy()
    session = _export(
        ColoursGraph(net).eval(),
        {"pictures": torch.randint(0, 256, (3, size, size, 3), dtype=torch.uint8)},
        out / "colours.onnx",
        {"pictures": {0: "n"}},
        {"light": {0: "n"}, "errors": {0: "n"}},
        _a_few(views),
    )
    # Packed colours are RGB.
    off = errors(
        torch.from_numpy(_said(session, views)), torch.from_numpy(_held_out(data, "colours")).flip(2)
    )
    _write_card(
        out / "colours.onnx",
        {"input_px": size, "margin": VIEW_MARGIN, "labels": ["body", "marks"], "thresholds": {}},
        {"seed": saved["seed"], "steps": saved["step"]},
        {f"validation_{name}": value for name, value in shares_off(off).items()},
    )


@app.command()
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
    saved, data = _loaded(net, checkpoint), unpack(crops)
    told = _calibrated(saved, data, _logits_of_faces(net, data))
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
        _metrics(confidence, right, least, seen.labels < FACES),
    )


@app.command()
def d6_stance(
    checkpoint: Path,
    crops: Annotated[
        list[Path], typer.Option(help="Packed --as-found; they tell flat dice from leaning ones")
    ],
    out: Path = Path("models"),
) -> None:
    """Export the reader of d6 faces anew that has learned how dice stand and nothing else since its card."""
    net = StandingFacesNet()
    _loaded(net, checkpoint)
    card = load_card(out / "d6.json")
    scaling = Scaling(card.config["temperature"], np.array([card.config["biases"][name] for name in LABELS]))
    data = unpack(crops)
    seen = seen_by(_export_d6(net, scaling, data, out), _doubtful(out), data)
    _write_d6_card(seen, card.thresholds["accepted"], out, dict(card.config), _of_faces(card))


@app.command()
def d6_together(
    crops: Annotated[list[Path], typer.Option(help="Packed --as-found")],
    out: Path = Path("models"),
    accept: Annotated[
        float | None, typer.Option(help="Another least confidence, by models.measure.least_confidence")
    ] = None,
) -> None:
    """Tell anew in the card of d6 what both graphs say, as after another d6-doubtful; other bounds stay."""
    card, data = load_card(out / "d6.json"), unpack(crops)
    seen = seen_by(_session(out / "d6.onnx"), _doubtful(out), data)
    accepted, stands = card.thresholds["accepted"] if accept is None else accept, card.thresholds["stands"]
    _write_card(
        out / "d6.onnx",
        {
            "input_px": card.input_px,
            "margin": card.margin,
            "labels": list(card.labels),
            "thresholds": {**card.thresholds, "accepted": accepted},
        },
        dict(card.config),
        {**_of_faces(card), **seen.metrics(Company(**card.config["company"]), accepted, stands)},
    )


def _of_faces(card: ModelCard) -> dict[str, Any]:
    """Return what the card of d6 tells of faces alone."""
    return {name: value for name, value in card.metrics.items() if name not in ("sets", TOGETHER)}


@app.command()
def d6_doubtful(
    checkpoint: Path,
    crops: Annotated[list[Path], typer.Option(help="Packed --as-found; they calibrate")],
    out: Path = Path("models"),
) -> None:
    """Export what reads the faces that d6 leaves in doubt; `d6-together` then tells what both say."""
    net = CloserFacesNet()
    saved, data = _loaded(net, checkpoint), unpack(crops)
    logits = _logits_of_faces(net, data)
    told = _calibrated(saved, data, logits)
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
    _export(
        DoubtfulFacesGraph(net, scaling.temperature, torch.from_numpy(scaling.biases).float()).eval(),
        inputs,
        path,
        {name: {0: "n"} for name in inputs},
        {"probabilities": {0: "n"}, "stands": {0: "n"}},
        shown,
    )
    right = logits.argmax(axis=1) == told.labels
    _write_card(
        path,
        {"input_px": INPUT_PX, "margin": MARGIN, "labels": list(LABELS), "thresholds": {}},
        told.config(LABELS),
        {"held_out_crops": len(right), "held_out_surest_of_right_label": round(float(right.mean()), 4)},
    )


def _logits_of_faces(net: FacesNet, data: dict[str, np.ndarray]) -> np.ndarray:
    """Return what a network says of the held-out crops, each alone, (N, 10)."""
    return np.asarray(logits_of(net, torch.from_numpy(_held_out(data, "crops")), INPUT_PX).double().numpy())


def _doubtful_crops(data: dict[str, np.ndarray], logits: np.ndarray) -> list[np.ndarray]:
    """Return held-out crops that a network doubts by its logits (N, 10), a few at a time."""
    likeliest = torch.softmax(torch.from_numpy(logits), dim=1).amax(dim=1).numpy()
    crops = middle(torch.from_numpy(_held_out(data, "crops")[likeliest < SETTLED]), INPUT_PX).numpy()
    return np.array_split(crops[:: max(1, len(crops) // (SHOWN * ASKED_TOGETHER))], SHOWN)


def _doubtful(out: Path) -> onnxruntime.InferenceSession:
    return _session(out / f"{DOUBTFUL}.onnx")


def _session(path: Path) -> onnxruntime.InferenceSession:
    return onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])


def _export_d6(
    net: StandingFacesNet, scaling: Scaling, data: dict[str, np.ndarray], out: Path
) -> onnxruntime.InferenceSession:
    shown = held_out_together(data, INPUT_PX)
    return _export(
        FacesGraph(net, scaling.temperature, torch.from_numpy(scaling.biases).float()).eval(),
        {
            "pictures": torch.randint(0, 256, (3, INPUT_PX, INPUT_PX, 3), dtype=torch.uint8),
            "centres": torch.tensor([[-0.5, 0.1], [0.4, -0.2], [0.0, 0.3]]),
        },
        out / "d6.onnx",
        {"pictures": {0: "n"}, "centres": {0: "n"}},
        {"probabilities": {0: "n"}, "stands": {0: "n"}, "stances": {0: "n"}, "cameras": {0: "n"}},
        [one.inputs for one in shown[:: max(1, len(shown) // SHOWN)]],
    )


def _write_d6_card(
    seen: SeenTogether, least: float, out: Path, config: dict[str, Any], metrics: dict[str, Any]
) -> None:
    company = seen.company()
    least_stands = seen.least_stands(company, least)
    _write_card(
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


@app.command()
def surroundings(
    checkpoint: Path,
    crops: Annotated[
        list[Path], typer.Option(help="Packed --as-found by models.surroundings.pack; they weigh its word")
    ],
    out: Path = Path("models"),
) -> None:
    """Export what tells by its surroundings whether a find is a die."""
    net, size = SurroundingsNet(), surroundings_net.INPUT_PX
    saved, data = _loaded(net, checkpoint), unpack(crops)
    views = middle(torch.from_numpy(_held_out(data, "crops")), size).numpy()
    path = out / "surroundings.onnx"
    session = _export(
        SurroundingsGraph(net).eval(),
        {"pictures": torch.randint(0, 256, (3, size, size, 3), dtype=torch.uint8)},
        path,
        {"pictures": {0: "n"}},
        {"odds": {0: "n"}},
        _a_few(views),
    )
    said = _said(session, views)
    confidence = _held_out(data, "confidence").astype(np.float64).clip(1e-6, 1 - 1e-6)
    right, odds = _held_out(data, "right"), np.log(confidence / (1 - confidence))
    accepted, asked = _held_out(data, "accepted"), _held_out(data, "asked")
    against = np.minimum(said, 0.0).astype(np.float64)
    (weight,) = weights_of(odds[asked], against[asked, None], right[asked]).round(3).tolist()
    nowhere = _held_out(data, "labels") == 0
    least = load_card(out / "d6.json").thresholds["accepted"]
    still = accepted & (odds + weight * against * asked >= np.log(least / (1 - least)))
    _write_card(
        path,
        {"input_px": size, "margin": surroundings_net.MARGIN, "labels": ["die"], "thresholds": {}},
        {"seed": saved["seed"], "steps": saved["step"], "weight": weight},
        {
            **{f"validation_{name}": value for name, value in saved["validation"].items()},
            "held_out_finds": len(right),
            "held_out_asked": int(asked.sum()),
            "held_out_right": int((accepted & right).sum()),
            "held_out_right_still": int((still & right).sum()),
            "held_out_places_read": int((accepted & nowhere).sum()),
            "held_out_places_read_still": int((still & nowhere).sum()),
        },
    )


@app.command()
def numerals(
    checkpoint: Path,
    crops: Annotated[list[Path], typer.Option(help="Packed --as-found; they calibrate")],
    out: Path = Path("models"),
) -> None:
    """Export the reader of numerals, calibrated on the held-out crops."""
    net, size = NumeralsNet(), numerals_net.INPUT_PX
    saved, data = _loaded(net, checkpoint), unpack(crops)
    seen = seen_together(data)
    told = _calibrated(saved, data, said_of(seen, partial(logits_of_dice, net)))
    labels = told.labels
    session = _export(
        NumeralsGraph(net, told.scaling.temperature, torch.from_numpy(told.scaling.biases).float()).eval(),
        {
            "pictures": torch.randint(0, 256, (2, size, size, 3), dtype=torch.uint8),
            "centres": torch.tensor([[-0.5, 0.1], [0.4, -0.2]]),
        },
        out / "numerals.onnx",
        {"pictures": {0: "n"}, "centres": {0: "n"}},
        {"probabilities": {0: "n"}},
        [one.inputs for one in seen[:: max(1, len(seen) // SHOWN)]],
    )
    # Calibrated as it is used: by the exported graph, in eight bits.
    calibrated = said_of(
        seen, lambda shown, centres: session.run(None, {"pictures": shown, "centres": centres})[0]
    )
    probabilities = apart_from_leaning(calibrated.astype(np.float32), LEANING).astype(np.float64)
    confidence, right = face_confidence(probabilities, told.of("values"), faces=numerals_net.FACES)
    best = [numerals_net.LABELS[i].split()[0] for i in probabilities[:, : numerals_net.FACES].argmax(axis=1)]
    # Each kind promises by its own crops: d20 that are read well excuse no d6.
    of_kind = {kind: np.array([kind == one for one in best]) for kind in READ}
    least = {
        kind: least_confidence(confidence[of], right[of], FALSE_SHARES[kind]) for kind, of in of_kind.items()
    }
    _write_card(
        out / "numerals.onnx",
        {
            "input_px": size,
            "margin": numerals_net.MARGIN,
            "labels": list(numerals_net.LABELS),
            "thresholds": {**{f"accepted_{kind}": least[kind] for kind in READ}, "no_die": NO_NUMBERED_DIE},
        },
        told.config(numerals_net.LABELS),
        {
            **{
                kind: {
                    **_metrics(confidence[of], right[of], least[kind], told.of("values")[of] > 0),
                    "held_out_leaning_accepted": int(
                        ((labels == LEANING) & of & (confidence >= least[kind])).sum()
                    ),
                }
                for kind, of in of_kind.items()
            },
            "held_out_confused": confused(calibrated, labels),
            "held_out_look_alikes": look_alikes(
                probabilities, labels, confidence >= np.array([least[kind] for kind in best])
            ),
        },
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Calibrated:
    """A reader's checkpoint, the packed crops, and the scaling that those held out ask for."""

    saved: dict[str, Any]
    data: dict[str, np.ndarray]
    scaling: Scaling

    def of(self, column: str) -> np.ndarray:
        """Return a column of the packed crops, those held out alone."""
        return _held_out(self.data, column)

    @property
    def labels(self) -> np.ndarray:
        return self.of("labels")

    def config(self, labels: Sequence[str]) -> dict[str, Any]:
        """Return what a card says of how the reader was trained and calibrated."""
        return {
            "seed": self.saved["seed"],
            "steps": self.saved["step"],
            "sets": self.data["names"].tolist(),
            "weights": self.data["weights"].tolist(),
            "temperature": round(self.scaling.temperature, 4),
            "biases": dict(zip(labels, self.scaling.biases.round(4).tolist(), strict=True)),
        }


def _loaded(net: torch.nn.Module, checkpoint: Path) -> dict[str, Any]:
    """Give a network the weights of a checkpoint, and return all that it holds."""
    saved: dict[str, Any] = torch.load(checkpoint)
    net.load_state_dict(saved["net"])
    net.eval()
    return saved


def _calibrated(saved: dict[str, Any], data: dict[str, np.ndarray], logits: np.ndarray) -> _Calibrated:
    """Return a reader calibrated on the logits of the held-out crops, (N, labels)."""
    return _Calibrated(saved, data, scaling_of(logits, _held_out(data, "labels")))


def _held_out(data: dict[str, np.ndarray], column: str) -> np.ndarray:
    """Return a column of packed crops, those held out alone."""
    return np.asarray(data[column][data["held_out"]])


def _metrics(
    confidence: np.ndarray, right: np.ndarray, least: float, readable: np.ndarray
) -> dict[str, float]:
    """Return what a card says of the held-out crops, of which some show something to read."""
    accepted = confidence >= least
    return {
        "held_out_crops": len(confidence),
        "held_out_readable": int(readable.sum()),
        "held_out_right": round(float(np.mean(accepted[readable] & right[readable])), 4),
        "held_out_accepted": int(accepted.sum()),
        "held_out_false": int((accepted & ~right).sum()),
        "calibration_error": round(calibration_error(confidence, right), 4),
    }


def confused(probabilities: np.ndarray, labels: np.ndarray, most: int = 12) -> dict[str, int]:
    """Return which numbers were taken for which others most often, accepted or not: "d20 6 as d20 9" -> 3."""
    guessed = probabilities[:, : numerals_net.FACES].argmax(axis=1)
    pairs = Counter(
        f"{numerals_net.LABELS[label]} as {numerals_net.LABELS[guess]}"
        for label, guess in zip(labels.tolist(), guessed.tolist(), strict=True)
        if label < numerals_net.FACES and guess != label
    )
    return dict(pairs.most_common(most))


def look_alikes(
    probabilities: np.ndarray, labels: np.ndarray, accepted: np.ndarray
) -> dict[str, dict[str, int]]:
    """Return how many dice show a number, for how many of them it was taken for one that looks alike, and
    for how many of these accepted so: "d20 6 as d20 9" -> {"shown": 309, "taken": 9, "accepted": 0}.
    """
    guessed = probabilities[:, : numerals_net.FACES].argmax(axis=1)
    counts = {}
    for one, other in permutations(LOOK_ALIKES, 2):
        shown = labels == numerals_net.LABELS.index(one)
        taken = shown & (guessed == numerals_net.LABELS.index(other))
        counts[f"{one} as {other}"] = {
            "shown": int(shown.sum()),
            "taken": int(taken.sum()),
            "accepted": int((taken & accepted).sum()),
        }
    return counts


Axes = dict[int, str]
"""Names of the axes whose length is free."""


def _export(
    graph: torch.nn.Module,
    inputs: dict[str, torch.Tensor],
    path: Path,
    free: dict[str, Axes],
    outputs: dict[str, Axes],
    shown: Sequence[Mapping[str, np.ndarray]] = (),
) -> onnxruntime.InferenceSession:
    """Write a graph that says what the network says; where inputs are `shown`, in eight bits."""
    torch.onnx.export(
        graph,
        tuple(inputs.values()),
        str(path),
        input_names=list(inputs),
        output_names=list(outputs),
        dynamic_axes={**free, **outputs},
        opset_version=17,
        dynamo=False,
    )
    session = _session(path)
    # Others than the example, and twice as many where there were several.
    others = {name: torch.cat([one, one.flip(0)]) for name, one in inputs.items()}
    with torch.no_grad():
        expected = graph(*others.values())
    for name, want, got in zip(
        outputs,
        expected if isinstance(expected, tuple) else (expected,),
        session.run(None, {name: one.numpy() for name, one in others.items()}),
        strict=True,
    ):
        gap = float(np.abs(want.numpy() - got).max())
        if gap > PARITY:
            raise SystemExit(f"{path.name}: {name} differs by {gap:.5f} from the network, at most {PARITY}")
    if shown:
        store_eight_bits(path, shown)
    store_half(path)
    return _session(path)


def _said(session: onnxruntime.InferenceSession, views: np.ndarray) -> np.ndarray:
    """Return what an exported graph says first of views (N, H, W, 3), shown some at a time."""
    parts = np.array_split(views, len(views) // SHOWN + 1)
    return np.concatenate([session.run(None, {"pictures": part})[0] for part in parts])


def _a_few(views: np.ndarray) -> list[dict[str, np.ndarray]]:
    """Return inputs of a graph, views (N, H, W, 3) spread over those held out, some at a time."""
    return [{"pictures": part} for part in np.array_split(views[:: max(1, len(views) // SHOWN)], SHOWN // 4)]


def _write_card(path: Path, use: dict[str, Any], config: dict[str, Any], metrics: dict[str, Any]) -> None:
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


if __name__ == "__main__":
    app()
