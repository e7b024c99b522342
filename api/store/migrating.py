"""Brings a store's tables to their present form with the migrations of this package."""

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from api.store.errors import StoreError

FOLDER = Path(__file__).parent / "migrations"

HEAD = "0001"
"""The newest of `migrations/versions`; a store that has it is opened without loading Alembic."""


def migrate(connection: Connection) -> None:
    """Run the migrations that are missing, inside the caller's transaction.

    Raises StoreError for a store that a newer version of the program has written.
    """
    if _revision(connection) == HEAD:
        return
    # Half a second of loading, for the first start and the one after an update.
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as err:
        raise StoreError(f"the store is of a newer version of meleecam than this one: {err}") from err


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found
