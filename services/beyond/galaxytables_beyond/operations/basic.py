"""Simple operations: ore, population, and choices among other operations.

Importing this module registers every operation of the vocabulary for `carry_out`.
"""

from galaxytables_beyond.components.cards import COLUMNS, Deed
from galaxytables_beyond.components.effects import (
    Choice,
    Choose,
    CopyAction,
    GainOre,
    May,
    Repeat,
    ShiftSupply,
    SupplyToPop,
)
from galaxytables_beyond.operations import automation, colonize, research, ships
from galaxytables_beyond.operations.feasible import copyable, not_copyable, payments, why_not_worth_asking, worth_asking
from galaxytables_beyond.operations.resolve import carry_out, operation, pay
from galaxytables_beyond.powers import holding
from galaxytables_beyond.state import BeyondPlay
from galaxytables_beyond.table.cubes import settle_population
from galaxytables_beyond.table.metrics import amount
from galaxytables_kit import Barred, Component, Flow, Prompt, Reason, Seat

_CHOSEN_BEFORE = Reason("chosen_before", "R15.1")

__all__ = ["automation", "colonize", "perform", "research", "ships"]


def perform(play: BeyondPlay, seat: Seat, deed: Deed, surcharge: int) -> Flow[None]:
    """Pay for an action and carry it out (R4.8). The caller ensures that the seat can pay."""
    bargain = holding(play, seat).prices
    ways = [(bargain.ore(deed, surcharge), deed.cost.population)]
    if bargain.swaps and deed.cost.population:
        ways = payments(play, seat, deed, surcharge)
    ore, population = ways[0]
    if len(ways) > 1:
        labels = tuple(f"{ore}.{population}" for ore, population in ways)
        (picked,) = yield Prompt(seat, "cost.swap", labels)
        ore, population = ways[labels.index(str(picked))]
    pay(play, seat, ore, population)
    yield from carry_out(play, seat, deed.effects)


@operation(GainOre)
def gain_ore(play: BeyondPlay, seat: Seat, op: GainOre) -> None:
    """Give a seat ore from the supply (R9.2)."""
    gained = amount(play, seat, op.n)
    if gained:
        play.state.factions[seat].ore += gained
        play.tell("gained_ore", seat, ore=gained)


@operation(SupplyToPop)
def supply_to_pop(play: BeyondPlay, seat: Seat, op: SupplyToPop) -> None:
    """Turn supply cubes of a seat into population (R9.4)."""
    turned = settle_population(play.state.factions[seat], amount(play, seat, op.n))
    if turned:
        play.tell("populated", seat, cubes=turned)


@operation(ShiftSupply)
def shift_supply(play: BeyondPlay, seat: Seat, op: ShiftSupply) -> Flow[None]:
    """Let a seat put its rightmost supply cubes into columns of its choice."""
    supply = play.state.factions[seat].supply
    lifted = [column for column in range(len(COLUMNS) - 1, -1, -1) for _ in range(supply[column])][: op.n]
    for source in lifted:
        (target,) = yield Prompt(
            seat, "supply.shift", tuple(COLUMNS), default=(COLUMNS[source],), subject=COLUMNS[source]
        )
        supply[source] -= 1
        supply[COLUMNS.index(str(target))] += 1
        play.tell("shifted", seat, source=COLUMNS[source], target=str(target))


@operation(May)
def may(play: BeyondPlay, seat: Seat, op: May) -> Flow[None]:
    """Ask a seat whether it carries out an optional part. It is not asked if the part is impossible (R15.2)."""
    if not worth_asking(play, seat, op.cost, op.effects):
        return
    picks = yield Prompt(seat, "may.do", ("yes",), 0, 1, default=(), subject=op.number)
    if picks:
        pay(play, seat, op.cost.ore, op.cost.population)
        yield from carry_out(play, seat, op.effects)


@operation(Choose)
def choose(play: BeyondPlay, seat: Seat, op: Choose) -> Flow[None]:
    """Let a seat choose options, one after another, and carry out each of them at once."""
    left = dict(enumerate(op.options))
    for _ in range(op.times):
        numbers = _choosable(play, seat, left)
        if not numbers:
            return
        barred = Barred(lambda: _not_choosable(play, seat, op, left))
        (picked,) = yield Prompt(seat, "choose.option", numbers, subject=op.number, barred=barred)
        option = left[int(picked)]
        if not op.repeat_allowed:
            del left[int(picked)]
        pay(play, seat, option.cost.ore, option.cost.population)
        yield from carry_out(play, seat, option.effects)


def _choosable(play: BeyondPlay, seat: Seat, left: dict[int, Choice]) -> tuple[int, ...]:
    """Return options that can be paid for and would have an effect."""
    return tuple(number for number, option in left.items() if worth_asking(play, seat, option.cost, option.effects))


def _not_choosable(play: BeyondPlay, seat: Seat, op: Choose, left: dict[int, Choice]) -> dict[int, Reason]:
    """Return the reasons for the options that cannot be chosen."""
    barred = {}
    for number, option in enumerate(op.options):
        reason = why_not_worth_asking(play, seat, option.cost, option.effects) if number in left else _CHOSEN_BEFORE
        if reason is not None:
            barred[number] = reason
    return barred


@operation(Repeat)
def repeat(play: BeyondPlay, seat: Seat, op: Repeat) -> Flow[None]:
    """Carry out operations several times."""
    for _ in range(op.n):
        yield from carry_out(play, seat, op.effects)


@operation(CopyAction)
def copy_action(play: BeyondPlay, seat: Seat, op: CopyAction) -> Flow[None]:
    """Let a seat carry out an action that another component in play has. The seat's pawn does not move."""
    deeds = {deed.id: deed for deed in copyable(play, seat, op)}
    if not deeds:
        return
    (picked,) = yield Prompt(seat, "copy.action", tuple(deeds), barred=Barred(lambda: not_copyable(play, seat, op)))
    deed = deeds[str(picked)]
    play.tell("copied", seat, card=Component(deed.component))
    yield from perform(play, seat, deed, 0)
