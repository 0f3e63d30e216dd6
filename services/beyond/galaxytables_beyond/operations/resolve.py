"""Carries out lists of operations. Each class of operations has a function, which is registered here."""

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from galaxytables_beyond.components.effects import Cost, Operations, Trigger, Words
from galaxytables_beyond.powers import holding
from galaxytables_beyond.state import BeyondPlay, this_turn
from galaxytables_beyond.table.cubes import return_population
from galaxytables_kit import Dispatched, Flow, Seat

Steps: TypeAlias = Callable[[BeyondPlay, Seat, Dispatched], Flow[None] | None]
"""A function that carries an operation out for a seat: at once, or as a flow if it asks something."""

S = TypeVar("S", bound=Steps)

_OPERATIONS: dict[type[Words], Steps] = {}


def operation(kind: type[Words]) -> Callable[[S], S]:
    """Register the decorated function as the one that carries out operations of this class.

    Raises `TypeError` if the class has a function already.
    """

    def register(steps: S) -> S:
        if kind in _OPERATIONS:
            raise TypeError(f"two functions for {kind.__name__}")
        _OPERATIONS[kind] = steps
        return steps

    return register


def carry_out(play: BeyondPlay, seat: Seat, effects: Operations) -> Flow[None]:
    """Carry out operations for a seat, from the first to the last."""
    for op in effects:
        flow = _OPERATIONS[type(op)](play, seat, op)
        if flow is not None:
            yield from flow


def can_pay(play: BeyondPlay, seat: Seat, cost: Cost) -> bool:
    """Return whether a seat can pay a cost."""
    faction = play.state.factions[seat]
    return faction.ore >= cost.ore and faction.population >= cost.population


def pay(play: BeyondPlay, seat: Seat, ore: int, population: int) -> None:
    """Let a seat pay a cost in full, before any effect (R4.8, R9.1, R9.7). The caller ensures that it can."""
    if ore or population:
        play.state.factions[seat].ore -= ore
        return_population(play, seat, population)
        play.tell("paid", seat, ore=ore, population=population)


def happen(play: BeyondPlay, seat: Seat, trigger: Trigger) -> Flow[None]:
    """Carry out the powers of a seat that this trigger starts.

    A power works at most as often in a turn as its limit allows.
    """
    for power, modifier in holding(play, seat).waiting.get(trigger, ()):
        spent = this_turn(play).spent[seat]
        if spent.get(power.id, 0) < modifier.limit and can_pay(play, seat, modifier.cost):
            spent[power.id] = spent.get(power.id, 0) + 1
            pay(play, seat, modifier.cost.ore, modifier.cost.population)
            yield from carry_out(play, seat, modifier.effects)
