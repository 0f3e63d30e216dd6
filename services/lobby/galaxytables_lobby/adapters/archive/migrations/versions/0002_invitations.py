"""Invitation codes of private tables, which go on leading there; unknown for games archived before."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the column and its index."""
    op.add_column("games", sa.Column("invitation", sa.String(32)))
    op.create_index("ix_games_invitation", "games", ["invitation"])
