"""What may import what: rules without pixels, pixels without rules, start-up without weights."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

STDLIB = frozenset(sys.stdlib_module_names)
OURS = frozenset({"api", "models", "resolver", "vision", "tests"})
ALLOWED = {
    "resolver": frozenset({"resolver"}),
    "vision": frozenset({"vision", "numpy", "cv2", "onnxruntime", "simplejpeg"}),
}
FORBIDDEN = {
    "models": frozenset({"api", "resolver", "tests"}),
    "api": frozenset({"models", "tests"}),
}
ROOMS: dict[str, dict[str, frozenset[str]]] = {
    "vision": {
        "dice": frozenset(),
        "colours": frozenset({"dice"}),
        "finding": frozenset({"colours", "dice"}),
        "watching": frozenset({"colours", "dice", "finding"}),
        "scoring": frozenset({"dice", "finding"}),
        "sources": frozenset({"watching"}),
    },
    "models/rendering": {
        "dice": frozenset(),
        "scenes": frozenset({"dice"}),
        "pictures": frozenset({"dice", "scenes"}),
        "ray_casting": frozenset({"dice", "scenes", "pictures"}),
        "blender": frozenset({"dice", "scenes"}),
        "filming": frozenset({"dice", "scenes", "pictures", "ray_casting", "blender"}),
    },
}
"""Each folder of a package, and the others it builds on."""


def sources(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def modules(source: Path) -> set[str]:
    """Full names of all absolute imports, those inside functions and for type checkers included."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{source}: relative import"
            names.add(node.module or "")
    return names


def imported(source: Path) -> set[str]:
    """Top-level names of all imports."""
    return {name.partition(".")[0] for name in modules(source)}


@pytest.mark.parametrize("package", sorted(ALLOWED))
def test_a_package_imports_nothing_but_what_it_is_allowed(package: str) -> None:
    assert sources(package)
    for source in sources(package):
        assert imported(source) - STDLIB <= ALLOWED[package], source


@pytest.mark.parametrize("package", sorted(FORBIDDEN))
def test_a_package_does_not_import_what_depends_on_it(package: str) -> None:
    assert sources(package)
    for source in sources(package):
        assert not imported(source) & FORBIDDEN[package], source


@pytest.mark.parametrize("package", ROOMS)
def test_the_rooms_of_a_package_are_all_named(package: str) -> None:
    assert {folder.parent.name for folder in (ROOT / package).glob("*/__init__.py")} == set(ROOMS[package])


@pytest.mark.parametrize(
    ("package", "room"), [(package, room) for package in ROOMS for room in ROOMS[package]]
)
def test_a_room_builds_only_on_those_it_may(package: str, room: str) -> None:
    within = package.replace("/", ".") + "."
    for source in sources(f"{package}/{room}"):
        names = {name.removeprefix(within) for name in modules(source) if name.startswith(within)}
        inner = {name.split(".")[0] for name in names}
        assert inner & set(ROOMS[package]) <= ROOMS[package][room] | {room}, source


def test_imports_inside_functions_and_for_type_checkers_are_seen(tmp_path: Path) -> None:
    source = tmp_path / "sly.py"
    source.write_text(
        "from typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n    from vision.image import Frame\n"
        "def late():\n    import models.faces.train\n"
    )

    assert imported(source) == {"typing", "vision", "models"}


def test_every_folder_of_tests_is_a_package() -> None:
    """One without __init__.py would shadow the package it tests."""
    for folder in {source.parent for source in sources("tests")}:
        assert (folder / "__init__.py").is_file(), folder


def run_python(code: str, *options: str) -> str:
    done = subprocess.run(
        [sys.executable, *options, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


IMPORT_EVERYTHING = """
import importlib, pkgutil, sys
sys.path.insert(0, {root!r})
import {package}
for found in pkgutil.walk_packages({package}.__path__, "{package}."):
    importlib.import_module(found.name)
print(*{{name.partition(".")[0] for name in sys.modules}})
"""


def test_the_rules_run_without_any_installed_package() -> None:
    code = IMPORT_EVERYTHING.format(root=str(ROOT), package="resolver")

    loaded = set(run_python(code, "-I", "-S").split())

    assert loaded - STDLIB - {"__main__"} == {"resolver"}


@pytest.mark.parametrize("package", ["vision", "api"])
def test_importing_everything_that_runs_at_the_table_loads_no_trainer(package: str) -> None:
    loaded = set(run_python(IMPORT_EVERYTHING.format(root=str(ROOT), package=package)).split())

    assert package in loaded
    assert not loaded & {"models", "torch", "numba", "bpy", "onnx", "matplotlib"}


LOAD_EVERY_COMMAND = """
import sys
from importlib import import_module
from api.cli import COMMANDS
for name in COMMANDS:
    import_module(f"api.commands.{name}")
print(*sys.modules)
"""


def test_the_command_line_waits_for_neither_opencv_nor_models() -> None:
    loaded = set(run_python(LOAD_EVERY_COMMAND).split())

    assert "api.commands.read" in loaded
    assert not loaded & {"cv2", "onnxruntime", "fastapi", "uvicorn"}
