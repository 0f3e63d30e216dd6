"""Rebuilds whole views from the differences (`ViewPatch`) that the server sends in their place."""

import grpc
from google.protobuf import any_pb2

from galaxytables.lobby.v1 import play_pb2
from galaxytables_client.errors import ServerError


class Views:
    """Completes the views of one watched table, even if its stream is reopened."""

    def __init__(self) -> None:
        self._last: any_pb2.Any | None = None

    def complete(self, update: play_pb2.TableUpdate) -> None:
        """If the update has only a patch, replace it by the whole view.

        Call this for every update of a watch, in order. Raises `ServerError` for a patch to a view that never arrived.
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
            raise ServerError(grpc.StatusCode.INTERNAL, "The server sent what is new in a view that it had not sent.")
        tail = last.value[len(last.value) - patch.tail :]
        return any_pb2.Any(type_url=last.type_url, value=last.value[: patch.head] + patch.middle + tail)
