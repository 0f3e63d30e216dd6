"""Bounds how many calls of a server are open, in total and for each address."""

from collections import Counter

from galaxytables_serving.errors import TooManyCallsError, TooManyOfAddressError


class Room:
    """Counts open calls, and refuses those beyond its bounds."""

    def __init__(self, *, max_calls: int, max_of_address: int) -> None:
        """At most `max_calls` are open at once, and `max_of_address` of one address."""
        self._max_calls, self._max_of_address = max_calls, max_of_address
        self._taken = 0
        self._of_address: Counter[str] = Counter()

    def enter(self, address: str | None) -> None:
        """Count a call, until `leave`. If `address` is None, only the total is bounded.

        Raises `TooManyCallsError`, `TooManyOfAddressError`.
        """
        if address is not None and self._of_address[address] >= self._max_of_address:
            raise TooManyOfAddressError(self._max_of_address)
        if self._taken >= self._max_calls:
            raise TooManyCallsError(self._max_calls)
        self._taken += 1
        if address is not None:
            self._of_address[address] += 1

    def leave(self, address: str | None) -> None:
        """Count a call as ended."""
        self._taken -= 1
        if address is not None:
            self._of_address[address] -= 1
            if not self._of_address[address]:
                del self._of_address[address]
