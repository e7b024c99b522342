"""A match while this program plays it."""

from dataclasses import dataclass

from api.store.claim import Claim
from api.store.crops import CropKeeper
from api.store.match_log import MatchLog
from api.store.syncing import Syncing


@dataclass(frozen=True, slots=True)
class Play:
    """Where its messages and crops go; nobody else plays it until it is closed."""

    match_id: str
    log: MatchLog
    crops: CropKeeper
    claim: Claim
    syncing: Syncing

    def close(self) -> None:
        """Write the last crops, bring everything onto the disk and let others play the match."""
        self.crops.close()
        self.syncing.close()
        self.claim.release()
