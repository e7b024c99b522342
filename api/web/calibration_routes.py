"""What the camera sees now, and calibration by it: each group in turn, and which two are too alike."""

from typing import Annotated

from fastapi import APIRouter, HTTPException, Response
from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypedDict

from api.compose import Services
from api.learning import UnusableGroupError
from api.opening import UnreadyError
from api.play.calibration import Calibration
from api.web.errors import described
from api.web.match_routes import JPEG
from api.web.setup_routes import NOT_HERE, Begins
from vision.calibrate import LEAST_APART
from vision.profiles import profiles_text


class GroupIn(BaseModel):
    """The group whose dice lie on the table alone."""

    model_config = ConfigDict(extra="forbid")

    group: Annotated[str, Field(max_length=250)]


class LessonOut(TypedDict):
    """A group: for what it is used, from how many dice it was learnt, and what is wrong with their light."""

    name: str
    body: str
    marks: str
    used: list[str]
    dice: int
    problem: str | None


class AlikeOut(TypedDict):
    """Two groups that were learnt: how far apart they are in units of their spread, and what would help."""

    first: str
    second: str
    apart: float
    too_alike: bool
    advice: str


class CalibrationOut(TypedDict):
    """All groups, every two that were learnt, the most alike first, and how far apart two should be."""

    groups: list[LessonOut]
    pairs: list[AlikeOut]
    least_apart: float
    in_use: bool


def calibration_routes(services: Services, current: Begins | None) -> APIRouter:
    """Return the routes of one table's camera and its calibration, to be put under /api."""
    router = APIRouter()
    calibration = Calibration(services.referee.table.setup.groups)

    def told() -> CalibrationOut:
        return {
            "groups": [
                {
                    "name": one.name,
                    "body": one.body,
                    "marks": one.marks,
                    "used": list(one.used),
                    "dice": len(one.seen),
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
            "in_use": services.settings.profiles is not None,
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

    @router.post("/calibration", responses=described(404, 409, 413, 422))
    def learn(given: GroupIn) -> CalibrationOut:
        try:
            calibration.learn(given.group, services.referee.at_rest())
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
            current.calibrate(profiles_text(calibration.profiles()))
        except (UnusableGroupError, UnreadyError) as err:
            raise HTTPException(409, str(err)) from err
        except OSError as err:
            raise HTTPException(503, f"what was learnt cannot be kept: {err.strerror}") from err
        return {**told(), "in_use": True}

    @router.delete("/calibration/use", responses=described(409))
    def use_no_more() -> CalibrationOut:
        if current is None:
            raise HTTPException(409, NOT_HERE)
        try:
            in_use = current.uncalibrate()
        except UnreadyError as err:
            raise HTTPException(409, str(err)) from err
        return {**told(), "in_use": in_use}

    return router
