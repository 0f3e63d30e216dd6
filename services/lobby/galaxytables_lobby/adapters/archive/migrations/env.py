"""Runs all missing migrations for Alembic, on the connection that `migration.py` passes."""

from alembic import context

from galaxytables_lobby.adapters.archive.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
