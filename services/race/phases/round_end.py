"""Round end: the hand limit, then the next round or the end of the game (R10, R11.1)."""

from services.kit.flow import Flow, together
from services.kit.prompt import Prompt
from services.race.abilities import HAND_LIMIT
from services.race.cards import Number
from services.race.phases.agenda import end_round
from services.race.table import RacePlay, abilities, components, discard_from_hand, draw, take_back


def round_end(play: RacePlay) -> Flow[None]:
    """All discard down to their hand limit (R10.1)."""
    over = [(seat, excess) for seat in range(play.seats) if (excess := _excess(play, seat)) > 0]
    discarded = []
    if over:
        discarded = yield from together(play, [_discard(play, seat, excess) for seat, excess in over])
    for (seat, excess), cards in zip(over, discarded, strict=True):
        play.state.empires[seat].over_limit = excess
        play.tell("discarded", seat, count=excess, private={seat: {"cards": components(play, cards)}})
    _take_discards(play, {seat: cards for (seat, _), cards in zip(over, discarded, strict=True)})
    end_round(play)
    for seat, _ in over:
        play.state.empires[seat].over_limit = 0


def _take_discards(play: RacePlay, discarded: dict[int, tuple[Number, ...]]) -> None:
    """Whoever has the power takes all that others discarded, whatever the own hand is then (R10.2).

    With a deck of one's own as many cards are drawn from it instead (R18.7).
    """
    for seat in range(play.seats):
        cards = [card for other, given in discarded.items() if other != seat for card in given]
        if not cards or not abilities(play, seat).brink.takes_discards:
            continue
        if len(play.state.decks) > 1:
            draw(play, seat, len(cards), "round_end")
            continue
        take_back(play, seat, cards)
        play.state.empires[seat].hand.extend(cards)
        play.tell("took", seat, count=len(cards), private={seat: {"cards": components(play, cards)}})


def _excess(play: RacePlay, seat: int) -> int:
    """How many cards a hand has above its limit."""
    cards = len(play.state.empires[seat].hand)
    return 0 if cards <= HAND_LIMIT else cards - abilities(play, seat).hand_limit


def _discard(play: RacePlay, seat: int, excess: int) -> Flow[tuple[Number, ...]]:
    hand = tuple(play.state.empires[seat].hand)
    cards: tuple[Number, ...] = yield Prompt(seat, "round_end.discard", hand, excess, excess)
    discard_from_hand(play, seat, cards)
    return cards
