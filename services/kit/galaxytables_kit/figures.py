"""Types of the figures in component files: each has a lowest and a highest value, so that no pack can break a game.

    class Draw(Power, frozen=True):
        cards: Count

`tests/house/test_component_figures.py` holds every figure of every game to having both.
"""

from typing import Annotated, TypeAlias

from msgspec import Meta

Count: TypeAlias = Annotated[int, Meta(ge=1, le=99)]
"""How many of something that is there at least once."""

Amount: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
"""How much of something that may be missing."""

Change: TypeAlias = Annotated[int, Meta(ge=-99, le=99)]
"""How much something goes up or down."""
