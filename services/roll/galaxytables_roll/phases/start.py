"""The steps before the first round: dealing tiles, and choosing the sides of the start tiles (R2.4-R2.9)."""

from galaxytables_kit import Component, Flow, Prompt, Seat, seated, together
from galaxytables_roll.components.numbers import TileNumber
from galaxytables_roll.components.tiles import DEVELOPMENTS, WORLDS
from galaxytables_roll.state import RollPlay


def deal(play: RollPlay) -> None:
    """Everybody sees which tiles were dealt (R2.4, R2.5)."""
    for seat, mine in seated(play.state.seats):
        first, second, home = (Component(play.pack.faces[face].id) for face in mine.empire)
        play.tell("dealt", seat, faction=mine.faction, first=first, second=second, home=home)


def sides_are_chosen(play: RollPlay) -> bool:
    """Return whether players choose the sides of their start tiles themselves."""
    return play.options.sides == "choose"


def cheaper_sides_are_up(play: RollPlay) -> bool:
    """Return whether players do not choose: of their start tiles, the cheaper sides are turned up."""
    return play.options.sides == "cheaper"


def choose_sides(play: RollPlay) -> Flow[None]:
    """Each player puts one start tile on each stack (R2.6, R2.7)."""
    yield from together(play, [_choose_side(play, seat) for seat in play.all_seats])


def put_cheaper_sides_up(play: RollPlay) -> None:
    """Lay out each player's two start tiles (R2.9): one shows the cheaper development, the other its world."""
    for seat, mine in seated(play.state.seats):
        _put(play, seat, _cheaper(play, mine.drawn))


def show_start_tiles(play: RollPlay) -> None:
    """Everybody sees which start tiles lie on the stacks."""
    for seat, mine in seated(play.state.seats):
        development, world = mine.stacks[DEVELOPMENTS][0], mine.stacks[WORLDS][0]
        play.tell(
            "began",
            seat,
            development=Component(play.pack.sides[development][DEVELOPMENTS].id),
            world=Component(play.pack.sides[world][WORLDS].id),
        )


def _choose_side(play: RollPlay, seat: Seat) -> Flow[None]:
    drawn = play.state.seats[seat].drawn
    cheaper = _cheaper(play, drawn)
    other = next(tile for tile in drawn if tile != cheaper)
    options = tuple(play.pack.sides[tile][DEVELOPMENTS].id for tile in (cheaper, other))
    (pick,) = yield Prompt(seat, "start.development", options)
    _put(play, seat, play.pack.faces[play.pack.by_id[str(pick)]].tile)


def _put(play: RollPlay, seat: Seat, development: TileNumber) -> None:
    mine = play.state.seats[seat]
    mine.drawn.remove(development)
    mine.stacks[DEVELOPMENTS].append(development)
    mine.stacks[WORLDS].append(mine.drawn.pop())


def _cheaper(play: RollPlay, drawn: list[TileNumber]) -> TileNumber:
    """Return the tile for the development of a beginner: the cheaper one; the cheaper world breaks ties (R2.9)."""
    sides = play.pack.sides
    one, two = drawn

    def costs(development: TileNumber, world: TileNumber) -> tuple[int, int]:
        return sides[development][DEVELOPMENTS].cost, sides[world][WORLDS].cost

    return one if costs(one, two) <= costs(two, one) else two
