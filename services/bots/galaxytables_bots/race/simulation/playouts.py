"""Plays rounds forward from the position that a seat sees, to find the expected result of each answer.

A sampled table begins where the running phase began. The seat gives the answer that is tried. A player answers
everything else for all seats, and estimates the result that the seat can expect when the next actions are chosen. After
several rounds, the last estimate counts, or the mean of all. Early estimates show less of the answer's effects, but
also vary less by chance. Every answer is tried at the same tables with the same decks and random numbers, so that only
the answers differ.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Protocol, TypeAlias

import msgspec

from galaxytables.race.v1 import race_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_kit import Picks, Play, Prompt, Score, Seat
from galaxytables_kit.chance import SeededChance
from galaxytables_kit.errors import InvalidOption
from galaxytables_kit.game import ranks
from galaxytables_kit.live import LiveGame
from galaxytables_kit.options import read_options
from galaxytables_kit.pack import PackRegistry, load_packs
from galaxytables_race.belief import beginning, believe
from galaxytables_race.components.cards import Pack
from galaxytables_race.declared.prompts import TURNS
from galaxytables_race.options import RaceOptions
from galaxytables_race.orb.playing import turned_pick
from galaxytables_race.rules import RACE
from galaxytables_race.state import RaceState
from galaxytables_race.table import RacePlay

_WIN = 0.7
_MARGIN = 20
"""The result of a finished game, as in self-play: mostly the win, and partly the difference in points."""

_TURN = "actions.choose"
_BOOST = "orb.boost"
"""Asked before a team moves if its owner has something to use; using it changes the move."""
RaceGame: TypeAlias = LiveGame[RaceState, Pack, RaceOptions]

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(RaceState)


class _RoundPlayed(Exception):  # noqa: N818  # no error: ends a playout
    """Raised when the next actions are to be chosen, which ends the round that is played forward."""


class Player(Protocol):
    """Plays all seats when rounds are played forward."""

    def answer(self, play: RacePlay, prompt: Prompt, random: Random) -> Picks:
        """Return a legal answer to a prompt."""

    def expected(self, play: RacePlay, seat: Seat) -> float:
        """Return a seat's expected result when actions are chosen, from -1 (lost) to 1 (won)."""


@dataclass(frozen=True)
class Sample:
    """A sampled table: its complete state, the seed of its shuffles, and the seed of the player's random choices."""

    state: bytes
    key: bytes
    seed: float


class Playouts:
    """Plays rounds forward from one prompt."""

    def __init__(
        self,
        player: Player,
        options: RaceOptions,
        prompt: game_pb2.Prompt,
        view: race_pb2.RaceView,
        rounds: int = 1,
        *,
        every_round: bool = False,
    ) -> None:
        """The game is played `rounds` rounds forward, by `player` in all seats.

        With `every_round`, the result is the mean of the estimates after each of these rounds; otherwise the last one
        counts. Raises `ValueError` if no table can be drawn at random that agrees with the view.
        """
        self._player, self._options, self._view = player, options, view
        self._rounds = rounds
        self._every_round = every_round
        self._seat, self._kind = Seat(prompt.seat), prompt.kind
        self._at, self._turns = beginning(view)
        self._way = [*way_to(prompt)]
        self._seed = prompt.id.encode() + view.SerializeToString(deterministic=True)
        live = self._begin(self.sample(0), listening=True)
        for picks in self._way:
            self._answer(live, picks)
        asked = self._asked(live)[1]
        if asked.kind == _BOOST != self._kind:
            self._way.append(())
            self._answer(live, ())
            asked = self._asked(live)[1]
        options_seen = [option.id for option in prompt.options]
        if asked.kind != self._kind or [str(pick) for pick in asked.options] != options_seen:
            raise self._unreachable()
        if live.view(self._seat) != view:
            raise ValueError("what the seat sees cannot be explained")

    def sample(self, number: int) -> Sample:
        """Return a table that agrees with the view. What the seat cannot see is drawn at random.

        The same view and number give the same table.
        """
        random = Random(self._seed + str(number).encode())
        state = believe(_packs().get(_packs().default), self._options, self._view, self._seat, random)
        return Sample(_encoder.encode(state), random.randbytes(32), random.random())

    def play(self, sample: Sample, picks: Sequence[str]) -> float:
        """Return the seat's expected result after the rounds, from -1 (lost) to 1 (won), if it gives this answer."""
        live, given, rounds = self._begin(sample), [*self._way, picks], self._rounds
        return played_on(
            live, self._player, self._seat, given, rounds=rounds, seed=sample.seed, every_round=self._every_round
        )

    def _asked(self, live: RaceGame) -> tuple[str, Prompt]:
        """Return what the seat is asked. Raises `ValueError` if it is asked nothing."""
        for key, prompt in live.prompts.items():
            if prompt.seat == self._seat:
                return key, prompt
        raise self._unreachable()

    def _answer(self, live: RaceGame, picks: Picks) -> None:
        """Answer a question before the prompt."""
        key, asked = self._asked(live)
        if not asked.allows(picks):
            raise self._unreachable()
        live.answer(self._seat, key, picks)

    def _unreachable(self) -> ValueError:
        return ValueError(f"{self._kind} cannot be reached from {self._at}")

    def _begin(self, sample: Sample, *, listening: bool = False) -> RaceGame:
        state, pack = _decoder.decode(sample.state), _packs().get(_packs().default)
        chance, seats = SeededChance(sample.key), len(state.empires)
        play = Play(seats, self._options, pack, chance, state, rules_version=RACE.rules_version)
        play.listening = listening
        return LiveGame.begin(RACE, _packs().default, play, checkpoints=listening, at=self._at, turns=self._turns)


