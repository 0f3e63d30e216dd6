"""Transcripts of games that another program played, read as draws, choices and snapshots a phase.

One JSON object a line and game; the format is told in this folder's README. Every step is read: what is not known here
is an error.
"""

import gzip
import json
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from galaxytables_kit import Seat
from galaxytables_race.components.cards import NO_CARD
from tests.oracle.segment import Decision, Extra, Payment, Segment, Use

Step: TypeAlias = dict[str, Any]

Key: TypeAlias = tuple[int, str]
"""A phase: the round (0 for the set-up) and its name as the rules have it."""

_PHASES = {"develop2": "develop_2", "settle2": "settle_2"}
_ACTIONS = {"explore5": "explore_5_0", "explore11": "explore_1_1", "trade": "consume_trade", "x2": "consume_x2"}
_NAMED_BEFORE = ("trade_as_consume", "discard_to_produce")
"""Powers of which an earlier step names the world."""

_BOOST = "+boost"
_SECOND = {"develop": "develop_2", "settle": "settle_2"}
_OF_ONE_ROUND = "choose_actions"


class UnknownStep(ValueError):
    """A transcript holds a step that nothing here reads."""

    def __init__(self, step: Step) -> None:
        super().__init__(json.dumps(step)[:200])


class Transcript:
    """A game: its cards, what everybody did a phase, the snapshots and the final score.

    `snapshots` are the tables at the ends of phases, `opened` those of the rounds, with what the start of the round
    itself brings. `reshuffles` are the phases in which the engine made a new deck.
    """

    def __init__(self, game: dict[str, Any]) -> None:
        self.id: str = game["id"]
        self.level: int = game["level"]
        self.players: int = game["players"]
        self.deck: list[str] = game["deck"]
        self.opening: list[dict[str, Any]] = game["opening"]
        self.goals: list[str] = game["goals"]
        self.final: dict[str, Any] = game["final"]
        self.actions: dict[tuple[int, int], list[str]] = {}
        self.boosts: dict[tuple[int, int], str] = {}
        self.named_first: dict[tuple[int, int], str] = {}
        self.segments: defaultdict[tuple[Key, int], Segment] = defaultdict(Segment)
        self.snapshots: dict[Key, dict[str, Any]] = {}
        self.opened: dict[int, dict[str, Any]] = {}
        self.reshuffles: list[Key] = []
        self._round = 0
        self._phase = ""
        self._phases: list[Key] = [(0, "")]
        self._open: dict[str, Any] = {}
        self._searching = 0
        self._using: dict[int, Use] = {}
        self._paying: dict[int, Payment | Extra] = {}
        self._selling: set[int] = set()
        for step in game["steps"]:
            self._read(step)

    @property
    def _key(self) -> Key:
        return self._round, self._phase

    def decks_made(self, key: Key) -> int:
        """How many new decks the engine had made by the end of a phase."""
        until = self._phases.index(key)
        return sum(self._phases.index(each) <= until for each in self.reshuffles)

    def _segment(self, seat: Seat) -> Segment:
        return self.segments[self._key, seat]

    def _read(self, step: Step) -> None:
        read = _STEPS.get(step["t"])
        if read is None:
            raise UnknownStep(step)
        read(self, step)

    def _begin_round(self, step: Step) -> None:
        if self.snapshots:
            last = self.snapshots[self._key]
            self.opened[step["n"]] = self._open = {**last, "seats": [{**seat, "tile": False} for seat in last["seats"]]}
        self._round, self._phase = step["n"], ""
        self._phases.append(self._key)
        self._using.clear()
        self._paying.clear()

    def _begin_phase(self, step: Step) -> None:
        self._phase = _PHASES.get(step["phase"]) or step["phase"]
        self._selling.clear()
        self._phases.append(self._key)
        self._using.clear()
        self._paying.clear()

    def _end_phase(self, step: Step) -> None:
        self.snapshots[self._key] = step["state"]

    def _reveal(self, step: Step) -> None:
        key = self._round, step["seat"]
        self.actions[key] = _actions(step["actions"])
        for action, name in zip(self.actions[key], step["actions"], strict=True):
            if name.endswith(_BOOST):
                self.boosts[key] = action

    def _reshuffle(self, _: Step) -> None:
        self.reshuffles.append(self._key)

    def _use(self, step: Step) -> None:
        use = Use(step.get("kind") or step["bonus"], step.get("card"))
        if use.kind not in _USES:
            raise UnknownStep(step)
        self._segment(step["seat"]).uses.append(use)
        self._using[step["seat"]] = use
        self._searching = step["seat"]

    def _trade(self, step: Step) -> None:
        using = self._using.get(step["seat"])
        worlds = self._segment(step["seat"]).traded if using is None else using.worlds
        worlds.append(step["world"])
        if not step["bonuses"]:
            self._selling.add(step["seat"])

    def _gain(self, step: Step) -> None:
        """VP: seen in the snapshots."""
        if self._at_start_of_round:
            self._open["seats"][step["seat"]]["vp"] += step["n"]
            self._open["pool"] -= step["n"]

    def _prestige(self, step: Step) -> None:
        """Prestige: what was gained is seen in the snapshots, what was spent belongs to a payment besides."""
        payment = self._paying.get(step["seat"])
        if step["n"] < 0 and isinstance(payment, Payment):
            payment.prestige -= step["n"]

    def _goal(self, step: Step) -> None:
        """Goal tiles: seen in the snapshots."""
        if self._at_start_of_round:
            seat = self._open["seats"][step["seat"]]
            held = seat["goals"] = list(seat.get("goals", ()))
            (held.append if step["held"] else held.remove)(step["goal"])

    @property
    def _at_start_of_round(self) -> bool:
        return bool(self._round and not self._phase and self._open)

    def _seen_in_the_snapshot(self, step: Step) -> None:
        """Goods that move between worlds, and takeovers with how they went: worlds and goods lie where they lie."""

    def _ask(self, step: Step) -> None:
        self._open = {}
        ask, seat, answer = step["ask"], step["seat"], step["answer"]
        segment = self._segment(seat)
        read = _ANSWERS.get(ask)
        if read is None:
            raise UnknownStep(step)
        if ask != _OF_ONE_ROUND:
            segment.decisions.append(Decision(ask, _about(step), answer, _only(step)))
        if ask in _ENDS_A_PAYMENT:
            self._paying.pop(seat, None)
        if answer is not None:
            read(self, step, segment)

    def _answer_pay(self, step: Step, segment: Segment) -> None:
        answer = step["answer"]
        payment = Payment(answer["cards"], answer["powers"])
        if step["ask"] == "pay":
            segment.paid[step["for"]] = payment
        else:
            segment.defended[step["world"]] = payment
        self._paying[step["seat"]] = payment

    def _answer_place(self, step: Step, segment: Segment) -> None:
        if step.get("by") is not None:
            segment.extra[step["by"]] = extra = Extra(step["answer"])
            self._paying[step["seat"]] = extra

    def _answer_takeover(self, step: Step, segment: Segment) -> None:
        segment.takeover_first = segment.takeover_first or not (segment.placed or segment.takeovers)
        segment.takeovers.append((step["answer"]["world"], step["answer"]["power"]))

    def _answer_actions(self, step: Step, _: Segment) -> None:
        if step["turn"] == "first_of_two":
            (self.named_first[self._round, step["seat"]],) = _actions(step["answer"])

    def _answer_category(self, step: Step, segment: Segment) -> None:
        segment.category = step["answer"]
        self._searching = step["seat"]

    def _answer_kind(self, step: Step, segment: Segment) -> None:
        segment.named = step["answer"]

    def _answer_discard(self, step: Step, segment: Segment) -> None:
        if step["why"].startswith("draw_then_discard"):
            segment.thrown.append(step["answer"])

    def _answer_swap(self, step: Step, segment: Segment) -> None:
        segment.swap = step["answer"]["new"], step["answer"]["old"]

    def _answer_block(self, step: Step, segment: Segment) -> None:
        segment.blocked = step["answer"][0]

    def _by_what_moves(self, step: Step, segment: Segment) -> None:
        """Answers that are read from the moves and uses that they bring about."""

    def _move(self, step: Step) -> None:
        origin, _, owner = step["from"].partition(":")
        goal, _, gainer = step["to"].partition(":")
        read = _MOVES.get((origin, goal))
        if read is None:
            raise UnknownStep(step)
        seat = int(owner or gainer or self._searching)
        payment = self._paying.get(seat)
        if isinstance(payment, Extra) and origin != "good":
            payment.moves.append(step)
        read(self, step, Seat(seat), self._segment(Seat(seat)))

    def _draw(self, step: Step, seat: Seat, segment: Segment) -> None:
        cards = step["cards"]
        if self._at_start_of_round:
            owner = self._open["seats"][seat]
            owner["hand"] = sorted([*owner["hand"], *cards])
            self._open["deck"] -= len(cards)
        if seat in self._selling and self.boosts.get((self._round, seat)) == _ACTIONS["trade"]:
            cards, more = cards[:-_BOOSTED_SALE], cards[-_BOOSTED_SALE:]
            segment.for_boost[cards[-1]] = more
        self._selling.discard(seat)
        segment.to_hand.extend(cards)

    def _draw_good(self, step: Step, _: int, segment: Segment) -> None:
        segment.goods.setdefault(step["on"], []).extend(step["cards"])
        self._on_world(step, segment, Seat(_))

    def _turn_up(self, step: Step, _: int, segment: Segment) -> None:
        segment.to_open += step["cards"]

    def _place(self, step: Step, _: int, segment: Segment) -> None:
        segment.placed += step["cards"]

    def _from_hand(self, step: Step, seat: Seat, segment: Segment) -> None:
        paid = [card for payment in segment.paid.values() for card in payment.cards]
        segment.discarded.extend(card for card in step["cards"] if card not in paid)
        if seat in self._using:
            self._using[seat].hand += step["cards"]

    def _save(self, step: Step, _: int, segment: Segment) -> None:
        segment.saved += step["cards"]

    def _spend_good(self, step: Step, seat: Seat, segment: Segment) -> None:
        payment = self._paying.get(seat)
        if isinstance(payment, Payment):
            payment.goods += [(step["on"], card) for card in step["cards"]]
        else:
            self._on_world(step, segment, seat)

    def _on_world(self, step: Step, _: Segment, seat: Seat) -> None:
        using = self._using.get(seat)
        if using is not None:
            times = len(step["cards"]) - (step["on"] in using.worlds and using.kind in _NAMED_BEFORE)
            using.worlds += [step["on"]] * times

    def _from_tableau(self, step: Step, seat: Seat, _: Segment) -> None:
        payment = self._paying.get(seat)
        if isinstance(payment, Payment):
            payment.gone += [card for card in step["cards"] if card in payment.powers]

    def _seen_where_it_lies(self, step: Step, seat: Seat, segment: Segment) -> None:
        """Moves without a choice: both places are seen in the snapshots."""


