"""A player."""

from typing import NewType

import msgspec

PlayerId = NewType("PlayerId", str)


class Person(msgspec.Struct, frozen=True):
    """A player as the lobby remembers them."""

    id: PlayerId
    name: str
