"""The options of a new game."""

from typing import Annotated, Literal

from msgspec import Meta, Struct


class JumpOptions(Struct, frozen=True):
    """The options of a table."""

    hands: Annotated[
        Literal["dealt", "preset"],
        Meta(description="Opening hands: 7 cards dealt of which 5 are kept (R1.4), or a preset hand each (R1.3)."),
    ] = "dealt"
    dealer: Annotated[
        int, Meta(ge=0, le=3, description="The seat that deals; it matters for the order of draws only (R1.6).")
    ] = 0
