"""A stored match on the pages again: services whose camera shows nothing, and a thread that tells.

It has an id of its own each time: its messages have other numbers than those that are stored.
"""

import logging
from collections.abc import Iterable
from dataclasses import replace

from starlette.datastructures import Headers

from api.compose import Services, compose
from api.opening import UnreadyError
from api.play.crops import crops_again
from api.play.hub import Message
from api.play.rerun import Rerun
from api.settings import Settings
from api.store import Store
from api.tables import TableFile
from api.web.access import Access
from vision.card import ModelError
from vision.image import Frame
from vision.reader import open_reader

log = logging.getLogger(__name__)

LONGEST_PAUSE_S = 10.0
"""Between two messages; a match may have lain over night."""


class NoFrames:
    """A camera that shows nothing."""

    def next_frame(self) -> Frame | None:
        return None

    def next_scene(self) -> bool:
        return False

    def close(self) -> None:
        pass


class ReadOnly(Access):
    """Who may do anything at a table may read, nobody may change what is over."""

    def may_read(self, headers: Headers) -> bool:
        return self.free_reading or super().may_change(headers)

    def may_change(self, headers: Headers) -> bool:  # noqa: ARG002 - as it is called
        return False


def open_replay(settings: Settings, setup: TableFile, kept: Store, match_id: str) -> Services:
    """Return services for a match of this store, that show nothing before `play`. Raises UnreadyError."""
    try:
        reader = open_reader(settings.models_dir, settings.reader_threads, settings.area)
    except ModelError as err:
        raise UnreadyError(str(err)) from err
    return shown_again(compose(settings, setup, NoFrames(), reader), kept, match_id)


def shown_again(services: Services, kept: Store, match_id: str) -> Services:
    """Return services that nobody can change, and whose dice look as they were kept of the match."""
    access = ReadOnly(services.access.token, services.access.free_reading)
    crop_of = crops_again(kept, match_id, shown_as=services.hub.table)
    return replace(services, access=access, crop_of=crop_of)


def play(services: Services, setup: TableFile, messages: Iterable[Message], *, fast: bool) -> None:
    """Tell a match once somebody follows, as long after one another as its messages came, or without pause.

    What the rules tell differently now is told as they tell it now, and said in the log.
    """
    hub, stopping = services.hub, services.stopping
    hub.followed.wait()
    rerun = Rerun(setup, hub)
    before = None
    try:
        for message in messages:
            if before is not None and not fast:
                pause_s = (message.at - before.at).total_seconds()
                stopping.wait(min(max(0.0, pause_s), LONGEST_PAUSE_S))
            if stopping.is_set():
                return
            difference = rerun.take(message)
            services.referee.stand(rerun.stood.table, paused=rerun.stood.paused)
            if difference is not None:
                log.warning("the rules tell other events now: %s", difference)
            before = message
    except ValueError as err:
        log.error("the replay ends here, the rules refuse what was done: %s", err)
