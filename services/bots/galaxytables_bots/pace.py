"""Decides how long a bot waits before it sends an answer: if people can see it, about as long as a person would.

The wait begins when the prompt arrives, however long computing the answer takes. The more options a prompt has, the
longer the wait. Some variation between similar prompts follows from the request id of the answer, so another bot host
that takes over the seat waits equally long. The answer is sent at once if only bots play and nobody watches. It is also
sent at once if the bot's own last answer opened the prompt, so that a turn of several prompts has one pause.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from math import log2
from zlib import crc32

from galaxytables.lobby.v1 import play_pb2
from galaxytables.rules.v1 import game_pb2

LONGEST_WAIT = 3.0
"""The longest time in seconds that a prompt waits to be pondered, by default."""

SHARE_OF_CLOCK = 0.05
"""The largest share of a seat's remaining time that an answer may take."""

_NO_CHOICE = 0.3
_MIN_FACTOR, _MORE, _MAX_FACTOR = 0.4, 0.2, 1.6
"""Factors of the usual time: with one option, for each doubling of the options, and at most."""
_SPREAD = 0.25


@dataclass(frozen=True)
class Pace:
    """Decides when a bot's answers are due. Times are in seconds of `clock`.

    At least `delay` seconds pass before every answer. If people can see it, an answer to a prompt with eight options
    takes about `usual` seconds. Prompts queue for the search; one that has waited longer than `longest_wait` seconds is
    answered without a search, if the strategy can. Otherwise all later prompts would wait even longer.
    """

    delay: float = 0.0
    usual: float = 0.0
    longest_wait: float = LONGEST_WAIT
    clock: Callable[[], float] = time.monotonic

    def due(self, prompt: game_pb2.Prompt, update: play_pb2.TableUpdate, request_id: str) -> float:
        """Return when to send the answer to a prompt that has just arrived, in seconds of the clock."""
        return self.clock() + max(self.delay, self._thought(prompt, update, request_id))

    def due_in_a_row(self) -> float:
        """Return when to send the answer to a prompt that the bot's own last answer opened, in seconds of the clock."""
        return self.clock() + self.delay

    def hurries(self, since: float) -> bool:
        """Return whether a prompt has waited too long for the search; it began to wait at the time `since`."""
        return self.clock() - since > self.longest_wait

    def left(self, due: float) -> float:
        """Return how many seconds are left until an answer is due; 0 if that time has passed."""
        return max(0.0, due - self.clock())

    def _thought(self, prompt: game_pb2.Prompt, update: play_pb2.TableUpdate, request_id: str) -> float:
        if not self.usual or not update.attending:
            return 0.0
        seconds = self.usual * _weight(prompt) * (1 + _SPREAD * (2 * crc32(request_id.encode()) / 0xFFFFFFFF - 1))
        return min(seconds, SHARE_OF_CLOCK * _time_left(update, prompt.seat))


AT_ONCE = Pace()


def _weight(prompt: game_pb2.Prompt) -> float:
    options = len(prompt.options)
    if options <= prompt.least:
        return _NO_CHOICE
    return min(_MIN_FACTOR + _MORE * log2(options), _MAX_FACTOR)


def _time_left(update: play_pb2.TableUpdate, seat: int) -> float:
    """Return the seconds until a seat's time is up; infinity without a clock."""
    for clock in update.clocks:
        if clock.seat == seat and clock.HasField("deadline"):
            return max(0.0, (clock.deadline.ToMilliseconds() - update.now.ToMilliseconds()) / 1000)
    return float("inf")
