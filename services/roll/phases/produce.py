"""Phase IV: Produce (R7)."""

from services.kit.event import Component
from services.kit.flow import Flow
from services.kit.prompt import Prompt
from services.roll.dice import DIE_WORDS, Phase, first_of_each_colour
from services.roll.phases.turns import run
from services.roll.powers import capacity
from services.roll.state import RollPlay
from services.roll.telling import die_fact
from services.roll.workers import take_worker, workers_at


def produce(play: RollPlay) -> Flow[None]:
    """Producers become goods."""
    return run(play, Phase.PRODUCE, _produce)


def _produce(play: RollPlay, seat: int) -> Flow[None]:
    """Each producer onto a world with room, while there is one (R7.1-R7.6)."""
    mine, pack = play.state.seats[seat], play.pack
    room = capacity(pack, mine)
    while True:
        producers = workers_at(mine, Phase.PRODUCE)
        free = [world for world, goods in mine.goods.items() if len(goods) < room]
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
            (pick,) = yield Prompt(seat, "produce.place", tuple(named), pieces=named)
            die, world = named[pick], pack.by_id[pick.partition("@")[2]]
        take_worker(mine, Phase.PRODUCE, die)
        mine.goods[world].append(die)
        play.tell("produced", seat, die=die_fact(die), world=Component(pack.faces[world].id))
