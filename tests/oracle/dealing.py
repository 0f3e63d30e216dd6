"""The deck of a replay: whoever draws finds the cards on top that the transcript gave to that seat."""

from collections import Counter
from collections.abc import Collection, Iterator, MutableSequence
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from galaxytables_kit import Seat
from galaxytables_kit.prompt import Pick, Prompt
from galaxytables_race.abilities.tableau import abilities_of
from galaxytables_race.components.cards import CardNumber
from galaxytables_race.state import RaceState
from galaxytables_race.state.phases import Consuming, Exploring, Opening, Producing, RoundPhase, Searching
from galaxytables_race.table import working
from tests.oracle.departures import Departure
from tests.oracle.difference import Difference
from tests.oracle.match import Match
from tests.oracle.segment import Segment
from tests.oracle.transcript import Key

_TURNED_UP = ("look_through_the_deck", "reveal")
"""Steps in which cards are drawn only to be turned up."""


Place: TypeAlias = Literal["hand", "open", "world"]


class DealtChance:
    """Chance that deals the start worlds of the transcript; the dealer decides the order of the deck at each draw.

    `starts` are the first cards of each of the first shuffles.
    """

    def __init__(self, dealer: "Dealer", starts: list[list[CardNumber]]) -> None:
        self.counter = 0
        self._dealer = dealer
        self._starts = starts

    def below(self, outcomes: int) -> int:
        raise AssertionError(f"nothing is drawn out of {outcomes} in these games")

    def shuffle(self, items: MutableSequence[Any]) -> None:
        self.counter += 1
        if self._starts:
            first = self._starts.pop(0)
            items[:] = [*first, *(item for item in items if item not in first)]
        else:
            self._dealer.shuffled()


class DealtTable(RaceState):
    """The table of a replay: before a deck is drawn from, the dealer puts it in order."""

    dealer: Any = None

    def deck_of(self, seat: Seat) -> list[CardNumber]:
        """The deck, with the next cards of the seat on top."""
        self.dealer.stack(self, seat)
        return super().deck_of(seat)


class Drawn(Struct):
    """A card drawn and not looked at yet, and the place for which it was laid on top."""

    seat: Seat
    key: Key
    card: CardNumber
    place: Place


class Loan(Struct):
    """A card that a seat was dealt for another that was not to be had."""

    seat: Seat
    stand_in: CardNumber
    wanted: CardNumber


