"""Views as a watch is told them: the first one whole, each later one by what differs from the one before it.

A choice changes little of a table: what is the same at a view's start and at its end is not sent again.
"""

from typing import Literal

from google.protobuf import any_pb2

from galaxytables.lobby.v1 import play_pb2
from galaxytables_serving.framing import framed, tag

_VIEW = tag(play_pb2.TableUpdate, "view")
_PATCH = tag(play_pb2.TableUpdate, "view_patch")


def whole(view: any_pb2.Any) -> bytes:
    """A view as a field of a serialized `TableUpdate`."""
    return framed(_VIEW, view.SerializeToString())


class ViewPatches:
    """The views of one watch."""

    def __init__(self) -> None:
        """Begin with a watch that was told of no view."""
        self._last: any_pb2.Any | None = None

    def field(self, view: any_pb2.Any) -> bytes:
        """The next view as a field of a serialized `TableUpdate`, whichever is shorter."""
        last, self._last = self._last, view
        if last is None or last.type_url != view.type_url:
            return whole(view)
        patch = framed(_PATCH, patch_between(last.value, view.value).SerializeToString())
        return patch if len(patch) < len(view.value) else whole(view)


def patch_between(before: bytes, after: bytes) -> play_pb2.ViewPatch:
    """What makes one serialized view of another."""
    most = min(len(before), len(after))
    head = _alike(before[:most], after[:most], "little")
    most -= head
    tail = _alike(before[len(before) - most :], after[len(after) - most :], "big")
    return play_pb2.ViewPatch(head=head, middle=after[head : len(after) - tail], tail=tail)


def _alike(one: bytes, other: bytes, order: Literal["little", "big"]) -> int:
    """How many bytes two of one length have in common at their start (`little`) or their end (`big`).

    Read as numbers in that order, the lowest bit in which they differ says it; no byte is looked at by itself.
    """
    differing = int.from_bytes(one, order) ^ int.from_bytes(other, order)
    return ((differing & -differing).bit_length() - 1) // 8 if differing else len(one)
