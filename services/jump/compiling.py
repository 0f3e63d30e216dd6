"""From a checked pack file to cards ready for play: filters become sets of card numbers, formulas weights."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import get_args

from services.jump import cards as ready
from services.jump import schema
from services.jump.cards import SOURCES, Card, Pack
from services.jump.schema import CardEntry, Colour, Counted, Filter, Icon, Kind, PackFile
from services.kit.event import Component

MOST_SEATS = 4


def compile_pack(file: PackFile) -> Pack:
    """Get the cards of a checked file ready for play."""
    printed = [entry for entry in file.cards for _ in range(entry.copies)]
    compiler = _Compiler([*printed, *[file.survey_team] * MOST_SEATS])
    entries = (*file.cards, file.survey_team)
    made = {entry.id: compiler.card(entry) for entry in entries}
    cards = tuple(made[entry.id] for entry in compiler.printed)
    powers = compiler.powers()
    return Pack(
        entries=entries,
        by_id={entry.id: entry for entry in entries},
        cards=cards,
        deck_size=len(printed),
        explore=compiler.icons(Icon.EXPLORE),
        military=compiler.icons(Icon.MILITARY),
        chromosomes=compiler.icons(Icon.CHROMOSOME),
        powers=powers,
        conditional=frozenset({*powers[ready.OnePerEmpire], *powers[ready.PlacementRequirement]}),
        helpers=frozenset(
            {*powers[ready.CostReduction], *powers[ready.NegotiateMilitaryWorld], *powers[ready.TargetedMilitary]}
        ),
        fixed_income=tuple(card.income.base for card in cards),
        varied_income={number: varied(card.income) for number, card in enumerate(cards) if card.income.per},
        sources=tuple(card.source for card in cards),
        fixed_vp=tuple(card.vp.base for card in cards),
        varied_vp={number: varied(card.vp) for number, card in enumerate(cards) if card.vp.per},
        preset_hands=tuple(_preset_hands(file, printed)),
        marker_icons=file.explore_marker.explore_icons,
        hand_limit=file.limits.hand,
        goal_vp=file.limits.goal_vp,
        dealt=file.limits.dealt,
        kept=file.limits.kept,
    )


def varied(formula: ready.Formula) -> ready.Formula:
    """A formula without its base."""
    return ready.Formula(0, formula.per)


def matches(entry: CardEntry, wanted: Filter, *, military: bool) -> bool:
    """Whether a card has all that a filter gives, counted as `military` or not."""
    return (
        wanted.kind in (None, entry.kind)
        and wanted.colour in (None, entry.colour)
        and wanted.military in (None, military)
        and (wanted.keyword is None or wanted.keyword in entry.keywords)
        and wanted.card in (None, entry.id)
    )


def filter_word(wanted: Filter) -> str:
    """One word for the worlds that strength is good against: `alien`, `rebel`."""
    parts = (wanted.colour, wanted.keyword, wanted.card)
    return "_".join(str(part) for part in parts if part is not None) or "world"


def _preset_hands(file: PackFile, printed: Sequence[CardEntry]) -> Iterator[tuple[int, ...]]:
    """Give each hand, by its letter, its own copies."""
    copies: dict[str, list[int]] = {}
    for number, entry in enumerate(printed):
        copies.setdefault(entry.id, []).append(number)
    for letter in sorted(file.preset_hands):
        yield tuple(copies[card].pop(0) for card in file.preset_hands[letter].cards)


class _Compiler:
    """Sets and weights over all cards, by card number."""

    def __init__(self, printed: Sequence[CardEntry]) -> None:
        self.printed = printed

    def icons(self, icon: Icon) -> tuple[int, ...]:
        """Icons of a type on each card."""
        return tuple(getattr(entry.icons, icon) for entry in self.printed)

    def numbers(self, wanted: Filter, *, as_peaceful: bool = False) -> frozenset[int]:
        """Cards that match; `as_peaceful` takes military worlds as if they were not military (R4.5)."""
        return frozenset(
            number
            for number, entry in enumerate(self.printed)
            if matches(entry, wanted, military=entry.military and not as_peaceful)
        )

    def card(self, entry: CardEntry) -> Card:
        """Get one title ready."""
        return Card(
            entry=entry,
            component=Component(entry.id),
            is_world=entry.kind is Kind.WORLD,
            is_military=entry.military,
            cost=(entry.defense if entry.military else entry.cost) or 0,
            vp=self._formula(entry.vp),
            income=self._formula(entry.income),
            source="developments" if entry.colour is None else SOURCES[entry.colour],
        )

    def powers(self) -> dict[type[ready.Power], dict[int, tuple[ready.Power, ...]]]:
        """Powers by class, then by card number; every class has an entry."""
        titles = {entry.id: entry for entry in self.printed}
        made = {entry.id: [self._power(entry, power) for power in entry.powers] for entry in titles.values()}
        table: dict[type[ready.Power], dict[int, tuple[ready.Power, ...]]]
        table = {kind: {} for kind in get_args(ready.Power)}
        for number, entry in enumerate(self.printed):
            for power in made[entry.id]:
                holders = table[type(power)]
                holders[number] = (*holders.get(number, ()), power)
        return table

    def _formula(self, formula: schema.Formula) -> ready.Formula:
        return ready.Formula(formula.base, tuple(map(self._entry, formula.per)))

    def _entry(self, entry: schema.Entry) -> ready.Rate | ready.Presence:
        if entry.with_ is not None:
            return ready.Presence(entry.amount, entry.scope, self._measure(entry.with_))
        if entry.each is None or entry.group is None:
            raise ValueError("an unchecked formula entry")
        return ready.Rate(entry.amount, entry.group, entry.scope, self._measure(entry.each))

    def _measure(self, selector: schema.Selector) -> ready.Measure:
        if selector.count is Counted.MILITARY_STRENGTH:
            return ready.Measure(None)
        if selector.icon is not None:
            return ready.Measure(self.icons(selector.icon))
        matching = self.numbers(selector)
        return ready.Measure(tuple(int(number in matching) for number in range(len(self.printed))))

    def _power(self, holder: CardEntry, power: schema.Power) -> ready.Power:  # noqa: C901, PLR0911 - one a kind
        match power:
            case schema.CostReduction(params=p):
                return ready.CostReduction(p.amount, self.numbers(p.on, as_peaceful=True))
            case schema.TargetedMilitary(params=p):
                return ready.TargetedMilitary(p.amount, self.numbers(p.against), filter_word(p.against))
            case schema.StrengthPerIcon(params=p):
                return ready.StrengthPerIcon(p.amount, self.icons(p.icon))
            case schema.NegotiateMilitaryWorld(params=p):
                return ready.NegotiateMilitaryWorld(p.cost_change, self._negotiable(p.excluded_colour))
            case schema.SecondPeacefulWorld(params=p):
                return ready.SecondPeacefulWorld(p.cost_change, p.sacrifice_self, p.works_with_negotiation)
            case schema.SecondConqueredWorld(params=p):
                return ready.SecondConqueredWorld(p.works_with_negotiation)
            case schema.PlacementRequirement(params=p):
                return self._requirement(p.any_of)
            case schema.OnePerEmpire():
                return ready.OnePerEmpire(self.numbers(Filter(card=holder.id)))
            case schema.MovesToStrongest():
                return ready.MovesToStrongest()
            case schema.TableSupply():
                return ready.TableSupply()

    def _negotiable(self, excluded: Colour | None) -> frozenset[int]:
        military = self.numbers(Filter(military=True))
        return military if excluded is None else military - self.numbers(Filter(colour=excluded))

    def _requirement(self, ways: Iterable[schema.Requirement]) -> ready.PlacementRequirement:
        ways = list(ways)
        named = [self.numbers(Filter(card=way.own_card)) for way in ways if way.own_card is not None]
        return ready.PlacementRequirement(
            strengths=frozenset(way.own_military_strength for way in ways if way.own_military_strength is not None),
            cards=frozenset(chain.from_iterable(named)),
        )
