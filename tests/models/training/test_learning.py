"""A network learns until its time is up, slower at first and at last, and its average is kept."""

import time
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="training's environment alone has torch")

import torch

from models.training.learning import KEPT, Learning, move_averages

SECONDS_A_STEP = 0.6


@pytest.fixture
def net() -> torch.nn.Linear:
    torch.manual_seed(1)
    return torch.nn.Linear(2, 1, bias=False)


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each look at the clock find a step's time gone."""
    times = iter(range(1_000_000))
    monkeypatch.setattr(time, "monotonic", lambda: next(times) * SECONDS_A_STEP)


def learn(net: torch.nn.Module, learning: Learning) -> list[float]:
    """Learn that everything is 0, and return the rates of the steps."""
    rates = []
    for _ in learning.steps():
        rates.append(learning._optimiser.param_groups[0]["lr"])
        learning.learn((net(torch.ones(8, 2)) ** 2).mean())
    return rates


def test_learns_until_the_time_is_up(net: torch.nn.Linear) -> None:
    before = float((net(torch.ones(1, 2)) ** 2).item())
    learning = Learning(net, minutes=1.0, rate=0.05, seed=3)

    learn(net, learning)

    assert learning.step == 99
    assert float((net(torch.ones(1, 2)) ** 2).item()) < 0.5 * before


def test_the_rate_rises_and_falls_to_its_last_share(net: torch.nn.Linear) -> None:
    rates = learn(net, Learning(net, minutes=1.0, rate=0.05, seed=3, rise=10, last=0.1))

    assert rates[0] < 0.2 * 0.05
    assert 0.04 < max(rates) < 0.05
    assert rates[-1] == pytest.approx(0.1 * 0.05, rel=0.15)


def test_looks_at_what_was_learned_at_a_first_step_and_so_many_times(net: torch.nn.Linear) -> None:
    learning = Learning(net, minutes=1.0, rate=0.05, seed=3)
    checked = []
    for _ in learning.steps():
        learning.learn((net(torch.ones(8, 2)) ** 2).mean())
        if learning.is_time_to_check(times=3, first=3):
            checked.append(learning.step)

    assert checked == [3, 37, 71]


def test_the_average_is_saved_with_its_steps_and_seed(net: torch.nn.Linear, tmp_path: Path) -> None:
    learning = Learning(net, minutes=0.1, rate=0.05, seed=3)
    learn(net, learning)

    learning.save(tmp_path / "net.pt", sets=["one"])

    saved = torch.load(tmp_path / "net.pt")
    assert (saved["step"], saved["seed"]) == (learning.step, 3)
    assert saved["sets"] == ["one"]
    assert torch.equal(saved["net"]["weight"], learning.average.state_dict()["weight"])
    assert not torch.equal(saved["net"]["weight"], net.weight)


@pytest.mark.parametrize(("steps", "share"), [(0, 0.1), (10, 0.55), (100_000, KEPT)])
def test_averages_move_the_slower_the_longer_it_has_learned(steps: int, share: float) -> None:
    kept, counted = torch.ones(3), torch.tensor(4)

    move_averages([kept, counted], [torch.zeros(3), torch.tensor(7)], steps)

    assert kept.tolist() == pytest.approx([share] * 3)
    assert counted == 7
