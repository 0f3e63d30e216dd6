"""A player."""

import msgspec

from galaxytables_lobby.ids import PlayerId


class Person(msgspec.Struct, frozen=True):
    """A player as the lobby remembers them."""

    id: PlayerId
    name: str
