"""Which face of a die lies on top, or why that cannot be said."""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.dice.company import Company, Floats, unlike_sizes
from vision.dice.even_bodies import even_bodies, in_colours
from vision.dice.leaning import Standing, faces_alone
from vision.dice.places import Places
from vision.dice.second_look import Doubt, look_twice, look_until_settled
from vision.image import Frame
from vision.network import Network, open_network
from vision.reading import SeenColours

DOUBTFUL = "d6_doubtful"
"""The model that reads what `d6` leaves in doubt."""
NO_DIE = "no die"
COCKED = "cocked"
MAYBE_COCKED = 0.2
"""A die without a sure face that is cocked with this chance is called so: to throw it again always helps."""
SURELY_FLAT = 3.0
"""Where the others say that a die lies flat as they do, as a logarithm (`FacesSeen`), a little doubt by its
own crop, whether it leans or is of another kind, counts no more: of 9,640 looks at dice of films of which
they say so none is at a leaning one. Of two dice in one box more is doubted."""
MAYBE_NO_DIE = 0.2
"""What is no die with this chance, by its own crop and by what the others say as well, may be printed, and a
better box would only show the print better: of finds that corrected boxes let be read in 2,997 pictures, 19
right ones and no false one had from 0.1 up to this chance, 8 right and 11 false ones more."""
HARDLY_NO_DIE = 0.002
"""What lies around a face that is read is looked at where there is no die with this chance: around one in
twelve of 8,384 rightly read ones, all of 11 that are no die, and 29 of 34 halves of dominoes and the like."""
OTHER_KIND = "unsupported"
MOST_EVENED = 8
"""So many finds of one picture are looked at with even bodies, those that show a face most surely."""
CONTRADICTS = 0.8
"""With this chance of another face one way to even a body contradicts the others: the pips of the bottom face
may shine through. Of 252 held-out dice that are read so seven are lost by it."""
SURE_ONE = 0.9
"""One pip counts from this confidence on, if less is asked of other faces: numerals, emblems and mirrored
lamps pass for one. Of 1,637 held-out scenes two false ones and ten right ones lie between."""
HARDLY_NONE = 0.1
"""What is no die with less than this chance surely is one."""
FAINT_FACE = 0.9
"""What is faintly like a die is looked at as one where it shows a face with this chance."""
SURELY_READ = 0.97
"""It is one where in the end it is read with this confidence."""
NEVER = 1e-6
"""No chance counts as less, so that odds are finite."""
SURE_BESIDE_OTHERS, HARDLY_OTHER = 0.9, 0.02
"""Beside a die that surely is of another kind a face that is read less surely than the first, or that is of
another kind with the second chance by its own crop, may be a number; and so may what shows no face."""
SURELY_OTHER, AMONG_OTHERS = 0.8, 0.002
"""Where one die of a picture is of another kind with the first chance, the second is doubt enough about a
single pip: dice of one throw are mostly of one sort, and fine numerals pass for one. Of 5,930 held-out
dice with numerals 4 were read as pips so instead of 38; of 2,317 rightly read ones with pips 8 were lost."""

Probabilities = NDArray[np.float32]
"""(..., labels) in the card's order, calibrated; those of one crop are 1 together."""


@dataclass(frozen=True, slots=True, eq=False)
class FacesSeen:
    """What is seen of the finds of one picture: probabilities (N, labels) by their own crops.

    `stands` (N,) is how much likelier a die that lies flat as the others do stands so than one that leans, as
    a logarithm, nan where they do not tell; `company` (N,) what they add to the odds that each shows a face.
    `tops` (N, 2, 2) are where the normals of top faces, 1 long, are seen to point, right and down, and where
    they would if the dice lay flat as the others do.
    """

    probabilities: Probabilities
    stands: Floats
    company: Floats
    tops: Floats


@dataclass(frozen=True, slots=True)
class FaceReading:
    """The reader's word on one crop: `confidence` is the calibrated probability of the likeliest face."""

    face: int | None
    confidence: float
    label: str
    kind: str = "d6"
    numerals: bool = False
    """Whether its faces carry numerals; else they carry pips."""


