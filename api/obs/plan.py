"""What OBS does when: a TOML file of rules, and the requests that a message of the table leads to."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError, model_validator

CRITICAL = "critical"
"""Stands for every critical moment, whatever a system calls it."""

CRITICAL_TYPES = frozenset({"critical_hit", "critical_rolled", "removed", "destroyed", "surrendered"})
OUT = frozenset({"out_of_action", "incapacitated"})

Name = Annotated[str, Field(min_length=1, max_length=200)]


class PlanError(ValueError):
    """A file of rules for OBS that cannot be used; the message says which key and why."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request of obs-websocket 5, and how many seconds later the one that takes it back follows."""

    type: str
    data: Mapping[str, str | bool]
    back_after_s: float | None = None

    def back(self) -> "Request":
        """Return the request that switches a filter the other way."""
        return Request(self.type, {**self.data, "filterEnabled": not self.data["filterEnabled"]})


class When(BaseModel):
    """One rule: on messages of a type, of one player if one is named, what OBS does."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    happens: Name
    player: Name | None = None
    scene: Name | None = None
    source: Name | None = None
    filter: Name | None = None
    shown: bool = True
    for_s: Annotated[float, Field(gt=0, le=60)] | None = None
    replay: bool = False

    @model_validator(mode="after")
    def _does_something(self) -> "When":
        if (self.source is None) != (self.filter is None):
            raise ValueError("expected source and filter together, found one of them")
        if self.scene is None and self.filter is None and not self.replay:
            raise ValueError("expected scene, source with filter, or replay = true, found none of them")
        if self.for_s is not None and self.filter is None:
            raise ValueError("expected for_s beside a filter alone")
        return self

    def holds(self, type_: str, data: Mapping[str, object]) -> bool:
        """Say whether a message is what this rule waits for."""
        if self.player is not None and self.player not in (data.get("player"), data.get("name")):
            return False
        return is_critical(type_, data) if self.happens == CRITICAL else self.happens == type_

    def requests(self) -> tuple[Request, ...]:
        """Return what OBS is asked to do."""
        asked: list[Request] = []
        if self.scene is not None:
            asked.append(Request("SetCurrentProgramScene", {"sceneName": self.scene}))
        if self.source is not None and self.filter is not None:
            data: dict[str, str | bool] = {"sourceName": self.source, "filterName": self.filter}
            data["filterEnabled"] = self.shown
            asked.append(Request("SetSourceFilterEnabled", data, self.for_s))
        if self.replay:
            asked.append(Request("SaveReplayBuffer", {}))
        return tuple(asked)


class Plan(BaseModel):
    """Where OBS listens, and all rules."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    address: Annotated[str, Field(pattern=r"^wss?://")] = "ws://127.0.0.1:4455"
    password: SecretStr = SecretStr("")
    when: Annotated[tuple[When, ...], Field(min_length=1)]

    def requests(self, type_: str, data: Mapping[str, object]) -> tuple[Request, ...]:
        """Return what OBS is asked to do at a message, rule by rule."""
        return tuple(asked for one in self.when if one.holds(type_, data) for asked in one.requests())


def is_critical(type_: str, data: Mapping[str, object]) -> bool:
    """Say whether a message tells of a critical hit, or of a model that is out of the fight."""
    if type_ == "attack_rolled":
        return data.get("critical") is True
    if type_ == "status_changed":
        return data.get("status", data.get("after")) in OUT
    return type_ in CRITICAL_TYPES


def load_plan(path: Path) -> Plan:
    """Return the rules of a file. Raises PlanError."""
    try:
        return Plan.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as err:
        raise PlanError(f"{path}: {err}") from err
    except ValidationError as err:
        found = err.errors()[0]
        key = ".".join(str(part) for part in found["loc"])
        raise PlanError(f"{path}: {key}: {found['msg'].removeprefix('Value error, ')}") from err
