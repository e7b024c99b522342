"""Who decides in secret on a phone of his own: one key a player, which the first phone to use it keeps.

Until a phone has used its key the shared screen may decide as well, behind a curtain; afterwards it may not.
A new key, asked for at the table and seen by everybody there, lets a lost phone go.
"""

import hmac
import secrets
import threading
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class _Hand:
    key: str
    is_used: bool = False


class Hands:
    """Mutable and safe to use from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._hands: dict[str, _Hand] = {}

    def new_key(self, player: str) -> str:
        """Return a key for a player; one given out before is worth nothing any more."""
        hand = _Hand(secrets.token_urlsafe(12))
        with self._lock:
            self._hands[player] = hand
        return hand.key

    def may_decide(self, player: str, key: str | None) -> bool:
        """Say whether who has this key, or none, decides for a player; a right key is kept from now on."""
        with self._lock:
            hand = self._hands.get(player)
            if key is None:
                return hand is None or not hand.is_used
            if hand is None or not hmac.compare_digest(key.encode(), hand.key.encode()):
                return False
            self._hands[player] = replace(hand, is_used=True)
            return True
