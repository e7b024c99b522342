"""QR codes, read again by OpenCV."""

import cv2
import numpy as np

from api.phone.code import code_rows, code_text

LINK = "https://192.168.178.23:8443/phone?token=1vVU7gJ3BvGXaOqNw5hZ4g"


def read(modules: list[str]) -> str:
    """Return what a scanner reads in a code of 1 for dark."""
    levels = np.array([[0 if module == "1" else 255 for module in row] for row in modules], np.uint8)
    framed = np.pad(levels, 4, constant_values=255)
    picture = cv2.resize(framed, None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)
    return cv2.QRCodeDetector().detectAndDecode(picture)[0]


def test_a_scanner_reads_the_link() -> None:
    assert read(code_rows(LINK)) == LINK


def test_the_code_of_a_terminal_is_the_same() -> None:
    halves = {" ": "11", "▀": "01", "▄": "10", "█": "00"}  # light is drawn, dark is the ground
    lines = [line for line in code_text(LINK).splitlines() if set(line) & set("▀▄█")]
    drawn = [[halves[one] for one in line.replace("\x1b[0m", "") if one in halves] for line in lines]
    rows = ["".join(pair[half] for pair in line) for line in drawn for half in (0, 1)]

    assert read(rows) == LINK
