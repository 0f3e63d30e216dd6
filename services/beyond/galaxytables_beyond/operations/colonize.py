"""Colonising a system in six steps (R14)."""

from collections import Counter
from itertools import product

from galaxytables_beyond.components.cards import System
from galaxytables_beyond.components.effects import Colonize
from galaxytables_beyond.components.numbers import NO_EVENT, NO_SYSTEM
from galaxytables_beyond.operations.event_cards import draw_system
from galaxytables_beyond.operations.resolve import carry_out, happen, operation
from galaxytables_beyond.operations.settlers import Settlers
from galaxytables_beyond.state import BeyondPlay, Colony, Disc, this_turn
from galaxytables_beyond.table.control import lose, place_name
from galaxytables_beyond.table.cubes import return_cube
from galaxytables_beyond.table.discs import DISC_NAMES, choose_disc
from galaxytables_beyond.table.ships import put_ship
from galaxytables_kit import NOBODY, Barred, Component, Flow, Picks, Prompt, Reason, Seat, seated

_NOT_CONTROLLED = Reason("not_controlled", "R14.2")
_NOT_UNCLAIMED = Reason("not_unclaimed", "R14.9")


def strength_needed(system: System, discount: int) -> int:
    """Return the strength that colonising a system requires."""
    return max(1, system.strength - discount)


def why_not_colonize(play: BeyondPlay, seat: Seat, op: Colonize, place: int) -> Reason | None:
    """Return the reason why a seat cannot colonise the system of a location by `op`; None if it can (R14.2, R14.9)."""
    location = play.state.locations[place]
    if op.target == "unclaimed_at_turn_start":
        if location.system not in this_turn(play).unclaimed:
            return _NOT_UNCLAIMED
    elif location.owner != seat:
        return _NOT_CONTROLLED
    strength = sum(location.fleets[seat])
    needed = strength_needed(play.pack.systems[location.system], op.strength_discount)
    if strength >= needed:
        return None
    return Reason("too_weak", "R14.2", {"strength": strength, "needed": needed})


def _with_systems(play: BeyondPlay) -> list[int]:
    """Return locations with a system card (R14.1)."""
    return [place for place, location in enumerate(play.state.locations) if location.system != NO_SYSTEM]


def targets(play: BeyondPlay, seat: Seat, op: Colonize) -> list[int]:
    """Return the locations whose systems a seat can colonise now."""
    return [place for place in _with_systems(play) if why_not_colonize(play, seat, op, place) is None]


def _barred(play: BeyondPlay, seat: Seat, op: Colonize) -> dict[str, Reason]:
    """Return the reasons for the other systems on the board."""
    return {
        play.pack.systems[play.state.locations[place].system].id: reason
        for place in _with_systems(play)
        if (reason := why_not_colonize(play, seat, op, place)) is not None
    }


@operation(Colonize)
def colonize(play: BeyondPlay, seat: Seat, op: Colonize) -> Flow[None]:
    """Let a seat colonise one system. If there is no system that the seat can colonise, nothing happens."""
    state, pack = play.state, play.pack
    places = targets(play, seat, op)
    if not places:
        return
    cards = [pack.systems[state.locations[place].system].id for place in places]
    (picked,) = yield Prompt(
        seat,
        "colonize.system",
        tuple(cards),
        subject=op.strength_discount,
        barred=Barred(lambda: _barred(play, seat, op)),
    )
    place = places[cards.index(str(picked))]
    location = state.locations[place]
    system = location.system
    outpost_placed = location.owner == seat
    yield from _settle_ships(play, seat, place, strength_needed(pack.systems[system], op.strength_discount))
    _banish(play, place)
    colony = _take_card(play, seat, place)
    play.tell("colonized", seat, system=Component(pack.systems[system].id), place=place_name(play, place))
    _refill(play, place)
    yield from _place_discs(play, seat, colony, 1 if outpost_placed else 2)
    if not outpost_placed and op.control_effects:
        yield from carry_out(play, seat, pack.systems[system].on_control)
    yield from carry_out(play, seat, pack.systems[system].on_colonize)
    yield from happen(play, seat, "colonized")


