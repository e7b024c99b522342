"""Properties are held for what they say, not for how fast a busy machine says it.

Here and not beside the rules: a profile counts for tests that are imported after it is loaded, and other
folders import some of those. `RESOLVER_PROFILE=resolver-long` holds each for ten thousand examples.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("resolver", deadline=None, max_examples=60)
settings.register_profile("resolver-long", deadline=None, max_examples=10_000)
settings.load_profile(os.environ.get("RESOLVER_PROFILE", "resolver"))


@pytest.fixture(autouse=True, scope="session")
def _no_match_of_this_user(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep what servers of several tests play away from the matches of who runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MELEECAM_STORE", str(tmp_path_factory.mktemp("matches") / "matches.db"))
        yield


@pytest.fixture(autouse=True)
def _no_match_of_another_test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MELEECAM_STORE", str(tmp_path / "matches.db"))
