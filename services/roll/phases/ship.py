"""Phase V: Ship (R8)."""

from services.kit.event import Component
from services.kit.flow import Flow
from services.kit.prompt import Prompt
from services.roll.dice import DIE, DIE_WORDS, Phase
from services.roll.gains import gain_chips, gain_credits
from services.roll.kinds import TradeBuyChip
from services.roll.phases.turns import run
from services.roll.powers import consume_value, pay_for_consuming, trade_price
from services.roll.state import RollPlay, SeatState
from services.roll.telling import die_fact
from services.roll.tiles import Face
from services.roll.workers import take_worker, workers_at

VIRTUAL = "+"
"""Marks a virtual shipper in the name of an option."""


def ship(play: RollPlay) -> Flow[None]:
    """Shippers trade or consume goods."""
    return run(play, Phase.SHIP, _ship)


def _ship(play: RollPlay, seat: int) -> Flow[None]:
    """One good with one shipper at a time, while there are both (R8.1, R8.2, R8.8)."""
    mine, pack = play.state.seats[seat], play.pack
    while True:
        goods = [(world, colour) for world, on in mine.goods.items() for colour in sorted(set(on))]
        shippers = shipper_options(mine)
        if not goods or not shippers:
            return
        names = [f"{pack.faces[world].id}:{DIE_WORDS[colour]}" for world, colour in goods]
        tasks = tuple(f"{task}:{name}" for task in ("consume", "trade") for name in names)
        (pick,) = yield Prompt(seat, "ship.good", tasks)
        (shipper,) = yield Prompt(seat, "ship.shipper", shippers, subject=pick)
        task, face, word = str(pick).split(":")
        world = pack.faces[pack.by_id[face]]
        colour = DIE[str(shipper).removesuffix(VIRTUAL)]
        mine.goods[world.number].remove(DIE[word])
        mine.citizenry.append(DIE[word])
        if str(shipper).endswith(VIRTUAL):
            mine.virtual.remove(colour)
        else:
            take_worker(mine, Phase.SHIP, colour)
            mine.citizenry.append(colour)
        play.tell(
            "traded" if task == "trade" else "consumed",
            seat,
            world=Component(world.id),
            good=die_fact(DIE[word]),
            shipper=die_fact(colour),
        )
        if task == "trade":
            yield from _trade(play, seat, world)
        else:
            _consume(play, seat, world, DIE[word], colour)


def shipper_options(mine: SeatState) -> tuple[str, ...]:
    """Shippers by colour, real and virtual ones apart: a virtual one never reaches the citizenry."""
    real = sorted(set(workers_at(mine, Phase.SHIP)))
    virtual = sorted(set(mine.virtual))
    return (
        *(DIE_WORDS[colour] for colour in real),
        *(f"{DIE_WORDS[colour]}{VIRTUAL}" for colour in virtual),
    )


def _trade(play: RollPlay, seat: int, world: Face) -> Flow[None]:
    """Credits by the colour of the world (R8.3); then chips may be bought (R13.20)."""
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


def _consume(play: RollPlay, seat: int, world: Face, good: int, shipper: int) -> None:
    """VP by how well the dice match the world (R8.4, R8.5)."""
    mine = play.state.seats[seat]
    gain_chips(play, seat, consume_value(play.pack, mine, world, good, shipper), "consume")
    pay_for_consuming(play, seat, world)