class Dealer:
    """Puts the deck in order before each draw, and sees afterwards where the cards went.

    The engine lets goods and hand cards of a seat come in another order than the rules. So what a seat draws next is
    a guess; where it was wrong the cards are exchanged as soon as they lie on the table.
    """

    def __init__(self, match: Match) -> None:
        self._match = match
        self._stacked: tuple[int, Key, Place, list[CardNumber]] = (0, (0, ""), "hand", [])
        self._length = 0
        self._drawn: list[Drawn] = []
        self._drawing: tuple[RaceState, int] | None = None
        self._new_decks = 0
        self.loans: list[Loan] = []
        self.turning_up: set[int] = set()
        """Seats that are about to turn up cards in Consume."""

    def stack(self, state: RaceState, seat: Seat) -> None:
        """Put the next cards of a seat on top of the deck."""
        self._count(state)
        self._drawing = state, seat
        key = key_of(state)
        segment = self._match.transcript.segments[key, seat]
        drawn = Counter(each.place for each in self._drawn if each.seat == seat and each.key == key)
        place: Place = "hand"
        if (self._match.step in _TURNED_UP or seat in self.turning_up) and len(segment.to_open) > drawn["open"]:
            place, due = "open", segment.to_open[drawn["open"] :]
        elif self._owes_a_good(state, seat):
            place, due = "world", [card for cards in segment.goods.values() for card in cards][drawn["world"] :][:1]
        else:
            due = segment.to_hand[drawn["hand"] :]
        cards = self._on_top(state, self._match.mapped(due))
        self._stacked = seat, key, place, cards
        self._length = len(state.decks[0])

    def shuffled(self) -> None:
        """Put a deck in order that the rules made new for a draw."""
        if self._drawing is not None:
            state, seat = self._drawing
            self._length = len(state.decks[0])
            self.stack(state, Seat(seat))

    def look(self, state: RaceState, asked: Collection[Prompt] = ()) -> None:
        """See where the cards went that were drawn, and exchange those that went elsewhere. Raises `Difference`.

        What is offered in a question that was asked stays where it is until the answer.
        """
        self._count(state)
        self._settle_loans(state, {pick for prompt in asked for pick in prompt.options})
        while self._drawn:
            drawn = self._drawn.pop(0)
            wanted = self._wanted(state, drawn)
            if wanted is not None and wanted != drawn.card:
                self._exchange(state, drawn, wanted)

    def changed(self, state: RaceState) -> None:
        """The deck is as it is: nobody drew from it as by the rules."""
        self._length = len(state.decks[0])
        self._stacked = 0, (0, ""), "hand", []

    def _count(self, state: RaceState) -> None:
        """Note which cards were drawn since the deck was last put in order."""
        seat, key, place, cards = self._stacked
        drawn = max(0, self._length - len(state.decks[0]))
        self._drawn += [Drawn(Seat(seat), key, card, place) for card in cards[:drawn]]
        self._length = len(state.decks[0])
        self._stacked = seat, key, place, cards[drawn:]

    def _owes_a_good(self, state: RaceState, seat: Seat) -> bool:
        """Whether the next card of a seat goes onto a world, as far as the table shows."""
        empire, phase = state.empires[seat], state.phase
        match self._match.step:
            case "choose_start":
                return True
            case "produce_goods":
                able = abilities_of(self._match.pack, working(state, seat))
                return any(world not in empire.goods for world in able.production_worlds)
            case "serve_windfalls" if isinstance(phase, Producing):
                able, produced = abilities_of(self._match.pack, working(state, seat)), phase.seats[seat].produced
                return not (produced and able.draw_here.get(produced[-1]))
            case "place" | "take_bonuses" | "choose_more":
                world = state.changes(seat).fresh[-1]
                return self._match.pack.cards[world].production == "windfall" and world not in empire.goods
        return False

    def _on_top(self, state: RaceState, due: tuple[CardNumber, ...]) -> list[CardNumber]:
        """Lay the cards on top of the deck, the first one uppermost; give all that lies there then.

        Others stand in for cards that are not to be had. Further cards lie below, so that it shows if the rules draw
        more than the transcript.
        """
        deck, discards = state.decks[0], state.discards[0]
        if not set(due) <= set(deck) and not set(discards).isdisjoint(due):
            self._make_new(state)
        wanted, held = set(due), set(deck)
        others = [card for card in deck if card not in wanted]
        if not wanted <= held:
            others.sort(key=self._due_to_somebody(state).__contains__)  # the least needed stand in for others
        cards: list[CardNumber] = []
        for card in due:
            if card in held:
                cards.append(card)
            elif others:
                cards.append(others.pop(0))
        deck[:] = [*others, *reversed(cards)]
        return [*cards, *reversed(others)]

    def _due_to_somebody(self, state: RaceState) -> set[CardNumber]:
        """What all seats have still to draw in the phase."""
        key, segments = key_of(state), self._match.transcript.segments
        return {
            self._match.ours[card]
            for segment in (segments[key, seat] for seat in range(len(state.empires)))
            for cards in (segment.to_hand, segment.to_open, *segment.goods.values())
            for card in cards
        }

    def _make_new(self, state: RaceState) -> None:
        """Make a new deck as the engine does, as soon as the old one is empty (R1.12)."""
        key = key_of(state)
        if key not in self._match.transcript.reshuffles:
            made = self._match.transcript.decks_made(key)
            if self._new_decks >= made:
                raise Difference(key, "new decks", self._new_decks + 1, made)
            self._new_decks = made
        self._match.met(Departure.NEW_DECK_AT_ONCE)
        state.decks[0].extend(state.discards[0])
        state.discards[0].clear()

    def _wanted(self, state: RaceState, drawn: Drawn) -> CardNumber | None:
        """The card that the transcript has at the place to which a drawn one went."""
        segment = self._match.transcript.segments[drawn.key, drawn.seat]
        goods = state.empires[drawn.seat].goods
        world = next((world for world, cards in goods.items() if drawn.card in cards), None)
        queue, place = segment.to_open if drawn.place == "open" else segment.to_hand, "the hand"
        if world is not None:
            place = self._match.pack.cards[world].name
            queue = segment.goods.get(self._match.theirs[world], [])
        if not queue:
            if self._undrawn(state, drawn, segment):
                return None
            raise Difference(drawn.key, f"draw of seat {drawn.seat}", f"one for {place}", "none")
        return self._match.ours[queue.pop(0)]

    def _undrawn(self, state: RaceState, drawn: Drawn, segment: Segment) -> bool:
        """Take back a card for a kind that the engine did not name."""
        hand = state.empires[drawn.seat].hand
        if not segment.named or drawn.card not in hand:
            return False
        hand.remove(drawn.card)
        state.decks[0].append(drawn.card)
        self._length += 1
        self._match.met(Departure.KIND_OF_A_PHASE)
        return True

    def _exchange(self, state: RaceState, drawn: Drawn, wanted: CardNumber) -> None:
        """Exchange two cards where both can be had: else one stands in for the other."""
        others = [each.card for each in self._drawn]
        if wanted in (*state.decks[0], *state.discards[0], *others):
            _swap(state, drawn.card, wanted)
            for each in self._drawn:
                if each.card == wanted:
                    each.card = drawn.card
        else:
            self._match.met(Departure.SEAT_BY_SEAT)
            self.loans.append(Loan(drawn.seat, drawn.card, wanted))

    def _settle_loans(self, state: RaceState, offered: Collection[Pick]) -> None:
        for loan in list(self.loans):
            empire = state.empires[loan.seat]
            held = any(loan.stand_in in cards for cards in (empire.hand, *empire.goods.values()))
            if held and loan.stand_in not in offered and loan.wanted in (*state.decks[0], *state.discards[0]):
                _swap(state, loan.stand_in, loan.wanted)
                self.loans.remove(loan)


def key_of(state: RaceState) -> Key:
    """The phase in which a table is."""
    return state.round, state.phase.name if isinstance(state.phase, RoundPhase) else ""


def _swap(state: RaceState, one: CardNumber, other: CardNumber) -> None:
    """Let two cards change places."""
    exchanged = {one: other, other: one}
    for cards in _places(state):
        if one in cards or other in cards:
            cards[:] = [exchanged.get(card, card) for card in cards]


def _places(state: RaceState) -> Iterator[list[CardNumber]]:
    """Where cards can lie that were drawn."""
    yield state.decks[0]
    yield state.discards[0]
    for empire in state.empires:
        yield from (empire.hand, *empire.goods.values())
    match state.phase:
        case Opening(drawn=piles) | Exploring(drawn=piles) | Searching(revealed=piles):
            yield from piles
        case Consuming(seats=consumers):
            yield from [own.revealed for own in consumers]
