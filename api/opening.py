"""Opens what a command serves, and words whatever is not ready in one error."""

import threading
from pathlib import Path

from api.compose import Services, compose
from api.settings import Settings, load_settings
from api.tables import TableFileError, load_table
from vision.area import area_of
from vision.card import ModelError
from vision.reader import open_reader
from vision.source import FrameSource


class UnreadyError(ValueError):
    """A setting, table file or model that cannot be used; the message says which and why."""


def ready_settings(area: str | None = None) -> Settings:
    """Return the settings, with another area where one is given. Raises UnreadyError."""
    try:
        settings = load_settings()
        return settings if area is None else settings.model_copy(update={"area": area_of(area)})
    except ValueError as err:
        raise UnreadyError(str(err)) from err


def open_services(
    settings: Settings,
    table: Path,
    source: FrameSource,
    stopping: threading.Event | None = None,
    wait_for_follower_s: float = 0.0,
) -> Services:
    """Return the services of a table file watched through a source, with the models. Raises UnreadyError."""
    try:
        setup = load_table(table)
        reader = open_reader(settings.models_dir, settings.reader_threads, settings.area)
    except (TableFileError, ModelError) as err:
        source.close()
        raise UnreadyError(str(err)) from err
    return compose(settings, setup, source, reader, stopping, wait_for_follower_s)
