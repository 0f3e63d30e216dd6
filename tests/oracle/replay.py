"""Transcripts played again through the rules: same draws, same choices; every phase and the score are compared."""

from collections.abc import Callable, Mapping
from typing import Any

from galaxytables_kit import Seat
from galaxytables_kit.advance import Flow
from galaxytables_kit.contents import Contents, Phase, Step
from galaxytables_kit.errors import ChoiceError
from galaxytables_kit.live import LiveGame
from galaxytables_kit.pack import PackRegistry
from galaxytables_kit.play import Play
from galaxytables_kit.prompt import Picks, Prompt
from galaxytables_race.components.cards import CardNumber, Pack
from galaxytables_race.options import RaceOptions
from galaxytables_race.phases.search import CATEGORIES
from galaxytables_race.rules import CONTENTS, Race
from galaxytables_race.state import RaceState
from galaxytables_race.table import RacePlay
from tests.oracle.carrying import Carrying
from tests.oracle.comparison import MAX_ROUNDS, compare, compare_scores
from tests.oracle.dealing import Dealer, DealtChance, DealtTable, key_of
from tests.oracle.departures import Departure
from tests.oracle.difference import Difference
from tests.oracle.match import Match
from tests.oracle.segment import Segment
from tests.oracle.settling import Settling
from tests.oracle.transcript import Key, Transcript
from tests.oracle.unasked import UNASKED
from tests.oracle.using import Using

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

ASKS: Mapping[str, tuple[str, ...]] = {
    "setup.start_world": ("choose_start",),
    "setup.discard": ("choose_start", "discard"),
    "setup.put_under": ("save_card",),
    "explore.discard_for_prestige": ("discard_for_prestige",),
    "explore.keep": ("discard",),
    "explore.discard": ("discard",),
    "develop.discard": ("discard",),
    "settle.discard": ("discard",),
    "settle.put_under": ("save_card",),
    "settle.swap": ("replace_world",),
    "settle.temporary_good": ("choose_goods",),
    "settle.saving_good": ("choose_goods",),
    "develop.saving_good": ("choose_goods",),
    "settle.discard_for_good": ("discard_to_produce",),
    "takeover.block": ("block_takeover",),
    "search.category": ("search_category",),
    "search.keep": ("search_keep",),
    "trade.good": ("trade",),
    "consume.sell": ("trade",),
    "consume.power": ("consume_power",),
    "consume.option": ("consume_power",),
    "consume.gamble": ("gamble_number",),
    "consume.ante": ("gamble_ante",),
    "consume.take": ("gamble_keep",),
    "produce.power": ("produce_power",),
    "round_end.discard": ("discard",),
}
"""Which decisions of the transcript answer a question; those about one of several cards are read with the answer."""

_GUESSED_AS_BEFORE = ("draw_for_goods", "reward_the_most")
"""Steps in which the dealer guesses where cards go as in the step before."""

_GAMBLES = ("consume.gamble", "consume.ante")


def _watched(part: Any) -> Any:
    """A part of the contents, with a look at the table before each step and after each phase."""
    if isinstance(part, Phase):
        return Phase(part.name, [_watched(each) for each in part.parts], part.state, whole=part.whole)
    if isinstance(part, Step):
        watched: Step[RacePlay] = Step(part.action)
        watched.action = _watched_action(part)
        return watched
    return type(part)(_watched(part.part), part.condition)


def _watched_action(step: Step[RacePlay]) -> Callable[..., Flow[None] | None]:
    """What a step does, watched by the replay at whose table it is played."""
    action = step.action

    def run(play: RacePlay, *turn: Any) -> Flow[None] | None:
        replay: Replay = play.memo[Replay]
        replay.before(play, step)
        flow = action(play, *turn)
        if step.name == "end_phase":
            replay.ended(play)
        return flow

    return run


class Watched(Race):
    """The rules, watched."""

    contents = Contents(*map(_watched, CONTENTS.parts))


