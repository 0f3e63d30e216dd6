"""Plays games forward from the position that a seat sees, to find the expected result of each answer.

A sampled table begins where the running phase began. The seat repeats its earlier answers in the phase and gives the
answer that is tried; the greedy bot answers everything else for all seats. Every answer is tried at the same tables
with the same decks, so that only the answers differ. Whenever one of the next rounds begins, weights estimate the
result that the seat can expect: the results of complete games vary far more by chance than by the answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from statistics import fmean

import msgspec

from galaxytables.jump.v1 import jump_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.jump.simulation.player import StatePlayer, Values
from galaxytables_bots.jump.simulation.proposals import Plan, proposed
from galaxytables_bots.jump.simulation.values import expected, worth_of
from galaxytables_bots.values import Values as Weights
from galaxytables_bots.values import load_values
from galaxytables_jump.belief import beginning, believe
from galaxytables_jump.components.cards import Pack
from galaxytables_jump.options import JumpOptions
from galaxytables_jump.phases.choosing import ALONE
from galaxytables_jump.rules import JUMP
from galaxytables_jump.state import JumpState
from galaxytables_kit import Picks, Play, Prompt, Score, Seat
from galaxytables_kit.chance import SeededChance
from galaxytables_kit.game import ranks
from galaxytables_kit.live import LiveGame
from galaxytables_kit.pack import PackRegistry, load_packs

_VALUES = Path(__file__).parents[1] / "values.json"
_BEGUN = "choose.card"
"""The first prompt of a round."""

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(JumpState)


@dataclass(frozen=True)
class Sample:
    """A sampled table: its complete state, with hidden cards drawn at random, and the seed of its shuffles."""

    state: bytes
    key: bytes


class _RoundsPlayed(Exception):  # noqa: N818  # no error: ends a playout
    """Enough rounds have been played."""


class Playouts:
    """Plays the game forward from one prompt, for `rounds` rounds or to its end."""

    def __init__(self, prompt: game_pb2.Prompt, view: jump_pb2.JumpView, rounds: int | None = None) -> None:
        """Raises `ValueError` if no table can be drawn at random that agrees with the view."""
        self._player, self._view, self._rounds = StatePlayer(), view, rounds
        self._seat, self._options = Seat(prompt.seat), JumpOptions(dealer=view.dealer)
        self._at = beginning(view)
        self._seed = prompt.id.encode() + view.SerializeToString(deterministic=True)
        self._given = _given(view)
        live = self._begin(self.sample(0), listening=True)
        asked = self._asked_again(live, prompt.kind)
        if asked is None or (asked.least, [str(pick) for pick in asked.options]) != (
            prompt.least,
            [option.id for option in prompt.options],
        ):
            raise ValueError(f"{prompt.kind} cannot be reached from {self._at}")
        if live.view(self._seat) != view:
            raise ValueError("no position fits the view")
        self.answers = proposed(live.play, asked, Values(self._player, live.play, asked))
        """The answers that are worth a look, each with its value in VP, best first."""

    def sample(self, number: int) -> Sample:
        """Return a table that agrees with the view. What the seat cannot see is drawn at random.

        The same view and number give the same table.
        """
        random = Random(self._seed + str(number).encode())
        state = believe(_packs().get(_packs().default), self._view, self._seat, random)
        return Sample(_encoder.encode(state), random.randbytes(32))

    def play(self, sample: Sample, answer: Plan) -> float:
        """Return the seat's expected result, from -1 (lost) to 1 (won), if it gives this answer.

        It is the mean of the estimates after the next rounds: early rounds depend more on the answer, later rounds show
        more of its value.
        """
        live = self._begin(sample)
        play, player, own = live.play, self._player, self._seat
        round_, plan = play.state.round, {**self._given, **answer}  # the greedy bot answers prompts that are not in it
        expectations, begun, rounds = list[float](), max(1, round_), self._rounds or 0

        def answered(prompt: Prompt) -> Picks:
            if prompt.seat == own and plan and prompt.kind in plan and play.state.round == round_:
                return _picks(prompt, plan.pop(prompt.kind))
            if prompt.kind == _BEGUN and rounds and play.state.round > begun + len(expectations):
                expectations.append(expected(_values(), player, play, own))
                if len(expectations) == rounds:
                    raise _RoundsPlayed
            return player.answer(play, prompt)

        try:
            live.play_on(answered, _first)
            expectations.append(_result(live.scores(), own))
        except _RoundsPlayed:
            pass
        return fmean(expectations)

    def _asked_again(self, live: LiveGame[JumpState, Pack, JumpOptions], kind: str) -> Prompt | None:
        """Give the seat's earlier answers of this phase again.

        Return the first prompt of a kind, or None if none comes.
        """
        while True:
            key, asked = next(
                ((key, each) for key, each in live.prompts.items() if each.seat == self._seat), ("", None)
            )
            if asked is None or asked.kind == kind:
                return asked
            if asked.kind not in self._given:
                return None
            live.answer(self._seat, key, _picks(asked, self._given[asked.kind]))

    def _begin(self, sample: Sample, *, listening: bool = False) -> LiveGame[JumpState, Pack, JumpOptions]:
        state, pack = _decoder.decode(sample.state), _packs().get(_packs().default)
        chance, seats = SeededChance(sample.key), len(state.players)
        play = Play(seats, self._options, pack, chance, state, rules_version=JUMP.rules_version)
        play.listening = listening
        return LiveGame.begin(JUMP, _packs().default, play, checkpoints=listening, at=self._at)


def _given(view: jump_pb2.JumpView) -> Plan:
    """Return what the seat has answered in the running phase, from what it has set aside."""
    placing, action = [card.id for card in view.aside.placing], view.aside.action
    if view.phase == jump_pb2.PHASE_FOLLOW:
        return {"second.world": placing} if placing else {}
    if view.phase != jump_pb2.PHASE_CHOOSE or not placing:
        return {}
    given = {"choose.card": placing[:1], "choose.means": ["conquer"]}
    if action == jump_pb2.ACTION_DEVELOP:
        given["choose.world"] = [ALONE]
    elif len(placing) > 1:
        given["choose.world"] = placing[1:]
    return given


def _picks(prompt: Prompt, ids: Sequence[str]) -> Picks:
    by_id = {str(pick): pick for pick in prompt.options}
    return tuple([by_id[each] for each in ids])


def _first() -> float:
    """Return 0: of several open prompts the first is answered; all are secret, so their order changes nothing."""
    return 0.0


@cache
def _values() -> Weights:
    return load_values(_VALUES)


@cache
def _packs() -> PackRegistry[Pack]:
    return load_packs(JUMP)


def _result(scores: Sequence[Score], seat: Seat) -> float:
    rank = ranks(scores)
    totals = {score.seat: score.total for score in scores}
    best = max(total for other, total in totals.items() if other != seat)
    shared = sum(place == 1 for place in rank.values()) > 1
    won = -1.0 if rank[seat] > 1 else 0.0 if shared else 1.0
    return worth_of(totals[seat] - best, won)
