"""What a game declares about its view, so that it can be encoded as figures; `environment/encoder.py` does that."""

from collections.abc import Mapping

from msgspec import Struct


class Encoding(Struct, frozen=True):
    """How the view of a game becomes a vector: a name for this form, and what its fields are.

    Paths are names of fields joined by dots: `empires.cards`. `by_seat` names lists with one entry for each seat, in
    seat order. `seats` names fields whose numbers are seats. `rows` names lists that are kept in order, up to so many
    entries; of other lists the entries are added up. `words` says of which kinds the components are that a text names;
    without an entry they may be of any kind. `slots` is how many options have an action of their own.
    """

    name: str
    by_seat: frozenset[str] = frozenset()
    seats: frozenset[str] = frozenset()
    rows: Mapping[str, int] = {}
    keys: Mapping[str, str] = {}
    words: Mapping[str, tuple[str, ...]] = {}
    slots: int = 64
