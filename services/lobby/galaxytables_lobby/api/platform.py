"""`PlatformService`: the calls about the state of the whole platform."""

from galaxytables.lobby.v1 import platform_pb2
from galaxytables_lobby.api.access import Access
from galaxytables_lobby.api.calls import Call, Lobby
from galaxytables_lobby.domain.scopes import CallScope
from galaxytables_serving.sources import Source


async def _get(lobby: Lobby, _: Source, __: platform_pb2.GetPlatformRequest) -> platform_pb2.GetPlatformResponse:
    return platform_pb2.GetPlatformResponse(status=lobby.platform.status)


CALLS = (Call(platform_pb2.GetPlatformRequest, Access.source, CallScope.NONE, _get),)
