"""Tries operations without changing the table, to see whether all of them can be carried out (R4.6).

Each operation changes what is left to spend for the next: ore, population, supply, ships, researched slots. If an
operation offers choices, all of them are tried until one leads to the end of the list. Visible bonuses count. Hidden
cards, bonuses of control gained during the trial, and powers with triggers do not count. Amounts are computed from the
table as it is.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias, TypeVar, final

from msgspec.structs import replace

from galaxytables_beyond.components.cards import LOWEST_DECK, Deed
from galaxytables_beyond.components.effects import (
    Build,
    Choice,
    Choose,
    Colonize,
    CopyAction,
    GainOre,
    Jump,
    May,
    Operation,
    Operations,
    PrivateTech,
    Repeat,
    Research,
    SupplyToPop,
    Teleport,
    Upgrade,
    Words,
    first_part,
)
from galaxytables_beyond.components.numbers import NO_SYSTEM, NO_TECH
from galaxytables_beyond.operations.colonize import strength_needed
from galaxytables_beyond.operations.means import Fleets, Means
from galaxytables_beyond.operations.research import researchable
from galaxytables_beyond.operations.ships import building_places
from galaxytables_beyond.powers import holding, jump_bonus, long_jump_exceptions
from galaxytables_beyond.rulings import rulings
from galaxytables_beyond.state import BeyondPlay, this_turn
from galaxytables_beyond.table.cubes import supply_left
from galaxytables_beyond.table.metrics import amount
from galaxytables_beyond.table.ships import HIGHEST_LEVEL
from galaxytables_beyond.table.spaces import deeds_in_play
from galaxytables_kit import Dispatched, Seat


def paid(means: Means, ore: int, population: int) -> Means | None:
    """Return what the seat can still spend after it has paid a cost, or None if it cannot pay."""
    return None if means.ore < ore or means.population < population else _less(means, ore, population)


def _less(means: Means, ore: int, population: int) -> Means:
    """Return what is left without this ore and population, which returns to supply (R9.7)."""
    if not ore and not population:
        return means
    ore, population, supply = means.ore - ore, means.population - population, means.supply + population
    return replace(means, ore=ore, population=population, supply=supply)


def means_of(play: BeyondPlay, seat: Seat) -> Means:
    """Return what a seat can spend now."""
    faction = play.state.factions[seat]
    return Means(faction.ore, faction.population, supply_left(faction))


Part: TypeAlias = Callable[["Trial", Dispatched, Means], Iterable[Means]]
"""A function that tries an operation: it yields what may be left, for each way; nothing if a mandatory one fails."""

P = TypeVar("P", bound=Part)

_PARTS: dict[type[Words], Part] = {}


def _part(kind: type[Words]) -> Callable[[P], P]:
    """Register a function that tries an operation."""

    def register(part: P) -> P:
        _PARTS[kind] = part
        return part

    return register


@final
class Trial:
    """A trial of operations for a seat, which does not change the table."""

    __slots__ = ("_fleets", "_found", "play", "seat", "whole")

    def __init__(self, play: BeyondPlay, seat: Seat) -> None:
        self.play, self.seat = play, seat
        self.whole = rulings(play).whole_actions
        self._fleets: Fleets | None = None
        # Whether an operation has slots, if nothing was researched during the trial.
        self._found: dict[Research, bool] = {}

    @property
    def fleets(self) -> Fleets:
        """Return the ships of the seat as they are on the table."""
        if self._fleets is None:
            self._fleets = tuple([tuple(location.fleets[self.seat]) for location in self.play.state.locations])
        return self._fleets

    def can_do(self, deed: Deed, ore: int, population: int, means: Means) -> bool:
        """Return whether an action can be paid for with this ore and population and then carried out."""
        if means.ore < ore or means.population < population:
            return False
        effects = deed.decisive if self.whole else deed.first_part
        return self._completes(effects, _less(means, ore, population)) if effects else True

    def can(self, effects: Operations, means: Means) -> bool:
        """Return whether operations can be carried out with these means."""
        if not self.whole:
            effects = first_part(effects)
        return self._completes(effects, means) if effects else True

    def payments(self, deed: Deed, surcharge: int, means: Means) -> Iterator[tuple[int, int]]:
        """Yield the payments with which the seat can still carry out an action, as pairs (ore, population)."""
        for ore, population in holding(self.play, self.seat).prices.ways(deed, surcharge):
            if self.can_do(deed, ore, population, means):
                yield ore, population

    def ways(self, effects: Operations, means: Means) -> Iterator[Means]:
        """Yield, for each way to carry out operations, what the seat can spend afterwards."""
        return self._go(effects if self.whole else first_part(effects), means)

    def _completes(self, effects: Operations, means: Means) -> bool:
        """Return whether some way leads to the end; what the last part leaves does not matter."""
        last = effects[-1]
        if len(effects) == 1:
            return self._possible(last, means)
        for left in self._go(effects[:-1], means):  # noqa: SIM110 - a generator would cost more than the rest
            if self._possible(last, left):
                return True
        return False

    def _possible(self, op: Operation, means: Means) -> bool:
        if isinstance(op, Research):
            return means.population > 0 and self._researchable(op, means)
        for _ in self._step(op, means):
            return True
        return False

    def _researchable(self, op: Research, means: Means) -> bool:
        """Return whether there is a slot to research; cached, since many actions research the same levels."""
        if means.researched:
            return next(researchable(self.play, self.seat, op, means.researched), None) is not None
        found = self._found.get(op)
        if found is None:
            found = self._found[op] = next(researchable(self.play, self.seat, op), None) is not None
        return found

    def _go(self, effects: Operations, means: Means) -> Iterator[Means]:
        if not effects:
            yield means
            return
        for left in self._step(effects[0], means):
            yield from self._go(effects[1:], left)

    def _step(self, op: Operation, means: Means) -> Iterable[Means]:
        """Yield what may be left after one operation; nothing if a mandatory one cannot be carried out."""
        step = _PARTS.get(type(op))
        return (means,) if step is None else step(self, op, means)

    def bonus(self, effects: Operations, means: Means) -> Iterator[Means]:
        """Yield, for each way to carry out a bonus, what the seat can spend afterwards.

        Parts that cannot be carried out are lost (R15.6).
        """
        if not effects:
            yield means
            return
        lost = True
        for left in self._step(effects[0], means):
            lost = False
            yield from self.bonus(effects[1:], left)
        if lost:
            yield from self.bonus(effects[1:], means)


@_part(GainOre)
def _gain_ore(trial: Trial, op: GainOre, means: Means) -> Iterable[Means]:
    return (replace(means, ore=means.ore + amount(trial.play, trial.seat, op.n)),)


@_part(SupplyToPop)
def _supply_to_pop(trial: Trial, op: SupplyToPop, means: Means) -> Iterable[Means]:
    turned = min(means.supply, amount(trial.play, trial.seat, op.n))
    return (replace(means, population=means.population + turned, supply=means.supply - turned),)


@_part(Build)
def _build(trial: Trial, op: Build, means: Means) -> Iterator[Means]:
    """Build each ship from its source; when supply is short, skip it or use population (R15.5)."""
    return _build_more(trial, op, op.n, means)


def _build_more(trial: Trial, op: Build, count: int, means: Means) -> Iterator[Means]:
    if not count:
        yield means
        return
    if op.source == "supply" and means.supply:
        left = replace(means, supply=means.supply - 1)
    else:
        if op.source == "supply":
            yield means
        if not means.population:
            return
        left = replace(means, population=means.population - 1)
    for place in building_places(trial.play, trial.seat, op):
        fleets = means.fleets or trial.fleets
        fleets = _with_fleet(fleets, place, (*fleets[place], op.level))
        yield from _build_more(trial, op, count - 1, replace(left, fleets=fleets))


@_part(Upgrade)
def _upgrade(trial: Trial, op: Upgrade, means: Means) -> Iterator[Means]:
    fleets = means.fleets or trial.fleets
    ships = [(place, number) for place, fleet in enumerate(fleets) for number in range(len(fleet))]
    max_steps = HIGHEST_LEVEL if op.per_ship is None else op.per_ship
    for raised in _raises(fleets, ships, amount(trial.play, trial.seat, op.steps), max_steps):
        yield replace(means, fleets=raised)


@_part(Jump)
def _jump(trial: Trial, op: Jump, means: Means) -> Iterable[Means]:
    points = amount(trial.play, trial.seat, op.points) + jump_bonus(trial.play, trial.seat)
    return (replace(means, points=means.points + points),)


@_part(Teleport)
def _teleport(_: Trial, op: Teleport, means: Means) -> Iterable[Means]:
    return (replace(means, leaps=means.leaps + op.ships),)


@_part(Research)
def _research(trial: Trial, op: Research, means: Means) -> Iterator[Means]:
    """Turn one population into a researcher; an immediate bonus counts if the card is face up."""
    if not means.population:
        return
    techs, cards = trial.play.state.techs, trial.play.pack.technologies
    for slot in researchable(trial.play, trial.seat, op, means.researched):
        left = replace(means, population=means.population - 1, researched=(*means.researched, slot))
        known = techs[slot] != NO_TECH and not op.skip_immediate
        yield from trial.bonus(cards[techs[slot]].immediate if known else (), left)


@_part(Colonize)
def _colonize(trial: Trial, op: Colonize, means: Means) -> Iterator[Means]:
    """Colonise where ships that are there, or can get there, have the strength, and win control if it is required."""
    state, systems = trial.play.state, trial.play.pack.systems
    fleets = means.fleets or trial.fleets
    moves = means.points or means.leaps or means.fleets is not None
    strength = sum(map(sum, fleets)) if moves else 0
    unclaimed = this_turn(trial.play).unclaimed if op.target == "unclaimed_at_turn_start" else None
    for place, location in enumerate(state.locations):
        if location.system == NO_SYSTEM or place in means.settled:
            continue
        own = location.owner == trial.seat
        if unclaimed is None:
            if not own and not moves:
                continue
        elif location.system not in unclaimed:
            continue
        needed = strength_needed(systems[location.system], op.strength_discount)
        if unclaimed is None and not own:
            needed = max(needed, 1 + max([0, *_strengths_of_others(trial, place)]))
        if sum(fleets[place]) < needed and (
            strength < needed or _strength_within(trial, fleets, place, means) < needed
        ):
            continue
        card = systems[location.system]
        bonus = card.on_colonize if own or not op.control_effects else card.on_control + card.on_colonize
        left = replace(
            means,
            supply=means.supply + 1,
            settled=(*means.settled, place),
            fleets=_with_fleet(fleets, place, ()),
            points=0,
            leaps=0,
        )
        yield from trial.bonus(bonus, left)


def _strengths_of_others(trial: Trial, place: int) -> Iterator[int]:
    fleets = trial.play.state.locations[place].fleets
    return (sum(fleet) for seat, fleet in enumerate(fleets) if seat != trial.seat)


def _strength_within(trial: Trial, fleets: Fleets, place: int, means: Means) -> int:
    """Return the most strength at a location after moves from all others."""
    points, leaps = means.points, means.leaps
    beyond_lanes = long_jump_exceptions(trial.play, trial.seat)
    best = [[sum(fleets[place])] * (leaps + 1) for _ in range(points + 1)]
    for start, fleet in enumerate(fleets):
        if start == place or not fleet:
            continue
        way = _points_needed(trial, start, place, beyond_lanes)
        if way > points and not leaps:
            continue
        for level in fleet:
            for spent in range(points, -1, -1):
                for leapt in range(leaps, -1, -1):
                    reached = best[spent][leapt]
                    if spent >= way:
                        reached = max(reached, best[spent - way][leapt] + level)
                    if leapt:
                        reached = max(reached, best[spent][leapt - 1] + level)
                    best[spent][leapt] = reached
    return best[points][leaps]


def _points_needed(trial: Trial, start: int, end: int, beyond_lanes: frozenset[int] | None) -> int:
    """Return the points that a ship needs to get there; a long jump may follow after lanes."""
    lanes = trial.play.pack.sides[trial.play.seats].distances[start]
    if beyond_lanes is None:
        return lanes[end]
    locations = trial.play.state.locations
    begins = [lanes[stop] for stop, place in enumerate(locations) if place.open and stop not in beyond_lanes]
    return min([lanes[end], *[way + 1 for way in begins]])


@_part(PrivateTech)
def _private(trial: Trial, op: PrivateTech, means: Means) -> Iterable[Means]:
    if op.level < LOWEST_DECK:
        return ()
    cards = len(trial.play.state.tech_decks[op.level - LOWEST_DECK])
    return (means,) if cards >= (op.keep if trial.whole else 1) else ()


@_part(Choose)
def _choose(trial: Trial, op: Choose, means: Means) -> Iterator[Means]:
    return _choose_more(trial, op, op.times if trial.whole else 1, op.options, means)


def _choose_more(trial: Trial, op: Choose, times: int, options: Sequence[Choice], means: Means) -> Iterator[Means]:
    if not times:
        yield means
        return
    for number, option in enumerate(options):
        left = paid(means, option.cost.ore, option.cost.population)
        if left is None:
            continue
        others = options if op.repeat_allowed else [*options[:number], *options[number + 1 :]]
        for after in trial.ways(option.effects, left):
            yield from _choose_more(trial, op, times - 1, others, after)


@_part(May)
def _may(trial: Trial, op: May, means: Means) -> Iterator[Means]:
    yield means
    left = paid(means, op.cost.ore, op.cost.population)
    if left is not None:
        yield from trial.ways(op.effects, left)


@_part(Repeat)
def _repeat(trial: Trial, op: Repeat, means: Means) -> Iterator[Means]:
    return trial.ways(op.effects * (op.n if trial.whole else 1), means)


@_part(CopyAction)
def _copy(trial: Trial, op: CopyAction, means: Means) -> Iterator[Means]:
    """Pay for an action in play elsewhere and try it."""
    for deed in deeds_in_play(trial.play, trial.seat, op.action_class):
        for ore, population in trial.payments(deed, 0, means):
            left = paid(means, ore, population)
            if left is not None:
                yield from trial.ways(deed.effects, left)


def _with_fleet(fleets: Fleets, place: int, fleet: tuple[int, ...]) -> Fleets:
    return (*fleets[:place], fleet, *fleets[place + 1 :])


def _raises(fleets: Fleets, ships: Sequence[tuple[int, int]], steps: int, max_steps: int) -> Iterator[Fleets]:
    """Yield fleets after this many steps of upgrading, for each way to distribute them, within the limit per ship."""
    if not ships or not steps:
        yield fleets
        return
    place, number = ships[0]
    fleet = fleets[place]
    level = fleet[number]
    for up in range(min(steps, max_steps, HIGHEST_LEVEL - level), -1, -1):
        raised = _with_fleet(fleets, place, (*fleet[:number], level + up, *fleet[number + 1 :]))
        yield from _raises(raised, ships[1:], steps - up, max_steps)
