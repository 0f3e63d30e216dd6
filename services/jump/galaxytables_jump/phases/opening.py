"""The opening: each player keeps some of the cards dealt (R1.3, R1.4)."""

from galaxytables_jump.table import JumpPlay, clockwise, discard_aside, lay_aside
from galaxytables_kit import Flow, seated, together


def deal(play: JumpPlay) -> None:
    """Each player sees the cards that the player was dealt."""
    for seat, player in seated(play.state.players):
        cards = play.pack.components(player.hand)
        play.tell("dealt", seat, count=len(player.hand), private={seat: {"cards": cards}})


def keep(play: JumpPlay) -> Flow[None]:
    """Every player keeps 5 of the 7 cards dealt; a preset hand is kept whole."""
    surplus = [len(player.hand) - play.pack.kept for player in play.state.players]
    yield from together(play, [lay_aside(play, seat, "opening.discard", surplus[seat]) for seat in play.all_seats])
    for seat, _ in clockwise(play):
        discard_aside(play, seat, "opening")
