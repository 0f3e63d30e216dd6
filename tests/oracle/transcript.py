"""Transcripts of games that another program played, read as draws, choices and snapshots a phase.

One JSON object a line and game; the format is told in this folder's README.
"""

import gzip
import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import Struct

Key: TypeAlias = tuple[int, str]
"""A phase: the round (0 for the set-up) and its name as the rules have it."""

_PHASES = {"develop2": "develop_2", "settle2": "settle_2", "setup": ""}
_ACTIONS = {"explore5": "explore_5_0", "explore11": "explore_1_1", "trade": "consume_trade", "x2": "consume_x2"}
_FIELDS = {
    ("deck", "hand"): "to_hand",
    ("hand", "tableau"): "placed",
    ("tableau", "discard"): "left_tableau",
}
_NAMED_BEFORE = ("trade_as_consume", "discard_to_produce")
"""Powers of which an earlier step names the world."""

_BOOST = "+boost"
_SECOND = {"develop": "develop_2", "settle": "settle_2"}


class Use(Struct):
    """A power used: by which card (None for what an action gives), on which worlds, with which hand cards."""

    kind: str
    card: int | None
    worlds: list[int] = []
    hand: list[int] = []


class Payment(Struct):
    """What was given for a world or a development, or in a fight for it: hand cards, and the cards of powers used."""

    cards: list[int] = []
    powers: list[int] = []


class Segment(Struct):
    """What one seat did and drew in one phase. Cards are positions in the transcript's deck.

    `extra` are the cards placed by powers for one more world, by the card of the power. `takeovers` are the cards
    of the powers by which worlds were to be taken over, by world; `takeover_first` whether the first of them took the
    place of a hand card. `defended` is what was given in defense of a world, `blocked` the world whose takeover was
    defeated. `thrown` are the cards discarded after drawing for a power, a list for each power; `saved` those laid
    under a world; `swap` is a world placed instead of another, and that one.
    """

    to_hand: list[int] = []
    to_open: list[int] = []
    goods: dict[int, list[int]] = {}
    placed: list[int] = []
    paid: dict[int, Payment] = {}
    defended: dict[int, Payment] = {}
    takeovers: dict[int, int] = {}
    takeover_first: bool = False
    discarded: list[int] = []
    left_tableau: list[int] = []
    traded: list[int] = []
    uses: list[Use] = []
    guess: list[int] = []
    bets: list[int] = []
    kept: list[int] = []
    spent: list[int] = []
    for_prestige: list[int] = []
    thrown: list[list[int]] = []
    saved: list[int] = []
    swap: tuple[int, ...] = ()
    blocked: int | None = None
    category: int = 0
    named: str = ""
    keeps: list[bool] = []
    extra: dict[int, int] = {}


