"""Lasting powers: finds those that a seat has, and implements each kind.

Researched and private technologies, colonised systems, and advanced mats from an automation level on have powers. The
effect of a power never depends on the component that has it.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar, final

from galaxytables_beyond.components.cards import Deed, Power
from galaxytables_beyond.components.effects import (
    Discount,
    JumpBonus,
    LongJump,
    Modifier,
    On,
    OncePerTurn,
    SkipPrerequisite,
    SwapPlaceholders,
    SwapPopCost,
    TradeRate,
    Trigger,
    WildTracks,
)
from galaxytables_beyond.components.numbers import NO_TECH
from galaxytables_beyond.state import BeyondPlay
from galaxytables_kit import ByKind, Seat

M = TypeVar("M", bound=Modifier)


@final
class Prices:
    """The prices of actions for a seat, with the powers that make them cheaper.

    Some of these powers give a discount on a class of actions. Others let ore replace population; their rates are
    listed cheapest first.
    """

    __slots__ = ("colonize", "research", "swaps")

    def __init__(self, research: int, colonize: int, swaps: tuple[int, ...]) -> None:
        self.research = research
        self.colonize = colonize
        self.swaps = swaps

    def ore(self, deed: Deed, surcharge: int) -> int:
        """Return the ore that an action costs, with surcharge and discounts, at least 0 (R4.7)."""
        ore = deed.cost.ore + surcharge
        if deed.research:
            ore -= self.research
        if deed.colonize:
            ore -= self.colonize
        return ore if ore > 0 else 0  # noqa: FURB136 - max() costs three times as much here

    def ways(self, deed: Deed, surcharge: int) -> Iterator[tuple[int, int]]:
        """Yield the payments for an action, as pairs (ore, population).

        The normal price comes first, then prices with ore instead of population.
        """
        ore, population = self.ore(deed, surcharge), deed.cost.population
        yield ore, population
        for swap in self.swaps[:population]:
            ore, population = ore + swap, population - 1
            yield ore, population


@final
class Holding:
    """The lasting powers of a seat, grouped by their use.

    The groups stay right until `mark`, the number of the seat's cards and levels, changes, or a slot in `undiscovered`
    is discovered. `offered` are the powers that a seat may use between its phases, and `waiting` those that a trigger
    starts.
    """

    __slots__ = ("by_kind", "mark", "offered", "powers", "prices", "undiscovered", "waiting")

    def __init__(self, mark: int, undiscovered: Sequence[int], powers: Iterable[Power]) -> None:
        self.mark = mark
        self.undiscovered = undiscovered
        self.powers = tuple(powers)
        self.by_kind = ByKind(power.modifier for power in self.powers)
        self.offered = [power for power in self.powers if isinstance(power.modifier, OncePerTurn | SwapPlaceholders)]
        self.waiting: dict[Trigger, list[tuple[Power, On]]] = {}
        for power in self.powers:
            if isinstance(power.modifier, On):
                self.waiting.setdefault(power.modifier.trigger, []).append((power, power.modifier))
        self.prices = _prices(self.by_kind)


def _prices(powers: ByKind) -> Prices:
    off = {"research": 0, "colonize": 0}
    for discount in powers.of(Discount):
        off[discount.action_class] += discount.ore
    swaps = [swap.ore for swap in powers.of(SwapPopCost) for _ in range(swap.count)]
    return Prices(off["research"], off["colonize"], tuple(sorted(swaps)))


def holding(play: BeyondPlay, seat: Seat) -> Holding:
    """Return the lasting powers that a seat has now.

    They are computed again only if the seat may have a new one. Technologies, colonies and automation levels are never
    lost, and discovered cards are never hidden again, so counting them is enough to notice a new power.
    """
    faction = play.state.factions[seat]
    mark = len(faction.researched) + len(faction.private) + len(faction.colonies) + len(faction.automation)
    known: Holding | None = play.memo.get(seat)
    if known is None or known.mark != mark or (known.undiscovered and _discovered(play, known.undiscovered)):
        techs = play.state.techs
        undiscovered = [slot for slot in faction.researched if techs[slot] == NO_TECH]
        known = play.memo[seat] = Holding(mark, undiscovered, _gather(play, seat))
    return known


def _discovered(play: BeyondPlay, slots: Sequence[int]) -> bool:
    """Return whether any of some slots has a card by now."""
    return any(play.state.techs[slot] != NO_TECH for slot in slots)


def _gather(play: BeyondPlay, seat: Seat) -> Iterator[Power]:
    """Yield all powers of a seat, in the order of research, colonising and automation."""
    state, pack = play.state, play.pack
    faction = state.factions[seat]
    for slot in faction.researched:
        yield from pack.tech_powers[state.techs[slot]]
    for tech in faction.private:
        yield from pack.tech_powers[tech]
    for colony in faction.colonies:
        yield from pack.system_powers[colony.system]
    for level, power in pack.mat_tables[faction.mat].powers:
        if len(faction.automation) >= level:
            yield power


def powers_of(play: BeyondPlay, seat: Seat) -> tuple[Power, ...]:
    """Return all lasting powers that a seat has now: those of technologies, then of colonies, then of automation."""
    return holding(play, seat).powers


def modifiers(play: BeyondPlay, seat: Seat, kind: type[M]) -> Sequence[M]:
    """Return the lasting powers of one class that a seat has now."""
    return holding(play, seat).by_kind.of(kind)


def jump_bonus(play: BeyondPlay, seat: Seat) -> int:
    """Return how many additional movement points each jump of a seat has."""
    powers = modifiers(play, seat, JumpBonus)
    return sum([power.points for power in powers]) if powers else 0


def long_jump_exceptions(play: BeyondPlay, seat: Seat) -> frozenset[int] | None:
    """Return the locations from which a seat cannot use its long jump; None if the seat has no long jump."""
    powers = modifiers(play, seat, LongJump)
    if not powers:
        return None
    by_id = play.pack.sides[play.seats].by_id
    exceptions = [frozenset(by_id[place] for place in power.except_from if place in by_id) for power in powers]
    return frozenset.intersection(*exceptions)


def trade_price(play: BeyondPlay, seat: Seat, trade: str) -> int:
    """Return how much ore a trade costs a seat (R5.5, R5.6)."""
    trades = play.pack.mats[play.state.factions[seat].mat].trades
    printed = trades.ore_to_pop if trade == "ore_to_pop" else trades.retire_ship
    rates = modifiers(play, seat, TradeRate)
    return min([printed, *[rate.ore for rate in rates if rate.trade == trade]]) if rates else printed


def has_wild_tracks(play: BeyondPlay, seat: Seat) -> bool:
    """Return whether a seat may take discs from either production track."""
    return bool(modifiers(play, seat, WildTracks))


def missing_allowed(powers: Iterable[SkipPrerequisite], level: int, required: int, *, discovered: bool) -> int:
    """Return how many of the prerequisites of a technology may be missing for a seat that has these powers."""
    return sum(
        power.skip
        for power in powers
        if level in power.levels and required == power.when_required and (discovered or not power.discovered_only)
    )
