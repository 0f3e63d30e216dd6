"""Placing drawn tiles, and rearranging the construction zone (R5.5, R13.1, R13.21)."""

from galaxytables_kit import Barred, Components, Flow, Picks, Prompt, Reason, Reasons, Seat
from galaxytables_roll.components.numbers import TileNumber
from galaxytables_roll.components.tiles import DEVELOPMENTS, WORLDS
from galaxytables_roll.reasons import as_tile
from galaxytables_roll.state import RollPlay

STAYS = Reason("not_drawn_now", "R13.21")
LIES_ON_TOP = Reason("lies_on_top", "R13.21")


def place(play: RollPlay, seat: Seat, *, may_top: bool) -> Flow[None]:
    """Let a player put all drawn tiles on the bottom of the stacks, either side up, in any order (R5.5).

    With `may_top`, the player may also put them on top.
    """
    mine = play.state.seats[seat]
    if not mine.drawn:
        return
    before = [len(stack) for stack in mine.stacks]
    faces = play.pack.faces
    if len(mine.drawn) == 1:
        tile = mine.drawn[0]
        (pick,) = yield Prompt(seat, "explore.place", tuple([side.id for side in play.pack.sides[tile]]))
        mine.stacks[faces[play.pack.by_id[str(pick)]].world].append(mine.drawn.pop())
    else:
        yield from _place_several(play, seat, mine.drawn)
    if may_top:
        yield from _raise(play, seat, before)
    if play.listening:
        _tell_placed(play, seat, before, secret=not may_top)


def _tell_placed(play: RollPlay, seat: Seat, before: list[int], *, secret: bool) -> None:
    mine, sides = play.state.seats[seat], play.pack.sides
    counts = [len(stack) - was for stack, was in zip(mine.stacks, before, strict=True)]
    placed = tuple(
        sides[tile][side].id
        for side, stack in enumerate(mine.stacks)
        for place, tile in enumerate(stack)
        if place >= before[side]
    )
    play.tell(
        "placed",
        seat,
        developments=counts[DEVELOPMENTS],
        worlds=counts[WORLDS],
        private={seat: {"tiles": Components(placed)}} if secret else {},
    )


def _place_several(play: RollPlay, seat: Seat, tiles: list[TileNumber], default: Picks = ()) -> Flow[None]:
    """Put tiles from a list under the stacks, in the player's order."""
    mine, pack = play.state.seats[seat], play.pack
    options = tuple(pack.sides[tile][DEVELOPMENTS].id for tile in tiles)
    picks = yield Prompt(seat, "explore.developments", options, 0, len(options), ordered=True, default=default)
    for pick in picks:
        tile = pack.faces[pack.by_id[str(pick)]].tile
        tiles.remove(tile)
        mine.stacks[DEVELOPMENTS].append(tile)
    options = tuple(pack.sides[tile][WORLDS].id for tile in tiles)
    picks = yield Prompt(seat, "explore.worlds", options, len(options), len(options), ordered=True)
    tiles.clear()
    mine.stacks[WORLDS] += [pack.faces[pack.by_id[str(pick)]].tile for pick in picks]


def _raise(play: RollPlay, seat: Seat, before: list[int]) -> Flow[None]:
    """Let tiles drawn by a Scout go on top of their stacks instead; the first pick becomes the top tile (R13.21)."""
    mine = play.state.seats[seat]
    options = tuple(
        play.pack.sides[tile][side].id
        for side, stack in enumerate(mine.stacks)
        if before[side]
        for tile in stack[before[side] :]
    )

    def staying() -> Reasons:
        return {
            as_tile(play.pack.sides[tile][side].number): STAYS if place < before[side] else LIES_ON_TOP
            for side, stack in enumerate(mine.stacks)
            for place, tile in enumerate(stack)
            if play.pack.sides[tile][side].id not in options
        }

    picks = yield Prompt(
        seat, "explore.top", options, 0, len(options), ordered=True, default=(), barred=Barred(staying)
    )
    for pick in reversed(picks):
        face = play.pack.faces[play.pack.by_id[str(pick)]]
        stack = mine.stacks[face.world]
        stack.remove(face.tile)
        stack.insert(0, face.tile)


def rearrange(play: RollPlay, seat: Seat) -> Flow[None]:
    """Let a player reorder both stacks and turn tiles over; dice on the stacks stay where they are (R13.1)."""
    mine = play.state.seats[seat]
    tiles = mine.drawn
    kept = tuple(play.pack.sides[tile][DEVELOPMENTS].id for tile in mine.stacks[DEVELOPMENTS])
    for stack in mine.stacks:
        tiles += stack
        stack.clear()
    yield from _place_several(play, seat, tiles, kept)
    play.tell("rearranged", seat, developments=len(mine.stacks[0]), worlds=len(mine.stacks[1]))
