"""A player."""

import msgspec


class Person(msgspec.Struct, frozen=True):
    """A player as the lobby remembers them."""

    id: str
    name: str
