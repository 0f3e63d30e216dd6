"""Helpers that many phases share: draw and discard cards, and list players in order."""

from typing import TypeAlias

from galaxytables_jump.components.cards import Pack
from galaxytables_jump.components.numbers import Cards
from galaxytables_jump.options import JumpOptions
from galaxytables_jump.state import JumpState, Player
from galaxytables_kit import Flow, Play, Prompt, Seat, seats_of

JumpPlay: TypeAlias = Play[JumpState, Pack, JumpOptions]


def clockwise(play: JumpPlay) -> list[tuple[Seat, Player]]:
    """Return all seats and players, the dealer first (R9.1)."""
    players = play.state.players
    return [(seat, players[seat]) for seat in seats_of(play.seats, play.options.dealer)]


def draw(play: JumpPlay, seat: Seat, count: int, why: str) -> int:
    """Draw up to `count` cards into a player's hand (R8.3, R8.6).

    Returns how many were drawn. `why` is the cause that the event names.
    """
    state = play.state
    if not state.deck:
        _reshuffle(play)
    drawn: Cards = []
    while state.deck and len(drawn) < count:
        missing = count - len(drawn)
        drawn += state.deck[: -missing - 1 : -1]
        del state.deck[-missing:]
        if not state.deck:
            _reshuffle(play)
    if drawn:
        state.players[seat].hand += drawn
        if play.listening:
            play.tell("drew", seat, count=len(drawn), why=why, private={seat: {"cards": play.pack.components(drawn)}})
    return len(drawn)


def _reshuffle(play: JumpPlay) -> None:
    """Make a new deck from the discards at once when the deck is empty (R8.3)."""
    state = play.state
    if state.discards:
        state.deck, state.discards = state.discards, []
        play.chance.shuffle(state.deck)
        play.tell("reshuffled", cards=len(state.deck))


def lay_aside(play: JumpPlay, seat: Seat, kind: str, count: int) -> Flow[None]:
    """Let a player choose exactly `count` hand cards and put them face down.

    They are discarded once all players are ready. By default these are the cards drawn last.
    """
    if count > 0:
        player = play.state.players[seat]
        hand = tuple(player.hand)
        cards = yield Prompt(seat, kind, hand, count, count, default=hand[-count:])
        for number in cards:
            player.hand.remove(number)
        player.turn.discarding += cards


def discard_aside(play: JumpPlay, seat: Seat, why: str) -> None:
    """Discard the cards that a player has put face down."""
    turn = play.state.players[seat].turn
    if turn.discarding:
        if play.listening:
            cards = play.pack.components(turn.discarding)
            play.tell("discarded", seat, count=len(turn.discarding), why=why, private={seat: {"cards": cards}})
        play.state.discards += turn.discarding
        turn.discarding.clear()
