"""The readings of Art of Tactic, each with its default and the other side of it."""

from dataclasses import replace
from typing import Any

import pytest

from resolver.art_of_tactic.editions import ART_OF_TACTIC, Edition


def switched(name: str, value: bool) -> Edition:
    changed: dict[str, Any] = {name: value}
    return replace(ART_OF_TACTIC, **changed)


def both(switch: str) -> pytest.MarkDecorator:
    """Run a test with the default of a switch and with the other side of it."""
    default = getattr(ART_OF_TACTIC, switch)
    return pytest.mark.parametrize(
        ("edition", "is_default"),
        [
            pytest.param(switched(switch, default), True, id=f"{switch} {default}"),
            pytest.param(switched(switch, not default), False, id=f"{switch} {not default}"),
        ],
    )
