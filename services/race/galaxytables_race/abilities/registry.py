"""The registry of the power kinds that the rules implement.

Each kind registers itself, so there is no list to maintain.
"""

from collections.abc import Callable, Iterable
from typing import TypeAlias, TypeVar

from galaxytables_kit import Dispatched
from galaxytables_race.abilities import Abilities
from galaxytables_race.components.cards import Card, CardNumber
from galaxytables_race.components.vocabulary import Power

P = TypeVar("P", bound=Power)
NotesPower: TypeAlias = Callable[[Abilities, CardNumber, P], None]
"""A function that adds a power of a kind to its owner's abilities."""

_IN_PLAY: dict[type[Power], Callable[[Abilities, CardNumber, Dispatched], None]] = {}
_PLAYS: dict[type[Power], Callable[[Dispatched], bool]] = {}


def in_play(kind: type[P], plays: Callable[[P], bool] | None = None) -> Callable[[NotesPower[P]], NotesPower[P]]:
    """Return a decorator for the function that adds powers of one kind to their owner's abilities.

    The decorated function gets three things: the owner's abilities, to which some powers may not have been added yet;
    the number of the card; and the power. If only some powers of the kind are implemented, `plays` says which.
    """

    def register(function: NotesPower[P]) -> NotesPower[P]:
        _IN_PLAY[kind] = function
        if plays is not None:
            _PLAYS[kind] = plays
        return function

    return register


def apply_powers(abilities: Abilities, number: CardNumber, card: Card) -> None:
    """Add the powers of a card to the abilities of its owner."""
    for power in card.powers:
        _IN_PLAY[type(power)](abilities, number, power)


def missing_kinds(cards: Iterable[Card]) -> list[str]:
    """Return the names of the power kinds on these cards that are not fully implemented, sorted."""
    powers = {power for card in cards for power in card.powers}
    return sorted({str(type(power).__struct_config__.tag) for power in powers if not _can_play(power)})


def _can_play(power: Power) -> bool:
    kind = type(power)
    return kind in _IN_PLAY and (kind not in _PLAYS or _PLAYS[kind](power))
