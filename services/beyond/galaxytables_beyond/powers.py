"""Lasting powers: who has which, and each kind once.

Powers stand on researched and private technologies, colonised systems, and advanced mats from an automation level
on. A power never asks which card it stands on.
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
    """What makes actions cheaper for a seat: discounts by class, and ore for population of a cost, cheapest first."""

    __slots__ = ("colonize", "research", "swaps")

    def __init__(self, research: int, colonize: int, swaps: tuple[int, ...]) -> None:
        self.research = research
        self.colonize = colonize
        self.swaps = swaps

    def ore(self, deed: Deed, surcharge: int) -> int:
        """Ore that an action costs, with surcharge and discounts, never below 0 (R4.7)."""
        ore = deed.cost.ore + surcharge
        if deed.research:
            ore -= self.research
        if deed.colonize:
            ore -= self.colonize
        return ore if ore > 0 else 0  # noqa: FURB136 - max() costs three times as much here

    def ways(self, deed: Deed, surcharge: int) -> Iterator[tuple[int, int]]:
        """Ways to pay for an action, as (ore, population): as it is priced, then with ore for population."""
        ore, population = self.ore(deed, surcharge), deed.cost.population
        yield ore, population
        for swap in self.swaps[:population]:
            ore, population = ore + swap, population - 1
            yield ore, population


@final
class Holding:
    """The powers of a seat, sorted by what they are asked for.

    They are those of so many cards and levels (`mark`), as long as nobody discovers one of the slots in `undiscovered`.
    `offered` can be used between other things, `waiting` are those that wait for something.
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
    """The powers that a seat has now, sorted anew only when it may have got another.

    Nothing ever takes a technology, a colony or an automation level away, nor hides a discovered card again, so that
    their number tells.
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
    """Whether a card has come to lie on any of some slots."""
    return any(play.state.techs[slot] != NO_TECH for slot in slots)


def _gather(play: BeyondPlay, seat: Seat) -> Iterator[Power]:
    """All powers that a seat has, in the order of research, colonising and automation."""
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
    """All powers that a seat has now, in the order of research, colonising and automation."""
    return holding(play, seat).powers


def modifiers(play: BeyondPlay, seat: Seat, kind: type[M]) -> Sequence[M]:
    """The powers of one kind that a seat has now."""
    return holding(play, seat).by_kind.of(kind)


def jump_bonus(play: BeyondPlay, seat: Seat) -> int:
    """Movement points that each jump has more."""
    powers = modifiers(play, seat, JumpBonus)
    return sum([power.points for power in powers]) if powers else 0


def long_jump_exceptions(play: BeyondPlay, seat: Seat) -> frozenset[int] | None:
    """Locations from which a long jump is not possible; None if the seat has no long jump."""
    powers = modifiers(play, seat, LongJump)
    if not powers:
        return None
    by_id = play.pack.sides[play.seats].by_id
    exceptions = [frozenset(by_id[place] for place in power.except_from if place in by_id) for power in powers]
    return frozenset.intersection(*exceptions)


def trade_price(play: BeyondPlay, seat: Seat, trade: str) -> int:
    """Ore that a trade costs (R5.5, R5.6)."""
    trades = play.pack.mats[play.state.factions[seat].mat].trades
    printed = trades.ore_to_pop if trade == "ore_to_pop" else trades.retire_ship
    rates = modifiers(play, seat, TradeRate)
    return min([printed, *[rate.ore for rate in rates if rate.trade == trade]]) if rates else printed


def has_wild_tracks(play: BeyondPlay, seat: Seat) -> bool:
    """Whether discs may come from either track."""
    return bool(modifiers(play, seat, WildTracks))


def missing_allowed(powers: Iterable[SkipPrerequisite], level: int, required: int, *, discovered: bool) -> int:
    """How many prerequisites of a technology may be missing for who has these powers."""
    return sum(
        power.skip
        for power in powers
        if level in power.levels and required == power.when_required and (discovered or not power.discovered_only)
    )
