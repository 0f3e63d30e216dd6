"""The production phase: population, ore, or trade (R5)."""

from services.beyond.control import settle
from services.beyond.cubes import return_population, supply_left, take_leftmost
from services.beyond.phases.interlude import offers, take_up
from services.beyond.powers import trade_price
from services.beyond.resolve import happen
from services.beyond.ships import ship_groups
from services.beyond.state import BeyondPlay
from services.kit.flow import Flow
from services.kit.prompt import Prompt


def production(play: BeyondPlay, seat: int) -> Flow[None]:
    """Choose exactly one kind of production; powers may be used before (R5.1)."""
    while True:
        kinds = ["ore"]
        if growth_columns(play, seat):
            kinds.insert(0, "population")
        if play.state.factions[seat].population or trades(play, seat):
            kinds.append("trade")
        ready = offers(play, seat)
        (picked,) = yield Prompt(seat, "production.choose", (*kinds, *ready), default=("ore",))
        if picked in kinds:
            break
        yield from take_up(play, seat, str(picked))
    if picked == "population":
        yield from grow(play, seat)
    elif picked == "ore":
        produce_ore(play, seat)
    else:
        yield from trade(play, seat)


def growth_columns(play: BeyondPlay, seat: int) -> list[int]:
    """Columns that give a cube for a visible growth symbol, one entry a cube (R5.2)."""
    faction = play.state.factions[seat]
    left = list(faction.supply)
    columns = []
    for column in play.pack.mat_tables[faction.mat].growth[faction.food]:
        if left[column]:
            left[column] -= 1
            columns.append(column)
    return columns


def grow(play: BeyondPlay, seat: int) -> Flow[None]:
    """Turn a supply cube of its column into population for each visible growth symbol (R5.2, R5.9)."""
    faction = play.state.factions[seat]
    columns = growth_columns(play, seat)
    for column in columns:
        faction.supply[column] -= 1
    faction.population += len(columns)
    play.tell("grew", seat, cubes=len(columns))
    yield from happen(play, seat, "produced_population")


def ore_yield(play: BeyondPlay, seat: int) -> int:
    """Visible ore symbols (R5.3)."""
    faction = play.state.factions[seat]
    return play.pack.mat_tables[faction.mat].ore[faction.ore_discs]


def produce_ore(play: BeyondPlay, seat: int) -> None:
    """Take ore for each visible symbol (R5.3, R5.9)."""
    gained = ore_yield(play, seat)
    play.state.factions[seat].ore += gained
    play.tell("mined", seat, ore=gained)


def trades(play: BeyondPlay, seat: int) -> tuple[str, ...]:
    """Trades that a seat can make now: `ore_to_pop`, `pop_to_ore`, `retire.<location>.<level>` (R5.5-R5.8)."""
    faction = play.state.factions[seat]
    open_trades = []
    if supply_left(faction) and faction.ore >= trade_price(play, seat, "ore_to_pop"):
        open_trades.append("ore_to_pop")
    if faction.population:
        open_trades.append("pop_to_ore")
    if faction.ore >= trade_price(play, seat, "retire_ship"):
        locations = play.pack.sides[play.seats].locations
        open_trades += [f"retire.{locations[place].ships[level]}" for place, level in ship_groups(play, seat)]
    return tuple(open_trades)


def trade(play: BeyondPlay, seat: int) -> Flow[None]:
    """Make any number of trades (R5.4)."""
    play.tell("trades", seat)
    while open_trades := trades(play, seat):
        picks = yield Prompt(seat, "trade.deal", open_trades, 0, 1, default=())
        if not picks:
            return
        yield from _deal(play, seat, str(picks[0]))


def _deal(play: BeyondPlay, seat: int, deal: str) -> Flow[None]:
    faction = play.state.factions[seat]
    if deal == "ore_to_pop":
        price = trade_price(play, seat, deal)
        faction.ore -= price
        take_leftmost(faction)
        faction.population += 1
        play.tell("bought_population", seat, ore=price)
    elif deal == "pop_to_ore":
        gained = play.pack.mats[faction.mat].trades.pop_to_ore
        return_population(play, seat, 1)
        faction.ore += gained
        play.tell("sold_population", seat, ore=gained)
    else:
        price = trade_price(play, seat, "retire_ship")
        place, level = play.pack.sides[play.seats].ship_of[deal.removeprefix("retire.")]
        faction.ore -= price
        play.state.locations[place].fleets[seat].remove(level)
        faction.population += 1
        play.tell("retired", seat, level=level, ore=price)
        yield from settle(play, seat, [place])