_USES = frozenset(
    (
        *("extra_world", "flip_for_free_world", "replace_world"),
        *("consume", "consume_all_goods", "consume_distinct", "consume_hand", "consume_prestige", "gain_vp"),
        *("gamble_ante", "gamble_guess_cost", "trade_as_consume", "trade_boost"),
        *("produce", "produce_bonus", "produce_boost_draw", "discard_to_produce", "windfall_produce"),
        *("draw", "draw_per_card", "draw_per_good_produced", "draw_per_goods_produced", "draw_per_kind_produced"),
        *("prestige_if_most", "take_saved_cards"),
    )
)
"""Kinds of powers that are used; those without a choice are seen in what they bring."""

_BOOSTED_SALE = 3
_ENDS_A_PAYMENT = ("place", "takeover", "settle_power", "replace_world", "pay", "defend")

_STEPS: Mapping[str, Callable[[Transcript, Step], None]] = {
    "round": Transcript._begin_round,
    "begin": Transcript._begin_phase,
    "end": Transcript._end_phase,
    "reveal": Transcript._reveal,
    "reshuffle": Transcript._reshuffle,
    "use": Transcript._use,
    "trade": Transcript._trade,
    "vp": Transcript._gain,
    "prestige": Transcript._prestige,
    "goal": Transcript._goal,
    "shift": Transcript._seen_in_the_snapshot,
    "takeover": Transcript._seen_in_the_snapshot,
    "takeover_result": Transcript._seen_in_the_snapshot,
    "ask": Transcript._ask,
    "move": Transcript._move,
}

