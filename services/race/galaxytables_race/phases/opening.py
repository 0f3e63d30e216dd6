"""The opening: first hands, start worlds, and the opening discard (R2)."""

from galaxytables_kit import Flow, Prompt, Seat, seated, together
from galaxytables_race.components.cards import CardNumber
from galaxytables_race.state.phases import Opening
from galaxytables_race.table import (
    RacePlay,
    abilities,
    component,
    components,
    discard,
    discard_from_hand,
    put_good,
    take,
)
from galaxytables_race.table.running import running

OPENING_DRAW = 6


def begin(play: RacePlay) -> Opening:
    """Empty all hands, and return the state with which the opening begins. It holds the cards that were in hand.

    Each seat chooses its start world and first hand from its opening cards.
    """
    drawn = [empire.hand for empire in play.state.empires]
    for empire in play.state.empires:
        empire.hand = []
    return Opening(drawn)


def hands_are_drawn(play: RacePlay) -> bool:
    """Return whether first hands are drawn from the deck; otherwise they are preset (R2.10)."""
    return not play.options.preset_hands


def draw_hands(play: RacePlay) -> None:
    """All draw their opening cards (R2.4)."""
    running(play, Opening).drawn = [take(play, seat, OPENING_DRAW) for seat in play.all_seats]


def choose_start(play: RacePlay) -> Flow[None]:
    """All seats choose a start world and a first hand in secret, then reveal the worlds (R2.3-R2.6)."""
    discarded = yield from together(play, [_begin(play, seat) for seat in play.all_seats])
    for seat, empire in seated(play.state.empires):
        (start,) = empire.tableau
        private = {seat: {"hand": components(play, empire.hand), "discarded": components(play, discarded[seat])}}
        play.tell("begins", seat, world=component(play, start), private=private)
        if play.pack.cards[start].production == "windfall":
            put_good(play, seat, start)


def find_first_seat(play: RacePlay) -> None:
    """The seat whose start world has the lowest number becomes first in turn order (R2.8)."""
    starts = [play.pack.cards[empire.tableau[0]].start_world or 0 for empire in play.state.empires]
    play.state.first_seat = Seat(starts.index(min(starts)))


def _begin(play: RacePlay, seat: Seat) -> Flow[tuple[CardNumber, ...]]:
    empire = play.state.empires[seat]
    picks = yield Prompt(seat, "setup.start_world", tuple(empire.dealt))
    start: CardNumber = picks[0]
    discard(play, seat, [card for card in empire.dealt if card != start])
    empire.dealt = []
    empire.tableau = (start,)
    drawn = running(play, Opening).drawn
    empire.hand, drawn[seat] = drawn[seat], []
    excess = max(0, len(empire.hand) - abilities(play, seat).opening_hand)
    cards: tuple[CardNumber, ...] = yield Prompt(seat, "setup.discard", tuple(empire.hand), excess, excess)
    discard_from_hand(play, seat, cards)
    count = abilities(play, seat).saving.at_setup
    if count:
        saved = yield Prompt(seat, "setup.put_under", tuple(empire.hand), count, count, subject=start)
        for card in saved:
            empire.hand.remove(card)
        empire.saved[start] = list(saved)
    return cards
