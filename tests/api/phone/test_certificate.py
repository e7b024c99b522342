"""The certificate of the phone's page: made once, kept to this user, made anew when it no longer serves."""

import datetime
import ssl
import stat
from pathlib import Path

import pytest
from cryptography import x509

from api.phone.certificate import VALID_DAYS, CertificateError, certificate_for

NAMES = ("192.168.1.5", "table", "localhost")
NOW = datetime.datetime(2026, 11, 21, 12, tzinfo=datetime.UTC)
DAY = datetime.timedelta(days=1)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "phone.pem"


def test_a_certificate_serves_for_its_names_and_may_be_read_by_this_user_alone(path: Path) -> None:
    made = certificate_for(NAMES, path, NOW)
    found = x509.load_pem_x509_certificate(made.read_bytes())
    names = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value

    assert [str(one) for one in names.get_values_for_type(x509.IPAddress)] == ["192.168.1.5"]
    assert names.get_values_for_type(x509.DNSName) == ["table", "localhost"]
    assert found.not_valid_after_utc - found.not_valid_before_utc <= VALID_DAYS * DAY
    assert stat.S_IMODE(made.stat().st_mode) == 0o600
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(made)


def test_a_certificate_that_serves_is_kept(path: Path) -> None:
    first = certificate_for(NAMES, path, NOW).read_bytes()

    assert certificate_for(NAMES[:2], path, NOW + 300 * DAY).read_bytes() == first


@pytest.mark.parametrize(
    ("names", "now"),
    [
        pytest.param(("10.0.0.7",), NOW, id="another network"),
        pytest.param(NAMES, NOW + 391 * DAY, id="a few days left"),
        pytest.param(NAMES, NOW - 30 * DAY, id="not valid yet"),
    ],
)
def test_a_certificate_that_no_longer_serves_is_made_anew(
    path: Path, names: tuple[str, ...], now: datetime.datetime
) -> None:
    first = certificate_for(NAMES, path, NOW).read_bytes()

    assert certificate_for(names, path, now).read_bytes() != first


@pytest.mark.parametrize("kept", [b"", b"no certificate", None], ids=["empty", "damaged", "half"])
def test_a_damaged_certificate_is_made_anew(path: Path, kept: bytes | None) -> None:
    whole = certificate_for(NAMES, path, NOW).read_bytes()
    path.write_bytes(whole[: whole.index(b"-----BEGIN PRIVATE")] if kept is None else kept)

    certificate_for(NAMES, path, NOW)

    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(path)


def test_a_certificate_that_cannot_be_kept_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file, no folder")

    with pytest.raises(CertificateError, match=r"phone\.pem: the certificate cannot be kept"):
        certificate_for(NAMES, tmp_path / "data" / "phone.pem", NOW)


def test_nothing_but_the_file_is_left_beside_it(path: Path) -> None:
    certificate_for(NAMES, path, NOW)
    certificate_for(("10.0.0.7",), path, NOW)

    assert [one.name for one in path.parent.iterdir()] == ["phone.pem"]
