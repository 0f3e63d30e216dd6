"""Limits how many notices are being sent at once, so that a slow receiving machine does not delay the others."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

# A target of a receiver that has its share waits for `PAUSE` milliseconds, and each further one for `SPACING` more. So
# it costs little to have many that wait.
PAUSE, SPACING = 1_000, 2


class SendingLimit:
    """Limits how many notices are being sent at once, and shares that number fairly among the receiving machines.

    A receiver may get another notice while fewer notices are on their way to it than places are free. So a single
    receiver gets half of the limit, and several receivers get equal shares as notices are delivered.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._sending = 0
        self._sending_to: Counter[str] = Counter()
        # The last time until which a target of each receiver waits.
        self._waiting: dict[str, int] = {}

    def may_send_to(self, receiver: str) -> bool:
        """Return whether another notice may be sent to this receiver now."""
        return self._sending_to[receiver] < self._limit - self._sending

    @contextmanager
    def sending_to(self, receiver: str) -> Iterator[None]:
        """Count a notice as being sent to this receiver while the `with` block runs."""
        self._sending_to[receiver] += 1
        self._sending += 1
        try:
            yield
        finally:
            self._sending -= 1
            self._sending_to[receiver] -= 1
            if not self._sending_to[receiver]:
                del self._sending_to[receiver]
                self._waiting.pop(receiver, None)

    def next_try(self, receiver: str, *, now: int) -> int:
        """Return when to try again to send to a target of a busy receiver, in milliseconds since the epoch.

        Each target of the receiver gets a later time than the last.
        """
        until = max(self._waiting.get(receiver, 0), now + PAUSE) + SPACING
        if receiver in self._sending_to:
            self._waiting[receiver] = until
        return until
