"""Phase IV: Produce (R7)."""

from collections.abc import Callable, Sequence

from galaxytables_kit import AnyPick, Barred, Component, Flow, Prompt, Reason, Reasons, Seat
from galaxytables_roll.dice import DIE_WORDS, OwnedDie, Phase, first_of_each_colour
from galaxytables_roll.phases.turns import at_work
from galaxytables_roll.powers import capacity
from galaxytables_roll.reasons import as_tile, of_one_colour
from galaxytables_roll.state import RollPlay
from galaxytables_roll.telling import die_fact
from galaxytables_roll.workers import take_worker, workers_at

HOLDS_NO_GOODS = Reason("holds_no_goods", "R1.4")


def produce(play: RollPlay, seats: list[Seat]) -> Flow[None]:
    """Producers of these seats become goods on worlds (R7)."""
    yield from at_work(play, seats, _produce)


def _produce(play: RollPlay, seat: Seat) -> Flow[None]:
    """Put each producer onto a world with room, while there is one (R7.1-R7.6)."""
    mine, pack = play.state.seats[seat], play.pack
    room = capacity(pack, mine)
    while True:
        producers = workers_at(mine, Phase.PRODUCE)
        free = [world for world, goods in mine.goods.items() if why_no_good(goods, room) is None]
        if not producers or not free:
            return
        slots = sum(room - len(mine.goods[world]) for world in free)
        first = first_of_each_colour(producers)
        if len(first) == 1 and (len(producers) >= slots or len({pack.faces[world].colour for world in free}) == 1):
            die, world = producers[0], free[0]
        else:
            ways = [(colour, world) for colour in sorted(first) for world in free]
            ways.sort(key=lambda way: DIE_WORDS[way[0]] != pack.faces[way[1]].colour)
            named = {f"{DIE_WORDS[colour]}@{pack.faces[world].id}": first[colour] for colour, world in ways}
            barred = Barred(_unfit(play, seat, producers, room))
            (pick,) = yield Prompt(seat, "produce.place", tuple(named), pieces=named, barred=barred)
            die, world = named[pick], pack.by_id[pick.partition("@")[2]]
        take_worker(mine, Phase.PRODUCE, die)
        mine.goods[world].append(die)
        play.tell("produced", seat, die=die_fact(die), world=Component(pack.faces[world].id))


def why_no_good(goods: Sequence[OwnedDie], room: int) -> Reason | None:
    """Return the reason why a world cannot take one more good; None if it can (R7.3)."""
    return None if len(goods) < room else Reason("world_is_full", "R7.3", {"goods": len(goods), "room": room})


def _unfit(play: RollPlay, seat: Seat, producers: Sequence[OwnedDie], room: int) -> Callable[[], Reasons]:
    """Return a function that says why worlds take no good, and why other producers are not offered."""

    def reasons() -> Reasons:
        mine = play.state.seats[seat]
        found: dict[AnyPick, Reason] = {**of_one_colour(seat, "R7.6", producers)}
        for face in mine.empire:
            if not play.pack.faces[face].goods:
                found[as_tile(face)] = HOLDS_NO_GOODS
            elif (reason := why_no_good(mine.goods[face], room)) is not None:
                found[as_tile(face)] = reason
        return found

    return reasons
