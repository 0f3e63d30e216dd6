"""Tests whether actions and optional parts can be paid for and carried out, before they are offered (R4.6, R15.2)."""

from galaxytables_beyond.components.cards import Deed, Space
from galaxytables_beyond.components.effects import (
    Build,
    Choose,
    CopyAction,
    Cost,
    Jump,
    Operations,
    ShiftSupply,
    SupplyToPop,
    Teleport,
    Upgrade,
)
from galaxytables_beyond.operations.means import Means
from galaxytables_beyond.operations.trial import Trial, means_of, paid
from galaxytables_beyond.powers import Prices, holding
from galaxytables_beyond.state import BeyondPlay
from galaxytables_beyond.table.cubes import supply_left
from galaxytables_beyond.table.ships import can_upgrade, ship_groups
from galaxytables_beyond.table.spaces import closed_spaces, deeds_in_play, open_spaces
from galaxytables_kit import Reason, Seat

_CANNOT_BE_CARRIED_OUT = Reason("cannot_be_carried_out", "R4.6")
_PART_TOO_DEAR = Reason("too_dear", "R15.2")
_PART_CANNOT_BE_CARRIED_OUT = Reason("cannot_be_carried_out", "R15.2")
_DOES_NOTHING = Reason("does_nothing", "R15.2")


def payments(play: BeyondPlay, seat: Seat, deed: Deed, surcharge: int) -> list[tuple[int, int]]:
    """Return the payments with which a seat can still carry out an action, as pairs (ore, population).

    The list is empty if there are none.
    """
    return list(Trial(play, seat).payments(deed, surcharge, means_of(play, seat)))


def usable_spaces(play: BeyondPlay, seat: Seat) -> dict[str, Space]:
    """Return the spaces where a seat's pawn may go and whose action it can pay for and carry out (R4.2-R4.6)."""
    trial, means, prices = Trial(play, seat), means_of(play, seat), holding(play, seat).prices
    usable = {}
    deed, surcharge, fits = None, 0, False
    for space in open_spaces(play, seat):
        if space.deed is not deed or space.surcharge != surcharge:
            deed, surcharge = space.deed, space.surcharge
            fits = _fits(trial, prices, deed, surcharge, means)
        if fits:
            usable[space.id] = space
    return usable


def barred_spaces(play: BeyondPlay, seat: Seat) -> dict[str, Reason]:
    """Return, for each other space on the table, the reason why the seat's pawn may not go there (R2.6, R4.2-R4.6)."""
    barred = closed_spaces(play, seat)
    for space in open_spaces(play, seat):
        reason = _why_not_done(play, seat, space.deed, space.surcharge)
        if reason is not None:
            barred[space.id] = reason
    return barred


def _fits(trial: Trial, prices: Prices, deed: Deed, surcharge: int, means: Means) -> bool:
    """Return whether an action can be paid for, possibly with ore for population, and carried out (R4.6)."""
    population = deed.cost.population
    if means.population >= population and trial.can_do(deed, prices.ore(deed, surcharge), population, means):
        return True
    return bool(prices.swaps) and any(trial.payments(deed, surcharge, means))


def _why_not_done(play: BeyondPlay, seat: Seat, deed: Deed, surcharge: int) -> Reason | None:
    """Return why an action cannot be chosen: it is too expensive in every way, or cannot be carried out (R4.6)."""
    means, prices = means_of(play, seat), holding(play, seat).prices
    if _fits(Trial(play, seat), prices, deed, surcharge, means):
        return None
    if any(paid(means, ore, population) for ore, population in prices.ways(deed, surcharge)):
        return _CANNOT_BE_CARRIED_OUT
    return too_dear(play, seat, prices.ore(deed, surcharge), deed.cost.population, "R4.6")


def too_dear(play: BeyondPlay, seat: Seat, ore: int, population: int, paragraph: str) -> Reason:
    """Return a reason that says: a price is higher than the seat can pay."""
    faction = play.state.factions[seat]
    has = {"ore": faction.ore, "population": faction.population}
    return Reason("too_dear", paragraph, {"cost_ore": ore, "cost_population": population, **has})


def worth_asking(play: BeyondPlay, seat: Seat, cost: Cost, effects: Operations) -> bool:
    """Return whether to offer an optional part to a seat.

    The seat must be able to pay for the part and carry it out, and the part must have an effect.
    """
    return _why_not_asked(play, seat, cost, effects) is None


def why_not_worth_asking(play: BeyondPlay, seat: Seat, cost: Cost, effects: Operations) -> Reason | None:
    """Return the reason why an optional part is not offered to a seat, with its price and the seat's means (R15.2)."""
    reason = _why_not_asked(play, seat, cost, effects)
    return too_dear(play, seat, cost.ore, cost.population, "R15.2") if reason is _PART_TOO_DEAR else reason


def _why_not_asked(play: BeyondPlay, seat: Seat, cost: Cost, effects: Operations) -> Reason | None:
    left = paid(means_of(play, seat), cost.ore, cost.population)
    if left is None:
        return _PART_TOO_DEAR
    if not Trial(play, seat).can(effects, left):
        return _PART_CANNOT_BE_CARRIED_OUT
    return _DOES_NOTHING if _idle(play, seat, effects, cost) else None


def copyable(play: BeyondPlay, seat: Seat, op: CopyAction) -> list[Deed]:
    """Return the actions of a class that a seat can copy, pay for and carry out, among all actions in play.

    Actions that copy others are left out.
    """
    trial, means, prices = Trial(play, seat), means_of(play, seat), holding(play, seat).prices
    deeds = deeds_in_play(play, seat, op.action_class)
    return [deed for deed in deeds if _fits(trial, prices, deed, 0, means)]


def not_copyable(play: BeyondPlay, seat: Seat, op: CopyAction) -> dict[str, Reason]:
    """Return the other actions of the class in play, each with the reason why a seat cannot copy it."""
    deeds = deeds_in_play(play, seat, op.action_class)
    return {deed.id: reason for deed in deeds if (reason := _why_not_done(play, seat, deed, 0)) is not None}


def _idle(play: BeyondPlay, seat: Seat, effects: Operations, cost: Cost) -> bool:
    """Return whether optional operations would change nothing: no cube to turn, no ship to raise or move, no choice."""
    faction = play.state.factions[seat]
    for op in effects:
        if isinstance(op, SupplyToPop | ShiftSupply):
            useful = supply_left(faction) > 0
        elif isinstance(op, Build) and op.source == "supply":
            useful = supply_left(faction) > 0 or faction.population > cost.population
        elif isinstance(op, Upgrade):
            useful = can_upgrade(play, seat)
        elif isinstance(op, Jump | Teleport):
            useful = bool(ship_groups(play, seat))
        elif isinstance(op, Choose):
            useful = any(worth_asking(play, seat, cost + option.cost, option.effects) for option in op.options)
        else:
            useful = True
        if useful:
            return False
    return True
