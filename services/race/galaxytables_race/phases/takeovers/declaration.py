"""Takeovers are chosen in secret like hand cards, and declared when all show their cards (R14.5, R14.6)."""

from collections.abc import Mapping

from galaxytables_kit import At, Barred, Flow, Prompt, Reason, Seat, seated
from galaxytables_race.components.cards import CardNumber
from galaxytables_race.phases.placing import placed
from galaxytables_race.prestige import spend_prestige, tile_after_spending
from galaxytables_race.rulings import rulings
from galaxytables_race.state.phases import Settling
from galaxytables_race.state.takeovers import NO_FLEET, Declared, Outcome
from galaxytables_race.table import RacePlay, abilities, component, discard_from_tableau, turn_order
from galaxytables_race.table.running import running, settler
from galaxytables_race.takeovers.targets import (
    Targets,
    Way,
    closed_powers,
    takeover_power,
    unfit_powers,
    ways_to_take,
    why_no_way,
)

_ALREADY_AIMED_AT = Reason("already_aimed_at", "R14.6")


def has_declared(play: RacePlay, seat: Seat) -> bool:
    """Return whether a seat declared a takeover in this phase."""
    takeovers = running(play, Settling).takeovers
    return takeovers is not None and bool(takeovers.of(seat))


def has_won(play: RacePlay, seat: Seat) -> bool:
    """Return whether a seat has taken over a world in this phase."""
    return bool(_won(play, seat))


def placed_from_hand(play: RacePlay, seat: Seat) -> bool:
    """Return whether a seat has placed a world in this phase, other than by taking it over."""
    won = [each.world for each in _won(play, seat)]
    return any(world not in won for world in placed(settler(play, seat)))


def _won(play: RacePlay, seat: Seat) -> list[Declared]:
    takeovers = running(play, Settling).takeovers
    return [] if takeovers is None else [each for each in takeovers.of(seat) if each.outcome is Outcome.WON]


def targets(play: RacePlay, seat: Seat) -> Targets:
    """Return the worlds that a seat can still choose to take over, each with the ways to do it (R14.3-R14.6)."""
    takeovers = running(play, Settling).takeovers
    if takeovers is None:
        return {}
    able = abilities(play, seat)
    declared = takeovers.of(seat)
    closed = closed_powers(able, declared, play.state.empires[seat].prestige.chips)
    aimed_at = [each.world for each in declared]
    found: dict[CardNumber, tuple[Way, ...]] = {}
    for owner, tableau in seated(takeovers.tableaus):
        if owner != seat:
            left = play.state.empires[owner].tableau
            ways = ways_to_take(play.pack, able, closed, tableau)
            found |= {world: ways[world] for world in ways if world in left and world not in aimed_at}
    return found


def why_not_taken(play: RacePlay, seat: Seat) -> Mapping[CardNumber, Reason]:
    """Return, for each world of the other seats, the reason why this seat cannot take it over now.

    The result is empty for a seat without takeover powers.
    """
    able, takeovers = abilities(play, seat), running(play, Settling).takeovers
    if takeovers is None or not able.takeovers:
        return {}
    declared = takeovers.of(seat)
    closed = closed_powers(able, declared, play.state.empires[seat].prestige.chips)
    open_ = targets(play, seat)
    aimed_at = [each.world for each in declared]
    return {
        world: _ALREADY_AIMED_AT if world in aimed_at else why_no_way(play.pack, able, closed, tableau, world)
        for owner, tableau in seated(takeovers.tableaus)
        for world in play.state.empires[owner].tableau
        if owner != seat and world not in open_
    }


def choose_takeover(play: RacePlay, seat: Seat, world: CardNumber, ways: tuple[Way, ...]) -> Flow[None]:
    """Let a seat choose the power with which it takes over a world.

    The takeover is declared when all show their cards.
    """
    options = {way.power if way.fleet == NO_FLEET else f"{way.power}+{way.fleet}": way for way in ways}
    unfit = Barred(lambda: _unfit_powers(play, seat, world))
    (pick,) = yield Prompt(seat, "takeover.power", tuple(options), subject=world, barred=unfit)
    owner = next(other for other, empire in seated(play.state.empires) if world in empire.tableau)
    settler(play, seat).claim = Declared(seat, owner, world, *options[pick])


def _unfit_powers(play: RacePlay, seat: Seat, world: CardNumber) -> dict[CardNumber, Reason]:
    """Return why takeover powers cannot be used against a world."""
    able, takeovers = abilities(play, seat), running(play, Settling).takeovers
    if takeovers is None:
        return {}
    closed = closed_powers(able, takeovers.of(seat), play.state.empires[seat].prestige.chips)
    owner = next(tableau for tableau in takeovers.tableaus if world in tableau)
    return unfit_powers(play.pack, able, closed, owner, world)


def declare(play: RacePlay) -> None:
    """All chosen takeovers are shown and paid for; these costs are lost even if the takeover fails (R14.6).

    They are shown together; the seat that fights first is announced first and pays first (R14.8).
    """
    takeovers = running(play, Settling).takeovers
    if takeovers is None:
        return
    spenders = []
    for seat in turn_order(play) if rulings(play).declared_in_turn_order else play.all_seats:
        own = settler(play, seat)
        claim, own.claim = own.claim, None
        if claim is None:
            continue
        play.show()
        takeovers.declared.append(claim)
        world, power = component(play, claim.world), component(play, claim.power)
        play.tell("declares_takeover", seat, card=world, owner=At(claim.owner), power=power)
        if _pay(play, claim):
            spenders.append(seat)
    tile_after_spending(play, *spenders)


def _pay(play: RacePlay, claim: Declared) -> bool:
    """Pay the cost of a power, and give up the fleet; return whether prestige was spent."""
    cost = takeover_power(play.pack, claim.power).cost
    if cost == "discard_self":
        _give_up(play, claim.seat, claim.power)
    elif cost == "prestige":
        spend_prestige(play, claim.seat, 1)
        play.tell("spent_prestige", claim.seat, card=component(play, claim.power), prestige=1)
    if claim.fleet != NO_FLEET:
        _give_up(play, claim.seat, claim.fleet)
    return cost == "prestige"


def _give_up(play: RacePlay, seat: Seat, card: CardNumber) -> None:
    discard_from_tableau(play, seat, card)
    play.tell("gave_up", seat, card=component(play, card))
