"""Makes the calls of `AdminService` for the console."""

from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from functools import cache

import grpc.aio

from galaxytables.admin.v1 import admin_pb2
from galaxytables_web.calls import Call, call_of
from galaxytables_web.errors import passed_on
from galaxytables_web.lobby import Stream, metadata_of
from galaxytables_web.tunnel import ProxiedCall

SERVICE = admin_pb2.DESCRIPTOR.services_by_name["AdminService"]


@cache
def admin_calls() -> Mapping[str, Call]:
    """Return every call of `AdminService`, by its path."""
    calls = map(call_of, SERVICE.methods)
    return {call.path: call for call in calls}


class AdminService:
    """`AdminService`, over one connection. It has no streams."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        """The channel must be open."""
        self._channel = channel

    async def ask(self, proxied: ProxiedCall, seconds: float) -> bytes:
        """Make a call and return the serialized answer. Raises `ConnectError` or `GalaxyError`."""
        call: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = self._channel.unary_unary(proxied.path)
        try:
            return await call(proxied.request, metadata=metadata_of(proxied.caller), timeout=seconds)
        except grpc.aio.AioRpcError as error:
            raise passed_on(error, proxied.path) from None

    def watch(self, proxied: ProxiedCall, _: float | None) -> AbstractAsyncContextManager[Stream]:
        """Raise `NotImplementedError`, since there is nothing to watch."""
        raise NotImplementedError(proxied.path)
