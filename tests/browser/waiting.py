"""Waiting for what no locator of a page can tell."""

from collections.abc import Callable

from playwright.sync_api import Page


def wait_for(page: Page, ready: Callable[[], bool], seconds: int = 120) -> None:
    """Return once something is so, letting the page live meanwhile."""
    for _ in range(10 * seconds):
        if ready():
            return
        page.wait_for_timeout(100)
    raise AssertionError("it never came")
