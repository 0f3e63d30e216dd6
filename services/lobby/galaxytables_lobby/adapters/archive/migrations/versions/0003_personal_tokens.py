"""The third migration: a table for personal tokens."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Create the table of personal tokens."""
    op.create_table(
        "personal_tokens",
        sa.Column("token_id", sa.String(32), nullable=False),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.Column("player_id", sa.String(128), nullable=False),
        sa.Column("player_name", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("scopes", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("token_id", name="pk_personal_tokens"),
    )
    op.create_index("ix_personal_tokens_digest", "personal_tokens", ["digest"], unique=True)
    op.create_index("ix_personal_tokens_player_id_created", "personal_tokens", ["player_id", "created"])
