"""`RelationService`: follows, blocks, mutes and private notes."""

from galaxytables.lobby.v1 import players_pb2, relations_pb2
from galaxytables_lobby.api.access import Access
from galaxytables_lobby.api.calls import Call, Lobby
from galaxytables_lobby.domain.history import timestamp
from galaxytables_lobby.domain.relations import RelationChange, RelationKind
from galaxytables_lobby.domain.scopes import CallScope
from galaxytables_lobby.domain.wording import checked_note
from galaxytables_lobby.ids import PlayerId
from galaxytables_lobby.people.relations import RelationTo
from galaxytables_lobby.people.tokens import Asker


async def _set(
    lobby: Lobby, caller: Asker, request: relations_pb2.SetRelationRequest
) -> relations_pb2.SetRelationResponse:
    change = RelationChange(
        follow=request.follow if request.HasField("follow") else None,
        block=request.block if request.HasField("block") else None,
        mute=request.mute if request.HasField("mute") else None,
        note=checked_note(request.note) if request.HasField("note") else None,
    )
    await lobby.quotas.relations.take(caller.source, caller.player.id)
    changed = await lobby.relations.change(caller, PlayerId(request.player_id), change)
    return relations_pb2.SetRelationResponse(relation=_message(changed))


async def _get(
    lobby: Lobby, caller: Asker, request: relations_pb2.GetRelationRequest
) -> relations_pb2.GetRelationResponse:
    relation = await lobby.relations.of(caller.player.id, PlayerId(request.player_id))
    return relations_pb2.GetRelationResponse(relation=_message(relation))


async def _list(
    lobby: Lobby, caller: Asker, _: relations_pb2.ListRelationsRequest
) -> relations_pb2.ListRelationsResponse:
    relations = await lobby.relations.all_of(caller.player.id)
    return relations_pb2.ListRelationsResponse(relations=map(_message, relations))


def _message(relation: RelationTo) -> relations_pb2.Relation:
    kinds = relation.kinds
    message = relations_pb2.Relation(
        player=players_pb2.Player(id=relation.other.id, name=relation.other.name),
        follows=RelationKind.FOLLOW in kinds,
        friend=relation.friend,
        blocked=RelationKind.BLOCK in kinds,
        muted=RelationKind.MUTE in kinds,
        note=kinds[RelationKind.NOTE].note if RelationKind.NOTE in kinds else "",
    )
    if kinds:
        message.changed.CopyFrom(timestamp(max(each.since for each in kinds.values())))
    return message


CALLS = (
    Call(relations_pb2.SetRelationRequest, Access.caller, CallScope.SIGN_IN, _set),
    Call(relations_pb2.GetRelationRequest, Access.caller, CallScope.READ, _get),
    Call(relations_pb2.ListRelationsRequest, Access.caller, CallScope.READ, _list),
)
