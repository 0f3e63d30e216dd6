"""Plays turns forward from the position that a seat sees, to find the expected result of each answer.

The rest of the current turn is played at a sampled table, beginning with the prompt that the seat has. The seat gives
the answer that is tried, and the heuristic answers everything else for all seats. After some rounds, weights estimate
the result that the seat can expect. Estimates at the end of the seat's own turn would be too early: they would show
almost none of an answer's effects.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean

import msgspec

from galaxytables.beyond.v1 import beyond_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_beyond.belief import believe
from galaxytables_beyond.options import BeyondOptions
from galaxytables_beyond.state import BeyondState
from galaxytables_bots.beyond.heuristic import Heuristic
from galaxytables_bots.beyond.printed import Printed
from galaxytables_bots.beyond.simulation.turns import CATALOGUE, PACK, Table, Way, picks_of, ways
from galaxytables_bots.beyond.simulation.values import expected, led
from galaxytables_bots.strategy import view_as
from galaxytables_kit import Picks, Prompt, Seat
from galaxytables_kit.errors import InvalidOption
from galaxytables_kit.options import read_options
from galaxytables_kit.wire import prompt_message

_PRINTED = Printed(CATALOGUE)

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(BeyondState)


@dataclass(frozen=True)
class Sample:
    """A sampled table: its complete state, with hidden things drawn at random, and the seed of its shuffles."""

    state: bytes
    key: bytes


class Playouts:
    """Plays the current turn, and some rounds after it, forward from one prompt."""

    def __init__(
        self, options: BeyondOptions, prompt: game_pb2.Prompt, view: beyond_pb2.BeyondView, rounds: int = 1
    ) -> None:
        """Raises `ValueError` if no table can be drawn at random that agrees with the view."""
        self._rounds = rounds
        self._options, self._view, self._seat = options, view, Seat(prompt.seat)
        self._kind, self._left = prompt.kind, _moves_left(prompt)
        self._asked = prompt.kind, [option.id for option in prompt.options]
        self._heuristic = Heuristic()
        self._seed = prompt.id.encode() + view.SerializeToString(deterministic=True)
        table = self._table(self.sample(0))
        shown = view_as(beyond_pb2.BeyondView, table.live.view(self._seat))
        shown.phase = view.phase
        if shown != view:
            raise ValueError("no position fits the view")
        found = (number for number, _ in enumerate(self._ways(table)) if self._asks(prompt, number))
        self._way = next(found, -1)
        if self._way < 0:
            raise ValueError(f"{prompt.kind} cannot be reached")

    def sample(self, number: int) -> Sample:
        """Return a table that agrees with the view. What the seat cannot see is drawn at random.

        The same view and number give the same table.
        """
        random = Random(self._seed + str(number).encode())
        return Sample(_encoder.encode(believe(PACK, self._view, random)), random.randbytes(32))

    def play(self, sample: Sample, picks: Sequence[str]) -> float:
        """Return the seat's expected result, from -1 (lost) to 1 (won), if it gives this answer.

        It is the mean of the estimates after the seat's turns in the later rounds, or the result of the game. Raises
        `ValueError` if the prompt does not come up at this table, since it depended on something hidden.
        """
        table = self.begin(sample, picks)
        expectations = [self.expected(table)]
        while len(expectations) < self._rounds:
            if not table.play_turn():
                return led(table.play, self._seat)
            if table.seat == self._seat:
                expectations.append(self.expected(table))
        return fmean(expectations[self._rounds // 2 :])

    def begin(self, sample: Sample, picks: Sequence[str]) -> Table:
        """Return the table as it is after the current turn, if the seat gives this answer.

        Raises the same errors as `play`.
        """
        table, left = self._table(sample), [picks]

        def answer(prompt: Prompt) -> Picks:
            if not left:
                return table.answer(prompt)
            if (prompt.kind, [*map(str, prompt.options)]) != self._asked:
                raise ValueError(f"{self._kind} is not asked there")
            return picks_of(prompt, left.pop())

        table.play_on(self._ways(table)[self._way], answer)
        return table

    def expected(self, table: Table) -> float:
        """Return the seat's expected result at this table now, from -1 (lost) to 1 (won)."""
        return expected(_PRINTED, view_as(beyond_pb2.BeyondView, table.live.view(self._seat)), self._seat)

    def _ways(self, table: Table) -> Sequence[Way]:
        return list(ways(table.play, self._kind, self._left))

    def _asks(self, prompt: game_pb2.Prompt, number: int) -> bool:
        """Return whether a way begins with the question."""
        table = self._table(self.sample(0))
        asked = table.asked(self._ways(table)[number])
        if asked is None or asked.seat != prompt.seat:
            return False
        return _question(prompt_message(table.live, prompt.id, asked)) == _question(prompt)

    def _table(self, sample: Sample) -> Table:
        return Table(self._options, _decoder.decode(sample.state), sample.key, self._heuristic)


def _question(prompt: game_pb2.Prompt) -> tuple[str, int, int, list[str], list[game_pb2.Fact]]:
    """Return what identifies a prompt, without its words."""
    return prompt.kind, prompt.least, prompt.most, [option.id for option in prompt.options], [*prompt.facts]


def _moves_left(prompt: game_pb2.Prompt) -> int:
    return sum([fact.number for fact in prompt.facts if fact.name == "left"])


def options_of(options: Mapping[str, str]) -> BeyondOptions:
    """Return the options of a table, as the rules of the game hold them.

    Raises `ValueError` if these rules do not know them.
    """
    try:
        return read_options(BeyondOptions, options)
    except InvalidOption as error:
        raise ValueError(str(error)) from error
