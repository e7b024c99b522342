"""Run by Alembic: uses the connection, and the transaction, of `api/store/migrating.py`."""

from alembic import context

from api.store.schema import Stored

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Stored.metadata,
    render_as_batch=True,  # SQLite alters little in place
)
context.run_migrations()
