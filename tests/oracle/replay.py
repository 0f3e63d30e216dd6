"""Transcripts played again through the rules: same draws, same choices; every phase and the score are compared."""

from contextlib import ExitStack
from unittest.mock import patch

from services.kit.errors import ChoiceError
from services.kit.flow import Flow
from services.kit.live import LiveGame
from services.kit.pack import Shelf
from services.kit.prompt import Picks, Prompt
from services.race.cards import Number, Pack
from services.race.options import RaceOptions
from services.race.phases.search import CATEGORIES
from services.race.prestige import start_round
from services.race.rules import Race
from services.race.state import RaceState
from services.race.table import Place, RacePlay
from tests.oracle.comparison import MOST_ROUNDS, compare, compare_scores
from tests.oracle.match import Match
from tests.oracle.scripted import DealtChance, Difference
from tests.oracle.settling import Settling
from tests.oracle.transcript import Segment, Transcript
from tests.oracle.using import Using

TAKE_TOP = (
    "services.race.table.take_top",
    "services.race.powers.consume.take_top",
    "services.race.phases.settle.take_top",
    "services.race.phases.search.take_top",
)
TAKE = ("services.race.table.take", "services.race.phases.explore.take", "services.race.phases.setup.take")
"""Where the rules take cards from the deck."""

NEXT_PHASE = ("services.race.phases.settle.next_phase",)
"""Where Settle ends."""

MOVED = {
    "setup.discard": "discarded",
    "round_end.discard": "discarded",
    "trade.good": "traded",
}
"""Choices that are the cards which moved, by the field of the segment that holds them."""


CHOSEN = {
    "setup.put_under": "saved",
    "settle.put_under": "saved",
    "explore.discard_for_prestige": "for_prestige",
    "explore.discard": "discarded",
}
"""Choices of one or more of the cards in a field of the segment."""

KEEPS = {True: "take", False: "go_on"}


class _Watched(Race):
    """The rules, with a look at the table whenever a stretch begins."""

    def __init__(self, replay: "Replay") -> None:
        self._replay = replay

    def flow(self, play: RacePlay) -> Flow[None]:
        self._replay.reached(play)
        return super().flow(play)


