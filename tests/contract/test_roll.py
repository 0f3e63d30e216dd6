"""Roll for the Galaxy passes the suite that every game passes, and loses or doubles no piece."""

from collections.abc import Iterator
from random import Random
from typing import Any

from galaxytables.roll.v1 import roll_pb2
from galaxytables.rules.v1 import rules_pb2
from galaxytables_kit.contract import Pieces, Subject, contract, lost_and_doubled
from galaxytables_kit.event import EmittedEvent
from galaxytables_kit.live import LiveGame
from galaxytables_kit.playout import begin, random_answer
from galaxytables_roll.components.tiles import Pack
from galaxytables_roll.rules import ROLL
from galaxytables_roll.state import NO_DIE, RollOptions, RollState
from tests.probe.games import random_games, some_seats
from tests.roll.hidden import START_TILES, abandoned, census, dice_at_rest, permute_hidden, rolled_dice, tiles_of
from tests.roll.scene import PACKS

Live = LiveGame[RollState, Pack, RollOptions]


def copies(component: rules_pb2.Component, options: RollOptions, seats: int) -> int:
    """All game tiles and dice; start tiles are dealt at random, so they are counted by seat."""
    del options, seats
    start = {"faction", "home_world"} & {fact.name for fact in component.facts}
    return 0 if start else component.copies


def dealt(options: RollOptions, seats: int) -> Pieces:
    """Start tiles."""
    del options
    return {kind: {f"seat {seat}": count for seat in range(seats)} for kind, count in START_TILES.items()}


PASSING = frozenset({"placed"})
"""A tile that is put under an empty stack is its top tile."""
PRINTED = frozenset({"phase_tile", "phase_strip", "player_mat", "vp_chip"})
"""Boards, tiles that lie where they lie, and chips, which the table counts as VP."""

TestContract = contract(
    Subject(
        ROLL,
        census,
        permute_hidden,
        seats=some_seats(2, 5),
        playouts=random_games(5),
        thorough_playouts=1,
        copies=copies,
        besides=dealt,
        passing=PASSING,
        printed=PRINTED,
    )
)
TestContractWithOtherOptions = contract(
    Subject(
        ROLL,
        census,
        permute_hidden,
        setups=({"sides": "cheaper", "selecting_die": "locked"},),
        seats=(2,),
        playouts=random_games(5),
        thorough_playouts=1,
        copies=copies,
        besides=dealt,
        passing=PASSING,
        printed=PRINTED,
    )
)


def games(*seats: int) -> Iterator[tuple[Live, Random]]:
    """Random games with these numbers of seats, before their first choice."""
    for seed, count in enumerate(seats):
        yield begin(ROLL, PACKS, count, RollOptions(), seed), Random(seed)


def answer(live: Live, random: Random) -> list[EmittedEvent]:
    key, prompt = random.choice(list(live.prompts.items()))
    return live.answer(prompt.seat, key, random_answer(prompt, random))


def zones(state: RollState) -> Iterator[tuple[str, list[Any]]]:
    """Every place where pieces lie, save the supply and the selecting die."""
    yield "bag", state.bag
    yield "abandoned", abandoned(state)
    for seat in state.seats:
        yield "empire", seat.empire
        yield from tiles_of(seat)
        yield from dice_at_rest(seat)
        yield from rolled_dice(seat)


def test_the_census_notices_each_piece_lost_or_doubled_anywhere() -> None:
    seen = set()
    for live, random in games(2, 3, 5):
        while live.prompts:
            if random.random() < 0.2:
                seen |= set(_tampered(live.play.state))
            answer(live, random)
    assert seen == {name for name, _ in zones(live.play.state)} | {"goods", "selector", "supply"}


def _tampered(state: RollState) -> Iterator[str]:
    """Lose and double one piece of each place in turn; give the names of the places that held any."""
    before = census(state)
    for name, zone in zones(state):
        for change in lost_and_doubled(zone):
            assert census(state) != before, f"{change} in {name}"
            yield name
    for seat in state.seats:
        if seat.selector != NO_DIE:
            yield "selector"
            selector, seat.selector = seat.selector, NO_DIE
            assert census(state) != before
            seat.selector = selector
    for colour in range(len(state.supply)):
        yield "supply"
        for more in (-1, 1):
            state.supply[colour] += more
            assert census(state) != before
            state.supply[colour] -= more
    assert census(state) == before


def test_every_chip_and_credit_that_comes_or_goes_is_told() -> None:
    """Of these the table keeps totals only, so what is told accounts for them."""
    for live, random in games(2, 3, 4, 5):
        chips = [0] * live.play.seats
        credits_ = [seat.credits for seat in live.play.state.seats]
        moments = 0
        while live.prompts:
            for told in answer(live, random):
                _book(told, chips, credits_)
            if not live.play.holding:
                moments += 1
                assert [seat.chips for seat in live.play.state.seats] == chips
                assert [seat.credits for seat in live.play.state.seats] == credits_
                assert all(0 <= amount <= 10 for amount in credits_)
                view = live.view(None)
                assert isinstance(view, roll_pb2.RollView)
                assert view.vp_pool == max(0, 12 * live.play.seats - sum(chips))
        assert moments > 0
        assert sum(chips) > 0


def _book(told: EmittedEvent, chips: list[int], credits_: list[int]) -> None:
    if told.seat is None:
        return
    match told.kind:
        case "chips":
            chips[told.seat] += _amount(told, "amount")
        case "credits":
            credits_[told.seat] += _amount(told, "amount")
        case "paid":
            credits_[told.seat] -= _amount(told, "amount")
        case "recruited":
            credits_[told.seat] -= _amount(told, "count")
        case "last_credit":
            credits_[told.seat] += 1


def _amount(told: EmittedEvent, fact: str) -> int:
    amount = told.facts[fact]
    assert isinstance(amount, int)
    assert amount > 0 or told.kind == "credits"
    return amount
