"""Matches on disk: their messages, and crops of the dice that were read. Knows no rules and no web."""

from api.store.crops import Bounds
from api.store.errors import StoreDamagedError, StoreError, StoreFullError, StoreTakenError
from api.store.play import Play
from api.store.store import Match, Store, open_store

__all__ = [
    "Bounds",
    "Match",
    "Play",
    "Store",
    "StoreDamagedError",
    "StoreError",
    "StoreFullError",
    "StoreTakenError",
    "open_store",
]
