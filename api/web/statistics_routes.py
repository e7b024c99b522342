"""Statistics of a table: how fair its dice are, and how lucky its throws were."""

from collections.abc import Mapping

from fastapi import APIRouter
from pydantic import JsonValue
from typing_extensions import TypedDict

from api.odds.fairness import NOTICED, fairness, fairness_text
from api.play.hub import Hub
from api.play.referee import Referee
from api.play.tally import Thrown, lucks, thrown
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
    """`faces` a kind of dice, `luck` a throw, as the messages of that type tell it."""

    faces: list[FacesOut]
    luck: list[dict[str, JsonValue]]


def statistics_routes(referee: Referee, hub: Hub) -> APIRouter:
    """Return the statistics of one table, to be put under /api."""
    router = APIRouter()

    @router.get("/statistics", response_model=StatisticsOut, responses=described())
    def statistics() -> Mapping[str, object]:
        table = referee.table
        known = [one for one in thrown(table.setup.groups, table.played) if one.sides in NOTICED]
        return {"faces": [_faces_out(one) for one in known], "luck": lucks(hub.after(0))}

    return router


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
