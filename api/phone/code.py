"""A link as QR code, for a page and for a terminal."""

import io

import segno


def code_rows(link: str) -> list[str]:
    """Return the modules of the code, a string a row from the top, 1 for dark; without a margin."""
    return ["".join(str(int(module)) for module in row) for row in _code(link).matrix]


def code_text(link: str) -> str:
    """Return the code in half blocks with its margin, for a terminal of any colours."""
    text = io.StringIO()
    _code(link).terminal(text, compact=True)
    return text.getvalue()


def _code(link: str) -> segno.QRCode:
    # A micro code would be smaller, and phones do not read it.
    return segno.make(link, error="m", micro=False)
