"""The first migration: tables for games with their seats, options and contents, for ratings, and for acts.

Acts are those of operators.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_ORDINAL = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Create all tables of the first schema."""
    op.create_table(
        "games",
        sa.Column("ordinal", _ORDINAL, primary_key=True, autoincrement=True),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("host", sa.String(128), nullable=False),
        sa.Column("private", sa.Boolean, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("started", sa.BigInteger, nullable=False),
        sa.Column("finished", sa.BigInteger, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("choices", sa.Integer, nullable=False),
        sa.Column("rules_version", sa.BigInteger, nullable=False),
        sa.Column("pack_digest", sa.LargeBinary, nullable=False),
        sa.Column("invitation", sa.String(32)),
        sa.Column("end_reason", sa.Integer, nullable=False, server_default="0"),
        sa.Column("unrated", sa.Integer, nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("ordinal", name="pk_games"),
        sa.UniqueConstraint("table_id", name="uq_games_table_id"),
    )
    op.create_index("ix_games_invitation", "games", ["invitation"])
    op.create_table(
        "seats",
        sa.Column("ordinal", _ORDINAL, autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("bot", sa.Boolean, nullable=False),
        sa.Column("who", sa.String(128), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("resigned", sa.Boolean, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("finished", sa.BigInteger, nullable=False),
        sa.Column("score", sa.LargeBinary, nullable=False),
        sa.Column("mean_before", sa.Double),
        sa.Column("deviation_before", sa.Double),
        sa.Column("mean_after", sa.Double),
        sa.Column("deviation_after", sa.Double),
        sa.PrimaryKeyConstraint("ordinal", "number", name="pk_seats"),
        sa.ForeignKeyConstraint(["ordinal"], ["games.ordinal"], name="fk_seats_ordinal"),
    )
    op.create_index("ix_seats_who_bot_finished_ordinal", "seats", ["who", "bot", "finished", "ordinal"])
    op.create_table(
        "options",
        sa.Column("ordinal", _ORDINAL, autoincrement=False, nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("ordinal", "name", name="pk_options"),
        sa.ForeignKeyConstraint(["ordinal"], ["games.ordinal"], name="fk_options_ordinal"),
    )
    op.create_table(
        "contents",
        sa.Column("ordinal", _ORDINAL, autoincrement=False, nullable=False),
        sa.Column("record", sa.LargeBinary, nullable=False),
        sa.Column("moment", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("ordinal", name="pk_contents"),
        sa.ForeignKeyConstraint(["ordinal"], ["games.ordinal"], name="fk_contents_ordinal"),
    )
    op.create_table(
        "ratings",
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("bot", sa.Boolean, nullable=False),
        sa.Column("who", sa.String(128), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("mean", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("value", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("game", "bot", "who", name="pk_ratings"),
    )
    op.create_index("ix_ratings_game_value_bot_who", "ratings", ["game", "value", "bot", "who"])
    op.create_index("ix_ratings_who_bot", "ratings", ["who", "bot"])
    op.create_table(
        "acts",
        sa.Column("number", _ORDINAL, nullable=False, autoincrement=True),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("operator", sa.String(64), nullable=False),
        sa.Column("act", sa.String(64), nullable=False),
        sa.Column("subject", sa.String(256), nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("outcome", sa.String(64), nullable=False),
        sa.Column("details", sa.Text, nullable=False),
        sa.Column("request", sa.LargeBinary),
        sa.Column("content", sa.LargeBinary),
        sa.Column("answer", sa.LargeBinary),
        sa.PrimaryKeyConstraint("number", name="pk_acts"),
    )
    op.create_index("ix_acts_subject_number", "acts", ["subject", "number"])
    op.create_index("ix_acts_operator_number", "acts", ["operator", "number"])
    op.create_index("ix_acts_request", "acts", ["request"], unique=True)
