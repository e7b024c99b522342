"""What the documents say is so: commands exist, settings are listed, nothing names a foreign place."""

import re
import shlex
from pathlib import Path

import pytest
import typer
from typer.main import get_command

from api.cli import main
from api.settings import PREFIX, Settings

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = get_command(main)
DOCUMENTS = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md")


def shell_lines(text: str) -> list[str]:
    """All lines of the fenced blocks that are marked as shell."""
    return [line for block in re.findall(r"```sh\n(.*?)```", text, re.S) for line in block.splitlines()]


def usage(line: str) -> tuple[str, set[str]] | None:
    """The command and the long options of a line that runs meleecam, None for other lines."""
    words = shlex.split(line)
    starts = [i for i, word in enumerate(words) if word.rpartition("/")[2] == "meleecam"]
    if not starts:
        return None
    arguments = words[starts[-1] + 1 :]
    return arguments[0], {word.partition("=")[0] for word in arguments if word.startswith("--")}


def options_of(command: str) -> set[str]:
    assert isinstance(COMMANDS, typer.core.TyperGroup)
    found = COMMANDS.get_command(
        COMMANDS.make_context("meleecam", ["--help"], resilient_parsing=True), command
    )
    assert found is not None
    return {option for parameter in found.params for option in parameter.opts} | {"--help"}


def command_names() -> set[str]:
    assert isinstance(COMMANDS, typer.core.TyperGroup)
    return set(COMMANDS.list_commands(COMMANDS.make_context("meleecam", [], resilient_parsing=True)))


def test_the_first_screen_has_two_commands_that_set_themselves_up() -> None:
    first, second = shell_lines("\n".join(README.splitlines()[:24]))

    for line in (first, second):
        assert line.startswith("python3 -m venv .venv && .venv/bin/pip install")
        assert "-c constraints.txt" in line
    assert usage(first) == ("demo", set())
    assert second.endswith(".venv/bin/python -m pytest")


def test_the_gate_runs_the_readmes_test_command() -> None:
    assert shell_lines(README)[1] in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()


def test_every_command_and_option_in_the_readme_exists() -> None:
    used = [found for line in shell_lines(README) if (found := usage(line)) is not None]

    assert len(used) >= 8
    for command, options in used:
        assert command in command_names()
        assert options <= options_of(command), command
    for command in re.findall(r"`meleecam ([a-z]+)", README):
        assert command in command_names()


def test_every_command_is_in_the_readme() -> None:
    assert {found[0] for line in shell_lines(README) if (found := usage(line))} == command_names()


def test_every_setting_is_in_the_readme() -> None:
    listed = set(re.findall(rf"^\| `({PREFIX}\w+)` \|", README, re.M))

    assert listed == {PREFIX + field.upper() for field in Settings.model_fields}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_files_that_a_document_names_exist(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    named = re.findall(r"\]\(([^)#:]+)\)", text)
    named += re.findall(r"`((?:api|vision|models|resolver|tests|\.ci)/[\w./]*)`", text)

    for path in named:
        assert (ROOT / path).exists(), path


FOREIGN = re.compile(
    rb"/(?:root|work)/|/home/[a-z]|\.\./shared"
    rb"|pypi\.org|pythonhosted\.org|https?://[^ /\"']+/simple|https?://registry\.|https?://deb\."
)
TEXT = {".py", ".md", ".toml", ".txt", ".json", ".jsonl", ".html", ".css", ".js", ".svg", ""}


def test_no_file_names_a_machines_path_or_a_registry() -> None:
    tops = [ROOT / name for name in ("api", "vision", "models", "resolver", "tests", "sample_images", ".ci")]
    files = [path for top in tops for path in top.rglob("*") if path.is_file()]
    files += [path for path in ROOT.iterdir() if path.is_file()]
    read = [path for path in files if path.suffix in TEXT and path != Path(__file__)]

    assert len(read) > 50
    for path in read:
        assert not FOREIGN.search(path.read_bytes()), path
