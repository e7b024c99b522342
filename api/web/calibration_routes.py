"""What the camera sees now, and calibration by it: each group in turn, and which two are too alike."""

from typing import Annotated, Literal

from fastapi import APIRouter, HTTPException, Response
from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypedDict

from api.compose import Services
from api.learning import UnusableGroupError
from api.opening import UnreadyError
from api.play.calibration import Calibration, teaching
from api.play.palette import place
from api.store import StoreError
from api.web.errors import described
from api.web.match_routes import JPEG
from api.web.setup_routes import NOT_HERE, Begins
from vision.colours.calibrate import LEAST_APART
from vision.colours.profiles import profiles_text
from vision.reading import DieReading

MOST_CHOSEN = 100
"""Dice of one group that may be chosen in a picture."""

HIGHEST_ID = 2**53 - 1
"""The highest whole number that every reader of JSON takes as it is."""


class GroupIn(BaseModel):
    """The group, and the ids of its dice among those that lie there; without them it lies there alone."""

    model_config = ConfigDict(extra="forbid")

    group: Annotated[str, Field(max_length=250)]
    dice: (
        Annotated[
            list[Annotated[int, Field(ge=1, le=HIGHEST_ID)]], Field(min_length=1, max_length=MOST_CHOSEN)
        ]
        | None
    ) = None


class DieAtRestOut(TypedDict):
    """A die that a group may be learnt from: its `id` while it lies, its `box` in pixels of the picture.

    `place` says where it lies in words, `learnt` which group was learnt from it, if one was.
    """

    id: int
    box: list[float]
    kind: str
    body: str
    marks: str
    marks_kind: Literal["pips", "numerals"]
    place: str
    learnt: str | None


class AtRestOut(TypedDict):
    """What lies still, from the far left to the near right; width and height are null while nothing does."""

    width: int | None
    height: int | None
    dice: list[DieAtRestOut]


class LessonOut(TypedDict):
    """A group: for what it is used, from how many dice it was learnt, and what is wrong with their light.

    `dice` counts those of what was learnt and is not used yet, `in_use` those of what is used now; 0 if none.
    """

    name: str
    body: str
    marks: str
    used: list[str]
    dice: int
    in_use: int
    problem: str | None


class AlikeOut(TypedDict):
    """Two groups that are known: how far apart they are in units of their spread, and what would help."""

    first: str
    second: str
    apart: float
    too_alike: bool
    advice: str


class CalibrationOut(TypedDict):
    """All groups, every two that are known, the most alike first, and how far apart two should be."""

    groups: list[LessonOut]
    pairs: list[AlikeOut]
    least_apart: float
    in_use: bool


def calibration_routes(services: Services, current: Begins | None) -> APIRouter:
    """Return the routes of one table's camera and its calibration, to be put under /api."""
    router = APIRouter()
    calibration = Calibration(services.referee.table.setup.groups, services.profiles)

    def told() -> CalibrationOut:
        return {
            "groups": [
                {
                    "name": one.name,
                    "body": one.body,
                    "marks": one.marks,
                    "used": list(one.used),
                    "dice": len(one.dice),
                    "in_use": one.in_use,
                    "problem": one.problem,
                }
                for one in calibration.lessons()
            ],
            "pairs": [
                {
                    "first": pair.first,
                    "second": pair.second,
                    "apart": round(pair.apart, 2),
                    "too_alike": pair.too_alike,
                    "advice": pair.advice,
                }
                for pair in calibration.alike()
            ],
            "least_apart": LEAST_APART,
            "in_use": calibration.in_use,
        }

    @router.get("/camera", response_class=Response, responses={**JPEG, **described(404)})
    def camera() -> Response:
        jpeg = services.pictures.now()
        if jpeg is None:
            raise HTTPException(404, "the camera has given no picture yet")
        return Response(jpeg, media_type="image/jpeg", headers={"Cache-Control": "no-store"})

    @router.get("/calibration", responses=described())
    def calibrated() -> CalibrationOut:
        return told()

    @router.get("/calibration/dice", responses=described())
    def at_rest() -> AtRestOut:
        reading = services.referee.at_rest()
        if reading is None:
            return {"width": None, "height": None, "dice": []}
        size = reading.width, reading.height
        learnt_from = {die.id: one.name for one in calibration.lessons() for die in one.dice}
        return {
            "width": reading.width,
            "height": reading.height,
            "dice": [
                _die_out(die.id, die, place(die.box, *size), learnt_from.get(die.id))
                for die in sorted(teaching(reading), key=lambda die: _reading_order(die, reading.height))
                if die.id is not None
            ],
        }

    @router.post("/calibration", responses=described(404, 409, 413, 422))
    def learn(given: GroupIn) -> CalibrationOut:
        try:
            calibration.learn(given.group, services.referee.at_rest(), given.dice)
        except LookupError as err:
            raise HTTPException(404, str(err)) from err
        except UnusableGroupError as err:
            raise HTTPException(409, str(err)) from err
        return told()

    @router.delete("/calibration", responses=described())
    def forget() -> CalibrationOut:
        calibration.forget()
        return told()

    @router.post("/calibration/use", responses=described(409))
    def use() -> CalibrationOut:
        if current is None:
            raise HTTPException(409, NOT_HERE)
        try:
            profiles = calibration.profiles()
            current.calibrate(profiles_text(profiles))
        except UnusableGroupError as err:
            raise HTTPException(409, str(err)) from err
        except UnreadyError as err:
            raise HTTPException(409, err.words) from err
        except StoreError:
            raise  # it has words of its own
        except OSError as err:
            raise HTTPException(503, f"what was learnt cannot be kept: {err.strerror}") from err
        calibration.use(profiles)
        return told()

    @router.delete("/calibration/use", responses=described(409))
    def use_no_more() -> CalibrationOut:
        if current is None:
            raise HTTPException(409, NOT_HERE)
        try:
            calibration.use(current.uncalibrate())
        except UnreadyError as err:
            raise HTTPException(409, err.words) from err
        except StoreError:
            raise  # it has words of its own
        except OSError as err:
            raise HTTPException(503, f"what was learnt cannot be removed: {err.strerror}") from err
        return told()

    return router


def _die_out(number: int, die: DieReading, where: str, learnt: str | None) -> DieAtRestOut:
    return {
        "id": number,
        "box": [round(edge, 1) for edge in die.box],
        "kind": die.kind,
        "body": die.body,
        "marks": die.marks,
        "marks_kind": "numerals" if die.numerals else "pips",
        "place": where,
        "learnt": learnt,
    }


def _reading_order(die: DieReading, height: int) -> tuple[int, float]:
    """Return what sorts dice as one reads: by thirds of the picture, and in each from left to right."""
    x0, y0, x1, y1 = die.box
    return int(3 * (y0 + y1) / 2 / height), x0 + x1
