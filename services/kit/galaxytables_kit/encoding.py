"""Declares how `environment/encoder.py` encodes a game's view as a vector of numbers."""

from collections.abc import Mapping

from msgspec import Struct


class Encoding(Struct, frozen=True):
    """Describes how a game's view becomes a vector: the name of this encoding, and the meaning of the view's fields.

    Paths are names of fields joined by dots: `empires.cards`. `by_seat` names lists with one entry for each seat, in
    seat order. `seats` names fields whose numbers are seats. `rows` names lists that are encoded entry by entry, with
    the maximum number of entries. `keys` names lists whose entries are placed by the value of one of their fields, a
    seat or an enum. The entries of other lists are added up. `words` gives, for a field that holds ids of components,
    the kinds that these components may have; a field that is not listed may hold any kind. `slots` is the number of
    options of a prompt that can be picked by an action each; further options are on the next page.
    """

    name: str
    by_seat: frozenset[str] = frozenset()
    seats: frozenset[str] = frozenset()
    rows: Mapping[str, int] = {}
    keys: Mapping[str, str] = {}
    words: Mapping[str, tuple[str, ...]] = {}
    slots: int = 64
