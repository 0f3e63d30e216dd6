"""Phase V: Ship (R8)."""

from galaxytables_kit import Barred, Component, Flow, Pick, Prompt, Reason, Seat
from galaxytables_roll.components.kinds import TradeBuyChip
from galaxytables_roll.components.tiles import Face, Pack
from galaxytables_roll.dice import DIE_WORDS, OwnedDie, Phase, colour_of, first_of_each_colour, number_of, numbered
from galaxytables_roll.gains import gain_chips, gain_credits
from galaxytables_roll.phases.turns import at_work
from galaxytables_roll.powers import consume_value, pay_for_consuming, trade_price
from galaxytables_roll.reasons import of_one_colour
from galaxytables_roll.state import RollPlay, SeatState, working
from galaxytables_roll.telling import die_fact
from galaxytables_roll.workers import take_die, take_worker, workers_at

VIRTUAL = "+"
"""Marks an extra shipper in the name of an option."""


def ship(play: RollPlay, seats: list[Seat]) -> Flow[None]:
    """Shippers of these seats trade or consume goods (R8)."""
    yield from at_work(play, seats, _ship)


def _ship(play: RollPlay, seat: Seat) -> Flow[None]:
    """Use one good with one shipper at a time, while there are both (R8.1, R8.2, R8.8)."""
    mine, pack = play.state.seats[seat], play.pack
    virtual = working(play).virtual[seat]
    while True:
        goods = _goods(pack, mine)
        shippers = _shippers(mine, virtual)
        if not goods or not shippers:
            return
        tasks = {f"{task}:{name}": die for task in ("consume", "trade") for name, die in goods.items()}
        barred = Barred(lambda: _other_goods(mine, seat))
        (pick,) = yield Prompt(seat, "ship.good", tuple(tasks), pieces=tasks, barred=barred)
        good = tasks[pick]
        barred = Barred(lambda: of_one_colour(seat, "R8.7", workers_at(mine, Phase.SHIP)))
        (name,) = yield Prompt(seat, "ship.shipper", tuple(shippers), subject=pick, pieces=shippers, barred=barred)
        shipper = shippers[name]
        task, face, _ = str(pick).split(":")
        world = pack.faces[pack.by_id[face]]
        take_die(mine.goods[world.number], good)
        mine.citizenry.append(good)
        if number_of(shipper):
            take_worker(mine, Phase.SHIP, shipper)
            mine.citizenry.append(shipper)
        else:
            virtual.remove(colour_of(shipper))
        play.tell(
            "traded" if task == "trade" else "consumed",
            seat,
            world=Component(world.id),
            good=die_fact(good),
            shipper=die_fact(shipper),
        )
        if task == "trade":
            yield from _trade(play, seat, world)
        else:
            _consume(play, seat, world, colour_of(good), colour_of(shipper))


def _goods(pack: Pack, mine: SeatState) -> dict[str, OwnedDie]:
    """Return goods by name: `world:colour`, the first of each colour on each world."""
    named = {}
    for world, goods in mine.goods.items():
        if goods:
            first, name = first_of_each_colour(goods), pack.faces[world].id
            for colour in sorted(first):
                named[f"{name}:{DIE_WORDS[colour]}"] = first[colour]
    return named


def _other_goods(mine: SeatState, seat: Seat) -> dict[OwnedDie, Reason]:
    """Return the reasons for goods that lie with an equal one that is offered."""
    return {die: reason for goods in mine.goods.values() for die, reason in of_one_colour(seat, "R8.2", goods).items()}


def _shippers(mine: SeatState, virtual: list[int]) -> dict[Pick, OwnedDie]:
    """Return shippers by colour, real and extra ones apart: an extra one never reaches the citizenry."""
    real = first_of_each_colour(workers_at(mine, Phase.SHIP))
    shippers: dict[Pick, OwnedDie] = {DIE_WORDS[colour]: real[colour] for colour in sorted(real)}
    if virtual:
        for colour in sorted(virtual):
            shippers[f"{DIE_WORDS[colour]}{VIRTUAL}"] = numbered(colour, 0)
    return shippers


def _trade(play: RollPlay, seat: Seat, world: Face) -> Flow[None]:
    """Gain credits by the colour of the world (R8.3); then chips may be bought (R13.20)."""
    mine = play.state.seats[seat]
    gain_credits(play, seat, trade_price(play.pack, mine, world), "trade")
    for face in list(mine.empire):
        tile = play.pack.faces[face]
        for power in tile.powers:
            if isinstance(power, TradeBuyChip) and mine.credits >= power.cost:
                (answer,) = yield Prompt(seat, "ship.buy", ("no", "yes"), subject=tile.id)
                if answer == "yes":
                    mine.credits -= power.cost
                    play.tell("paid", seat, amount=power.cost, source=Component(tile.id))
                    gain_chips(play, seat, power.chips, tile.id)


def _consume(play: RollPlay, seat: Seat, world: Face, good: int, shipper: int) -> None:
    """Gain VP by how well the dice match the world (R8.4, R8.5)."""
    mine = play.state.seats[seat]
    gain_chips(play, seat, consume_value(play.pack, mine, world, good, shipper), "consume")
    pay_for_consuming(play, seat, world)
