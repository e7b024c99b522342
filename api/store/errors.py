"""What can go wrong with the store.

The message names the file and is for the terminal and the log; `words` are for everybody.
"""


class StoreError(OSError):
    """Matches that cannot be kept or read; nothing of what was to be kept has been."""

    words = "the store of matches cannot be used, nothing has changed; the program's log says more"


class StoreFullError(StoreError):
    """No space is left on the disk."""

    words = "the disk is full, nothing has changed; it goes on as soon as there is room"


class StoreDamagedError(StoreError):
    """A file that is no database, or one that is damaged."""

    words = "the store of matches is damaged, nothing has changed; the next start begins a fresh one"


class StoreTakenError(StoreError):
    """A match that another program is playing."""
