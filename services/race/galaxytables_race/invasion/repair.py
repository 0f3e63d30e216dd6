"""War effort and repair in the Produce phase (R22.26-R22.32)."""

from galaxytables_kit import Flow, Prompt, Reason, Seat, seated, together
from galaxytables_race.components.cards import CardNumber
from galaxytables_race.components.vocabulary import Draw
from galaxytables_race.invasion.step import undamaged_worlds
from galaxytables_race.invasion.track import invasion_of
from galaxytables_race.invasion.ways import (
    FOR_CARDS,
    FOR_GOOD,
    may_repair,
    means,
    open_ways,
    ways_of,
    why_no_way,
)
from galaxytables_race.phases.produce import produce_on
from galaxytables_race.reasons import barred
from galaxytables_race.rulings import rulings
from galaxytables_race.state.invasion import Invasion
from galaxytables_race.table import (
    RacePlay,
    abilities,
    components,
    discard_from_hand,
    draw,
    gain_chips,
    good_picks,
    spend_good,
    without,
    world_of,
)
from galaxytables_race.table.agenda import PRODUCE_REPAIR
from galaxytables_race.table.running import producer

_NOT_DAMAGED = Reason("not_damaged", "R22.28")


def is_invaded(play: RacePlay) -> bool:
    """Return whether this table plays the invasion game."""
    return play.state.invasion is not None


def give_goods(play: RacePlay) -> Flow[None]:
    """Everybody may give goods: each good earns a VP chip and makes the Xeno easier to repulse (R22.26)."""
    invasion = invasion_of(play)
    owners = [seat for seat, empire in seated(play.state.empires) if empire.goods]
    given = []
    if owners:
        given = yield from together(play, [_give(play, seat) for seat in owners])
    for seat, worlds in zip(owners, given, strict=True):
        if worlds:
            _contribute(play, invasion, seat, worlds)


def _give(play: RacePlay, seat: Seat) -> Flow[tuple[CardNumber, ...]]:
    options = tuple(good_picks(play, seat))
    goods = yield Prompt(seat, "produce.war_effort", options, 0, len(options), default=())
    return tuple(world_of(good) for good in goods)


def _contribute(play: RacePlay, invasion: Invasion, seat: Seat, worlds: tuple[CardNumber, ...]) -> None:
    for world in worlds:
        spend_good(play, seat, world)
    gain_chips(play, seat, len(worlds))
    invasion.admirals[seat].war_effort += len(worlds)
    invasion.repulse = max(rulings(play).min_repulse, invasion.repulse - len(worlds))
    play.tell("war_effort", seat, worlds=components(play, worlds), vp=len(worlds), repulse=invasion.repulse)


def worlds_can_be_repaired(play: RacePlay) -> bool:
    """Return whether some seat can repair worlds and has more to pay with than when it last declined (R22.28)."""
    return is_invaded(play) and bool(_menders(play))


def nothing_can_be_repaired(play: RacePlay) -> bool:
    """Return whether no seat is asked about repairs: none can repair worlds, or those that can declined."""
    return not worlds_can_be_repaired(play)


def repair(play: RacePlay) -> Flow[None]:
    """Each seat that can repair worlds may do so (R22.28)."""
    yield from together(play, [_repair(play, seat) for seat in _menders(play)])


def repair_and_work(play: RacePlay) -> Flow[None]:
    """Each seat that can repair worlds may do so, and the repaired worlds produce at once (R22.28, R22.30)."""
    menders = _menders(play)
    repaired = yield from together(play, [_repair(play, seat) for seat in menders])
    for seat, worlds in zip(menders, repaired, strict=True):
        for world in worlds:
            _set_to_work(play, seat, world)


def _menders(play: RacePlay) -> list[Seat]:
    return [seat for seat in play.all_seats if may_repair(play, seat)]


def _repair(play: RacePlay, seat: Seat) -> Flow[list[CardNumber]]:
    """Repair worlds in one way after another until the owner declines; return the repaired worlds."""
    own, empire = producer(play, seat), play.state.empires[seat]
    repaired: list[CardNumber] = []
    while ways := open_ways(play, seat):
        reasons = barred(lambda: ways_of(play, seat), lambda way: why_no_way(play, seat, way))
        picks = yield Prompt(seat, "repair.way", ways, 0, 1, barred=reasons)
        if not picks:
            break
        own.ways.append(str(picks[0]))
        worlds = yield from _choose_worlds(play, seat, picks[0])
        yield from _pay(play, seat, picks[0])
        for world in worlds:
            empire.damaged = without(empire.damaged, world)
        repaired += worlds
        play.tell("repaired", seat, worlds=components(play, worlds))
    own.declined = means(play, seat)
    return repaired


def _choose_worlds(play: RacePlay, seat: Seat, way: int | str) -> Flow[tuple[CardNumber, ...]]:
    damaged = play.state.empires[seat].damaged
    most = min(repaired_by(play, seat, way), len(damaged))
    standing = dict.fromkeys(undamaged_worlds(play, seat), _NOT_DAMAGED)
    worlds: tuple[CardNumber, ...] = yield Prompt(seat, "repair.world", damaged, 1, most, barred=standing)
    return worlds


def repaired_by(play: RacePlay, seat: Seat, way: int | str) -> int:
    """Return the greatest number of worlds that a seat can repair by one way of repair (R22.28)."""
    if way == PRODUCE_REPAIR:
        return play.pack.invasion.repair_worlds
    if isinstance(way, int):
        return sum(power.worlds for card, power in abilities(play, seat).front.repairs if card == way)
    return 1


def _pay(play: RacePlay, seat: Seat, way: int | str) -> Flow[None]:
    empire = play.state.empires[seat]
    if way == FOR_CARDS:
        count = play.pack.invasion.repair_cards
        cards = yield Prompt(seat, "repair.discard", tuple(empire.hand), count, count)
        discard_from_hand(play, seat, cards)
    elif way == FOR_GOOD:
        (good,) = yield Prompt(seat, "repair.good", tuple(good_picks(play, seat)))
        spend_good(play, seat, world_of(good))


def _set_to_work(play: RacePlay, seat: Seat, world: CardNumber) -> None:
    """Produce on a repaired world and draw for its unconditional powers; a windfall world gets nothing (R22.30)."""
    able = abilities(play, seat)
    cards = sum(
        power.cards for power in play.pack.cards[world].powers if isinstance(power, Draw) and power.phase == "produce"
    )
    if world in able.production_worlds and produce_on(play, seat, world):
        play.tell("produced", seat, worlds=components(play, [world]))
        cards += able.draw_here.get(world, 0)
    draw(play, seat, cards, "produce")
