"""How the log looks on stderr: one line a record, for people or for programs."""

import logging
from typing import Literal

from pythonjsonlogger.core import RESERVED_ATTRS
from pythonjsonlogger.json import JsonFormatter


def set_up_log(form: Literal["text", "json"]) -> None:
    """Let records of the program and its server go to stderr; called once, where a program starts.

    People see what happens at the table on its pages, so they are told of warnings alone.
    """
    if form == "text":
        logging.basicConfig(level=logging.WARNING, handlers=[_for_people()])
    else:
        logging.basicConfig(level=logging.INFO, handlers=[_for_programs()])


class _WithValues(logging.Formatter):
    """The message, then the values that came with it as `name=value`."""

    def format(self, record: logging.LogRecord) -> str:
        values = [f"{name}={value}" for name, value in vars(record).items() if name not in RESERVED_ATTRS]
        return "  ".join([super().format(record), *values])


def _for_people() -> logging.Handler:
    handler = logging.StreamHandler()
    handler.setFormatter(_WithValues("%(asctime)s  %(levelname)s  %(message)s", "%H:%M:%S"))
    return handler


def _for_programs() -> logging.Handler:
    handler = logging.StreamHandler()
    handler.setFormatter(
        JsonFormatter(
            "{levelname}{name}{message}",
            style="{",
            timestamp="time",
            rename_fields={"levelname": "level", "name": "logger"},
        )
    )
    return handler
