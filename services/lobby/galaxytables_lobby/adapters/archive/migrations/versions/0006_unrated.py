"""Why games are not rated; unknown for those archived before."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the column."""
    op.add_column("games", sa.Column("unrated", sa.Integer, nullable=False, server_default="0"))
