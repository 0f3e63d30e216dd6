"""Why each game is over; unknown for those archived before."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the column."""
    op.add_column("games", sa.Column("end_reason", sa.Integer, nullable=False, server_default="0"))
