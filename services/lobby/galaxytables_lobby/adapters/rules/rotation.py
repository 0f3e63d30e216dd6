"""Chooses a pod for each call: a table stays with one pod, which has the table's game in memory.

This is rendezvous hashing. Each slot has its own order of all pods. If a pod comes or goes, only the tables that it has
or had move, and these spread over all other pods. While the first pod of a table has far more open calls than the
second, the second pod gets the table's calls.
"""

import zlib
from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeAlias

from galaxytables_lobby.adapters.rules.pod import Pod

Ranked: TypeAlias = Sequence[Pod]
"""Pods in a table's order of preference."""

_SLOTS = 512
# How many pods a slot knows: the first, and those for repeats.
_MAX_RANKED = 4
# The first pod is passed over if its open calls exceed twice those of the second by this many: loading a game from its
# position costs a pod more than some calls in its queue.
_BEHIND = 16


class Rotation:
    """Ranks pods that can all answer the same calls, so that the calls of a table stay with one pod."""

    def __init__(self, pods: Sequence[Pod]) -> None:
        """There must be at least one pod."""
        # Set if there is only one pod.
        self.only: Ranked = tuple(pods) if len(pods) == 1 else ()
        self._slots: list[Ranked] = [self._ranked(slot, pods) for slot in range(1 if self.only else _SLOTS)]

    @staticmethod
    def _ranked(slot: int, pods: Sequence[Pod]) -> Ranked:
        def weight(pod: Pod) -> bytes:
            return blake2b(f"{pod.address} {slot}".encode(), digest_size=8).digest()

        return sorted(pods, key=weight)[:_MAX_RANKED]

    def ranked(self, key: str) -> Ranked:
        """Return the pods in the order to try them.

        The order depends on `key`, usually a table id: equal keys get equal orders.
        """
        return self._slots[zlib.crc32(key.encode()) % len(self._slots)]


def chosen(ranked: Ranked) -> Pod:
    """Return the pod to send a call to: the first, or the second if the first has far more open calls."""
    first = ranked[0]
    if len(ranked) == 1:
        return first
    second = ranked[1]
    return second if len(first.stream.calls) > 2 * len(second.stream.calls) + _BEHIND else first


def another(ranked: Ranked, besides: Pod) -> Pod | None:
    """Return a pod other than `besides` for a call that `besides` did not answer; None if there is no other."""
    return next((pod for pod in ranked if pod is not besides and pod.ready), None)
