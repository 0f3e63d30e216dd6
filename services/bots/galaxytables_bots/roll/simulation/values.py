"""The result that a seat of Roll for the Galaxy can expect, estimated when the dice of a round are rolled."""

from math import tanh

from galaxytables_bots.values import Values
from galaxytables_kit import Seat
from galaxytables_roll.components.tiles import Face, Pack
from galaxytables_roll.dice import COLOURS, DIE_WORDS, OF_A_COLOUR, OwnedDie
from galaxytables_roll.ending import ENDING_TILES, VP_PER_PLAYER
from galaxytables_roll.powers import capacity, cost
from galaxytables_roll.scoring import score_parts
from galaxytables_roll.state import RollPlay, RollState, SeatState, dice_of

LEAD = 5.0
_LEAD_BEFORE = 5.0
"""The lead in VP that counts as 0.76 of a win: at the end, and how much more is needed at the start."""
_LONGEST = 20
"""The latest last round of a game, for these values."""
_AT_FIRST = 3
"""The number of tiles in an empire when the game begins."""


def expected(values: Values, play: RollPlay, seat: Seat) -> float:
    """Return a seat's expected result, from -1 (lost) to 1 (won)."""
    far = progress(play.state)
    points = [points_of(play.pack, mine) + values.worth(features_of(play.pack, mine), far) for mine in play.state.seats]
    best = max(each for other, each in enumerate(points) if other != seat)
    return tanh((points[seat] - best) / (LEAD + _LEAD_BEFORE * (1 - far)))


def points_of(pack: Pack, mine: SeatState) -> int:
    """Return the current points of a seat."""
    return sum(score_parts(pack, mine).values())


def progress(state: RollState) -> float:
    """Return how far a game has come, from 0 to 1: by the tiles that are built, or by the VP chips left."""
    tiles = max([len(mine.empire) for mine in state.seats])
    chips = sum([mine.chips for mine in state.seats])
    by_chips = chips / (VP_PER_PLAYER * len(state.seats))
    return min(1.0, max((tiles - _AT_FIRST) / (ENDING_TILES - _AT_FIRST), by_chips, (state.round - 1) / _LONGEST))


def features_of(pack: Pack, mine: SeatState) -> dict[str, float]:
    """Return the features of a seat by name, without its points. They are evaluated by weights."""
    faces = pack.faces
    found = dict.fromkeys([faces[face].id for face in mine.empire], 1.0)
    colours = [0] * COLOURS
    for die in dice_of(mine):
        colours[die // OF_A_COLOUR] += 1
    for colour, count in enumerate(colours):
        found[f"{DIE_WORDS[colour]} dice"] = count
    goods = [(faces[world], die) for world, dice in mine.goods.items() for die in dice]
    found["credits"] = mine.credits
    found["citizens"] = len(mine.citizenry)
    found["short"] = max(0, len(mine.citizenry) - mine.credits)
    found["tiles"] = len(mine.empire)
    found["chips"] = mine.chips
    found["goods"] = len(goods)
    found["fitting goods"] = sum([_fits(world, die) for world, die in goods])
    found["dear goods"] = sum([pack.trade[world.colour] for world, _ in goods if world.colour])
    found["room"] = max(0, capacity(pack, mine) * len(mine.goods) - len(goods))
    for side, word in enumerate(("developments", "worlds")):
        stack, lying = mine.stacks[side], len(mine.builders[side])
        found |= {f"{pack.sides[tile][side].id} waiting": 1.0 for tile in stack}
        found[f"{word} begun"] = lying
        found[f"{word} waiting"] = len(stack)
        found[f"no {word}"] = not stack
        if stack:
            top = pack.sides[stack[0]][side]
            needed = cost(pack, mine, top)
            found[f"{word} missing"] = max(0, needed - lying)
            found[f"{word} on top"] = top.cost
            found[f"dear {word} waiting"] = sum([pack.sides[tile][side].cost for tile in stack])
            if top.bonus is not None:
                found["bonus on top"] = 1.0
    return found


def _fits(world: Face, die: OwnedDie) -> bool:
    return DIE_WORDS[die // OF_A_COLOUR] in (world.colour, "consumption")
