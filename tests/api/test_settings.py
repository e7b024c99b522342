"""Settings come from the environment; a wrong one is named before anything starts."""

from pathlib import Path

import pytest

from api.opening import ready_settings
from api.settings import Settings, load_settings
from vision.finding.area import area_of


def test_the_environment_sets_a_field(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MELEECAM_PORT", "9000")
    monkeypatch.setenv("MELEECAM_MODELS_DIR", "elsewhere")

    assert load_settings().port == 9000
    assert load_settings().models_dir == Path("elsewhere")


def test_small_letters_set_a_field_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("meleecam_port", "9000")

    assert load_settings().port == 9000


def test_an_unknown_name_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MELEECAM_PROT", "9000")

    with pytest.raises(ValueError, match="MELEECAM_PROT: no such setting, expected one of MELEECAM_PORT"):
        load_settings()


def test_one_of_a_few_numbers_is_a_number_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MELEECAM_CAMERA_TURNED", "180")
    assert load_settings().camera_turned == 180

    monkeypatch.setenv("MELEECAM_CAMERA_TURNED", "45")
    with pytest.raises(ValueError, match="MELEECAM_CAMERA_TURNED: expected 0, 90, 180 or 270, found 45"):
        load_settings()


TIMES = ("CAMERA_STALL_S", "SLOW_CLIENT_S", "REMINDER_S", "REST_S", "DEMO_WAIT_S", "DEMO_PAUSE_S")
BEYOND_USE = ("inf", "nan", "1e300", "100000000")
OUT_OF_RANGE = [
    ("PORT", "0"),
    ("PORT", "high"),
    ("REST_S", "0.01"),
    ("REQUESTS_PER_S", "inf"),
    ("REQUESTS_PER_S", "1e-320"),
    ("CAMERA_FPS", "inf"),
    ("CAMERA_WIDTH", "1" + "0" * 400),
    ("READER_THREADS", "1000000"),
    ("CROPS", "1" + "0" * 30),
    *[(name, value) for name in TIMES for value in BEYOND_USE],
]


@pytest.mark.parametrize(("name", "value"), OUT_OF_RANGE)
def test_a_value_out_of_range_is_refused(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(f"MELEECAM_{name}", value)

    with pytest.raises(ValueError, match=rf"^MELEECAM_{name}: expected .*, found '{value}'$"):
        load_settings()


def test_every_field_has_a_default_and_a_description() -> None:
    source = Path(__file__).parents[2].joinpath("api", "settings.py").read_text()
    for name, field in Settings.model_fields.items():
        assert not field.is_required(), name
        after = source.split(f"    {name}: ", 1)[1].splitlines()[1]
        assert after.strip().startswith('"""'), name


def test_an_area_is_read_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    assert load_settings().area is None

    monkeypatch.setenv("MELEECAM_AREA", "10,20,300,400")

    assert load_settings().area == area_of("10,20,300,400")


def test_an_area_that_is_none_is_refused_in_its_own_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MELEECAM_AREA", "the tray")

    with pytest.raises(ValueError, match=r"^MELEECAM_AREA: expected an area as .*, found 'the tray'$"):
        load_settings()


@pytest.mark.parametrize("name", ["HOST", "TOKEN", "PROFILES", "AREA", "CAMERA_FPS"])
def test_an_empty_value_is_none(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    unset = load_settings()
    monkeypatch.setenv(f"MELEECAM_{name}", "")

    assert load_settings() == unset
    assert load_settings().is_local()


@pytest.mark.parametrize("name", ["MELEECAM_OBS", "MELEECAM_OVERLAY_CSS"])
def test_a_file_that_is_missing_is_told_as_such(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "absent.toml")

    with pytest.raises(
        ValueError, match=f"^{name}: expected the path of a file, found no file at 'absent.toml'$"
    ):
        load_settings()


@pytest.mark.parametrize(("given", "host"), [(None, "127.0.0.1"), ("", "127.0.0.1"), ("0.0.0.0", "0.0.0.0")])
def test_an_empty_host_opens_the_table_to_nobody(
    monkeypatch: pytest.MonkeyPatch, given: str | None, host: str
) -> None:
    monkeypatch.delenv("MELEECAM_HOST", raising=False)

    assert ready_settings(host=given).host == host
