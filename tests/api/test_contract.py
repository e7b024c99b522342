"""The service keeps what its OpenAPI description says, whatever is sent to it, in every mode of access."""

from typing import Any

import schemathesis
from fastapi import FastAPI
from hypothesis import Phase, settings
from schemathesis import Case
from schemathesis.checks import CheckFunction, not_a_server_error
from schemathesis.schemas import BaseSchema
from schemathesis.specs.openapi.checks import positive_data_acceptance

from api.compose import compose
from api.settings import Settings
from api.tables import load_table
from api.web.app import create_app
from tests.api.drawn import PRESET, Scenes, SquareReader

TOKEN = "a token of the tests"
ADDRESS = "http://127.0.0.1"


BEYOND_WORDS = {("POST", "/api/read"), ("PATCH", "/api/answers/{index}"), ("POST", "/api/setup")}
"""No schema says which bytes are a picture, which changes of a die go together, or what makes a table."""


def app_of(**given: object) -> FastAPI:
    """Return the service of a table whose limit of requests a second is not what is tested here."""
    chosen = Settings.model_validate({"requests_per_s": 1e6, **given})
    return create_app(compose(chosen, load_table(PRESET), Scenes(), SquareReader()))


def schema_of(**given: object) -> BaseSchema:
    """Return what such a service says of itself."""
    headers = {"Host": "127.0.0.1"}
    return schemathesis.openapi.from_asgi("/openapi.json", app_of(**given), headers=headers)


FEW = settings(max_examples=15, deadline=None, derandomize=True, phases=[Phase.explicit, Phase.generate])
FEWER = settings(FEW, max_examples=5, phases=[Phase.generate])
"""Behind the token stands the same application; only the way to it is another."""


NOT_YET = ("GET", "/health/ready")
"""Answers with 503 as long as no camera has given a picture, which is what it is for."""


def validate(case: Case[Any], token: str | None = None) -> None:
    beyond_words = (case.method, case.path) in BEYOND_WORDS
    excluded: list[CheckFunction] = [positive_data_acceptance] if beyond_words else []
    if (case.method, case.path) == NOT_YET:
        excluded.append(not_a_server_error)
    headers = None if token is None else {"Authorization": f"Bearer {token}"}
    case.call_and_validate(base_url=ADDRESS, headers=headers, excluded_checks=excluded)


@schema_of().parametrize()
@FEW
def test_an_open_table_answers_as_described(case: Case[Any]) -> None:
    validate(case)


@schema_of(token=TOKEN).parametrize()
@FEWER
def test_a_guarded_table_answers_as_described_to_who_has_the_token(case: Case[Any]) -> None:
    validate(case, TOKEN)
