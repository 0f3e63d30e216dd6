"""The sixth migration: rating pools, and the seasons' standings.

Ratings begin anew: the archived games are rated again in their pools, in order, as soon as the archive is used.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

_ORDINAL = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Replace the ratings by those of pools, and add the tables of seasons."""
    op.add_column("games", sa.Column("pool", sa.String(16), nullable=False, server_default=""))
    op.add_column("games", sa.Column("settled", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("ix_games_settled_ordinal", "games", ["settled", "ordinal"])
    op.add_column("seats", sa.Column("vouched_before", sa.Double))
    op.add_column("seats", sa.Column("vouched_after", sa.Double))
    seats = sa.table("seats", *[sa.column(name) for name in _SKILLS])
    op.execute(sa.update(seats).values(dict.fromkeys(_SKILLS)))
    op.drop_table("ratings")
    op.create_table(
        "ratings",
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("pool", sa.String(16), nullable=False),
        sa.Column("bot", sa.Boolean, nullable=False),
        sa.Column("who", sa.String(128), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("mean", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("vouched", sa.Double, nullable=False),
        sa.Column("day", sa.Integer, nullable=False),
        sa.Column("season", sa.Integer, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sa.Column("opponents", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("game", "pool", "bot", "who", name="pk_ratings"),
    )
    op.create_index("ix_ratings_who_bot", "ratings", ["who", "bot"])
    op.create_table(
        "seasons",
        sa.Column("season", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("archived", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("season", name="pk_seasons"),
    )
    op.create_table(
        "standings",
        sa.Column("season", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("pool", sa.String(16), nullable=False),
        sa.Column("bot", sa.Boolean, nullable=False),
        sa.Column("who", sa.String(128), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("mean", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("vouched", sa.Double, nullable=False),
        sa.Column("value", sa.Double, nullable=False),
        sa.Column("provisional", sa.Boolean, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("season", "game", "pool", "bot", "who", name="pk_standings"),
        sa.ForeignKeyConstraint(["season"], ["seasons.season"], name="fk_standings_season"),
    )
    op.create_index("ix_standings_who_bot", "standings", ["who", "bot"])


_SKILLS = ("mean_before", "deviation_before", "mean_after", "deviation_after")
