"""Who asks, and under which address this computer is reached."""

import pytest

from api.web.addresses import client_of, is_number, page_address


@pytest.mark.parametrize(
    ("peer", "client"),
    [
        (("192.168.1.5", 50000), "192.168.1.5"),
        (("::ffff:192.168.1.5", 50000), "192.168.1.5"),
        (("2001:db8:1:2:3::4", 50000), "2001:db8:1:2::/64"),
        (("2001:db8:1:2:ffff::9", 50000), "2001:db8:1:2::/64"),
        (("fe80::1%eth0", 50000), "fe80::/64"),
        (("testclient", 50000), "testclient"),
        (None, ""),
    ],
)
def test_a_client_is_told_by_its_address_or_its_network(peer: tuple[str, int] | None, client: str) -> None:
    assert client_of({"type": "http", "client": peer}) == client


@pytest.mark.parametrize(
    ("host", "number"),
    [
        ("192.168.1.5", True),
        ("::1", True),
        ("localhost", False),
        ("1.2.3.4.evil.example", False),
        ("", False),
    ],
)
def test_numbers_are_no_names(host: str, number: bool) -> None:
    assert is_number(host) is number


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://127.0.0.1:8040"),
        ("::1", "http://[::1]:8040"),
        ("table.local", "http://table.local:8040"),
    ],
)
def test_an_address_is_written_as_browsers_want_it(host: str, address: str) -> None:
    assert page_address(host, 8040) == address


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_who_listens_to_all_is_reached_under_a_number(host: str) -> None:
    shown = page_address(host, 8040).removeprefix("http://").removesuffix(":8040")

    assert is_number(shown)
    assert shown not in ("0.0.0.0", "::")
