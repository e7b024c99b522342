"""One served table for the tests of a module, given to each as it was at first."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from api.compose import Services, compose
from api.settings import Settings
from api.tables import load_table
from api.web.app import create_app
from tests.api.drawn import PRESET, Scenes, SquareReader
from tests.api.web.taking_back import take_all_back


@pytest.fixture(scope="module")
def served() -> Iterator[tuple[TestClient, Services]]:
    services = compose(Settings(), load_table(PRESET), Scenes(), SquareReader())
    with TestClient(create_app(services), base_url="http://127.0.0.1") as client:
        yield client, services


@pytest.fixture
def client(served: tuple[TestClient, Services]) -> TestClient:
    """Return a client of a table without answers."""
    client, services = served
    take_all_back(services)
    return client
