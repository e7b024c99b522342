"""Opens the way to OBS where the settings ask for it; the package for it is an extra."""

from importlib.util import find_spec
from typing import TYPE_CHECKING

from api.obs.plan import PlanError, load_plan
from api.play.hub import Hub
from api.settings import Settings

if TYPE_CHECKING:
    from api.obs.director import Director


def open_director(settings: Settings, hub: Hub) -> "Director | None":
    """Return who directs OBS, None where no rules are named. Raises PlanError."""
    if settings.obs is None:
        return None
    if find_spec("simpleobsws") is None:
        raise PlanError(
            f"{settings.obs}: expected the package simpleobsws, found none; "
            'pip install "meleecam[obs]" adds it'
        )
    from api.obs.director import Director

    return Director(load_plan(settings.obs), hub)
