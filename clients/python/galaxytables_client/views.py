"""Rebuilds views that arrive as differences from the previous view (`ViewPatch`)."""

import grpc
from google.protobuf import any_pb2

from galaxytables.lobby.v1 import play_pb2
from galaxytables_client.errors import Broken


class Views:
    """Completes the views of one watch, over all its connections."""

    def __init__(self) -> None:
        self._last: any_pb2.Any | None = None

    def complete(self, update: play_pb2.TableUpdate) -> None:
        """Replace a patch in the update by the whole view. Call it for every update of a watch, in order.

        Raises `Broken` for a patch that fits no view seen so far.
        """
        if update.HasField("view_patch"):
            update.view.CopyFrom(self._patched(update.view_patch))
            update.ClearField("view_patch")
        if update.HasField("view"):
            # A copy, so that the update can be freed.
            self._last = any_pb2.Any(type_url=update.view.type_url, value=update.view.value)

    def _patched(self, patch: play_pb2.ViewPatch) -> any_pb2.Any:
        last = self._last
        if last is None or patch.head + patch.tail > len(last.value):
            raise Broken(grpc.StatusCode.INTERNAL, "The server sent what is new in a view that it had not sent.")
        tail = last.value[len(last.value) - patch.tail :]
        return any_pb2.Any(type_url=last.type_url, value=last.value[: patch.head] + patch.middle + tail)
