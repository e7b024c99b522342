"""Rules for OBS: which message leads to which request, and what is wrong with a file."""

from pathlib import Path

import pytest

from api.obs.plan import PlanError, Request, is_critical, load_plan


def plan_of(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "obs.toml"
    path.write_text(text, encoding="utf-8")
    return path


RULES = """
password = "secret"

[[when]]
happens = "throw"
player = "Aya"
scene = "Dice"

[[when]]
happens = "wounded"
source = "Board"
filter = "Red"
for_s = 2.0

[[when]]
happens = "critical"
replay = true
"""


def test_each_rule_asks_for_its_own(tmp_path: Path) -> None:
    plan = load_plan(plan_of(tmp_path, RULES))

    assert plan.address == "ws://127.0.0.1:4455"
    assert plan.requests("throw", {"player": "Aya"}) == (
        Request("SetCurrentProgramScene", {"sceneName": "Dice"}),
    )
    assert plan.requests("throw", {"player": "Chiyo"}) == ()
    (flash,) = plan.requests("wounded", {"name": "Chiyo"})
    assert flash.data == {"sourceName": "Board", "filterName": "Red", "filterEnabled": True}
    assert flash.back_after_s == 2.0
    assert flash.back().data["filterEnabled"] is False
    assert plan.requests("critical_hit", {}) == (Request("SaveReplayBuffer", {}),)


def test_a_password_is_not_shown(tmp_path: Path) -> None:
    assert "secret" not in repr(load_plan(plan_of(tmp_path, RULES)))


@pytest.mark.parametrize(
    ("type_", "data", "critical"),
    [
        ("attack_rolled", {"critical": True}, True),
        ("attack_rolled", {"critical": False}, False),
        ("status_changed", {"status": "out_of_action"}, True),
        ("status_changed", {"after": "incapacitated"}, True),
        ("status_changed", {"status": "stunned"}, False),
        ("destroyed", {"name": "archers"}, True),
        ("wounded", {"name": "Aya"}, False),
    ],
)
def test_a_critical_moment_is_one_in_every_system(
    type_: str, data: dict[str, object], critical: bool
) -> None:
    assert is_critical(type_, data) is critical


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "when: Field required"),
        ('[[when]]\nhappens = "throw"\n', "expected scene, source with filter, or replay = true"),
        ('[[when]]\nhappens = "throw"\nsource = "Board"\n', "expected source and filter together"),
        ('[[when]]\nhappens = "throw"\nscene = "A"\nfor_s = 2.0\n', "expected for_s beside a filter alone"),
        ('[[when]]\nhappens = "throw"\nscen = "A"\n', r"when\.0\.scen"),
        ('address = "http://x"\n[[when]]\nhappens = "throw"\nreplay = true\n', "address"),
        ("[[when\n", r"obs\.toml"),
    ],
    ids=["no rule", "does nothing", "no filter", "time of a scene", "unknown key", "no address", "no TOML"],
)
def test_a_wrong_file_says_what_is_wrong(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(PlanError, match=words):
        load_plan(plan_of(tmp_path, text))


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(PlanError, match=r"no\.toml"):
        load_plan(tmp_path / "no.toml")
