"""The set-up of a table as a TOML file, one module a system of rules; TABLES.md says what may stand in it."""

from api.tables.errors import TableFileError, WrongKey, WrongTable
from api.tables.loading import load_table, table_in, table_of, table_text
from api.tables.ready import DiceGroup, TableFile

__all__ = [
    "DiceGroup",
    "TableFile",
    "TableFileError",
    "WrongKey",
    "WrongTable",
    "load_table",
    "table_in",
    "table_of",
    "table_text",
]
