"""Computes and caches the abilities of tableaus."""

from galaxytables_race.abilities import Abilities
from galaxytables_race.abilities.registry import apply_powers
from galaxytables_race.components.cards import Card, CardNumber, Pack
from galaxytables_race.components.filters import Good

_MEMO_SIZE = 1_000


def abilities_of(pack: Pack, numbers: tuple[CardNumber, ...]) -> Abilities:
    """Return the abilities of a tableau; the pack caches recent ones."""
    memo = pack.memo
    found: Abilities | None = memo.get(numbers)
    if found is None:
        if len(memo) >= _MEMO_SIZE:
            memo.clear()
        cards = pack.cards
        own = [cards[number] if number >= 0 else cards[~number].as_spent for number in numbers]
        found = memo[numbers] = add_up(numbers, own)
    return found


def add_up(numbers: tuple[CardNumber, ...], cards: list[Card]) -> Abilities:
    """Compute the abilities of a tableau that has these cards."""
    able = Abilities(numbers, cards, frozenset(cards))
    for number, card in zip(numbers, cards, strict=True):
        if card.production == "windfall":
            able.windfall_worlds += (number,)
        if card.powers:
            apply_powers(able, number, card)
    return able


def named(able: Abilities, kind: Good) -> Abilities:
    """Return the abilities of a tableau whose owner names this kind for its world of variable kind (R11.7)."""
    known = able.named.get(kind)
    if known is None:
        cards = [card.as_kind(kind) if card.good == "any" else card for card in able.cards]
        known = able.named[kind] = add_up(able.numbers, cards)
    return known


def spent(number: CardNumber) -> CardNumber:
    """Return the number that a tableau has in place of a card that was discarded from it.

    Of such a card only the permanent military still counts (R4.8, R7.20).
    """
    return CardNumber(~number)
