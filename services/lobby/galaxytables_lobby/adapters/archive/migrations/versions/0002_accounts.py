"""The second migration: tables for accounts with their sign-in methods, and for merges of guests into accounts."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_ORDINAL = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Create the tables for accounts, sign-in methods and merges."""
    op.create_table(
        "accounts",
        sa.Column("player_id", sa.String(128), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("renamed", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("player_id", name="pk_accounts"),
    )
    op.create_table(
        "ways_in",
        sa.Column("number", _ORDINAL, nullable=False, autoincrement=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("issuer", sa.String(512), nullable=False),
        sa.Column("subject", sa.String(1400), nullable=False),
        sa.Column("player_id", sa.String(128), nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("added", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger, nullable=False),
        sa.Column("details", sa.LargeBinary),
        sa.PrimaryKeyConstraint("number", name="pk_ways_in"),
        sa.UniqueConstraint("kind", "issuer", "subject", name="uq_ways_in_kind_issuer_subject"),
        sa.ForeignKeyConstraint(["player_id"], ["accounts.player_id"], name="fk_ways_in_player_id"),
    )
    op.create_index("ix_ways_in_player_id", "ways_in", ["player_id"])
    op.create_table(
        "joinings",
        sa.Column("number", _ORDINAL, nullable=False, autoincrement=True),
        sa.Column("guest", sa.String(128), nullable=False),
        sa.Column("account", sa.String(128), nullable=False),
        sa.Column("session", sa.String(64), nullable=False),
        sa.Column("begun", sa.BigInteger, nullable=False),
        sa.Column("moved", sa.BigInteger),
        sa.Column("done", sa.BigInteger),
        sa.PrimaryKeyConstraint("number", name="pk_joinings"),
        sa.UniqueConstraint("guest", name="uq_joinings_guest"),
        sa.ForeignKeyConstraint(["account"], ["accounts.player_id"], name="fk_joinings_account"),
    )
    op.create_index("ix_joinings_account", "joinings", ["account"])
    op.create_index("ix_joinings_done", "joinings", ["done"])
