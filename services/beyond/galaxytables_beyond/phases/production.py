"""The production phase: population, ore, or trade (R5)."""

from collections.abc import Iterator
from functools import partial

from galaxytables_beyond.operations.control import settle
from galaxytables_beyond.operations.feasible import too_dear
from galaxytables_beyond.operations.resolve import happen
from galaxytables_beyond.phases.interlude import barred_powers, offers, take_up
from galaxytables_beyond.powers import trade_price
from galaxytables_beyond.state import BeyondPlay, this_turn
from galaxytables_beyond.table.cubes import return_population, supply_left, take_leftmost
from galaxytables_beyond.table.ships import ship_groups
from galaxytables_kit import Barred, Flow, Prompt, Reason, Seat

RETIRE = "retire."
_NO_GROWTH = Reason("no_growth", "R5.2")
_NO_TRADE = Reason("no_trade", "R5.4")
_NO_SUPPLY = Reason("no_supply", "R5.8")


_KINDS = ("population", "ore", "trade")


def production(play: BeyondPlay) -> Flow[None]:
    """Let the seat whose turn it is choose exactly one kind of production (R5.1).

    Before that, the seat may use once-per-turn powers.
    """
    seat = this_turn(play).seat
    while True:
        barred_kinds = _barred_kinds(play, seat)
        kinds = [kind for kind in _KINDS if kind not in barred_kinds]
        ready = offers(play, seat)
        barred = Barred(partial(_all_barred, play, seat, barred_kinds))
        (picked,) = yield Prompt(seat, "production.choose", (*kinds, *ready), default=("ore",), barred=barred)
        if picked in kinds:
            break
        yield from take_up(play, seat, str(picked))
    if picked == "population":
        yield from grow(play, seat)
    elif picked == "ore":
        produce_ore(play, seat)
    else:
        yield from trade(play, seat)


def _barred_kinds(play: BeyondPlay, seat: Seat) -> dict[str, Reason]:
    """Return the kinds of production that would do nothing, with reasons (R5.2, R5.4)."""
    barred = {}
    if not growth_columns(play, seat):
        barred["population"] = _NO_GROWTH
    if not play.state.factions[seat].population and next(_trades(play, seat), None) is None:
        barred["trade"] = _NO_TRADE
    return barred


def _all_barred(play: BeyondPlay, seat: Seat, kinds: dict[str, Reason]) -> dict[str, Reason]:
    return {**kinds, **barred_powers(play, seat)}


def growth_columns(play: BeyondPlay, seat: Seat) -> list[int]:
    """Return the supply columns from which a seat's visible growth symbols take cubes, one entry per cube (R5.2)."""
    faction = play.state.factions[seat]
    left = list(faction.supply)
    columns = []
    for column in play.pack.mat_tables[faction.mat].growth[faction.food]:
        if left[column]:
            left[column] -= 1
            columns.append(column)
    return columns


def grow(play: BeyondPlay, seat: Seat) -> Flow[None]:
    """For each visible growth symbol, turn a supply cube of its column into population (R5.2, R5.9)."""
    faction = play.state.factions[seat]
    columns = growth_columns(play, seat)
    for column in columns:
        faction.supply[column] -= 1
    faction.population += len(columns)
    play.tell("grew", seat, cubes=len(columns))
    yield from happen(play, seat, "produced_population")


def ore_yield(play: BeyondPlay, seat: Seat) -> int:
    """Return the number of ore symbols visible on a seat's mat (R5.3)."""
    faction = play.state.factions[seat]
    return play.pack.mat_tables[faction.mat].ore[faction.ore_discs]


def produce_ore(play: BeyondPlay, seat: Seat) -> None:
    """Give a seat ore for each ore symbol visible on its mat (R5.3, R5.9)."""
    gained = ore_yield(play, seat)
    play.state.factions[seat].ore += gained
    play.tell("mined", seat, ore=gained)


def trades(play: BeyondPlay, seat: Seat) -> tuple[str, ...]:
    """Return the option ids of the trades that a seat can make now (R5.5-R5.8).

    The ids are `ore_to_pop`, `pop_to_ore` and `retire.<location>.<level>`.
    """
    return tuple(_trades(play, seat))


def _trades(play: BeyondPlay, seat: Seat) -> Iterator[str]:
    for trade in ("ore_to_pop", "pop_to_ore"):
        if _why_no_trade(play, seat, trade) is None:
            yield trade
    if _why_no_trade(play, seat, "retire_ship") is None:
        yield from _retirements(play, seat)


def _barred_trades(play: BeyondPlay, seat: Seat) -> dict[str, Reason]:
    """Return why the other trades cannot be made."""
    barred = {trade: reason for trade in ("ore_to_pop", "pop_to_ore") if (reason := _why_no_trade(play, seat, trade))}
    if reason := _why_no_trade(play, seat, "retire_ship"):
        barred |= dict.fromkeys(_retirements(play, seat), reason)
    return barred


def _why_no_trade(play: BeyondPlay, seat: Seat, trade: str) -> Reason | None:
    """Return why a kind of trade cannot be made, provided there is a ship to retire (R5.5-R5.8)."""
    faction = play.state.factions[seat]
    if trade == "pop_to_ore":
        return None if faction.population else too_dear(play, seat, 0, 1, "R5.7")
    if trade == "ore_to_pop" and not supply_left(faction):
        return _NO_SUPPLY
    price = trade_price(play, seat, trade)
    return None if faction.ore >= price else too_dear(play, seat, price, 0, "R5.5" if trade == "ore_to_pop" else "R5.6")


def _retirements(play: BeyondPlay, seat: Seat) -> list[str]:
    locations = play.pack.sides[play.seats].locations
    return [f"{RETIRE}{locations[place].ships[level]}" for place, level in ship_groups(play, seat)]


def trade(play: BeyondPlay, seat: Seat) -> Flow[None]:
    """Let a seat make any number of trades (R5.4)."""
    play.tell("trades", seat)
    while open_trades := trades(play, seat):
        barred = Barred(lambda: _barred_trades(play, seat))
        picks = yield Prompt(seat, "trade.deal", open_trades, 0, 1, default=(), barred=barred)
        if not picks:
            return
        yield from _deal(play, seat, str(picks[0]))


def _deal(play: BeyondPlay, seat: Seat, deal: str) -> Flow[None]:
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
        place, level = play.pack.sides[play.seats].ship_of[deal.removeprefix(RETIRE)]
        faction.ore -= price
        play.state.locations[place].fleets[seat].remove(level)
        faction.population += 1
        play.tell("retired", seat, level=level, ore=price)
        yield from settle(play, seat, [place])
