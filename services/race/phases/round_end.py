"""Round end: the hand limit, then the next round or the end of the game (R10, R11.1)."""

from services.kit.flow import Flow, together
from services.kit.prompt import Prompt
from services.race.cards import Number
from services.race.phases.agenda import next_round
from services.race.table import RacePlay, abilities, components, discard_from_hand


def round_end(play: RacePlay) -> Flow[None]:
    """All discard down to their hand limit (R10.1)."""
    discarded = yield from together(play, [_discard(play, seat) for seat in range(play.seats)])
    for seat, cards in enumerate(discarded):
        if cards:
            play.tell("discarded", seat, count=len(cards), private={seat: {"cards": components(play, cards)}})
    next_round(play)


def _discard(play: RacePlay, seat: int) -> Flow[tuple[Number, ...]]:
    hand = play.state.empires[seat].hand
    excess = len(hand) - abilities(play, seat).hand_limit
    if excess <= 0:
        return ()
    cards: tuple[Number, ...] = yield Prompt(seat, "round_end.discard", tuple(hand), excess, excess)
    discard_from_hand(play, seat, cards)
    return cards
