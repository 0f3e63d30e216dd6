"""Checks a pack file for faults that its field types cannot rule out."""

from collections import Counter
from collections.abc import Iterable, Iterator

from galaxytables_jump.components.cards import MAX_SEATS
from galaxytables_jump.components.filters import Kind
from galaxytables_jump.components.kinds import TableSupply
from galaxytables_jump.components.schema import CardEntry, PackFile
from galaxytables_kit import WHOLE, Fault

_MAX_ICONS = 3
_SEATS = (2, MAX_SEATS)


def contradictions(pack: PackFile) -> Iterator[Fault]:
    """Yield each fault in a pack file that the field types cannot rule out."""
    titles = (*pack.cards, pack.survey_team)
    yield from _twice(titles)
    for card in titles:
        yield from _card(card)
    yield from _unknown(titles)
    yield from _supply(pack)
    yield from _sizes(pack)
    yield from _preset_hands(pack)


def _twice(titles: Iterable[CardEntry]) -> Iterator[Fault]:
    ids: set[str] = set()
    names: set[str] = set()
    for card in titles:
        if card.id in ids:
            yield Fault(card.id, "id", "another card has this id")
        if card.name in names:
            yield Fault(card.id, "name", f"another card is called {card.name!r}")
        ids.add(card.id)
        names.add(card.name)


def _card(card: CardEntry) -> Iterator[Fault]:
    world = card.kind is Kind.WORLD
    if world and card.colour is None:
        yield Fault(card.id, "colour", "a world has a colour")
    if not world and card.colour is not None:
        yield Fault(card.id, "colour", "a development has no colour")
    if not world and card.military:
        yield Fault(card.id, "military", "a development is not military")
    if card.military and (card.defense is None or card.cost is not None):
        yield Fault(card.id, "defense", "a military world has a defense and no cost")
    if not card.military and (card.cost is None or card.defense is not None):
        yield Fault(card.id, "cost", "a card that is not a military world has a cost and no defense")
    icons = card.icons.explore + card.icons.military + card.icons.chromosome
    if icons > _MAX_ICONS:
        yield Fault(card.id, "icons", f"at most {_MAX_ICONS} icons in all, not {icons}")
    for name in card.inferred_fields:
        if name not in CardEntry.__struct_fields__:
            yield Fault(card.id, "inferred_fields", f"{name!r} is no field of a card")


def _unknown(titles: Iterable[CardEntry]) -> Iterator[Fault]:
    """Yield a fault for each card or keyword that a filter names and that does not exist.

    Otherwise the power would silently do nothing.
    """
    titles = list(titles)
    ids = {title.id for title in titles}
    keywords = {keyword for title in titles for keyword in title.keywords}
    for card in titles:
        yield from (Fault(card.id, at, f"there is no card {name!r}") for at, name in card.named() if name not in ids)
        for at, filter_ in card.filters():
            keyword = filter_.written.keyword
            if keyword is not None and keyword not in keywords:
                yield Fault(card.id, at, f"no card has the keyword {keyword!r}")


def _supply(pack: PackFile) -> Iterator[Fault]:
    for card in (*pack.cards, pack.survey_team):
        on_table = any(isinstance(each.power, TableSupply) for each in card.powers)
        if on_table != (card is pack.survey_team):
            yield Fault(card.id, "powers", "table_supply belongs to survey_team, and to it alone")
    team = pack.survey_team
    if team.kind is not Kind.DEVELOPMENT:
        yield Fault(team.id, "kind", "survey_team is a development")
    if team.copies < MAX_SEATS:
        yield Fault(team.id, "copies", f"one for each of {MAX_SEATS} players")


def _sizes(pack: PackFile) -> Iterator[Fault]:
    copies = sum(card.copies for card in pack.cards)
    limits = pack.limits
    if copies != pack.deck_size:
        yield Fault(WHOLE, "deck_size", f"the cards have {copies} copies in all, not {pack.deck_size}")
    if limits.players != _SEATS:
        yield Fault(WHOLE, "limits.players", "the rules are for 2 to 4 players")
    if limits.kept > limits.dealt:
        yield Fault(WHOLE, "limits.kept", f"at most the {limits.dealt} cards that are dealt")
    if limits.dealt * MAX_SEATS > copies:
        yield Fault(WHOLE, "limits.dealt", f"{copies} cards are not enough for {MAX_SEATS} players")


def _preset_hands(pack: PackFile) -> Iterator[Fault]:
    if len(pack.preset_hands) < MAX_SEATS:
        yield Fault(WHOLE, "preset_hands", f"one for each of {MAX_SEATS} players")
    copies = {card.id: card.copies for card in pack.cards}
    needed: Counter[str] = Counter()
    for letter, hand in pack.preset_hands.items():
        place = f"preset_hands.{letter}"
        if len(hand.cards) != pack.limits.kept:
            yield Fault(WHOLE, place, f"{pack.limits.kept} cards, not {len(hand.cards)}")
        needed.update(hand.cards)
        for card in hand.cards:
            if needed[card] > copies.get(card, 0):
                yield Fault(WHOLE, place, f"there are {copies.get(card, 0)} of {card!r} in the deck")