class FaceReader:
    """Reads top faces; the least confidence it accepts stands in the card of its first network.

    What that leaves in doubt is shown to the `doubtful` one, too, which learned on such crops most, and so
    are dice that may lean.
    """

    def __init__(self, network: Network, doubtful: Network) -> None:
        card = network.card
        self._network = network
        self._doubtful = doubtful
        self._labels = card.labels
        self.accepted = card.thresholds["accepted"]
        self._no_die = card.thresholds["no_die"]
        self._doubt = Doubt(
            card.thresholds["sure"],
            card.thresholds["settled"],
            card.labels.index(OTHER_KIND),
            SURELY_OTHER,
        )
        self._other_kind = card.thresholds["other_kind"]
        self._stands = card.thresholds["stands"]
        self._less_even = card.thresholds["less_even"]
        self._may_lean = card.thresholds["may_lean"]
        self._company = Company(**card.config["company"])
        self._faces = np.array([label.isdigit() for label in card.labels], np.float32)
        self.size_px = card.input_px
        self.margin = card.margin

    def look(self, crops: NDArray[np.uint8], places: Places) -> FacesSeen:
        """Return what is seen of the finds of one picture, crops (N, size, size, 3) BGR."""
        if not len(crops):
            nothing = np.zeros(0, np.float32)
            return FacesSeen(np.zeros((0, len(self._labels)), np.float32), nothing, nothing, nothing)
        probabilities, stands, standing = self._settled(crops, places.centres)
        unlike = unlike_sizes(places.sides, probabilities @ self._faces)
        shows = self._show_faces(probabilities)
        closer = standing.closer(self._doubtful.run, crops, stands, shows, self._may_lean)
        return FacesSeen(probabilities, closer, self._company.says(stands, unlike), standing.tops)

    def shown_by_faint(self, crops: NDArray[np.uint8]) -> list[int]:
        """Return which of crops of what is faintly like a die surely show a face at a first look."""
        if not len(crops):
            return []
        said = self._network.run(crops, centres=np.zeros((len(crops), 2), np.float32))[0]
        shown = (said * self._faces).max(axis=1) >= FAINT_FACE
        return [int(i) for i in np.flatnonzero(shown)]

    def with_face(self, seen: FacesSeen) -> set[int]:
        """Return which finds most likely show a face, and so tell the others how the camera stands."""
        return {int(i) for i in np.flatnonzero(self._show_faces(seen.probabilities))}

    def surely_read(self, seen: FacesSeen) -> list[int]:
        """Return which finds show a face that is read more surely than is asked of dice."""
        return [i for i, one in enumerate(self.readings(seen)) if one.face and one.confidence >= SURELY_READ]

    def others(self, seen: FacesSeen) -> list[int]:
        """Return which finds of one picture may be another kind of die, or have numerals.

        Numerals pass for one pip and hardly for more, so what is read as more is asked about only beside a
        die that surely is of another kind, where it is not surely read as pips.
        """
        other = seen.probabilities[:, self._labels.index(OTHER_KIND)]
        most = other.max(initial=0.0)
        if most < self._other_kind:
            return []
        readings = self.readings(seen)
        if most >= SURELY_OTHER:
            return [i for i, one in enumerate(readings) if _may_be_number(one, float(other[i]))]
        return [i for i, one in enumerate(readings) if one.face in (None, 1) and other[i] >= self._other_kind]

    def faceless(self, seen: FacesSeen) -> list[int]:
        """Return which finds show no face, and are no dice of another kind."""
        return [
            i for i, one in enumerate(self.readings(seen)) if one.face is None and one.label != OTHER_KIND
        ]

    def unread(self, seen: FacesSeen, faceless: Iterable[int]) -> list[int]:
        """Return which of the faceless finds are surely dice of this kind: their boxes may be wrong."""
        told = self._told(seen)
        # The others make a die in a box with its shadow less likely, for that is unlike theirs in size.
        no_die = np.minimum(seen.probabilities, told)[:, self._labels.index(NO_DIE)]
        return [i for i in faceless if no_die[i] < MAYBE_NO_DIE]

    def evened(self, seen: FacesSeen, crops: Sequence[Frame], unread: Sequence[int]) -> FacesSeen:
        """Return what is seen of unread finds once one of their colours is painted like another.

        The surest face that one of the ways shows is told less surely, for the others show something else.
        Those that may be cocked stay so, and what may be no die is one no sooner than before.
        """
        asked = self._in_doubt(seen, unread) if unread else []
        if not asked:
            return seen
        painted = [even_bodies(crops[index], self.margin) for index in asked]
        shown = np.concatenate(painted)
        said = self._doubted_twice(shown)
        probabilities, company = seen.probabilities.copy(), seen.company.copy()
        for index, ways in zip(asked, np.split(said, len(asked)), strict=True):
            told = self._told_by_ways(ways, probabilities[index])
            if (told * self._faces).max() > (probabilities[index] * self._faces).max():
                probabilities[index] = told
                company[index] = min(company[index], 0)
        return replace(seen, probabilities=probabilities, company=company)

    def by_colours(
        self, crops: Sequence[Frame], colours: Sequence[SeenColours], odds: Floats
    ) -> list[FaceReading]:
        """Return what dice show likeliest once all is painted as body that has neither of their colours.

        `odds` (N,), logarithms, are what lies around them adds to those of their faces.
        """
        painted = [
            in_colours(crop, self.margin, seen.body, seen.marks)
            for crop, seen in zip(crops, colours, strict=True)
        ]
        said = self._doubted_twice(np.stack(painted))
        told = with_odds(said * self._faces, odds)
        likeliest = [self._labels[int(row.argmax())] for row in told]
        return [
            FaceReading(int(label), float(row.max()), label)
            for label, row in zip(likeliest, told, strict=True)
        ]

    def surely_dice(self, seen: FacesSeen) -> list[bool]:
        """Say of each find whether it is hardly anything else than a die."""
        return [bool(one) for one in self._told(seen)[:, self._labels.index(NO_DIE)] < HARDLY_NONE]

    def doubtful(self, seen: FacesSeen, faint: Container[int] = ()) -> list[int]:
        """Return which finds show a face that is read, though there may be no die: so at all `faint` ones."""
        told = self._told(seen)
        no_die = told[:, self._labels.index(NO_DIE)]
        return [
            i
            for i, one in enumerate(self.readings(seen))
            if one.face and (i in faint or no_die[i] >= HARDLY_NO_DIE)
        ]

    def doubted(self, seen: FacesSeen, which: list[int], odds: Floats) -> FacesSeen:
        """Return what is seen where `odds` (n,), logarithms, are added to those of likeliest faces of some.

        Their other faces lose as much of what they had, and all of that goes to there being no die.
        """
        faces = seen.probabilities[which] * self._faces
        lost = faces - with_odds(faces, odds)
        told = seen.probabilities.copy()
        told[which] -= lost
        told[which, self._labels.index(NO_DIE)] += lost.sum(axis=1)
        return replace(seen, probabilities=told)

    def are_dice(self, seen: FacesSeen) -> list[bool]:
        """Say of each find whether it is to be reported as a die, read or not."""
        told = self._told(seen)
        return [bool(one) for one in told[:, self._labels.index(NO_DIE)] < self._no_die]

    def readings(self, seen: FacesSeen, sooner: float | Floats = 0.0) -> tuple[FaceReading, ...]:
        """Return what is said of each find by the card's thresholds.

        A die leans by so much `sooner`, each or all (N,), as the logarithm of how much likelier it lies flat.
        """
        told = self._told(seen)
        cocked = told[:, self._labels.index(COCKED)]
        likeliest = (told * self._faces).argmax(axis=1)
        return tuple(
            self._reading(int(face), float(row[face]), int(row.argmax()), bool(leans), float(may_lean))
            for row, face, leans, may_lean in zip(
                told, likeliest, seen.stands < self._stands + sooner, cocked, strict=True
            )
        )

    def _settled(self, crops: NDArray[np.uint8], centres: Floats) -> tuple[Probabilities, Floats, Standing]:
        """Return what both networks say of crops (N, labels), how likely each stands so, (N,), and how."""
        first, stands, *told = self._network.run(crops, centres=centres)
        standing = Standing(centres, *told)

        def look(shown: NDArray[np.uint8]) -> Probabilities:
            return self._network.run(shown, centres=np.zeros((len(shown), 2), np.float32))[0]

        another = partial(faces_alone, self._doubtful.run)
        return look_until_settled(first, look, another, crops, self._doubt), stands, standing

    def _doubted_twice(self, painted: NDArray[np.uint8]) -> Probabilities:
        """Return what the network for doubtful faces says of painted crops and of their mirror images.

        The other one has learned from clear dice: it is surer of what paint leaves behind.
        """
        return look_twice(partial(faces_alone, self._doubtful.run), painted)

    def _told_by_ways(self, ways: Probabilities, before: Probabilities) -> Probabilities:
        """Return what ways to even a body (6, labels) tell of a find of which `before` (labels,) was said.

        The odds of a face are those that the surest way gives it times those of its mean chance in all: what
        one way alone shows may be a part of a swirl. Ways that contradict each other tell nothing.
        """
        faces = ways * self._faces
        surest = ways[faces.max(axis=1).argmax()]
        face = (surest * self._faces).argmax()
        if np.delete(faces, face, axis=1).max() >= CONTRADICTS:
            return before
        mean = np.append(ways[:, face], before[face]).mean().clip(NEVER, 1 - NEVER)
        more = np.log(mean / (1 - mean)) - self._less_even
        told = with_company(surest[None], self._faces, np.array([more], np.float32))[0]
        no_die = self._labels.index(NO_DIE)
        told[no_die] = max(told[no_die], before[no_die])
        return np.asarray(told / max(told.sum(), 1), np.float32)

    def _in_doubt(self, seen: FacesSeen, unread: Sequence[int]) -> list[int]:
        """Return which unread finds show no face for sure by themselves and are hardly cocked."""
        surest = (seen.probabilities * self._faces).max(axis=1)
        cocked = self._told(seen)[:, self._labels.index(COCKED)]
        doubted = [i for i in unread if surest[i] < self.accepted and cocked[i] < MAYBE_COCKED]
        return sorted(doubted, key=lambda i: -surest[i])[:MOST_EVENED]

    def _show_faces(self, probabilities: Probabilities) -> NDArray[np.bool_]:
        """Say of each find, (N,), whether a face is what it shows likeliest."""
        return np.asarray(self._faces[probabilities.argmax(axis=1)] > 0)

    def _told(self, seen: FacesSeen) -> Probabilities:
        """Return what crops and others say together, (N, labels)."""
        told = with_company(seen.probabilities, self._faces, seen.company)
        flat = seen.stands >= SURELY_FLAT
        for doubt, much in ((COCKED, MAYBE_COCKED), (OTHER_KIND, self._other_kind)):
            label = self._labels.index(doubt)
            told = without_label(told, label, flat & (seen.probabilities[:, label] < much))
        return told

    def _reading(
        self, face: int, confidence: float, likeliest: int, leans: bool, cocked: float
    ) -> FaceReading:
        label = self._labels[likeliest]
        is_one = self._labels[face] == "1"
        read = confidence >= (max(self.accepted, SURE_ONE) if is_one else self.accepted)
        if label.isdigit() and (leans or (not read and cocked >= MAYBE_COCKED)):
            label = COCKED
        return FaceReading(
            face=int(self._labels[face]) if read and not leans else None,
            confidence=confidence,
            label=label,
        )


