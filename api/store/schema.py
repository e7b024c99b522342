"""The tables of the store. A change here needs a migration in `migrations/versions`."""

from datetime import UTC, datetime

from sqlalchemy import ForeignKey, Index, LargeBinary, String
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import JSON, TypeDecorator


class UtcTime(TypeDecorator[datetime]):
    """A time in UTC, kept as text that sorts and that people can read: 2026-11-21T19:30:00.123456Z."""

    impl = String
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        """Return the text of a time."""
        if value is None:
            return None
        return value.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")

    def process_result_value(self, value: str | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Return the time of a text."""
        return None if value is None else datetime.fromisoformat(value)


class Stored(DeclarativeBase):
    """Everything that is kept."""


class StoredMatch(Stored):
    """A match: what its table file said, and when it was played; `ended` when nobody will go on with it."""

    __tablename__ = "matches"

    id: Mapped[str] = mapped_column(primary_key=True)
    table_file: Mapped[str] = mapped_column(index=True)
    """Absolute path of the table file."""
    table_text: Mapped[str]
    """What it said, so that a match can be played again when the file has changed or is gone."""
    title: Mapped[str]
    system: Mapped[str]
    started: Mapped[datetime] = mapped_column(UtcTime)
    ended: Mapped[datetime | None] = mapped_column(UtcTime)


class StoredMessage(Stored):
    """A message of a match as the hub gave it out."""

    __tablename__ = "messages"

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True)
    type: Mapped[str]
    version: Mapped[int]
    at: Mapped[datetime] = mapped_column(UtcTime)
    data: Mapped[dict[str, object]] = mapped_column(JSON)


class StoredCrop(Stored):
    """What the camera saw of one die: number `die` of the reading whose message names this picture."""

    __tablename__ = "crops"
    __table_args__ = (Index("ix_crops_place", "match_id", "picture", "die", unique=True),)

    id: Mapped[int] = mapped_column(primary_key=True)
    """Grows with time: the lowest is the oldest."""
    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id"))
    picture: Mapped[int]
    die: Mapped[int]
    size_bytes: Mapped[int]
    jpeg: Mapped[bytes] = mapped_column(LargeBinary)
