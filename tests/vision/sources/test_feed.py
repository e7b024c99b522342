"""One frame between two threads, and what is told of the pictures' coming and going."""

import threading

import numpy as np
import pytest

from tests.vision.sources.heard import Heard
from vision.image import Frame
from vision.sources.feed import Feed
from vision.sources.source import Hint, SourceHint
from vision.sources.turning import Turn


class Clock:
    """Goes on by a tenth of a second each time it is looked at."""

    def __init__(self) -> None:
        self.time_s = 0.0

    def __call__(self) -> float:
        self.time_s += 0.1
        return self.time_s


def grey(level: int) -> Frame:
    return np.full((48, 64, 3), level, np.uint8)


@pytest.fixture
def feed() -> tuple[Feed, Heard]:
    """Return a feed that stalls after a second of its own clock, and its listener."""
    feed, heard = Feed("camera 0", 1.0, threading.Event(), Clock()), Heard()
    feed.listen(heard)
    return feed, heard


def level(feed: Feed) -> int:
    frame = feed.next_frame()
    assert frame is not None
    return int(frame[0, 0, 0])


def test_the_newest_frame_replaces_those_that_nobody_took(feed: tuple[Feed, Heard]) -> None:
    for each in (50, 60, 70):
        feed[0].put(grey(each))

    assert level(feed[0]) == 70


def test_a_loss_is_told_once_and_so_is_the_return(feed: tuple[Feed, Heard]) -> None:
    source, heard = feed
    source.put(grey(50))
    source.broke("camera 0: gives no more pictures")
    source.broke("camera 0: not plugged in")
    source.put(grey(60))

    assert level(source) == 60
    assert heard.words == ["lost camera 0: not plugged in", "back"]
    source.put(grey(70))
    assert level(source) == 70
    assert heard.words[2:] == []


def test_a_frame_from_before_a_loss_is_not_handed_on_after_it(feed: tuple[Feed, Heard]) -> None:
    source, heard = feed
    source.put(grey(50))
    source.broke("camera 0: gives no more pictures")
    threading.Timer(0.05, lambda: source.put(grey(60))).start()

    assert level(source) == 60
    assert heard.words == ["lost camera 0: gives no more pictures", "back"]


def test_pictures_that_stall_are_lost_and_come_back(feed: tuple[Feed, Heard]) -> None:
    source, heard = feed

    class Returning(Heard):
        def lost(self, detail: str) -> None:
            super().lost(detail)
            source.put(grey(60))

    heard = Returning()
    source.listen(heard)

    assert level(source) == 60
    assert heard.words == ["lost camera 0: no picture has come for 1 s", "back"]


def test_hints_come_before_the_frame_they_are_about(feed: tuple[Feed, Heard]) -> None:
    source, heard = feed
    source.hint(SourceHint(Hint.SETTING_REFUSED, "camera 0: did not accept focus 30"))
    source.put(grey(50))

    assert level(source) == 50
    assert heard.words == ["setting_refused"]


def test_what_a_listener_could_not_keep_is_told_again(feed: tuple[Feed, Heard]) -> None:
    source, _ = feed

    class Forgetful(Heard):
        """Fails at everything the first time, as on a full disk."""

        def __init__(self) -> None:
            super().__init__()
            self._tried: set[str] = set()

        def _try(self, word: str) -> None:
            if word not in self._tried:
                self._tried.add(word)
                raise OSError("no room")

        def lost(self, detail: str) -> None:
            self._try("lost")
            super().lost(detail)

        def back(self) -> None:
            self._try("back")
            super().back()

        def hint(self, hint: SourceHint) -> None:
            self._try("hint")
            super().hint(hint)

    heard = Forgetful()
    source.listen(heard)
    source.hint(SourceHint(Hint.SETTING_REFUSED, "camera 0: did not accept focus 30"))
    source.broke("camera 0: gives no more pictures")
    for _ in range(3):
        source.put(grey(60))
        with pytest.raises(OSError, match="no room"):
            source.next_frame()
    source.put(grey(70))

    assert level(source) == 70
    assert heard.words == ["setting_refused", "lost camera 0: gives no more pictures", "back"]


def test_one_who_waits_for_a_frame_is_let_go_when_all_is_to_stop() -> None:
    stopping = threading.Event()
    feed = Feed("camera 0", 60.0, stopping)
    threading.Timer(0.05, stopping.set).start()

    assert feed.next_frame() is None


@pytest.mark.parametrize(("turn", "place"), [(0, (0, 0)), (90, (0, -1)), (180, (-1, -1)), (270, (-1, 0))])
def test_pictures_are_taken_out_turned_clockwise(turn: Turn, place: tuple[int, int]) -> None:
    """What lay in the upper left corner lies there."""
    feed, frame = Feed("camera 0", 60.0, threading.Event(), turn=turn), grey(90)
    frame[0, 0] = 200

    feed.put(frame)
    seen = feed.next_frame()

    assert seen is not None
    assert seen.shape[:2] == ((48, 64) if turn in (0, 180) else (64, 48))
    assert seen[*place, 0] == 200
