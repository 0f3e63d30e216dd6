"""Roll for the Galaxy passes the suite that every game passes, and loses or doubles no piece."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from galaxy.roll.v1 import roll_pb2
from galaxy.rules.v1 import rules_pb2
from services.kit import Seat
from services.kit.contract import Pieces, Subject, contract, lost_and_doubled
from services.kit.event import Told
from services.kit.live import LiveGame
from services.kit.playout import begin, random_answer
from services.roll.components.numbers import TileNumber
from services.roll.components.tiles import DEVELOPMENTS, WORLDS, Pack
from services.roll.dice import DIE_OF, DIE_WORDS, FACES, SHOWING, WILD, OwnedDie, RolledDie, colour_of, colour_shown
from services.roll.rules import ROLL
from services.roll.state import NO_DIE, NONE, Exploring, RollOptions, RollState, SeatState
from tests.roll.scene import PACK, PACKS

Live = LiveGame[RollState, Pack, RollOptions]
Tiles = tuple[str, list[TileNumber]]
Dice = tuple[str, list[OwnedDie]]
RolledDice = tuple[str, list[RolledDie]]

START_TILES = {"faction half": 2, "home world": 1}
"""What every player is dealt (R2.4, R2.5)."""

GAME_TILES = {
    kind: [(sides[side].id, sides[side].tile) for sides in PACK.sides]
    for kind, side in (("development", DEVELOPMENTS), ("world", WORLDS))
}
"""The faces of game tiles, each with its tile."""


def tiles_of(seat: SeatState) -> Iterator[Tiles]:
    """Where game tiles of a player lie."""
    yield "drawn", seat.drawn
    yield from zip(("developments", "worlds"), seat.stacks, strict=True)


def dice_at_rest(seat: SeatState) -> Iterator[Dice]:
    """Where dice of a player lie whose faces do not count."""
    yield "cup", seat.cup
    yield "citizenry", seat.citizenry
    for side, dice in zip(("developers", "settlers"), seat.builders, strict=True):
        yield side, dice
    for dice in seat.goods.values():
        yield "goods", dice


def rolled_dice(seat: SeatState) -> Iterator[RolledDice]:
    """Where dice of a player lie that show a face."""
    yield "wild", seat.wild
    yield "dictated", seat.dictated
    for dice in seat.strip:
        yield "strip", dice


def abandoned(state: RollState) -> list[TileNumber]:
    """Tiles under the Explore phase tile."""
    return state.phase.abandoned if isinstance(state.phase, Exploring) else []


def census(state: RollState) -> Pieces:
    """Both faces of each game tile, start tiles by seat, dice by colour: wherever they lie."""
    tiles: list[TileNumber] = [*state.bag, *abandoned(state)]
    dice: list[int] = []
    start: dict[str, Counter[str]] = {kind: Counter() for kind in START_TILES}
    for number, seat in enumerate(state.seats):
        for _, lying in tiles_of(seat):
            tiles += lying
        for _, resting in dice_at_rest(seat):
            dice += map(colour_of, resting)
        for _, rolled in rolled_dice(seat):
            dice += map(colour_shown, rolled)
        if seat.selector != NO_DIE:
            dice.append(colour_shown(seat.selector))
        for face in seat.empire:
            if PACK.faces[face].tile < len(PACK.sides):
                tiles.append(PACK.faces[face].tile)
            else:
                start["home world" if face in PACK.home_worlds else "faction half"][f"seat {number}"] += 1
    found, coloured = Counter(tiles), Counter(dice)
    return {
        **{kind: {face: found[tile] for face, tile in faces} for kind, faces in GAME_TILES.items()},
        "die": {f"{word}_die": state.supply[colour] + coloured[colour] for colour, word in enumerate(DIE_WORDS)},
        **start,
    }


def copies(component: rules_pb2.Component, options: RollOptions, seats: int) -> int:
    """All game tiles and dice; start tiles are dealt at random, so they are counted by seat."""
    del options, seats
    start = {"faction", "home_world"} & {fact.name for fact in component.facts}
    return 0 if start else component.copies


def dealt(options: RollOptions, seats: int) -> Pieces:
    """Start tiles."""
    del options
    return {kind: {f"seat {seat}": count for seat in range(seats)} for kind, count in START_TILES.items()}


def permute_hidden(state: RollState, viewer: Seat | None, random: Random) -> None:
    """Exchange unseen tiles; roll the dice behind other screens again."""
    others = [seat for number, seat in enumerate(state.seats) if number != viewer]
    places = [(state.bag, 0), (abandoned(state), 0), *((seat.drawn, 0) for seat in others)]
    shown = 1 if state.round else 0
    places += [(stack, shown) for seat in others for stack in seat.stacks]
    tiles = [tile for place, top in places for tile in place[top:]]
    random.shuffle(tiles)
    for place, top in places:
        place[top:] = [tiles.pop() for _ in place[top:]]
    if not state.executed:
        for seat in others:
            _assign_anew(seat, random)


def _assign_anew(seat: SeatState, random: Random) -> None:
    """Other faces, at other phases; if a phase is selected another one, by another die or by one that moved since."""
    dice = [*seat.wild, *seat.dictated, *(die for dice in seat.strip for die in dice)]
    dice += [seat.selector] if seat.selector != NO_DIE else []
    random.shuffle(dice)
    seat.wild, seat.dictated, seat.strip, seat.selector = [], [], [[] for _ in seat.strip], NO_DIE
    if seat.selected != NONE:
        seat.selected = random.randrange(len(seat.strip))
        if random.random() < 0.5:
            seat.selector = SHOWING[DIE_OF[dice.pop()]][random.randrange(FACES)]
    for die in dice:
        face = random.randrange(FACES)
        shown = SHOWING[DIE_OF[die]][face]
        (seat.wild if face == WILD else seat.strip[face]).append(shown)


PASSING = frozenset({"placed"})
"""A tile that is put under an empty stack is its top tile."""
PRINTED = frozenset({"phase_tile", "phase_strip", "player_mat", "vp_chip"})
"""Boards, tiles that lie where they lie, and chips, which the table counts as VP."""

TestContract = contract(
    Subject(
        ROLL,
        census,
        permute_hidden,
        playouts=25,
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
        playouts=10,
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


def answer(live: Live, random: Random) -> list[Told]:
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


def _book(told: Told, chips: list[int], credits_: list[int]) -> None:
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


def _amount(told: Told, fact: str) -> int:
    amount = told.facts[fact]
    assert isinstance(amount, int)
    assert amount > 0 or told.kind == "credits"
    return amount
