"""The certificate that makes this computer's page a secure one for a phone: browsers give no camera else.

It is made here, signed by itself and known to nobody, so that a browser asks once whether to trust it. The
key never leaves the file, which only this user may read.
"""

import datetime
import ipaddress
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

VALID_DAYS = 397
"""Phones refuse certificates of servers that are valid for longer than 398 days."""

LEAST_LEFT_DAYS = 7
"""An evening never ends with a certificate that has run out."""

NAME = "Meleecam phone camera"


class CertificateError(OSError):
    """A certificate that cannot be kept; the message names the file."""


def certificate_for(names: Sequence[str], path: Path, now: datetime.datetime) -> Path:
    """Return the file with certificate and key for these names and numbers, making it where needed.

    One that is there is kept while it is whole, names them all and is valid for a week. Raises
    CertificateError.
    """
    if not _serves(path, names, now):
        _keep(path, _made(names, now))
    return path


def _serves(path: Path, names: Sequence[str], now: datetime.datetime) -> bool:
    try:
        pem = path.read_bytes()
        found = x509.load_pem_x509_certificate(pem)
        serialization.load_pem_private_key(pem, None)
        kept = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, TypeError, x509.ExtensionNotFound):
        return False
    left = found.not_valid_after_utc - now
    begun = found.not_valid_before_utc <= now
    named = set(_san(names)) <= set(kept)
    return begun and named and left >= datetime.timedelta(days=LEAST_LEFT_DAYS)


def _made(names: Sequence[str], now: datetime.datetime) -> bytes:
    """Return a new key and the certificate it signs, as PEM."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))  # clocks of phones differ
        .not_valid_after(now + datetime.timedelta(days=VALID_DAYS - 1))
        .add_extension(x509.SubjectAlternativeName(_san(names)), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    return certificate.public_bytes(serialization.Encoding.PEM) + key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def _san(names: Sequence[str]) -> list[x509.GeneralName]:
    return [_general(name) for name in dict.fromkeys(names)]


def _general(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _keep(path: Path, pem: bytes) -> None:
    """Write a file that only this user may read, whole or not at all."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        number, written = tempfile.mkstemp(dir=path.parent)  # made with mode 0600
        with os.fdopen(number, "wb") as file:
            file.write(pem)
        Path(written).replace(path)
    except OSError as err:
        raise CertificateError(f"{path}: the certificate cannot be kept: {err.strerror}") from err