_ANSWERS: Mapping[str, Callable[[Transcript, Step, Segment], None]] = {
    "pay": Transcript._answer_pay,
    "defend": Transcript._answer_pay,
    "place": Transcript._answer_place,
    "takeover": Transcript._answer_takeover,
    "choose_actions": Transcript._answer_actions,
    "search_category": Transcript._answer_category,
    "variable_kind": Transcript._answer_kind,
    "discard": Transcript._answer_discard,
    "replace_world": Transcript._answer_swap,
    "block_takeover": Transcript._answer_block,
    "gamble_number": lambda _, step, segment: segment.guess.append(step["answer"]),
    "gamble_ante": lambda _, step, segment: segment.bets.append(step["answer"]),
    "gamble_keep": lambda _, step, segment: segment.kept.append(step["answer"]),
    "search_keep": lambda _, step, segment: segment.keeps.append(step["answer"]),
    "discard_for_prestige": lambda _, step, segment: segment.for_prestige.append(step["answer"]),
    "choose_start": Transcript._by_what_moves,
    "save_card": Transcript._by_what_moves,
    "settle_power": Transcript._by_what_moves,
    "trade": Transcript._by_what_moves,
    "consume_power": Transcript._by_what_moves,
    "consume_hand": Transcript._by_what_moves,
    "choose_goods": Transcript._by_what_moves,
    "windfall": Transcript._by_what_moves,
    "produce_power": Transcript._by_what_moves,
    "discard_to_produce": Transcript._by_what_moves,
}
"""How each kind of decision is read."""

