"""Room for calls under way: how many a server has at once, and how many of them for one address."""

from collections import Counter

from galaxytables_serving.errors import TooManyCallsError, TooManyOfAddressError


class Room:
    """Counts calls from their beginning to their end. One that finds no room is refused."""

    def __init__(self, *, max_calls: int, max_of_address: int) -> None:
        """Take how many calls may be under way at once, of everybody and of each address."""
        self._max_calls, self._max_of_address = max_calls, max_of_address
        self._taken = 0
        self._of_address: Counter[str] = Counter()

    def enter(self, address: str | None) -> None:
        """Count a call; `leave` must follow. An address of None has no bound of its own.

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
        """Count a call no more."""
        self._taken -= 1
        if address is not None:
            self._of_address[address] -= 1
            if not self._of_address[address]:
                del self._of_address[address]
