"""What can go wrong with the store; messages name the file, so they are for the terminal, not for answers."""


class StoreError(OSError):
    """Matches that cannot be kept or read; nothing of what was to be kept has been."""


class StoreFullError(StoreError):
    """No space is left on the disk."""


class StoreDamagedError(StoreError):
    """A file that is no database, or one that is damaged."""


class StoreTakenError(StoreError):
    """A match that another program is playing."""
