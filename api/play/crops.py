"""Where pages get what the camera saw of single dice: from the store, also while a match is played again."""

from collections.abc import Callable

from api.store import Store

CropOf = Callable[[str, int, int], bytes | None]
"""Gives the JPEG of a die by match, picture and place in its reading, None where none is kept.

Raises StoreError.
"""


def crops_again(kept: Store, match_id: str, shown_as: str) -> CropOf:
    """Return what gives the crops of one match alone, under the id that it is shown as to pages."""

    def crop_of(asked: str, picture: int, die: int) -> bytes | None:
        return kept.crop(match_id, picture, die) if asked == shown_as else None

    return crop_of
