"""Types of the numbers in component files. Each has a minimum and a maximum, so that no pack can break a game.

    class Draw(Power, frozen=True):
        cards: Count

`tests/house/test_component_figures.py` checks that every number of every game has both.
"""

from typing import Annotated, TypeAlias

from msgspec import Meta

Count: TypeAlias = Annotated[int, Meta(ge=1, le=99)]
"""A number of things of which there is at least one."""

Amount: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
"""An amount that may be zero."""

Change: TypeAlias = Annotated[int, Meta(ge=-99, le=99)]
"""How much something goes up or down."""
