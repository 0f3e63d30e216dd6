"""A turn: the player takes a card, and the next one is turned up. rules.py lists these steps in order."""

from collections.abc import Sequence

from galaxytables_kit import Component, Flow, Prompt, Seat

from newgame.state import CardPlay


def take(play: CardPlay, seat: Seat) -> Flow[None]:
    """Let the player take one card of the row (2.1)."""
    state = play.state
    (card,) = yield Prompt(seat, "take", tuple(state.row))  # a card that is alone takes itself
    state.row.remove(str(card))
    state.taken[seat].append(str(card))
    play.tell("taken", seat, card=Component(str(card)), round=len(state.taken[seat]))
    turn_up(play)


def turn_up(play: CardPlay) -> None:
    """Put the next card of the deck into the row, if there is one (2.2)."""
    state = play.state
    if state.deck:
        state.row.append(state.deck.pop())
        play.show()  # something hidden was shown, so the choice before it stands
        play.tell("turned_up", card=Component(state.row[-1]))


def everybody(play: CardPlay) -> Sequence[Seat]:
    """Return the seats that have a turn in a round: all, clockwise."""
    return play.all_seats


def row_is_empty(play: CardPlay) -> bool:
    """Return whether the last card of the row is taken, which ends the game (3.1)."""
    return not play.state.row
