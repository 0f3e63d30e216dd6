"""Draws tiles from the bag, and finds more tiles if the bag runs short (R5.11-R5.14)."""

from galaxytables_kit import Component, Components, Flow, Prompt, Seat
from galaxytables_roll.rulings import rulings
from galaxytables_roll.state import RollPlay, SeatState, exploring

GIVING_TILES = 3
"""A player with this many tiles in the construction zone gives one when another's Scout finds too few (R5.13)."""


def draw(play: RollPlay, seat: Seat, count: int) -> Flow[None]:
    """Draw tiles for a player, who will place them.

    Draws fewer if the bag runs short even after everything that the rules allow to refill it (R5.14).
    """
    state, mine = play.state, play.state.seats[seat]
    _draw_from_bag(play, mine, count)
    if len(mine.drawn) < count:
        return_abandoned(play)
        _draw_from_bag(play, mine, count)
    if len(mine.drawn) < count:
        for giver in state.order:
            yield from _give(play, giver, free=giver == seat and rulings(play).scout_gives_freely)
        if state.bag:
            play.chance.shuffle(state.bag)
            _draw_from_bag(play, mine, count)
    if mine.drawn and play.listening:
        sides = tuple(side.id for tile in mine.drawn for side in play.pack.sides[tile])
        play.tell("drew", seat, count=len(mine.drawn), private={seat: {"sides": Components(sides)}})


def _draw_from_bag(play: RollPlay, mine: SeatState, count: int) -> None:
    bag = play.state.bag
    while bag and len(mine.drawn) < count:
        mine.drawn.append(bag.pop())
        play.show()


def return_abandoned(play: RollPlay) -> None:
    """Put all abandoned tiles back into the bag and shuffle it (R5.11, R5.12)."""
    bag, abandoned = play.state.bag, exploring(play).abandoned
    if abandoned:
        play.tell("bag_refilled", count=len(abandoned))
        bag += abandoned
        abandoned.clear()
        play.chance.shuffle(bag)


def _give(play: RollPlay, giver: Seat, *, free: bool) -> Flow[None]:
    """Put one tile of the construction zone into the bag, of the owner's choice (R5.13).

    If the owner is `free` to give one, one tile in the zone is enough.
    """
    mine = play.state.seats[giver]
    zone = tuple(play.pack.sides[tile][side].id for side, stack in enumerate(mine.stacks) for tile in stack)
    if len(zone) < (1 if free else GIVING_TILES):
        return
    picks = yield Prompt(giver, "explore.give", zone, 0 if free else 1, 1, default=() if free else (zone[-1],))
    for pick in picks:
        face = play.pack.faces[play.pack.by_id[str(pick)]]
        mine.stacks[face.world].remove(face.tile)
        play.state.bag.append(face.tile)
        play.tell("gave", giver, private={giver: {"tile": Component(face.id)}})
