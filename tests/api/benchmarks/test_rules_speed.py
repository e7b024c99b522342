"""The speed of the rules, held against plain Python in the same run, whatever else the machine does."""

import json

import pytest
import typer
from typer.testing import CliRunner

from api.benchmarks import rules_speed
from api.commands.bench import bench

app = typer.Typer()
app.command()(bench)

# Twice what was measured; the ratio hardly depends on what else a machine does.
MOST_RATIO = {"replay": 0.05, "five": 20, "ten": 150}


def test_rules_and_odds_stay_as_fast_as_promised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules_speed, "BATCHES", 3)

    result = CliRunner().invoke(app, ["--rules", "--json"])

    speeds = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == any(speed["best_ms"] > speed["limit_ms"] for speed in speeds)
    assert len(speeds) == 5
    for speed in speeds:
        most = next(ratio for word, ratio in MOST_RATIO.items() if word in speed["what"])
        assert speed["ratio"] < most, speed


def test_the_speed_of_the_rules_is_told_to_people(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules_speed, "BATCHES", 1)

    result = CliRunner().invoke(app, ["--rules"])

    assert "all 121 pairs of splits" in result.stdout
    assert "at most 2000 ms" in result.stdout
