"""What the migrations make is what the schema says."""

from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from api.store.database import Database
from api.store.migrating import FOLDER, HEAD
from api.store.schema import Stored


def test_the_newest_migration_is_the_one_that_is_looked_for() -> None:
    config = Config()
    config.set_main_option("script_location", str(FOLDER))

    assert ScriptDirectory.from_config(config).get_current_head() == HEAD


def test_migrations_make_the_tables_of_the_schema(path: Path) -> None:
    database = Database(path)
    with database.reading() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), Stored.metadata)
    database.close()

    assert differences == []