def _settle_ships(play: BeyondPlay, seat: Seat, place: int, needed: int) -> Flow[None]:
    """Return ships with the required strength to the supply columns (R14.3)."""
    fleet = play.state.locations[place].fleets[seat]
    ships = {f"{level}.{number}": level for number, level in enumerate(fleet)}
    most = len(ships)
    only_needed = play.options.settlers == "needed"
    barred = {}
    if only_needed:
        groups = _groups_all_needed(fleet, needed)
        most = max(map(len, groups))
        levels = {level for group in groups for level in group}
        barred = {
            ship: Reason("can_stay", "R14.3", {"level": ships[ship]}) for ship in ships if ships[ship] not in levels
        }
        ships = {ship: level for ship, level in ships.items() if level in levels}
    picks = yield Prompt(
        seat,
        "colonize.ships",
        tuple(ships),
        _fewest(fleet, needed),
        most,
        default=_thriftiest(ships, needed),
        rule=Settlers(ships, needed, only_needed),
        subject=play.pack.systems[play.state.locations[place].system].id,
        barred=barred,
    )
    for pick in picks:
        fleet.remove(ships[str(pick)])
        return_cube(play, seat)
    play.tell("settled", seat, ships=len(picks), strength=sum(ships[str(pick)] for pick in picks))


def _groups_all_needed(fleet: list[int], needed: int) -> list[tuple[int, ...]]:
    """Return groups of ship levels that reach a strength, and no longer do without any one of them."""
    counts = Counter(fleet)
    some = product(*(range(counts[level] + 1) for level in counts))
    groups = [tuple(Counter(dict(zip(counts, numbers, strict=True))).elements()) for numbers in some]
    return [group for group in groups if group and sum(group) - min(group) < needed <= sum(group)]


def _fewest(fleet: list[int], needed: int) -> int:
    """Return how many ships, strongest first, reach a strength."""
    reached = 0
    for number, level in enumerate(sorted(fleet, reverse=True), 1):
        reached += level
        if reached >= needed:
            return number
    raise ValueError(f"{reached} is less than {needed}")


def _thriftiest(ships: dict[str, int], needed: int) -> Picks:
    """Return the ships that reach a strength with the least left over, fewer ships first."""
    reached: dict[int, tuple[str, ...]] = {0: ()}
    for ship, level in ships.items():
        for strength, picks in list(reached.items()):
            more = (*picks, ship)
            total = strength + level
            if total not in reached or len(more) < len(reached[total]):
                reached[total] = more
    return reached[min(strength for strength in reached if strength >= needed)]


def _banish(play: BeyondPlay, place: int) -> None:
    """Move all other ships there to Deep Space (R14.4)."""
    deep = play.pack.sides[play.seats].deep
    for seat, fleet in seated(play.state.locations[place].fleets):
        for level in fleet:
            put_ship(play, seat, deep, level)
        if fleet:
            play.tell("banished", seat, ships=len(fleet))
        fleet.clear()


def _take_card(play: BeyondPlay, seat: Seat, place: int) -> Colony:
    """Take the card with its outpost; another faction's outpost returns first (R14.5)."""
    location = play.state.locations[place]
    discs: list[Disc] = []
    if location.owner == seat:
        discs.append(location.disc)
        location.owner = NOBODY
    elif location.owner != NOBODY:
        lose(play, place)
    colony = Colony(location.system, discs)
    location.system = NO_SYSTEM
    play.state.factions[seat].colonies.append(colony)
    return colony


def _refill(play: BeyondPlay, place: int) -> None:
    """Draw a new card for a slot of the board; an added location disappears (R14.5)."""
    location, printed = play.state.locations[place], play.pack.sides[play.seats].locations[place]
    deck = printed.place.deck
    if printed.event != NO_EVENT or deck is None:
        location.open = False
        return
    location.system = draw_system(play, deck)
    if location.system != NO_SYSTEM:
        card = play.pack.systems[location.system].id
        play.tell("system_revealed", system=Component(card), place=place_name(play, place))


def _place_discs(play: BeyondPlay, seat: Seat, colony: Colony, count: int) -> Flow[None]:
    """Put further discs that match a trait on the colony (R14.6)."""
    card = play.pack.systems[colony.system]
    for _ in range(count):
        disc = yield from choose_disc(play, seat, "colonize.disc", card.traits, card.id)
        colony.discs.append(disc)
        play.tell("colony_disc", seat, system=Component(card.id), disc=DISC_NAMES[disc])
