"""Whether actions and optional parts can be paid for and carried out, before they are offered (R4.6, R15.2)."""

from services.beyond.cards import Deed, Space
from services.beyond.cubes import supply_left
from services.beyond.effects import (
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
from services.beyond.powers import holding
from services.beyond.ships import can_upgrade, ship_groups
from services.beyond.spaces import closed_spaces, deeds_in_play, open_spaces
from services.beyond.state import BeyondPlay
from services.beyond.trial import Means, Trial, means_of
from services.kit.reason import Reason

_CANNOT_BE_CARRIED_OUT = Reason("cannot_be_carried_out", "R4.6")
_DOES_NOTHING = Reason("does_nothing", "R15.2")


def payments(play: BeyondPlay, seat: int, deed: Deed, surcharge: int) -> list[tuple[int, int]]:
    """Ways to pay for an action that also let it be carried out, as (ore, population); none if it cannot be."""
    return list(Trial(play, seat).payments(deed, surcharge, means_of(play, seat)))


def usable_spaces(play: BeyondPlay, seat: int) -> dict[str, Space]:
    """Spaces that the pawn may go to and whose action can be paid for and carried out, by id (R4.2-R4.6)."""
    trial, means = Trial(play, seat), means_of(play, seat)
    bargain = holding(play, seat).prices
    usable = {}
    deed, surcharge, fits = None, 0, False
    for space in open_spaces(play, seat):
        if space.deed is not deed or space.surcharge != surcharge:
            deed, surcharge = space.deed, space.surcharge
            if bargain.swaps and deed.cost.population:
                fits = any(trial.payments(deed, surcharge, means))
            else:
                fits = trial.can_do(deed, bargain.ore(deed, surcharge), deed.cost.population, means)
        if fits:
            usable[space.id] = space
    return usable


def barred_spaces(play: BeyondPlay, seat: int) -> dict[str, Reason]:
    """All other spaces on the table, and why the pawn may not go there (R2.6, R4.2-R4.6)."""
    usable, means = usable_spaces(play, seat), means_of(play, seat)
    barred = closed_spaces(play, seat)
    for space in open_spaces(play, seat):
        if space.id not in usable:
            barred[space.id] = _why_not_done(play, seat, space.deed, space.surcharge, means)
    return barred


def _why_not_done(play: BeyondPlay, seat: int, deed: Deed, surcharge: int, means: Means) -> Reason:
    """Why an action cannot be chosen: too dear however it is paid, or it cannot be carried out (R4.6)."""
    bargain = holding(play, seat).prices
    ore, population = bargain.ore(deed, surcharge), deed.cost.population
    for swap in (*bargain.swaps[:population], None):
        if means.paid(ore, population) is not None:
            return _CANNOT_BE_CARRIED_OUT
        if swap is not None:
            ore, population = ore + swap, population - 1
    return too_dear(play, seat, bargain.ore(deed, surcharge), deed.cost.population, "R4.6")


def too_dear(play: BeyondPlay, seat: int, ore: int, population: int, paragraph: str) -> Reason:
    """A price beyond what a seat has."""
    faction = play.state.factions[seat]
    has = {"ore": faction.ore, "population": faction.population}
    return Reason("too_dear", paragraph, {"cost_ore": ore, "cost_population": population, **has})


def why_not_worth_asking(play: BeyondPlay, seat: int, cost: Cost, effects: Operations) -> Reason | None:
    """Why an optional part is not asked (R15.2)."""
    if worth_asking(play, seat, cost, effects):
        return None
    if means_of(play, seat).paid(cost.ore, cost.population) is None:
        return too_dear(play, seat, cost.ore, cost.population, "R15.2")
    return _DOES_NOTHING


def worth_asking(play: BeyondPlay, seat: int, cost: Cost, effects: Operations) -> bool:
    """Whether an optional part can be paid for, carried out, and would do something."""
    left = means_of(play, seat).paid(cost.ore, cost.population)
    return left is not None and Trial(play, seat).can(effects, left) and not _idle(play, seat, effects, cost)


def copyable(play: BeyondPlay, seat: int, op: CopyAction) -> list[Deed]:
    """Actions of a class in play that a seat can pay for and carry out, wherever they are; none that copies itself."""
    trial, means = Trial(play, seat), means_of(play, seat)
    return [deed for deed in deeds_in_play(play, seat, op.action_class) if any(trial.payments(deed, 0, means))]


def not_copyable(play: BeyondPlay, seat: int, op: CopyAction) -> dict[str, Reason]:
    """The other actions of the class in play, and why they cannot be copied."""
    offered, means = copyable(play, seat, op), means_of(play, seat)
    return {
        deed.id: _why_not_done(play, seat, deed, 0, means)
        for deed in deeds_in_play(play, seat, op.action_class)
        if deed not in offered
    }


def _idle(play: BeyondPlay, seat: int, effects: Operations, cost: Cost) -> bool:
    """Whether optional operations would change nothing: no cube to turn, no ship to raise or move, nothing to pick."""
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
