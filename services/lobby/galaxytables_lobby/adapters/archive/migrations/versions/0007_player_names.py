"""The seventh migration: a table of the names by which players are found."""

import unicodedata

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

# By its bytes, so that what begins in the same way lies together.
_BY_BYTES = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_TOGETHER = 500


def upgrade() -> None:
    """Create the table, with the players who have an account or a finished game."""
    op.create_table(
        "player_names",
        sa.Column("player_id", sa.String(128), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("folded", _BY_BYTES, nullable=False),
        sa.PrimaryKeyConstraint("player_id", name="pk_player_names"),
    )
    op.create_index("ix_player_names_folded_player_id", "player_names", ["folded", "player_id"])
    seats = sa.table("seats", sa.column("who"), sa.column("name"), sa.column("bot"), sa.column("ordinal"))
    accounts = sa.table("accounts", sa.column("player_id"), sa.column("name"))
    played = sa.select(seats.c.who, seats.c.name).where(seats.c.bot.is_(sa.false()), seats.c.name != "")
    connection = op.get_bind()
    names = {row.who: row.name for row in connection.execute(played.order_by(seats.c.ordinal))}
    names |= {row.player_id: row.name for row in connection.execute(sa.select(accounts))}
    rows = [
        {"player_id": each, "name": name, "folded": unicodedata.normalize("NFKC", name).casefold()}
        for each, name in names.items()
    ]
    into = sa.table("player_names", sa.column("player_id"), sa.column("name"), sa.column("folded"))
    for start in range(0, len(rows), _TOGETHER):
        op.bulk_insert(into, rows[start : start + _TOGETHER])