def _may_be_number(reading: FaceReading, other: float) -> bool:
    """Say whether a die beside one of another kind may show a number, by the chance of `other` kinds."""
    least = AMONG_OTHERS if reading.face == 1 else HARDLY_OTHER
    return reading.face is None or reading.confidence < SURE_BESIDE_OTHERS or other >= least


def with_odds(faces: Probabilities, odds: Floats) -> Probabilities:
    """Return chances of faces (N, labels) with `odds` (N,) added to those of the likeliest, as logarithms.

    The others change by the same factor.
    """
    likeliest, times = faces.max(axis=1), np.exp(odds)
    return np.asarray(faces * (times / (1 - likeliest + likeliest * times))[:, None], np.float32)


def with_company(probabilities: Probabilities, faces: Floats, company: Floats) -> Probabilities:
    """Return probabilities (N, labels) of finds with what the others add to the odds of their faces, (N,).

    `faces` (labels,) is 1 for a face and 0 for other labels.
    """
    more = np.expm1(company)[:, None]
    # Looks that are joined leave a part of the whole to no label; it stays with none.
    shown = (probabilities @ faces)[:, None]
    return np.asarray(probabilities * (1 + more * faces) / (1 + more * shown), np.float32)


def without_label(probabilities: Probabilities, label: int, which: NDArray[np.bool_]) -> Probabilities:
    """Return probabilities (N, labels) in which the other labels of some finds, (N,), get what one had."""
    told = probabilities.copy()
    told[which, label] = 0
    more = probabilities.sum(axis=1) / np.maximum(told.sum(axis=1), NEVER)
    return np.asarray(told * more[:, None], np.float32)


def stack(crops: list[Frame]) -> NDArray[np.uint8]:
    """Return crops of one size as one array (N, size, size, 3)."""
    return np.stack(crops) if crops else np.zeros((0, 1, 1, 3), np.uint8)


def open_faces(models_dir: Path, threads: int) -> FaceReader:
    """Open the face reader of a models folder. Raises ModelError when a file is missing or altered."""
    return FaceReader(open_network(models_dir, "d6", threads), open_network(models_dir, DOUBTFUL, threads))
