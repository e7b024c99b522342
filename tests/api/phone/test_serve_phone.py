"""`meleecam serve --phone` as somebody starts it."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from api.cli import main
from tests.api.drawn import PRESET


def test_a_phone_and_a_camera_are_one_too_many() -> None:
    result = CliRunner().invoke(main, ["serve", "--table", str(PRESET), "--phone", "--camera", "1"])

    assert result.exit_code == 2
    assert "expected --phone or --camera, found both" in result.stderr


def test_a_certificate_that_cannot_be_kept_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "meleecam" / "phone.pem").mkdir(parents=True)

    result = CliRunner().invoke(main, ["serve", "--table", str(PRESET), "--phone", "--port", "18640"])

    assert result.exit_code == 2
    assert "phone.pem: the certificate cannot be kept" in result.stderr
