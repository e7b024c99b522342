"""Where matches are kept, and which of them a command means."""

from pathlib import Path

from platformdirs import user_data_path

from api.settings import load_settings
from api.store import Match, Store, StoreDamagedError, StoreError

LATEST = "last"


class NoMatchError(LookupError):
    """A match that is not there, or a name that several have; the message says which there are."""


def default_store() -> Path:
    """Return the file of this user's matches."""
    return user_data_path("meleecam", appauthor=False) / "matches.db"


def stored_matches(given: Path | None) -> Store:
    """Return the store that a command reads: the file given, the one set, or this user's.

    It makes none and repairs none. Raises StoreError, and ValueError for settings that do not fit.
    """
    path = given or load_settings().store or default_store()
    if not path.exists():
        raise StoreError(f"{path}: no matches are kept there")
    try:
        return Store(path)
    except StoreDamagedError as err:
        raise StoreDamagedError(f"{err}; `meleecam serve` puts it aside and begins a fresh one") from err


def find_match(store: Store, name: str) -> Match:
    """Return the match with this id, or whose id begins so; `last` is the one begun last.

    Raises NoMatchError, and StoreError.
    """
    matches = store.matches()
    found = matches[:1] if name == LATEST else [one for one in matches if name and one.id.startswith(name)]
    if len(found) == 1:
        return found[0]
    known = ", ".join(one.id for one in found or matches[:10]) or "none"
    raise NoMatchError(f"{name}: expected one match, found {len(found)}; there are {known}")
