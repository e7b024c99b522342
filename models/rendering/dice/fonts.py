"""The fonts that numerals are drawn with: none lies in the repository, Debian's packages bring them."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Literal

FOLDERS = (Path("/usr/share/fonts"), Path("/usr/share/texmf/fonts"), Path.home() / ".local/share/fonts")
LISTED = Path(__file__).with_name("fonts.toml")

FontUse = Literal["training", "varied", "validation", "held_out"]
"""The tables of `fonts.toml`; no font is in two of them."""


@cache
def fonts_for(use: FontUse) -> tuple[str, ...]:
    """Return the font files of one table, sorted."""
    return tuple(sorted(file for files in _listed()[use].values() for file in files))


def packages() -> list[str]:
    """Return the Debian packages that bring all fonts, sorted."""
    return sorted({package for table in _listed().values() for package in table})


def font_path(file: str) -> Path:
    """Return where a listed font lies; FileNotFoundError names its package."""
    path = _installed().get(file)
    if path is None:
        package = next(p for table in _listed().values() for p, files in table.items() if file in files)
        raise FileNotFoundError(f"no font {file}: install the Debian package {package}")
    return path


@cache
def _listed() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads(LISTED.read_text(encoding="utf-8"))


@cache
def _installed() -> dict[str, Path]:
    return {path.name: path for folder in FOLDERS for path in sorted(folder.rglob("*.[to]tf"))}
