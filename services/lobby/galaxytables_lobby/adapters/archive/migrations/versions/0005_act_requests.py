"""Acts that were asked for under a request id, each once."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add what repeats are known by, and answered with."""
    for name in ("request", "content", "answer"):
        op.add_column("acts", sa.Column(name, sa.LargeBinary))
    op.create_index("ix_acts_request", "acts", ["request"], unique=True)
