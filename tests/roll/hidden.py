"""What tests must know of Roll for the Galaxy: where every piece lies, and which of them a viewer cannot see."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from galaxytables_kit import Seat
from galaxytables_kit.contract import Pieces
from galaxytables_roll.components.numbers import TileNumber
from galaxytables_roll.components.tiles import DEVELOPMENTS, WORLDS
from galaxytables_roll.dice import DIE_OF, DIE_WORDS, FACES, SHOWING, WILD, OwnedDie, RolledDie, colour_of, colour_shown
from galaxytables_roll.state import NO_DIE, NONE, Exploring, RollState, SeatState
from tests.roll.scene import PACK

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