def played_on(
    live: RaceGame,
    player: Player,
    seat: Seat,
    given: Sequence[Sequence[str]],
    *,
    rounds: int,
    seed: float,
    every_round: bool,
) -> float:
    """Return the seat's expected result after `rounds` more rounds, from -1 (lost) to 1 (won).

    The seat gives the answers in `given` first. With `every_round` the result is the mean of the estimates after each
    round. The game that is passed is itself played on; no copy of it is made.
    """
    play, random, to_give = live.play, Random(seed), [*given]
    running = play.state.round
    last, expected = running + rounds - 1, list[float]()

    def answer(prompt: Prompt) -> Picks:
        if to_give and prompt.seat == seat:
            by_id = {str(pick): pick for pick in prompt.options}
            return tuple([by_id[pick] for pick in to_give.pop(0)])
        if prompt.kind == _TURN and play.state.round > running + len(expected):
            if every_round or play.state.round > last:
                expected.append(player.expected(play, seat))
            if play.state.round > last:
                raise _RoundPlayed
        return player.answer(play, prompt, random)

    try:
        live.play_on(answer, random.random)
    except _RoundPlayed:
        return sum(expected) / len(expected)
    left = rounds - len(expected) if every_round else 1
    return (sum(expected) + left * _result(live.scores(), seat)) / (len(expected) + left)


def way_to(prompt: game_pb2.Prompt) -> Sequence[tuple[str, ...]]:
    """Return the answers that lead a seat from the start of its orb step to this prompt.

    The result is empty if no answers are needed. If a seat has moved and now plays a card, its move is not among them.
    So the seat may afterwards have one more action left than in the real game.
    """
    if prompt.kind == "orb.move":
        return [("move",)]
    if prompt.kind == "orb.play":
        return [("play",)]
    if prompt.kind == "orb.place":
        cards = _packs().get(_packs().default).orb.by_id
        (card,) = [fact.component for fact in prompt.facts if fact.name == "card"]
        (turned,) = [fact.word for fact in prompt.facts if fact.name == "turned"]
        return [("play",), (turned_pick(cards[card].number, TURNS.index(turned)),)]
    return []


def options_of(options: Mapping[str, str]) -> RaceOptions:
    """Return the options of a table, as the rules of the game hold them.

    Raises `ValueError` if these rules do not know them.
    """
    try:
        return read_options(RaceOptions, options)
    except InvalidOption as error:
        raise ValueError(str(error)) from error


def can_be_sampled(options: Mapping[str, str]) -> bool:
    """Return whether tables with these options can be sampled: the rules must know all of the options."""
    try:
        options_of(options)
    except ValueError:
        return False
    return True


@cache
def _packs() -> PackRegistry[Pack]:
    return load_packs(RACE)


def _result(scores: Sequence[Score], seat: Seat) -> float:
    rank = ranks(scores)
    totals = {score.seat: score.total for score in scores}
    best = max(total for other, total in totals.items() if other != seat)
    shared = sum(place == 1 for place in rank.values()) > 1
    won = -1.0 if rank[seat] > 1 else 0.0 if shared else 1.0
    return _WIN * won + (1 - _WIN) * max(-1.0, min(1.0, (totals[seat] - best) / _MARGIN))
