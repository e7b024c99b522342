"""What is measured has limits, and a figure on its limit is still within it."""

import pytest
from typer.testing import CliRunner

from api.benchmarks.latency import LIMIT_MS, Latency
from api.benchmarks.live_cost import LiveCost
from api.benchmarks.process_speed import MEGABYTES_LIMIT, SECONDS_LIMIT, ProcessSpeed
from api.benchmarks.rules_speed import RuleSpeed
from api.benchmarks.speed import Speed
from api.cli import main
from api.commands import bench


def speed(read_ms: float, still_ms: float, numerals: int = 0) -> Speed:
    """Times of a picture that takes 10 ms to decode."""
    return Speed(1920, 1080, 1000, 12, numerals, 3, 10.0, 6.0, read_ms, still_ms)


def rule(best_ms: float) -> RuleSpeed:
    return RuleSpeed("odds", best_ms, 200.0, 200.0, 1.0, limit_ms=100.0)


Measured = Speed | ProcessSpeed | LiveCost | Latency | RuleSpeed


@pytest.mark.parametrize(
    ("measured", "within"),
    [
        pytest.param(speed(30.0, 3.0), True, id="speed"),
        pytest.param(speed(30.1, 3.0), False, id="slow reading"),
        pytest.param(speed(30.1, 3.0, numerals=1), True, id="numerals may take longer"),
        pytest.param(speed(30.0, 3.1), False, id="slow frame"),
        pytest.param(ProcessSpeed(SECONDS_LIMIT, MEGABYTES_LIMIT), True, id="process"),
        pytest.param(ProcessSpeed(SECONDS_LIMIT, None), True, id="memory not known"),
        pytest.param(ProcessSpeed(SECONDS_LIMIT + 0.1, None), False, id="slow process"),
        pytest.param(ProcessSpeed(SECONDS_LIMIT, MEGABYTES_LIMIT + 1), False, id="large process"),
        pytest.param(LiveCost(1, 5.0, 33.0, 20.0, 3.0), True, id="watching"),
        pytest.param(LiveCost(1, 5.1, 33.0, 20.0, 3.0), False, id="busy idle table"),
        pytest.param(LiveCost(1, 5.0, 34.0, 20.0, 3.0), False, id="busy rolling"),
        pytest.param(Latency(LIMIT_MS + 270, 270, 1.0, {}), True, id="latency"),
        pytest.param(Latency(LIMIT_MS + 271, 270, 1.0, {}), False, id="late"),
        pytest.param(rule(100.0), True, id="rules"),
        pytest.param(rule(100.1), False, id="slow rules"),
    ],
)
def test_what_is_measured_is_held_against_its_limit(measured: Measured, within: bool) -> None:
    assert measured.within is within


@pytest.mark.parametrize(("best_ms", "status"), [(100.0, 0), (100.1, 1)])
def test_a_missed_limit_is_an_exit_status(
    best_ms: float, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "measure_rules", lambda: (rule(1.0), rule(best_ms)))

    for arguments in (["--rules"], ["--rules", "--json"]):
        assert CliRunner().invoke(main, ["bench", *arguments]).exit_code == status


@pytest.mark.parametrize(("seconds", "status"), [(0.1, 0), (60.0, 1)])
def test_a_slow_process_is_an_exit_status_of_speed(
    seconds: float, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "open_reader_or_exit", lambda threads: None)  # noqa: ARG005 - as it is called
    monkeypatch.setattr(bench, "measure_speed", lambda *_: speed(20.0, 2.0))
    monkeypatch.setattr(bench, "measure_process", lambda _: ProcessSpeed(seconds, None))

    for arguments in (["--speed"], ["--speed", "--json"]):
        assert CliRunner().invoke(main, ["bench", *arguments]).exit_code == status