_MOVES: Mapping[tuple[str, str], Callable[[Transcript, Step, Seat, Segment], None]] = {
    ("deck", "hand"): Transcript._draw,
    ("deck", "good"): Transcript._draw_good,
    ("deck", "open"): Transcript._turn_up,
    ("hand", "tableau"): Transcript._place,
    ("hand", "discard"): Transcript._from_hand,
    ("hand", "saved"): Transcript._save,
    ("discard", "saved"): Transcript._save,
    ("good", "discard"): Transcript._spend_good,
    ("tableau", "discard"): Transcript._from_tableau,
    ("deck", "discard"): Transcript._seen_where_it_lies,
    ("deck", "tableau"): Transcript._seen_where_it_lies,
    ("discard", "tableau"): Transcript._seen_where_it_lies,
    ("discard", "hand"): Transcript._seen_where_it_lies,
    ("open", "hand"): Transcript._seen_where_it_lies,
    ("open", "tableau"): Transcript._seen_where_it_lies,
    ("open", "discard"): Transcript._seen_where_it_lies,
    ("saved", "hand"): Transcript._seen_where_it_lies,
    ("saved", "discard"): Transcript._seen_where_it_lies,
    ("tableau", "tableau"): Transcript._seen_where_it_lies,
    ("good", "good"): Transcript._seen_where_it_lies,
}
"""How a card is read that goes from one place to another."""


def _about(step: Step) -> Hashable:
    """What a decision is about: the card paid for, the world fought for, the power used."""
    about: Hashable = None
    match step["ask"]:
        case "pay":
            about = step["for"]
        case "defend":
            about = step["world"]
        case "place":
            about = step.get("by", NO_CARD)
        case "discard":
            about = step["why"]
        case "takeover" if step["answer"] is not None:
            about = step["answer"]["world"], step["answer"]["power"]
        case "choose_goods" | "consume_hand" | "discard_to_produce" | "windfall":
            about = step.get("power", {}).get("card", NO_CARD)
    return about


def _only(step: Step) -> bool:
    """Whether the offer left nothing else to answer: all that was offered, or all hand cards for a price."""
    offer, answer = step.get("offer"), step["answer"]
    if step["ask"] == "pay":
        return answer["cards"] in ([], step["offer"]["hand"])
    if isinstance(offer, list):
        return len(offer) == (len(answer) if isinstance(answer, list) else 1)
    return False


def _actions(names: list[str]) -> list[str]:
    """Actions as the rules name them; the second of two equal ones is the second card."""
    plain = [name.removesuffix(_BOOST) for name in names]
    actions = [_ACTIONS.get(name, name) for name in plain]
    if len(actions) > 1 and actions[0] == actions[1]:
        actions[1] = _SECOND[actions[0]]
    return actions


def read(folder: Path, files: str = "level*", *, every: int = 1) -> Iterator[dict[str, Any]]:
    """All games of a folder, or of some of its files, file by file; or those whose place is a multiple of `every`."""
    for path in sorted(folder.glob(f"{files}.jsonl.gz")):
        with gzip.open(path, "rb") as lines:
            for line in islice(lines, None, None, every):
                yield msgspec.json.decode(line)