class Replay:
    """One transcript played through the rules; `run` raises `Difference`."""

    def __init__(self, transcript: Transcript, shelf: Shelf[Pack], options: RaceOptions) -> None:
        self.transcript = transcript
        self._match = Match(transcript, shelf.get(shelf.default))
        self._settling = Settling(self._match)
        self._using = Using(self._match)
        self._shelf = shelf
        self._options = options

    def run(self) -> list[str]:
        """Play the game to its end, and give the known departures that were met. Raises `Difference`."""
        starts = self._starts()
        with ExitStack() as stack:
            for name in TAKE_TOP:
                stack.enter_context(patch(name, self._take_top))
            stack.enter_context(patch("services.race.phases.agenda.start_round", self._start_round))
            for name in NEXT_PHASE:
                stack.enter_context(patch(name, self._settling.end))
            for name in TAKE:
                stack.enter_context(patch(name, self._take))
            live = self._match.live = LiveGame.new(
                _Watched(self),
                self._shelf,
                self.transcript.players,
                self._options,
                DealtChance(*starts),
                checkpoints=False,
            )
            live.play.state.goals = list(self.transcript.goals)
            while live.prompts and live.play.state.round <= MOST_ROUNDS:
                key, prompt = min(live.prompts.items(), key=lambda item: item[1].seat)
                self._answer(key, prompt)
            self.reached(live.play)
            compare_scores(self._match)
        return self._match.departures

    def _starts(self) -> list[list[Number]]:
        """Start worlds by seat: those dealt, or the odd and the even ones to choose from."""
        opening = self.transcript.opening
        if "worlds_dealt" not in opening[0]:
            return [[self._match.ours[seat["start_world"]] for seat in opening]]
        dealt = [[self._match.ours[card] for card in seat["worlds_dealt"]] for seat in opening]
        numbers = [{(self._match.pack.cards[card].start_world or 0) % 2: card for card in cards} for cards in dealt]
        return [[each[1] for each in numbers], [each[0] for each in numbers]]

    def reached(self, play: RacePlay) -> None:
        """Compare the table if a phase has ended."""
        state = play.state
        key = (state.round, state.phase)
        if key == self._match.key:
            return
        ended, self._match.key = self._match.key, key
        self._match.checks.look(play, ended[1])
        self._match.goods_before = [
            {world: list(pile) for world, pile in empire.goods.items()} for empire in state.empires
        ]
        self._settle_loans(state)
        if ended[1] or ended == (0, ""):
            compare(self._match, ended, state)
        if ended[1] not in ("", "round_end") and not key[1]:
            compare(self._match, (ended[0], "round_end"), state)

    def _start_round(self, play: RacePlay) -> None:
        """Compare the table of the round that ended before the new one pays for prestige."""
        self.reached(play)
        start_round(play)

    def _answer(self, prompt_id: str, prompt: Prompt) -> None:
        self._settle_loans(self._match.live.play.state)
        picks = self._picks(prompt)
        try:
            self._match.live.answer(prompt.seat, prompt_id, picks)
        except ChoiceError as error:
            raise Difference(self._match.key, prompt.kind, f"{error} of {prompt.options}", picks) from None

    def _take_top(self, play: RacePlay, seat: int, place: Place) -> Number | None:
        segment = self.transcript.segments[(play.state.round, play.state.phase), seat]
        if place == "hand":
            queue: list[int] = segment.to_hand
        else:
            queue = segment.to_open if place == "open" else segment.goods.get(self._match.theirs[int(place)], [])
        if not queue and segment.named:
            self._match.departures.append("a kind was named for all of a phase, where the rules ask each time (POWERS)")
            return None
        if not queue:
            raise Difference((play.state.round, play.state.phase), f"draw of seat {seat}", f"one for {place}", "none")
        card = self._match.ours[queue.pop(0)]
        state = play.state
        deck = state.decks[0]
        if card not in deck:
            deck.extend(state.discards[0])
            state.discards[0].clear()
        if card not in deck:
            return self._lend(play, seat, card)
        deck.remove(card)
        return card

    def _take(self, play: RacePlay, seat: int, count: int) -> list[Number]:
        taken = (self._take_top(play, seat, "hand") for _ in range(count))
        return [card for card in taken if card is not None]

    def _lend(self, play: RacePlay, seat: int, card: Number) -> Number:
        """Give another card for one that is not to be had yet.

        The transcript consumes seat by seat, so a deck made new in between can hold what earlier seats discarded in
        the same phase; by the rules all draw at once. The cards are exchanged as soon as both can be.
        """
        state = play.state
        if not state.decks[0]:
            raise Difference((state.round, state.phase), "deck", "empty", self._match.theirs[card])
        stand_in = state.decks[0].pop()
        self._match.loans.append((seat, stand_in, card))
        return stand_in

    def _settle_loans(self, state: RaceState) -> None:
        for loan in list(self._match.loans):
            seat, stand_in, card = loan
            empire = state.empires[seat]
            held = next((cards for cards in (empire.hand, *empire.goods.values()) if stand_in in cards), [])
            pile = state.decks[0] if card in state.decks[0] else state.discards[0]
            if held and card in pile:
                held[held.index(stand_in)] = card
                pile[pile.index(card)] = stand_in
                self._match.loans.remove(loan)

    def _picks(self, prompt: Prompt) -> Picks:
        segment = self._match.segment(prompt.seat)
        if prompt.kind in CHOSEN:
            return self._match.offered(prompt, getattr(segment, CHOSEN[prompt.kind]))[: prompt.most]
        if prompt.kind in MOVED:
            return self._match.mapped(getattr(segment, MOVED[prompt.kind]))
        match prompt.kind.partition(".")[0]:
            case "setup":
                picks: Picks = self._match.mapped([self.transcript.opening[prompt.seat]["start_world"]])
            case "actions":
                picks = self._actions(prompt)
            case "search":
                picks = self._search(prompt, segment)
            case "explore":
                picks = tuple(pick for pick in prompt.options if pick not in self._match.mapped(segment.discarded))
            case "consume":
                picks = self._using.consume(prompt, segment)
            case "produce":
                picks = self._using.produce(prompt, segment)
            case _:
                picks = self._settling.picks(prompt, segment)
        return picks

    def _actions(self, prompt: Prompt) -> Picks:
        """The actions of the round; of two, the one named first where the other is chosen after the reveal."""
        key = self._match.key[0], prompt.seat
        if prompt.kind == "actions.boost":
            boosted = self.transcript.boosts.get(key)
            return (boosted,) if boosted in prompt.options else ()
        actions = self.transcript.actions[key]
        if prompt.most < len(actions):
            first = self.transcript.named_first.get(key, actions[0])
            named = [action for action in actions if action in prompt.options]
            chosen = self._match.live.play.state.empires[prompt.seat].actions
            return (first,) if not chosen else tuple(action for action in named if action != first)
        return tuple(actions)

    def _search(self, prompt: Prompt, segment: Segment) -> Picks:
        if prompt.kind == "search.category":
            return (tuple(CATEGORIES)[segment.category - 1],)
        return (KEEPS[segment.keeps.pop(0)],)
