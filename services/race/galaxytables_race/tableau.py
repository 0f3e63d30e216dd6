"""What the powers of a tableau add up to, worked out once and remembered."""

from galaxytables_race.abilities import Abilities
from galaxytables_race.components.cards import Card, CardNumber, Pack
from galaxytables_race.components.filters import Good
from galaxytables_race.powers.registry import apply_powers

_MEMO_SIZE = 1_000


def abilities_of(pack: Pack, numbers: tuple[CardNumber, ...]) -> Abilities:
    """Give the abilities of a tableau; those of recent ones are remembered in the pack."""
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
    """The abilities of a tableau of these cards."""
    able = Abilities(numbers, cards, frozenset(cards))
    for number, card in zip(numbers, cards, strict=True):
        if card.production == "windfall":
            able.windfall_worlds += (number,)
        if card.powers:
            apply_powers(able, number, card)
    return able


def named(able: Abilities, kind: Good) -> Abilities:
    """The same tableau with its world of variable kind named (R11.7)."""
    known = able.named.get(kind)
    if known is None:
        cards = [card.as_kind(kind) if card.good == "any" else card for card in able.cards]
        known = able.named[kind] = add_up(able.numbers, cards)
    return known


def spent(number: CardNumber) -> CardNumber:
    """What stands in a tableau for a discarded card: it is counted and has its permanent military (R4.8, R7.20)."""
    return CardNumber(~number)
