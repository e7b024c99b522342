"""`meleecam demo` as it is delivered: the bundled clips, read by the bundled models, with nothing in between.

The clips show, by the labels they were rendered from: Aya attack 4 2, defence 5, damage 3 4; Chiyo attack
5 3, defence 4, damage 5 5. `melee_other` shows 6 5 / 2 against 2 3 / 3, `damage_other` 6 6.
"""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result
from websockets.sync.client import connect

from api.cli import main
from api.commands.demo import CLIP_NAMES, CLIPS, EXCHANGES


def demo(*arguments: str) -> Result:
    # Wide enough that no message is broken into lines.
    return CliRunner(env={"COLUMNS": "250"}).invoke(main, ["demo", "--once", *arguments])


def test_the_example_exchange_reaches_its_outcome() -> None:
    result = demo()

    assert (result.exit_code, result.stderr) == (0, "")
    for line in (
        "Aya throws attack 4 2, defence 5.",
        "Chiyo throws attack 5 3, defence 4.",
        "Aya's attack 5 against Chiyo's defence 4 succeeds: success level 1 for Aya.",
        "Chiyo's attack 6 against Aya's defence 5 succeeds: success level 1 for Chiyo.",
        "Chiyo suffers 1 wound and has 5 left.",
        "Aya suffers 2 wounds and has 4 left.",
    ):
        assert line in result.stdout.splitlines()


def test_the_wiki_edition_runs_from_the_same_clips() -> None:
    result = demo("--system", "bushido_wiki")

    assert (result.exit_code, result.stderr) == (0, "")
    for line in (
        "Kenji attacks Hana (Bushido: Risen Sun, wiki edition).",
        "Kenji throws attack 4 2, defence 5.",
        "Kenji rolls 4 3: total 7 at success level 1 is 1 wound.",
        "Hana rolls 5 5, -1 strength: total 9 at success level 1 is 2 wounds.",
        "Kenji: 2 suffered, 3 wounds left.",
    ):
        assert line in result.stdout.splitlines()


def test_a_mordheim_exchange_runs_from_its_clips_alone() -> None:
    result = demo("--system", "mordheim")

    assert (result.exit_code, result.stderr) == (0, "")
    for line in (
        "They roll for order: Tam 5, Orrin 2.",
        "Tam rolls 4 to hit Orrin with the club, needs 4+: 1 hit.",
        "Tam rolls 5 to wound Orrin with the club, needs 4+: 1 wound.",
        "Orrin rolls 3 to save, needs 5+: 1 wound not saved.",
        "Tam rolls 5 for injury: Out of Action.",
        "Orrin is Out of Action.",
    ):
        assert line in result.stdout.splitlines()


def test_a_system_that_is_not_played_is_named_with_those_that_are() -> None:
    result = demo("--system", "chess")

    assert result.exit_code == 2
    assert f"expected one of {', '.join(EXCHANGES)}, found 'chess'" in result.stderr


def test_another_melee_roll_changes_the_success_levels() -> None:
    result = demo("--clip", f"melee_aya_chiyo={CLIPS / 'melee_other.mp4'}")

    assert result.exit_code == 0
    assert "Aya's attack 7 against Chiyo's defence 3 succeeds: success level 4 for Aya." in result.stdout
    assert "Chiyo's attack 4 against Aya's defence 2 succeeds: success level 2 for Chiyo." in result.stdout


def test_another_damage_roll_changes_the_wounds() -> None:
    result = demo("--clip", f"damage_aya={CLIPS / 'damage_other.mp4'}")

    assert result.exit_code == 0
    assert "Chiyo suffers 4 wounds and has 2 left." in result.stdout
    assert "Aya suffers 2 wounds and has 4 left." in result.stdout


def test_a_folder_of_clips_replaces_all(tmp_path: Path) -> None:
    for name in CLIP_NAMES:
        source = "melee_other" if name == "melee_aya_chiyo" else name
        (tmp_path / f"{name}.mp4").write_bytes((CLIPS / f"{source}.mp4").read_bytes())
    result = demo("--clips", str(tmp_path))

    assert result.exit_code == 0
    assert "success level 4 for Aya" in result.stdout


def test_without_the_awaited_dice_the_demo_says_what_is_missing() -> None:
    result = demo("--clip", f"damage_aya={CLIPS / 'damage_chiyo.mp4'}")

    assert result.exit_code == 1
    assert result.stderr.startswith(
        "the exchange did not finish: Aya: throw 2 damage dice against Chiyo, success level 1"
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--clips", "nowhere"], "melee_aya_chiyo.mp4: no such clip"),
        (["--clip", "melee=other.mp4"], "expected NAME=FILE"),
        (["--clip", f"melee_aya_chiyo={__file__}"], "test_demo.py: not a video"),
    ],
)
def test_a_clip_that_cannot_be_played_is_named(arguments: list[str], words: str) -> None:
    result = demo(*arguments)

    assert result.exit_code == 2
    assert words in result.stderr
    assert result.stdout == ""


def test_missing_models_stop_the_start(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MELEECAM_MODELS_DIR", str(tmp_path))
    result = demo()

    assert result.exit_code == 2
    assert str(tmp_path) in result.stderr
    assert "Traceback" not in result.stderr


@contextmanager
def served_demo() -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start the demo's server and return it with the address of its table page."""
    # A page that follows starts the clips, so the wait may be long; the pauses are for people.
    environment = {**os.environ, "MELEECAM_DEMO_WAIT_S": "600", "MELEECAM_DEMO_PAUSE_S": "0"}
    process = subprocess.Popen(
        [sys.executable, "-m", "api.cli", "demo", "--port", "18140"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        cwd=Path(__file__).parents[2],
    )
    try:
        assert process.stdout is not None
        yield process, process.stdout.readline().removeprefix("table page").strip()
    finally:
        process.kill()
        process.communicate()


def test_the_served_demo_plays_to_its_outcome_and_ends_cleanly() -> None:
    with served_demo() as (process, address):
        assert address.startswith("http://127.0.0.1:18")
        types = []
        with connect(f"{address.replace('http', 'ws')}api/events") as socket:
            while "outcome" not in types:
                types.append(json.loads(socket.recv(timeout=60))["type"])
                assert types[-1] != "pictures_over", types
        assert process.poll() is None  # it goes on serving
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=20)

    assert (process.returncode, errors) == (0, "")
    assert types.count("accepted") == 4
    assert {"moving", "settled", "reading", "compared", "wounded"} <= set(types)
