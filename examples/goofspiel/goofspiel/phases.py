"""A round: a prize is turned up, all players bid for it in secret, and the highest bid takes it."""

from collections.abc import Sequence

from galaxytables_kit import Components, Flow, Prompt, Seat, seated, together
from goofspiel.state import GoofspielPlay


def turn_up(play: GoofspielPlay) -> None:
    """The next prize is turned up; prizes left over from ties are still there (2.1)."""
    state = play.state
    state.prizes.append(state.deck.pop())
    play.show()
    play.tell("turned_up", round=len(state.players[0].spent) + 1, prizes=Components(tuple(state.prizes)))


def bid(play: GoofspielPlay) -> Flow[None]:
    """Everybody puts a card face down as a bid, in secret (2.2)."""
    yield from together(play, [_one_bid(play, seat) for seat in play.all_seats])


def _one_bid(play: GoofspielPlay, seat: Seat) -> Flow[None]:
    hand = play.state.players[seat].hand
    (value,) = yield Prompt(seat, "bid", tuple(hand))
    play.state.bids[seat] = int(value)
    hand.remove(int(value))


def award(play: GoofspielPlay) -> None:
    """The bids are shown. The highest bid takes the prizes; an option says what happens after a tie (3.1, 3.2)."""
    state, prizes = play.state, Components(tuple(play.state.prizes))
    for seat, player in seated(state.players):
        player.spent.append(state.bids.pop(seat))
        play.tell("bid", seat, value=player.spent[-1])
    winner = _winner([player.spent[-1] for player in state.players], alone=play.options.ties == "single")
    if winner is not None:
        play.tell("won", winner, prizes=prizes, points=play.pack.points(state.prizes))
        state.players[winner].won += state.prizes
        state.prizes.clear()
    elif play.options.ties == "lost":
        play.tell("lost", prizes=prizes)
        state.lost += state.prizes
        state.prizes.clear()
    else:
        play.tell("stayed", prizes=prizes)


def deck_is_empty(play: GoofspielPlay) -> bool:
    """Return whether all prizes have been turned up, so that no round is left (4.1)."""
    return not play.state.deck


def _winner(bids: Sequence[int], *, alone: bool) -> Seat | None:
    """The seat of the highest bid, or of the highest that only one made; None where there is none."""
    highest = max((bid for bid in bids if not alone or bids.count(bid) == 1), default=0)
    return Seat(bids.index(highest)) if bids.count(highest) == 1 else None
