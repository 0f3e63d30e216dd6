"""Plays rounds forward from the position that a seat sees, to find the expected result of each answer.

A sampled table begins where the running step began. The seat gives the answer that is tried, and the heuristic answers
everything else for all seats. When the dice of the next round are rolled, weights estimate the result that the seat can
expect. Every answer is tried at the same tables with the same bags and rolls, so that only the answers differ. Drawn
tiles are placed according to the answer before the step begins, since the step does not ask for them again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import tanh
from pathlib import Path
from random import Random

import msgspec

from galaxytables.roll.v1 import roll_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.roll.simulation.placing import PLACES, lay, options_of_tiles
from galaxytables_bots.roll.simulation.player import StatePlayer
from galaxytables_bots.roll.simulation.standing import given_again
from galaxytables_bots.roll.simulation.values import LEAD, expected
from galaxytables_bots.values import Values, load_values
from galaxytables_kit import Picks, Play, Prompt, Score, Seat
from galaxytables_kit.chance import SeededChance
from galaxytables_kit.errors import InvalidOption
from galaxytables_kit.game import ranks
from galaxytables_kit.live import LiveGame
from galaxytables_kit.mark import Turn
from galaxytables_kit.options import read_options
from galaxytables_kit.pack import PackRegistry, load_packs
from galaxytables_roll.belief import believe
from galaxytables_roll.components.tiles import Pack
from galaxytables_roll.rules import ROLL
from galaxytables_roll.state import RollOptions, RollState

_VALUES = Path(__file__).parents[1] / "values.json"
_WIN = 0.5
"""The result of a finished game: half the win, half the difference in points."""
_ROLLED = "assign.phase"
"""The first prompt after dice are rolled."""

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(RollState)


class _RoundPlayed(Exception):  # noqa: N818  # no error: ends a playout
    """Raised when the dice of the next round are rolled, which ends the round that is played forward."""


@dataclass(frozen=True)
class Sample:
    """A sampled table: its complete state, where its game continues, and the seed of its rolls and shuffles."""

    state: bytes
    at: str
    turns: Sequence[Turn]
    key: bytes


class Playouts:
    """Plays the current round forward from one prompt."""

    def __init__(self, options: RollOptions, prompt: game_pb2.Prompt, view: roll_pb2.RollView) -> None:
        """Raises `ValueError` if no table can be drawn at random that agrees with the view."""
        self._player, self._options, self._view = _player(), options, view
        self._seat, self._kind = Seat(prompt.seat), prompt.kind
        self._own = next(empire for empire in view.empires if empire.seat == prompt.seat)
        self._seed = prompt.id.encode() + view.SerializeToString(deterministic=True)
        self._places = prompt.kind in PLACES
        if self._places:
            drawn = self._state(self.sample(0)).seats[self._seat].drawn
            if [*options_of_tiles(_pack(), prompt.kind, drawn)] != [option.id for option in prompt.options]:
                raise ValueError(f"{prompt.kind} cannot be reached")
            return
        sample = self.sample(0)
        live = self._begin(sample, self._state(sample), listening=True)
        asked = self._asked_again(live)
        if asked is None or (asked.kind, asked.least, asked.most, [str(pick) for pick in asked.options]) != (
            prompt.kind,
            prompt.least,
            prompt.most,
            [option.id for option in prompt.options],
        ):
            raise ValueError(f"{prompt.kind} cannot be reached")
        if live.view(self._seat) != view:
            raise ValueError("what the seat sees cannot be explained")

    def sample(self, number: int) -> Sample:
        """Return a table that agrees with the view. What the seat cannot see is drawn at random.

        The same view and number give the same table.
        """
        random = Random(self._seed + str(number).encode())
        state, at, turns = believe(_pack(), self._view, self._seat, random)
        return Sample(_encoder.encode(state), at, turns, random.randbytes(32))

    def play(self, sample: Sample, picks: Sequence[str]) -> float:
        """Return the seat's expected result after the round, from -1 (lost) to 1 (won), if it gives this answer."""
        player, own, answered, state = self._player, self._seat, self._places, self._state(sample)
        if self._places:
            lay(_pack(), state.seats[own], picks)
        round_ = state.round
        live = self._begin(sample, state)
        play = live.play

        def answer(prompt: Prompt) -> Picks:
            nonlocal answered
            if not answered and prompt.seat == own:
                answered = prompt.kind == self._kind
                return tuple(picks) if answered else given_again(self._own, prompt)
            if prompt.kind == _ROLLED and play.state.round > round_:
                raise _RoundPlayed
            return player.answer(play, prompt)

        try:
            live.play_on(answer, _first)
        except _RoundPlayed:
            return expected(_values(), play, own)
        return _result(live.scores(), own)

    def _asked_again(self, live: LiveGame[RollState, Pack, RollOptions]) -> Prompt | None:
        """Give the seat's answers since its roll again; return the prompt, or None if it never comes."""
        while True:
            key, asked = next(
                ((key, each) for key, each in live.prompts.items() if each.seat == self._seat), ("", None)
            )
            if asked is None or asked.kind == self._kind:
                return asked
            picks = given_again(self._own, asked)
            if not asked.allows(picks):
                return None
            live.answer(self._seat, key, picks)

    @staticmethod
    def _state(sample: Sample) -> RollState:
        return _decoder.decode(sample.state)

    def _begin(
        self, sample: Sample, state: RollState, *, listening: bool = False
    ) -> LiveGame[RollState, Pack, RollOptions]:
        chance, seats = SeededChance(sample.key), len(state.seats)
        play = Play(seats, self._options, _pack(), chance, state, rules_version=ROLL.rules_version)
        play.listening = listening
        return LiveGame.begin(ROLL, _packs().default, play, checkpoints=listening, at=sample.at, turns=sample.turns)


def options_of(options: Mapping[str, str]) -> RollOptions:
    """Return the options of a table, as the rules of the game hold them.

    Raises `ValueError` if these rules do not know them.
    """
    try:
        return read_options(RollOptions, options)
    except InvalidOption as error:
        raise ValueError(str(error)) from error


@cache
def _player() -> StatePlayer:
    return StatePlayer(_pack())


@cache
def _values() -> Values:
    return load_values(_VALUES)


def _first() -> float:
    """Return 0: of several open prompts the first is answered; all are secret, so their order changes nothing."""
    return 0.0


@cache
def _packs() -> PackRegistry[Pack]:
    return load_packs(ROLL)


def _pack() -> Pack:
    return _packs().get(_packs().default)


def _result(scores: Sequence[Score], seat: Seat) -> float:
    rank = ranks(scores)
    totals = {score.seat: score.total for score in scores}
    best = max(total for other, total in totals.items() if other != seat)
    shared = sum(place == 1 for place in rank.values()) > 1
    won = -1.0 if rank[seat] > 1 else 0.0 if shared else 1.0
    return _WIN * won + (1 - _WIN) * tanh((totals[seat] - best) / LEAD)
