"""What must hold in a pack file beyond the form of its fields."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from services.jump import schema
from services.jump.compiling import MOST_SEATS
from services.jump.schema import CardEntry, Counted, Entry, Filter, Formula, PackFile, Scope, Selector
from services.kit.errors import ComponentError

_MOST_ICONS = 3
_SEATS = (2, MOST_SEATS)


class Fault(NamedTuple):
    """Something wrong: which entry of the file, which field, and what would be right."""

    entry: str
    field: str
    message: str


def check_pack(file: str, pack: PackFile) -> None:
    """Raise `ComponentError` for the first fault."""
    for fault in _faults(pack):
        raise ComponentError(file, fault.entry, fault.field, fault.message)


def _faults(pack: PackFile) -> Iterator[Fault]:
    titles = (*pack.cards, pack.survey_team)
    yield from _twice(titles)
    for card in titles:
        yield from _card(card)
        yield from _known_names(card, titles)
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
    world = card.kind is schema.Kind.WORLD
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
    if icons > _MOST_ICONS:
        yield Fault(card.id, "icons", f"at most {_MOST_ICONS} icons in all, not {icons}")
    for name in card.inferred_fields:
        if name not in CardEntry.__struct_fields__:
            yield Fault(card.id, "inferred_fields", f"{name!r} is no field of a card")
    yield from _formula(card.id, "vp", card.vp)
    yield from _formula(card.id, "income", card.income)
    yield from _powers(card)


def _formula(card: str, field: str, formula: Formula) -> Iterator[Fault]:
    for number, entry in enumerate(formula.per):
        place = f"{field}.per[{number}]"
        yield from (Fault(card, place, message) for message in _entry(entry))


def _entry(entry: Entry) -> Iterator[str]:
    if (entry.each is None) == (entry.with_ is None):
        yield "an entry has either `each` or `with`"
    if (entry.each is None) != (entry.group is None):
        yield "`group` goes with `each`"
    if entry.each is not None and entry.scope is Scope.ANY_RIVAL:
        yield "scope any_rival goes with `with`"
    if entry.with_ is not None and entry.scope is Scope.OWN_PLUS_CHOSEN_RIVAL:
        yield "scope own_plus_chosen_rival goes with `each`"
    for selector in (entry.each, entry.with_):
        if selector is not None:
            yield from _selector(selector)


def _selector(selector: Selector) -> Iterator[str]:
    filtered = _given(selector)
    if (selector.count is Counted.ICON) != (selector.icon is not None):
        yield "`icon` goes with count icon"
    if (selector.count is Counted.CARD) != filtered:
        yield "filters go with count card, at least one"


def _given(wanted: Filter) -> bool:
    return any(getattr(wanted, name) is not None for name in Filter.__struct_fields__)


def _powers(card: CardEntry) -> Iterator[Fault]:
    for number, power in enumerate(card.powers):
        place = f"powers[{number}].params"
        match power:
            case schema.CostReduction(params=p) if not _given(p.on):
                yield Fault(card.id, f"{place}.on", "at least one filter")
            case schema.TargetedMilitary(params=p) if not _given(p.against):
                yield Fault(card.id, f"{place}.against", "at least one filter")
            case schema.PlacementRequirement(params=p):
                for way in p.any_of:
                    if (way.own_military_strength is None) == (way.own_card is None):
                        yield Fault(card.id, f"{place}.any_of", "each entry has exactly one field")


def _filters(card: CardEntry) -> Iterator[tuple[str, Filter]]:
    for field, formula in (("vp", card.vp), ("income", card.income)):
        for number, entry in enumerate(formula.per):
            yield from (
                (f"{field}.per[{number}]", selector) for selector in (entry.each, entry.with_) if selector is not None
            )
    for number, power in enumerate(card.powers):
        place = f"powers[{number}].params"
        match power:
            case schema.CostReduction(params=p):
                yield f"{place}.on", p.on
            case schema.TargetedMilitary(params=p):
                yield f"{place}.against", p.against
            case schema.PlacementRequirement(params=p):
                yield from ((f"{place}.any_of", Filter(card=way.own_card)) for way in p.any_of)


def _known_names(card: CardEntry, titles: Iterable[CardEntry]) -> Iterator[Fault]:
    """Cards and keywords that are looked for exist: a slip of the pen would make a power idle unnoticed."""
    titles = list(titles)
    ids = {title.id for title in titles}
    keywords = {keyword for title in titles for keyword in title.keywords}
    for place, wanted in _filters(card):
        if wanted.card is not None and wanted.card not in ids:
            yield Fault(card.id, place, f"there is no card {wanted.card!r}")
        if wanted.keyword is not None and wanted.keyword not in keywords:
            yield Fault(card.id, place, f"no card has the keyword {wanted.keyword!r}")


def _supply(pack: PackFile) -> Iterator[Fault]:
    for card in (*pack.cards, pack.survey_team):
        on_table = any(isinstance(power, schema.TableSupply) for power in card.powers)
        if on_table != (card is pack.survey_team):
            yield Fault(card.id, "powers", "table_supply belongs to survey_team, and to it alone")
    team = pack.survey_team
    if team.kind is not schema.Kind.DEVELOPMENT:
        yield Fault(team.id, "kind", "survey_team is a development")
    if team.copies < MOST_SEATS:
        yield Fault(team.id, "copies", f"one for each of {MOST_SEATS} players")


def _sizes(pack: PackFile) -> Iterator[Fault]:
    copies = sum(card.copies for card in pack.cards)
    limits = pack.limits
    if copies != pack.deck_size:
        yield Fault("pack", "deck_size", f"the cards have {copies} copies in all, not {pack.deck_size}")
    if limits.players != _SEATS:
        yield Fault("pack", "limits.players", "the rules are for 2 to 4 players")
    if limits.kept > limits.dealt:
        yield Fault("pack", "limits.kept", f"at most the {limits.dealt} cards that are dealt")
    if limits.dealt * MOST_SEATS > copies:
        yield Fault("pack", "limits.dealt", f"{copies} cards are not enough for {MOST_SEATS} players")


def _preset_hands(pack: PackFile) -> Iterator[Fault]:
    if len(pack.preset_hands) < MOST_SEATS:
        yield Fault("pack", "preset_hands", f"one for each of {MOST_SEATS} players")
    copies = {card.id: card.copies for card in pack.cards}
    wanted: Counter[str] = Counter()
    for letter, hand in pack.preset_hands.items():
        place = f"preset_hands.{letter}"
        if len(hand.cards) != pack.limits.kept:
            yield Fault("pack", place, f"{pack.limits.kept} cards, not {len(hand.cards)}")
        wanted.update(hand.cards)
        for card in hand.cards:
            if wanted[card] > copies.get(card, 0):
                yield Fault("pack", place, f"there are {copies.get(card, 0)} of {card!r} in the deck")
