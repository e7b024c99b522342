"""Everything that can be set from outside, from the environment as MELEECAM_<NAME>; read once, in compose."""

import os
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    FilePath,
    SecretStr,
    ValidationError,
)
from pydantic_core import ErrorDetails

from vision.finding.area import Area, area_of

PREFIX = "MELEECAM_"

LEAST_TOKEN_CHARS = 16
"""A shorter token could be found by trying."""

HOUR_S = 3600
"""Longest of most waits: the system's clocks do not count to everything, and nobody would wait for it."""


def _area(value: object) -> object:
    return area_of(value) if isinstance(value, str) else value


def _number(value: object) -> object:
    """Return the number in a text, which is what the environment holds, for a choice of numbers."""
    return int(value) if isinstance(value, str) and value.isdecimal() else value


def _long_enough(token: SecretStr) -> SecretStr:
    if (found := len(token.get_secret_value())) < LEAST_TOKEN_CHARS:
        raise ValueError(f"expected at least {LEAST_TOKEN_CHARS} characters, found {found}")
    return token


class Settings(BaseModel):
    """Units stand in the names; every field has a default that fits a kitchen table."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    port: int = Field(default=8040, ge=1, le=65535)
    """TCP port of the pages; the next free one is taken when it is in use."""

    host: str = "127.0.0.1"
    """Address to listen at; 0.0.0.0 or :: opens the pages to the network, and then a token is asked for."""

    token: Annotated[SecretStr, AfterValidator(_long_enough)] | None = None
    """Token of 16 characters and more for a table open to the network; one is made at each start if none."""

    free_reading: bool = False
    """Whether the network may read without the token, as an overlay on another computer does."""

    models_dir: Path | None = None
    """Folder of the models and their cards; those of the package when not given."""

    reader_threads: int = Field(default=1, ge=1, le=256)
    """Processor threads that reading one picture may use."""

    area: Annotated[Area | None, BeforeValidator(_area)] = None
    """Where dice count, in pixels of the picture: opposite corners X0,Y0,X1,Y1, or X,Y of three and more."""

    profiles: Path | None = None
    """File of groups that `meleecam calibrate` learnt; without it what the page learnt, or colour names."""

    camera_width: int | None = Field(default=None, ge=160, le=100_000)
    """Width of the camera's pictures in pixels; without width and height 1920 x 1080 are wished for."""

    camera_height: int | None = Field(default=None, ge=120, le=100_000)
    """Height of the camera's pictures in pixels."""

    camera_fps: float | None = Field(default=None, gt=0, le=1000)
    """Pictures a second of the camera; as it likes when not given."""

    camera_focus: float | Literal["auto"] | None = None
    """Focus of the camera, `auto` or a number in its driver's unit; as it is when not given."""

    camera_exposure: float | Literal["auto"] | None = None
    """Exposure of the camera, `auto` or a number in its driver's unit; as it is when not given."""

    camera_turned: Annotated[Literal[0, 90, 180, 270], BeforeValidator(_number)] = 0
    """Degrees clockwise, 90, 180 or 270, by which its pictures are turned, or those of a phone."""

    camera_stall_s: float = Field(default=3.0, gt=0, le=HOUR_S)
    """How long no picture may come before the camera counts as lost, in seconds."""

    phone_port: int = Field(default=8443, ge=1, le=65535)
    """TCP port of the page that makes a phone the camera; the next free one is taken when it is in use."""

    rest_s: float = Field(default=0.27, ge=0.05, le=10)
    """Seconds without change before dice count as at rest; a die that tips over stands still for less."""

    reminder_s: float = Field(default=60.0, ge=0, le=24 * HOUR_S)
    """Seconds without anything happening before players are reminded of what is awaited; 0 for never."""

    overlay_css: FilePath | None = None
    """Style sheet of one's own for the overlay; it is read at each reload of the page."""

    obs: FilePath | None = None
    """File of rules by which OBS follows the game: scenes, filters, replay buffer; none: it is left alone."""

    upload_max_bytes: int = Field(default=25_000_000, ge=1)
    """Largest posted picture; phone cameras in their largest mode stay below 20 MB."""

    requests_per_s: float = Field(default=20.0, ge=0.01, le=1_000_000)
    """Requests a second of one client for long, five times as many at once; files of pages count a tenth."""

    sockets: int = Field(default=500, ge=1)
    """Most clients that may follow the messages at the same time."""

    sockets_per_client: int = Field(default=50, ge=1)
    """Most of them from one address."""

    slow_client_s: float = Field(default=30.0, gt=0, le=HOUR_S)
    """How long a client may leave a message unread before it is cut off, in seconds."""

    store: Path | None = None
    """File in which matches are kept; one in this user's folder for data when not given."""

    crops: int = Field(default=50_000, ge=1, le=10**9)
    """Most pictures of single dice that are kept as evidence; the oldest go first."""

    crops_max_bytes: int = Field(default=200_000_000, ge=1, le=10**15)
    """Most bytes of them."""

    log: Literal["text", "json"] = "text"
    """Log on stderr: text tells people of warnings, json tells programs of everything, one object a line."""

    demo_wait_s: float = Field(default=20.0, ge=0, le=HOUR_S)
    """Longest wait of the demo for a page to be opened before the first dice roll, in seconds."""

    demo_pause_s: float = Field(default=3.0, ge=0, le=HOUR_S)
    """Pause of the demo between a roll and the next, so that the page can be read, in seconds."""

    def is_local(self) -> bool:
        """Say whether this computer alone can reach the pages."""
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"


def load_settings() -> Settings:
    """Return the settings. Raises ValueError for a value that does not fit or a name that does not exist.

    An empty value counts as none: as a host it would mean every address of this computer.
    """
    given: dict[str, str] = {}
    for name, value in os.environ.items():
        if not name.upper().startswith(PREFIX):
            continue
        field = name.upper().removeprefix(PREFIX).lower()
        if field not in Settings.model_fields:
            known = ", ".join(PREFIX + field.upper() for field in Settings.model_fields)
            raise ValueError(f"{name}: no such setting, expected one of {known}")
        if value:
            given[field] = value
    try:
        return Settings.model_validate(given)
    except ValidationError as err:
        raise ValueError("\n".join(map(_problem, err.errors()))) from err


def _problem(error: ErrorDetails) -> str:
    name = PREFIX + str(error["loc"][0]).upper()
    if error["type"] == "value_error":  # one of ours, whole as it is
        return f"{name}: {error['ctx']['error']}"
    if error["type"] == "path_not_file":
        return f"{name}: expected the path of a file, found no file at {error['input']!r}"
    return f"{name}: expected {error['msg'].removeprefix('Input should be ')}, found {error['input']!r}"
