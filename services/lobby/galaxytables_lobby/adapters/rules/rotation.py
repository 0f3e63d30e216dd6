"""Which pod a call goes to: tables keep to their pods, so that the live game is in that pod's memory.

Rendezvous hashing: each slot has its own order of all pods, so that one that goes or comes moves only its own share of
the tables, and they spread over all others. The second of the order is taken while the first is behind.
"""

import zlib
from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeAlias

from galaxytables_lobby.adapters.rules.pod import Pod

Ranked: TypeAlias = Sequence[Pod]
"""Pods in the order in which a table would have them."""

_SLOTS = 512
# Pods that a slot knows: the first, and those that calls are repeated at.
_MAX_RANKED = 4
# The first is behind where it has so many more calls under way than twice those of the second: to begin a game from its
# position costs a pod more than some calls in its queue.
_BEHIND = 16


class Rotation:
    """The pods that can be asked the same."""

    def __init__(self, pods: Sequence[Pod]) -> None:
        """Take one pod at least."""
        # Where there is no choice.
        self.only: Ranked = tuple(pods) if len(pods) == 1 else ()
        self._slots: list[Ranked] = [self._ranked(slot, pods) for slot in range(1 if self.only else _SLOTS)]

    @staticmethod
    def _ranked(slot: int, pods: Sequence[Pod]) -> Ranked:
        def weight(pod: Pod) -> bytes:
            return blake2b(f"{pod.address} {slot}".encode(), digest_size=8).digest()

        return sorted(pods, key=weight)[:_MAX_RANKED]

    def ranked(self, key: str) -> Ranked:
        """The pods for a table, or whatever else keeps to one."""
        return self._slots[zlib.crc32(key.encode()) % len(self._slots)]


def chosen(ranked: Ranked) -> Pod:
    """Whom to give a call."""
    first = ranked[0]
    if len(ranked) == 1:
        return first
    second = ranked[1]
    return second if len(first.stream.calls) > 2 * len(second.stream.calls) + _BEHIND else first


def another(ranked: Ranked, besides: Pod) -> Pod | None:
    """Whom to give a call that a pod did not answer; None where there is nobody."""
    return next((pod for pod in ranked if pod is not besides and pod.ready), None)
