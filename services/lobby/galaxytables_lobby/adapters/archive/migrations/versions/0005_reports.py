"""The fifth migration: tables for reports of players and for whom they name."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

# As in `schema.py`: SQLite autoincrements only INTEGER columns.
_NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Create the tables of reports."""
    op.create_table(
        "reports",
        sa.Column("number", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("report_id", sa.String(32), nullable=False),
        sa.Column("kind", sa.Integer, nullable=False),
        sa.Column("state", sa.Integer, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("reporter", sa.String(128), nullable=False),
        sa.Column("reported", sa.String(128), nullable=False),
        sa.Column("reported_name", sa.Text, nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("table_name", sa.Text, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("act", sa.BigInteger, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("evidence", sa.LargeBinary),
        sa.Column("moderator", sa.String(64), nullable=False),
        sa.Column("claimed", sa.BigInteger, nullable=False),
        sa.Column("decided", sa.BigInteger, nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
        sa.Column("request", sa.LargeBinary),
        sa.Column("content", sa.LargeBinary),
        sa.PrimaryKeyConstraint("number", name="pk_reports"),
        sa.UniqueConstraint(
            "reporter", "reported", "table_id", "kind", "act", name="uq_reports_reporter_reported_table_id_kind_act"
        ),
    )
    op.create_index("ix_reports_report_id", "reports", ["report_id"], unique=True)
    op.create_index("ix_reports_request", "reports", ["request"], unique=True)
    op.create_index("ix_reports_state_number", "reports", ["state", "number"])
    op.create_index("ix_reports_reported_number", "reports", ["reported", "number"])
    op.create_table(
        "report_people",
        sa.Column("number", _NUMBER, autoincrement=False, nullable=False),
        sa.Column("player_id", sa.String(128), nullable=False),
        sa.ForeignKeyConstraint(["number"], ["reports.number"], name="fk_report_people_number_reports"),
        sa.PrimaryKeyConstraint("number", "player_id", name="pk_report_people"),
    )
    op.create_index("ix_report_people_player_id", "report_people", ["player_id"])
