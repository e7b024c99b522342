"""Statistics of a match or of a whole evening: how fair the dice are, and how lucky the throws were."""

from collections.abc import Mapping
from datetime import date
from typing import Annotated

from fastapi import APIRouter, HTTPException, Query
from pydantic import JsonValue
from typing_extensions import TypedDict

from api.odds.fairness import NOTICED, fairness, fairness_text
from api.play.evenings import Evening, Evenings
from api.play.hub import Hub
from api.play.kept_match import plain_title
from api.play.record import Record
from api.play.referee import Referee
from api.play.tally import Tally, Thrown, tally, together
from api.web.errors import described


class FacesOut(TypedDict):
    """Dice of the same colours: `counts` of face 1 and up, and what they tell.

    `share` is how often fair dice come as unevenly or more so, 0 to 1, `error` its standard error; both are
    null without any dice. `missing` more would let an unfair die be noticed, see `api/odds/fairness.py`.
    """

    body: str
    marks: str
    kind: str
    used: list[str]
    rolled: int
    counts: list[int]
    statistic: float
    share: float | None
    error: float | None
    missing: int
    text: str


class StatisticsOut(TypedDict):
    """`faces` a kind of dice, `luck` a throw, as the messages of that type tell it.

    `left_out` are titles of matches that the rules of today do not take, so that nothing of them counts.
    """

    faces: list[FacesOut]
    luck: list[dict[str, JsonValue]]
    left_out: list[str]


class EveningOut(TypedDict):
    """An evening: its day, as 2026-11-21, and the titles of its matches, the first one first."""

    evening: str
    matches: list[str]


def statistics_routes(referee: Referee, hub: Hub, record: Record | None) -> APIRouter:
    """Return the statistics of one table, to be put under /api; without a store there are no evenings."""
    router = APIRouter(prefix="/statistics")
    evenings = None if record is None else Evenings(record.store)

    def present() -> Tally:
        return tally(referee.table, hub.after(0))

    def whole(evening: Evening) -> tuple[Tally, list[str]]:
        assert evenings is not None
        found, left_out = [], []
        for match in evening.matches:
            # The match that is played is counted as it stands, not as it stood when it was asked about last.
            counted = present() if match.id == hub.table else evenings.tally(match)
            if counted is None:
                left_out.append(plain_title(match))
            else:
                found.append(counted)
        return together(found), left_out

    @router.get("", response_model=StatisticsOut, responses=described(404, 422))
    def statistics(evening: Annotated[date | None, Query()] = None) -> Mapping[str, object]:
        if evening is None:
            return _out(present(), [])
        known = () if evenings is None else evenings.all()
        asked = next((one for one in known if one.day == evening), None)
        if asked is None:
            raise HTTPException(404, f"no match of the evening of {evening} is kept")
        return _out(*whole(asked))

    @router.get("/evenings", responses=described())
    def all_evenings() -> list[EveningOut]:
        return [
            {"evening": one.day.isoformat(), "matches": [plain_title(match) for match in one.matches]}
            for one in (() if evenings is None else evenings.all())
        ]

    return router


def _out(counted: Tally, left_out: list[str]) -> Mapping[str, object]:
    known = [one for one in counted.thrown if one.sides in NOTICED]
    return {"faces": [_faces_out(one) for one in known], "luck": counted.lucks, "left_out": left_out}


def _faces_out(dice: Thrown) -> FacesOut:
    told = fairness(dice.faces, dice.sides)
    return {
        "body": dice.body,
        "marks": dice.marks,
        "kind": f"d{dice.sides}",
        "used": list(dice.used),
        "rolled": told.rolled,
        "counts": list(told.counts),
        "statistic": round(told.statistic, 3),
        "share": None if told.share is None else round(told.share, 5),
        "error": None if told.error is None else round(told.error, 5),
        "missing": told.missing,
        "text": fairness_text(told),
    }