class Transcript:
    """A game: its cards, what everybody did a phase, the snapshots and the final score."""

    def __init__(self, game: dict[str, Any]) -> None:
        self.id: str = game["id"]
        self.level: int = game["level"]
        self.players: int = game["players"]
        self.deck: list[str] = game["deck"]
        self.opening: list[dict[str, Any]] = game["opening"]
        self.final: dict[str, Any] = game["final"]
        self.actions: dict[tuple[int, int], list[str]] = {}
        self.boosts: dict[tuple[int, int], str] = {}
        self.named_first: dict[tuple[int, int], str] = {}
        self.segments: defaultdict[tuple[Key, int], Segment] = defaultdict(Segment)
        self.snapshots: dict[Key, dict[str, Any]] = {}
        self.first_reshuffle: Key | None = None
        self._round = 0
        self._phase = ""
        self.goals: list[str] = game["goals"]
        self._using: dict[int, Use] = {}
        for step in game["steps"]:
            self._read(step)
        self._read_reveals(game["steps"])

    @property
    def _key(self) -> Key:
        return self._round, self._phase

    def _segment(self, seat: int) -> Segment:
        return self.segments[self._key, seat]

    def _read(self, step: dict[str, Any]) -> None:
        match step["t"]:
            case "round":
                self._round, self._phase = step["n"], ""
            case "begin":
                self._phase = _PHASES.get(step["phase"], step["phase"])
                self._using.clear()
            case "end":
                self.snapshots[self._key] = step["state"]
            case "reveal":
                self._read_actions(step["seat"], step["actions"])
            case "reshuffle":
                self.first_reshuffle = self.first_reshuffle or self._key
            case "use":
                use = Use(step.get("kind") or step["bonus"], step.get("card"))
                self._segment(step["seat"]).uses.append(use)
                self._using[step["seat"]] = use
            case "trade":
                using = self._using.get(step["seat"])
                worlds = self._segment(step["seat"]).traded if using is None else using.worlds
                worlds.append(step["world"])
            case "ask":
                self._read_answer(step)
            case "move":
                self._read_move(step)

    def _read_actions(self, seat: int, names: list[str]) -> None:
        key = self._round, seat
        self.actions[key] = _actions(names)
        for action, name in zip(self.actions[key], names, strict=True):
            if name.endswith(_BOOST):
                self.boosts[key] = action

    def _read_answer(self, step: dict[str, Any]) -> None:
        segment = self._segment(step["seat"])
        answer = step["answer"]
        if answer is None:
            return
        match step["ask"]:
            case "pay":
                segment.paid[step["for"]] = Payment(answer["cards"], answer["powers"])
            case "defend":
                segment.defended[step["world"]] = Payment(answer["cards"], answer["powers"])
            case "place" if step.get("by") is not None:
                segment.extra[step["by"]] = answer
            case "takeover":
                segment.takeover_first = segment.takeover_first or not (segment.placed or segment.takeovers)
                segment.takeovers[answer["world"]] = answer["power"]
            case "gamble_number":
                segment.guess.append(answer)
            case "gamble_ante":
                segment.bets.append(answer)
            case "gamble_keep":
                segment.kept.append(answer)
            case _:
                self._read_brink_answer(step, segment)

    def _read_brink_answer(self, step: dict[str, Any], segment: Segment) -> None:
        """Decisions that The Brink of War brings."""
        answer = step["answer"]
        match step["ask"]:
            case "choose_actions" if step["turn"] == "first_of_two":
                (self.named_first[self._round, step["seat"]],) = _actions(answer)
            case "search_category":
                segment.category = answer
            case "variable_kind":
                segment.named = answer
            case "search_keep":
                segment.keeps.append(answer)
            case "discard_for_prestige":
                segment.for_prestige.append(answer)
            case "discard" if step["why"].startswith("draw_then_discard"):
                segment.thrown.append(answer)
            case "replace_world":
                segment.swap = answer["new"], answer["old"]
            case "block_takeover":
                segment.blocked = answer[0]

    def _read_move(self, step: dict[str, Any]) -> None:
        origin, _, owner = step["from"].partition(":")
        goal, _, gainer = step["to"].partition(":")
        if origin == "open" or not (owner or gainer):
            return
        seat = int(owner or gainer)
        segment, using = self._segment(seat), self._using.get(seat)
        if origin == "deck" and goal == "good":
            segment.goods.setdefault(step["on"], []).extend(step["cards"])
        elif (origin, goal) in _FIELDS:
            getattr(segment, _FIELDS[origin, goal]).extend(step["cards"])
        elif (origin, goal) == ("hand", "discard"):
            paid = [card for payment in segment.paid.values() for card in payment.cards]
            segment.discarded.extend(card for card in step["cards"] if card not in paid)
            if using is not None:
                using.hand += step["cards"]
        elif goal == "saved":
            segment.saved.extend(step["cards"])
        paying = using is None or using.kind == "extra_world"
        if paying and (origin, goal) == ("good", "discard"):
            segment.spent.append(step["on"])
        elif using is not None and "good" in (origin, goal):
            times = len(step["cards"]) - (step["on"] in using.worlds and using.kind in _NAMED_BEFORE)
            using.worlds += [step["on"]] * times

    def _read_reveals(self, steps: list[dict[str, Any]]) -> None:
        """Give each card revealed from the deck to the seat whose power is in use."""
        current: tuple[Key, int] | None = None
        round_, phase = 0, ""
        for step in steps:
            if step["t"] == "round":
                round_, phase = step["n"], ""
            elif step["t"] == "begin":
                phase = _PHASES.get(step["phase"], step["phase"])
            elif step["t"] == "use" or step.get("ask") == "search_category":
                current = (round_, phase), step["seat"]
            elif step["t"] == "move" and step["from"] == "deck" and step["to"] == "open":
                assert current is not None
                self.segments[current].to_open += step["cards"]


def _actions(names: list[str]) -> list[str]:
    """Actions as the rules name them; the second of two equal ones is the second card."""
    plain = [name.removesuffix(_BOOST) for name in names]
    actions = [_ACTIONS.get(name, name) for name in plain]
    if len(actions) > 1 and actions[0] == actions[1]:
        actions[1] = _SECOND[actions[0]]
    return actions


def read(folder: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    """All games of a folder, file by file."""
    for path in sorted(folder.glob("level*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                yield path, json.loads(line)
