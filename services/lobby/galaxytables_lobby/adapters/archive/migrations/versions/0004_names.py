"""The fourth migration: columns for whether a host has named a game's table, and for the personas of its bots."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the two columns for names.

    For older games, find out which table names the lobby made, by the names of the players.
    """
    op.add_column("games", sa.Column("named", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("seats", sa.Column("persona", sa.String(64), nullable=False, server_default=""))
    games = sa.table("games", sa.column("ordinal"), sa.column("name", sa.Text), sa.column("named", sa.Boolean))
    seats = sa.table("seats", sa.column("ordinal"), sa.column("name", sa.Text))
    after_player = sa.exists().where(seats.c.ordinal == games.c.ordinal, games.c.name == seats.c.name + "'s table")
    op.execute(sa.update(games).where(~after_player).values(named=sa.true()))
