"""Addresses of this computer and of those who ask it."""

import ipaddress
import socket

from starlette.types import Scope

SOMEWHERE = ("192.0.2.1", 9)
"""An address that is kept for examples: the way to it begins at the network card, and nothing is sent."""


def page_address(host: str, port: int, scheme: str = "http") -> str:
    """Return the address without path at which others reach what listens at `host`."""
    listens_to_all = host in ("0.0.0.0", "::", "")
    shown = (network_address() or "127.0.0.1") if listens_to_all else host
    return f"{scheme}://[{shown}]:{port}" if ":" in shown else f"{scheme}://{shown}:{port}"


def network_address() -> str | None:
    """Return this computer's address in the network that it would reach others by, None without network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE)
        except OSError:
            return None
        return str(probe.getsockname()[0])


def is_number(host: str) -> bool:
    """Say whether a host is given by its number, 192.168.1.5 or fe80::1, and not by a name."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def client_of(scope: Scope) -> str:
    """Return who asks: the address, of IPv6 the network, of which one computer has all addresses."""
    peer = scope.get("client")
    if not peer:
        return ""
    try:
        address = ipaddress.ip_address(str(peer[0]).partition("%")[0])
    except ValueError:
        return str(peer[0])
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False))
