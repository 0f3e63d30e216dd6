"""What can be chosen before a game."""

from typing import Annotated, Literal

from msgspec import Meta, Struct


class BeyondOptions(Struct, frozen=True):
    """All factions of a game use the same kind of mat (R2.13)."""

    mats: Annotated[Literal["basic", "advanced"], Meta(description="faction mats: alike, or with powers (R1.3)")] = (
        "basic"
    )