WATCHED = Watched()


class Replay:
    """One transcript played through the rules; `run` raises `Difference`."""

    def __init__(self, transcript: Transcript, packs: PackRegistry[Pack], options: RaceOptions) -> None:
        self.transcript = transcript
        self.match = Match(transcript, packs.get(packs.default))
        self._dealer = Dealer(self.match)
        self._settling = Settling(self.match)
        self._using = Using(self.match, self._dealer)
        self._packs = packs
        self._options = options
        self._left = set(transcript.snapshots)
        self._answers: Mapping[str, Callable[[Prompt, Segment], Picks]] = {
            "setup": self._set_up,
            "actions": self._actions,
            "search": self._search,
            "explore": self._explore,
            "develop": self._settling.picks,
            "settle": self._settling.picks,
            "takeover": self._settling.picks,
            "consume": self._using.consume,
            "produce": self._using.produce,
        }

    def run(self) -> None:
        """Play the game to its end. Raises `Difference`."""
        live = self.match.live = LiveGame.begin(WATCHED, self._packs.default, self._table(), checkpoints=False)
        while live.prompts and live.play.state.round <= MAX_ROUNDS:
            key, prompt = min(live.prompts.items(), key=lambda item: item[1].seat)
            self._answer(key, prompt)
        if live.over:
            self._round_ended(live.play, live.play.state.round)
        if self._left:
            raise Difference(min(self._left), "phase", "not held", "held")
        if not live.over:
            self.match.met(Departure.THIRTY_ROUNDS)
        compare_scores(self.match)

    def _table(self) -> RacePlay:
        """The table laid out by the rules, with a deck that follows the transcript."""
        pack, seats, chance = self.match.pack, self.transcript.players, DealtChance(self._dealer, self._starts())
        state = Race().setup(seats, self._options, pack, chance)
        dealt = DealtTable(**{name: getattr(state, name) for name in RaceState.__struct_fields__}, dealer=self._dealer)
        dealt.goals = list(self.transcript.goals)
        play: RacePlay = Play(seats, self._options, pack, chance, dealt, rules_version=Race.rules_version)
        play.memo[Replay] = self
        return play

    def _starts(self) -> list[list[CardNumber]]:
        """Start worlds by seat: those dealt, or the odd and the even ones to choose from."""
        opening = self.transcript.opening
        if "worlds_dealt" not in opening[0]:
            return [[self.match.ours[seat["start_world"]] for seat in opening]]
        dealt = [[self.match.ours[card] for card in seat["worlds_dealt"]] for seat in opening]
        numbers = [{(self.match.pack.cards[card].start_world or 0) % 2: card for card in cards} for cards in dealt]
        return [[each[1] for each in numbers], [each[0] for each in numbers]]

    def before(self, play: RacePlay, step: Step[RacePlay]) -> None:
        """Look where cards went before anybody is asked, and compare the table if a round has ended."""
        if step.name not in _GUESSED_AS_BEFORE:
            self.match.step = step.name
        if step.asks:
            self._dealer.look(play.state)
        if step.name == "choose_actions":
            self._round_ended(play, play.state.round - 1)
        self.match.key = key_of(play.state)
        if step.name == "win":
            for seat in play.all_seats:
                Carrying(self.match, play, self.match.key, seat).placement()

    def ended(self, play: RacePlay) -> None:
        """Compare the table after a phase."""
        self._ended(play, self.match.key, self.transcript.snapshots)

    def _round_ended(self, play: RacePlay, number: int) -> None:
        """Compare the table after a round, or the set-up, with that with which the next one opened."""
        key = (number, "round_end" if number else "")
        opened = self.transcript.opened.get(number + 1)
        self._ended(play, key, self.transcript.snapshots if opened is None else {key: opened})

    def _ended(self, play: RacePlay, key: Key, snapshots: Mapping[Key, Mapping[str, Any]]) -> None:
        """Compare the table with one of the snapshots."""
        if key not in self.transcript.snapshots:
            raise Difference(key, "phase", "held", "not held")
        self._left.discard(key)
        self._dealer.look(play.state)
        for seat in play.all_seats:
            carrying = Carrying(self.match, play, key, seat)
            carrying.boosted_sale()
            carrying.phase()
            self._used_up(key, seat)
        self._dealer.changed(play.state)
        compare(self.match, key, play.state, snapshots[key])

    def _used_up(self, key: Key, seat: Seat) -> None:
        """Raise `Difference` if anything of the transcript is left: draws and decisions."""
        segment = self.transcript.segments[key, seat]
        goods = [card for cards in segment.goods.values() for card in cards]
        more = [card for cards in segment.for_boost.values() for card in cards]
        left = {"the boost": more, "the hand": segment.to_hand, "the table": segment.to_open, "worlds": goods}
        for place, cards in left.items():
            if cards:
                raise Difference(key, f"draw of seat {seat}", f"none for {place}", cards)
        for decision in segment.unread():
            if decision.ask not in UNASKED:
                raise Difference(key, f"{decision.ask} of seat {seat}", "not asked", decision.answer)

    def _answer(self, prompt_id: str, prompt: Prompt) -> None:
        play = self.match.live.play
        self._dealer.look(play.state, self.match.live.prompts.values())
        if self.match.segment(prompt.seat).for_boost:
            Carrying(self.match, play, self.match.key, prompt.seat).boosted_sale()
            self._dealer.changed(play.state)
        picks = self._picks(prompt)
        if prompt.kind in _GAMBLES and picks:
            self._dealer.turning_up.add(prompt.seat)
        try:
            self.match.live.answer(prompt.seat, prompt_id, picks)
        except ChoiceError as error:
            raise Difference(self.match.key, prompt.kind, f"{error} of {prompt.options}", picks) from None
        self._dealer.turning_up.clear()

    def _picks(self, prompt: Prompt) -> Picks:
        segment = self.match.segment(prompt.seat)
        for ask in ASKS.get(prompt.kind, ()):
            segment.read(ask)
        if prompt.kind in CHOSEN:
            return self.match.offered(prompt, getattr(segment, CHOSEN[prompt.kind]))[: prompt.most]
        if prompt.kind in MOVED:
            return self.match.mapped(getattr(segment, MOVED[prompt.kind]))
        answer = self._answers.get(prompt.kind.partition(".")[0])
        if answer is None:
            raise Difference(self.match.key, "question", prompt.kind, "unknown")
        return answer(prompt, segment)

    def _set_up(self, prompt: Prompt, _: Segment) -> Picks:
        return self.match.mapped([self.transcript.opening[prompt.seat]["start_world"]])

    def _explore(self, prompt: Prompt, segment: Segment) -> Picks:
        return tuple(pick for pick in prompt.options if pick not in self.match.mapped(segment.discarded))

    def _actions(self, prompt: Prompt, _: Segment) -> Picks:
        """The actions of the round; of two, the one named first where the other is chosen after the reveal."""
        key = self.match.key[0], prompt.seat
        if prompt.kind == "actions.boost":
            boosted = self.transcript.boosts.get(key)
            return (boosted,) if boosted in prompt.options else ()
        actions = self.transcript.actions.get(key)
        if actions is None:
            raise Difference(self.match.key, f"actions of seat {prompt.seat}", "asked", "the game is over")
        if prompt.most < len(actions):
            first = self.transcript.named_first.get(key, actions[0])
            named = [action for action in actions if action in prompt.options]
            chosen = self.match.live.play.state.empires[prompt.seat].actions
            return (first,) if not chosen else tuple(action for action in named if action != first)
        return tuple(actions)

    def _search(self, prompt: Prompt, segment: Segment) -> Picks:
        if prompt.kind == "search.category":
            return (tuple(CATEGORIES)[segment.category - 1],)
        return (KEEPS[segment.keeps.pop(0)],)
