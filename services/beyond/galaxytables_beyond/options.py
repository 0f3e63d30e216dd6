"""The options of a table."""

from typing import Annotated, Literal

from msgspec import Meta, Struct


class BeyondOptions(Struct, frozen=True):
    """The options of a table. All factions of a game use the same kind of mat (R2.13).

    If no achievement can be claimed any more (all cubes may be researchers, for example), the rules never end the game;
    then `round_limit` ends it (R7.6).
    """

    mats: Annotated[Literal["basic", "advanced"], Meta(description="faction mats: alike, or with powers (R1.3)")] = (
        "basic"
    )
    achievements_to_end: Annotated[
        Literal["by_seats", "four"],
        Meta(
            description="discs on achievement cards that end the game: by the number of players, or always four (R7.2)"
        ),
    ] = "by_seats"
    control_below_a_tie: Annotated[
        Literal["lost", "kept"],
        Meta(description="control of a location where others tie for the highest strength (R13.14)"),
    ] = "lost"
    settlers: Annotated[
        Literal["any", "needed"],
        Meta(description="ships that settle a colony: any that are there, or none that could stay (R14.3)"),
    ] = "any"
    round_limit: Annotated[int, Meta(ge=20, le=200, description="the last round in any case (R7.6)")] = 100
