"""Held-out crops as the reader of pips sees them: the finds of each picture together, doubtful ones twice."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from math import floor

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from models.calibration import Bools, Floats, face_confidence, weights_of
from models.faces.net import FACES, INPUT_PX, LABELS
from models.training.together import held_out_together
from vision.dice.company import LEAST_STANDS, Company, unlike_sizes
from vision.dice.faces import OTHER_KIND, SURELY_OTHER, with_company
from vision.dice.leaning import Standing, faces_alone
from vision.dice.second_look import Doubt, look_until_settled

SURE = 0.98  # below it a crop is looked at again in a mirror: few clear dice, most doubtful ones
SETTLED = 0.995  # below it another network is asked as well, which tells some of the surest mistakes
MAY_LEAN = 2.0  # below it how a die stands is looked at closer: 118 of 149 leaning dice, 3 % of the flat ones
FLAT_REFUSED = 0.001
"""Share of the rightly read flat dice that may be taken for leaning ones."""

DOUBT = Doubt(SURE, SETTLED, LABELS.index(OTHER_KIND), SURELY_OTHER)
IS_FACE = np.array([label.isdigit() for label in LABELS], np.float32)
TOGETHER = "held_out_together"
"""Name of what a card says of finds whose others were asked."""


@dataclass(frozen=True, slots=True, eq=False)
class SeenTogether:
    """What all looks say of held-out finds: `probabilities` (N, 10) by their own crops.

    `stands` (N,) says how each stands among the others of its picture, see `LyingFlat`, `closer` (N,) the
    same where it was looked at closer, and `unlike` (N,) how unlike theirs its size is.
    """

    probabilities: NDArray[np.float32]
    stands: NDArray[np.float32]
    closer: NDArray[np.float32]
    unlike: NDArray[np.float32]
    labels: NDArray[np.int64]
    values: NDArray[np.int64]

    @property
    def leaning(self) -> Bools:
        return np.asarray(self.labels == LABELS.index("cocked"))

    def company(self) -> Company:
        """Return how much the others count to tell faces of flat dice from all else but leaning ones."""
        of = ~np.isnan(self.stands) & ~self.leaning
        shown = self.probabilities[of, :FACES].astype(np.float64).sum(axis=1).clip(1e-6, 1 - 1e-6)
        told = np.stack(
            [np.ones(of.sum()), self.stands[of].clip(LEAST_STANDS), self.unlike[of]], axis=1
        ).astype(np.float64)
        weights = weights_of(np.log(shown / (1 - shown)), told, self.labels[of] < FACES)
        return Company(*weights.round(3).tolist())

    def confidence(self, company: Company) -> tuple[Floats, Bools]:
        """Return the confidence of the likeliest face of each find, and whether it is that die's value."""
        says = company.says(self.stands, self.unlike)
        told = with_company(self.probabilities, IS_FACE, says)
        return face_confidence(told.astype(np.float64), self.values)

    def least_stands(self, company: Company, least: float) -> float:
        """Return how a die must stand at least to be accepted, of those read with `least` confidence."""
        read, right = self.confidence(company)
        flat = (read >= least) & right & (self.labels < FACES) & ~np.isnan(self.closer)
        # Cards hold four digits; rounded up, it might refuse more.
        return floor(float(np.quantile(self.closer[flat], FLAT_REFUSED)) * 1e4) / 1e4

    def metrics(self, company: Company, least: float, least_stands: float) -> dict[str, dict[str, int]]:
        """Return what a card says of what the others tell: of flat dice, of leaning ones, and of all else."""
        read, right = self.confidence(company)
        accepted, told = read >= least, self.closer < least_stands
        right = right & (self.labels < FACES)
        false = ~right & ~self.leaning
        return {
            TOGETHER: {
                "crops": len(self.labels),
                "readable": int((self.labels < FACES).sum()),
                "right": int((accepted & right & ~told).sum()),
                "right_taken_for_leaning": int((accepted & right & told).sum()),
                "false": int((accepted & false & ~told).sum()),
                "leaning": int((accepted & self.leaning & ~told).sum()),
                "leaning_told": int((accepted & self.leaning & told).sum()),
            }
        }


def seen_by(
    session: onnxruntime.InferenceSession,
    doubtful: onnxruntime.InferenceSession,
    data: Mapping[str, np.ndarray],
) -> SeenTogether:
    """Return what both graphs say of the held-out crops of packed files, as the program would hear it."""
    labels, values, boxes = (data[name][data["held_out"]] for name in ("labels", "values", "boxes"))
    probabilities = np.zeros((len(labels), len(LABELS)), np.float32)
    stands, closer, unlike = np.zeros((3, len(labels)), np.float32)

    def look(shown: NDArray[np.uint8]) -> NDArray[np.float32]:
        inputs = {"pictures": shown, "centres": np.zeros((len(shown), 2), np.float32)}
        return np.asarray(session.run(None, inputs)[0])

    sides = (boxes[:, 2:] - boxes[:, :2]).max(axis=1).astype(np.float32)

    def ask(shown: NDArray[np.uint8], **more: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        return list(doubtful.run(None, {"pictures": shown, **more}))

    for one in held_out_together(data, INPUT_PX):
        first, stands[one.rows], *told = session.run(None, one.inputs)
        standing = Standing(one.centres, *told)
        probabilities[one.rows] = look_until_settled(first, look, partial(faces_alone, ask), one.crops, DOUBT)
        shows = probabilities[one.rows].argmax(axis=1) < FACES
        closer[one.rows] = standing.closer(ask, one.crops, stands[one.rows], shows, MAY_LEAN)
        unlike[one.rows] = unlike_sizes(sides[one.rows], probabilities[one.rows] @ IS_FACE)
    return SeenTogether(probabilities, stands, closer, unlike, labels, values)
