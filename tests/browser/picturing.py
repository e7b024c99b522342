"""The pictures of the README: `python -m tests.browser.picturing` makes them anew from the demo."""

import socket
import subprocess
import sys
import time
from pathlib import Path

import cv2
import numpy as np
from playwright.sync_api import Browser, Page, expect, sync_playwright

from api.web.serving import free_listener
from tests.browser.conftest import ARGUMENTS, CHROMIUM

PICTURES = Path(__file__).parent / "pictures"
QUALITY = 80
"""Of WebP; what is written looks sharp and takes less than 60 kB."""

WIDTH_PX = 960

OVERLAYS = {
    "lacquer": ("lower", "bottom", "hurt"),
    "paper": ("side", "right", "thrown"),
    "outline": ("lower", "bottom", "thrown"),
    "signal": ("corner", "top-left", "hurt"),
}
"""A layout, position and moment to show each theme in."""


def keep(name: str, png: bytes) -> None:
    """Write a screenshot as a small WebP."""
    picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    height = round(picture.shape[0] * WIDTH_PX / picture.shape[1])
    small = cv2.resize(picture, (WIDTH_PX, height), interpolation=cv2.INTER_AREA)
    path = PICTURES / f"{name}.webp"
    cv2.imwrite(str(path), small, [cv2.IMWRITE_WEBP_QUALITY, QUALITY])
    print(f"{path.name}: {path.stat().st_size} bytes")


def overlays(page: Page, address: str) -> None:
    """Picture each theme over the editor's board, and the editor itself."""
    page.goto(f"{address}/overlay/editor")
    page.locator("#moment").select_option("hurt")
    shown = page.frame_locator("#frame")
    expect(shown.locator(".clash")).to_have_count(2)
    keep("editor", page.screenshot())
    for theme, (layout, position, moment) in OVERLAYS.items():
        for name, value in (("layout", layout), ("position", position), ("theme", theme)):
            page.locator(f"input[name={name}][value={value}]").check(force=True)
        page.locator("#moment").select_option(moment)
        expect(shown.locator("body")).to_have_attribute("data-theme", theme)
        expect(shown.locator(".clash").last).to_be_visible()
        page.wait_for_timeout(1000)  # fonts and the last movement
        keep(theme, page.locator("#screen").screenshot())


def table(page: Page, address: str) -> None:
    """Picture the table page once a side has been wounded."""
    page.goto(address)
    expect(page.locator("body")).to_contain_text("1 wound", timeout=120_000)
    page.wait_for_timeout(4000)
    keep("table", page.screenshot())


def listening(port: int) -> None:
    """Return once somebody listens at a port of this computer."""
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            time.sleep(0.2)
        else:
            return


def main() -> None:
    """Make all pictures from a demo on a free port."""
    PICTURES.mkdir(exist_ok=True)
    with free_listener(18100) as listener:
        port = listener.getsockname()[1]
    demo = subprocess.Popen([sys.executable, "-m", "api.cli", "demo", "--port", str(port)])
    try:
        listening(port)
        with sync_playwright() as playwright:
            browser: Browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
            page = browser.new_page(viewport={"width": 1440, "height": 1000})
            address = f"http://127.0.0.1:{port}"
            overlays(page, address)
            table(page, address)
            browser.close()
    finally:
        demo.terminate()
        demo.wait()


if __name__ == "__main__":
    main()
