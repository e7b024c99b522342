"""Opens what a command serves, and words whatever is not ready in one error."""

import os
import threading
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path

from api.compose import Services, compose
from api.obs.plan import PlanError
from api.play.record import MatchError, Record, SetUp, open_record
from api.settings import Settings, load_settings
from api.store import StoreError
from api.tables import TableFileError, table_in, table_text
from vision.card import ModelError
from vision.colours.profiles import ProfilesError, load_profiles
from vision.finding.area import area_of
from vision.reader import MODELS_DIR, open_reader
from vision.sources.source import FrameSource


class UnreadyError(ValueError):
    """A setting, table file or model that cannot be used; the message says which and why.

    It is for the terminal and the log; `words` are for everybody and name no folder of this computer.
    """

    def __init__(self, message: str, words: str | None = None) -> None:
        super().__init__(message)
        self.words = words or message


def ready_settings(
    area: str | None = None, profiles: Path | None = None, host: str | None = None
) -> Settings:
    """Return the settings, with another area, profiles and host where such are given. Raises UnreadyError."""
    try:
        given: dict[str, object] = {} if area is None else {"area": area_of(area)}
        if profiles is not None:
            given["profiles"] = profiles
        if host:  # as an empty setting, an empty option is none
            given["host"] = host
        return load_settings().model_copy(update=given)
    except ValueError as err:
        raise UnreadyError(str(err)) from err


def open_services(
    settings: Settings,
    table: Path,
    source: FrameSource,
    stopping: threading.Event | None = None,
    wait_for_follower_s: float = 0.0,
    *,
    store: Path | None = None,
    record: Record | None = None,
    fresh: bool = False,
) -> Services:
    """Return the services of a table file watched through a source, with the models.

    The match is that of an open `record`, which stays open whatever happens here. Without one it is kept in
    `store`, or where the settings say; a `fresh` one goes on with none before it. Raises UnreadyError.
    """
    with ExitStack() as opened:
        opened.callback(source.close)
        try:
            text = table_text(table)
            setup = table_in(text, table)
            reader = open_reader(settings.models_dir, settings.reader_threads, settings.area)
            profiles = None if settings.profiles is None else load_profiles(settings.profiles)
            if record is None:
                record = open_record(settings, SetUp(table, text, setup), store, fresh=fresh)
                opened.callback(record.close, over=False)
            services = compose(
                settings, setup, source, reader, stopping, wait_for_follower_s, profiles, record
            )
        except MatchError as err:
            raise UnreadyError(f"{err}; --new begins another") from err
        except StoreError as err:
            raise UnreadyError(str(err), err.words) from err
        except (TableFileError, ModelError, ProfilesError, PlanError) as err:
            weights = (settings.models_dir or MODELS_DIR) / "any"
            used = (table, weights, settings.profiles, settings.obs)
            raise UnreadyError(str(err), _without_folders(str(err), used)) from err
        opened.pop_all()  # from here on the services close them
        return services


def _without_folders(text: str, files: Iterable[Path | None]) -> str:
    """Return a text that may name these files, or others beside them, with their names alone."""
    for file in files:
        if file is not None and file.parent != Path():
            text = text.replace(f"{file.parent}{os.sep}", "")
    return text
