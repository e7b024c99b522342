"""The set-up of a table as a TOML file, one module a system of rules; TABLES.md says what may stand in it."""

from api.tables.errors import TableFileError, WrongKey, WrongTable
from api.tables.loading import kept_table_in, load_table, table_in, table_of, table_text
from api.tables.ready import DiceGroup, TableFile

__all__ = [
    "DiceGroup",
    "TableFile",
    "TableFileError",
    "WrongKey",
    "WrongTable",
    "kept_table_in",
    "load_table",
    "table_in",
    "table_of",
    "table_text",
]
