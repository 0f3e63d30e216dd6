"""What a replay runs on: chance that follows a transcript, and the difference that ends it."""

from collections.abc import MutableSequence
from typing import Any

from services.race.cards import Number
from tests.oracle.transcript import Key


class Difference(Exception):
    """The first place where the rules and the transcript part."""

    def __init__(self, key: Key, field: str, ours: object, theirs: object) -> None:
        round_, phase = key
        super().__init__(f"round {round_}, {phase or 'set-up'}, {field}: ours {ours}, theirs {theirs}")


class DealtChance:
    """Chance that deals the start worlds of the transcript; the order of the deck is decided at each draw.

    `starts` are the first cards of each of the first shuffles.
    """

    def __init__(self, *starts: list[Number]) -> None:
        self.counter = 0
        self._starts = list(starts)

    def below(self, outcomes: int) -> int:
        raise AssertionError(f"nothing is drawn out of {outcomes} in these games")

    def shuffle(self, items: MutableSequence[Any]) -> None:
        self.counter += 1
        if self._starts:
            first = self._starts.pop(0)
            items[:] = [*first, *(item for item in items if item not in first)]
