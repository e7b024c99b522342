"""Matches, their messages, and crops of dice."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision: str | None = None


def upgrade() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.String(), primary_key=True),
        sa.Column("table_file", sa.String(), nullable=False, index=True),
        sa.Column("table_text", sa.String(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("system", sa.String(), nullable=False),
        sa.Column("started", sa.String(), nullable=False),
        sa.Column("ended", sa.String()),
    )
    op.create_table(
        "messages",
        sa.Column("match_id", sa.String(), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("seq", sa.Integer(), primary_key=True),
        sa.Column("type", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
    )
    op.create_table(
        "crops",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("match_id", sa.String(), sa.ForeignKey("matches.id"), nullable=False),
        sa.Column("picture", sa.Integer(), nullable=False),
        sa.Column("die", sa.Integer(), nullable=False),
        sa.Column("size_bytes", sa.Integer(), nullable=False),
        sa.Column("jpeg", sa.LargeBinary(), nullable=False),
    )
    op.create_index("ix_crops_place", "crops", ["match_id", "picture", "die"], unique=True)
