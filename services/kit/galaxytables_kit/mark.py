"""The mark: a place in the contents of a game, as data."""

from typing import Any, TypeAlias

from msgspec import Struct

Turn: TypeAlias = Any  # of any type by which a game takes turns
"""What a step is played once for each of, such as a seat. It is plain data."""


class Mark(Struct, array_like=True, frozen=True):
    """A place in the contents as data.

    It has the path of a step, and for each loop around the step its round and its remaining turns.
    """

    at: str
    times: dict[str, int] = {}
    left: dict[str, list[Turn]] = {}


def words(mark: Mark) -> str:
    """Return the place that a mark describes, in words: `round 4 / settle / pay`."""
    names, path = [], ""
    for name in mark.at.split("/"):
        path = f"{path}/{name}" if path else name
        names.append(f"{name} {mark.times[path]}" if path in mark.times else name)
    return " / ".join(names).replace("_", " ") or "the end"
