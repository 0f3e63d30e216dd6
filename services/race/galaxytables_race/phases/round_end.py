"""Round end: the hand limit, then the next round or the end of the game (R10, R11.1)."""

from galaxytables_kit import Flow, Prompt, Seat, together
from galaxytables_race.abilities import HAND_LIMIT
from galaxytables_race.components.cards import CardNumber
from galaxytables_race.state.phases import RoundEnding
from galaxytables_race.table import RacePlay, abilities, components, discard_from_hand, draw, take_back
from galaxytables_race.table.running import running


def begin(play: RacePlay) -> RoundEnding:
    """Return the state with which the round end begins."""
    return RoundEnding([0] * play.seats)


def hands_are_large(play: RacePlay) -> bool:
    """Return whether any seat has more cards in hand than the usual hand limit."""
    return max([len(empire.hand) for empire in play.state.empires]) > HAND_LIMIT


def discard_down(play: RacePlay) -> Flow[None]:
    """Each seat discards until its hand is within its hand limit (R10.1)."""
    over = [(seat, excess) for seat in play.all_seats if (excess := _excess(play, seat)) > 0]
    discarded = yield from together(play, [_discard(play, seat, excess) for seat, excess in over])
    for (seat, excess), cards in zip(over, discarded, strict=True):
        running(play, RoundEnding).over_limit[seat] = excess
        play.tell("discarded", seat, count=excess, private={seat: {"cards": components(play, cards)}})
    _take_discards(play, {seat: cards for (seat, _), cards in zip(over, discarded, strict=True)})


def _take_discards(play: RacePlay, discarded: dict[Seat, tuple[CardNumber, ...]]) -> None:
    """Give all discards of the others to a seat with the power, whatever its own hand size (R10.2).

    With its own deck, a seat draws as many cards from that instead (R18.7).
    """
    for seat in play.all_seats:
        cards = [card for other, given in discarded.items() if other != seat for card in given]
        if not cards or not abilities(play, seat).takes_discards:
            continue
        if len(play.state.decks) > 1:
            draw(play, seat, len(cards), "round_end")
            continue
        take_back(play, seat, cards)
        play.state.empires[seat].hand.extend(cards)
        play.tell("took", seat, count=len(cards), private={seat: {"cards": components(play, cards)}})


def _excess(play: RacePlay, seat: Seat) -> int:
    """Return how many cards a hand has above its limit."""
    cards = len(play.state.empires[seat].hand)
    return 0 if cards <= HAND_LIMIT else cards - abilities(play, seat).hand_limit


def _discard(play: RacePlay, seat: Seat, excess: int) -> Flow[tuple[CardNumber, ...]]:
    hand = tuple(play.state.empires[seat].hand)
    cards: tuple[CardNumber, ...] = yield Prompt(seat, "round_end.discard", hand, excess, excess)
    discard_from_hand(play, seat, cards)
    return cards
