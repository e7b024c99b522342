"""Composition root: the only place that opens models, camera and hub, and closes them again."""

import logging
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from api.obs.opening import open_director
from api.play.advising import Advising
from api.play.crops import CropOf
from api.play.grouping import colours_by_profile
from api.play.hands import Hands
from api.play.hub import Hub, Message
from api.play.palette import Palette
from api.play.pictures import Pictures
from api.play.recall import CHANGES, Recalled, recall
from api.play.record import MatchError, Record
from api.play.referee import Referee
from api.play.table import Table
from api.play.watcher import Watcher
from api.settings import Settings
from api.store import StoreError
from api.tables import TableFile
from api.web.access import Access, new_token
from api.web.prometheus import PrometheusMetrics
from vision.colours.grouping import GroupingReader, open_grouping_reader
from vision.colours.groups import BY_NAME, Groups
from vision.colours.named_groups import named_groups
from vision.colours.profiles import Profiles
from vision.looks import LiveReader
from vision.reader import MODELS_DIR
from vision.sources.missing import Missing
from vision.sources.source import CameraError, FrameSource
from vision.watching.rest import Rest

if TYPE_CHECKING:
    from api.obs.director import Director

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Services:
    """What the service consists of: `start` and `stop` once each, or `run_through` alone.

    Where others take its place it is to `leave` the camera first, then to `give_way`, or to `watch_again`.
    """

    settings: Settings
    hub: Hub
    referee: Referee
    pictures: Pictures
    reader: LiveReader
    watcher: Watcher
    access: Access
    hands: Hands
    """Whose own phone decides for whom."""
    metrics: PrometheusMetrics
    stopping: threading.Event
    """Set when the watching is to end; a source that sleeps may listen to it."""
    wait_for_follower_s: float
    """Longest wait, before the first frame, for somebody to follow the hub."""
    record: Record | None
    """The match and its store; without them everything is forgotten at the end."""
    crop_of: CropOf | None
    """What was seen of single dice; None where nothing of it is kept."""
    director: "Director | None"
    """Lets OBS follow the table; None where no rules for it are named."""
    profiles: Profiles | None
    """By which dice are told apart; None where the names of their colours do."""
    _threads: list[threading.Thread] = field(default_factory=list)

    def start(self) -> None:
        """Begin to watch the table, and to direct OBS if rules say so."""
        if self.director is not None:
            self.director.start()
        self._begin_to_watch()

    def leave(self) -> None:
        """End watching; returns when the camera is released. The match stays open and takes answers."""
        self.stopping.set()
        self.hub.followed.set()
        while self._threads:
            self._threads.pop().join()

    def watch_again(self, source_of: Callable[[threading.Event], FrameSource]) -> None:
        """Watch the table again after `leave`, through what `source_of` opens; the event ends its waiting.

        Where that raises CameraError the camera is told to be lost.
        """
        self.stopping.clear()
        try:
            source = source_of(self.stopping)
        except CameraError as err:
            source = Missing(err)
        self.watcher.turn_to(source)
        self._begin_to_watch()

    def give_way(self, successors: "Services") -> None:
        """End what is left after `leave`; a match that the successors go on with stays open."""
        if self.director is not None:
            self.director.stop()
        if self.record is not successors.record:
            self._close_record_or_log()

    def stop(self) -> None:
        """End watching; returns when the camera is released and the match closed."""
        self.leave()
        if self.director is not None:
            self.director.stop()
        self._close_record_or_log()

    def run_through(self, tell: Callable[[Message], None]) -> None:
        """Watch to the end in this thread and pass on each message. Raises CameraError."""
        told = 0
        try:
            more = True
            while more:
                more = self.watcher.step()
                for message in self.hub.after(told):
                    tell(message)
                    told = message.seq
        finally:
            self.watcher.close()
            self._close_record()

    def _close_record(self) -> None:
        if self.record is not None:
            self.record.close(over=self.referee.is_over())

    def _close_record_or_log(self) -> None:
        try:
            self._close_record()
        except StoreError as err:
            # All that was told is kept by now; at most the match is gone on with though it is over.
            log.error("the match is not closed as it should be: %s", err)

    def _begin_to_watch(self) -> None:
        thread = threading.Thread(target=self._watch, name="watcher")
        self._threads.append(thread)
        thread.start()

    def _watch(self) -> None:
        self.hub.followed.wait(self.wait_for_follower_s)
        self.watcher.watch(self.stopping)


def compose(
    settings: Settings,
    setup: TableFile,
    source: FrameSource,
    reader: LiveReader,
    stopping: threading.Event | None = None,
    wait_for_follower_s: float = 0.0,
    profiles: Profiles | None = None,
    record: Record | None = None,
) -> Services:
    """Put one table together, as its record left it; without one its id is new each time.

    With profiles dice are told apart by them, else by what the names of their colours say. Raises
    ProfilesError when a group of the table is not among them, ModelError when dice cannot be compared with
    them, PlanError for the rules for OBS, and MatchError when the record does not lead to a table; nothing is
    told of the table then.
    """
    profiled, watching = None, reader
    by_name = named_groups(dict.fromkeys((group.body, group.marks) for group in setup.groups))
    if profiles is not None:
        profiled = colours_by_profile(setup.groups, profiles)
        weights = settings.models_dir or MODELS_DIR
        reader = watching = open_grouping_reader(reader, profiles, weights, settings.reader_threads)
    elif by_name is not None:
        watching = GroupingReader(reader, Groups(by_name, BY_NAME))
    metrics = PrometheusMetrics()
    if record is None:
        hub, pictures = Hub(secrets.token_hex(4), metrics), Pictures()
        stood = Recalled(Table(setup), paused=False)
    else:
        log = record.play.log
        hub = Hub(record.play.match_id, metrics, log)
        pictures = Pictures(log.last_picture(), record.play.crops.keep)
        stood = _stood(setup, record)
    is_new = hub.last_seq() == 0
    # Nothing may fail once the referee has told of the table: others may go on with this record.
    director = open_director(settings, hub)
    referee = Referee(
        stood.table,
        hub,
        Palette(setup.groups, profiled),
        paused=stood.paused,
        taken_back=stood.taken_back,
        remind_after_s=settings.reminder_s,
    )
    if is_new and record is not None and record.put_aside is not None:
        text = (
            f"The store of matches was damaged. It is kept as {record.put_aside}, and a fresh one is begun."
        )
        hub.publish("store_damaged", {"text": text})
    rest = Rest(seconds=settings.rest_s)
    watcher = Watcher(source, watching, referee, pictures, rest, metrics, Advising(hub))
    return Services(
        settings,
        hub,
        referee,
        pictures,
        reader,
        watcher,
        access_of(settings),
        Hands(),
        metrics,
        stopping or threading.Event(),
        wait_for_follower_s,
        record,
        None if record is None else record.store.crop,
        director,
        profiles,
    )


def _stood(setup: TableFile, record: Record) -> Recalled:
    try:
        return recall(setup, record.play.log.of_types(CHANGES))
    except ValueError as err:
        raise MatchError(f"match {record.play.match_id} cannot be gone on with: {err}") from err


def access_of(settings: Settings) -> Access:
    """Return who may do what: all where this computer alone can reach the table, unless a token is set."""
    given = None if settings.token is None else settings.token.get_secret_value()
    if given is None and not settings.is_local():
        given = new_token()
    return Access(given, settings.free_reading)
