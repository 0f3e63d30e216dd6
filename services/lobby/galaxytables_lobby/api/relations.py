"""`RelationService`: follows, blocks, mutes and private notes; who is online; challenges."""

from galaxytables.lobby.v1 import players_pb2, relations_pb2
from galaxytables_lobby.api.access import Access
from galaxytables_lobby.api.calls import Call, Lobby
from galaxytables_lobby.domain import seating
from galaxytables_lobby.domain.features import Feature
from galaxytables_lobby.domain.history import timestamp
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.domain.playing import Change
from galaxytables_lobby.domain.relations import RelationChange, RelationKind
from galaxytables_lobby.domain.scopes import CallScope
from galaxytables_lobby.domain.state import OpenTable, Table
from galaxytables_lobby.domain.wording import checked_note
from galaxytables_lobby.ids import PlayerId, TableId
from galaxytables_lobby.people.limit_settings import Activity
from galaxytables_lobby.people.relations import RelationTo
from galaxytables_lobby.people.tokens import Asker
from galaxytables_lobby.subscriptions.projection import table_for

_MAX_ONLINE = 50


async def _set(
    lobby: Lobby, caller: Asker, request: relations_pb2.SetRelationRequest
) -> relations_pb2.SetRelationResponse:
    change = RelationChange(
        follow=request.follow if request.HasField("follow") else None,
        block=request.block if request.HasField("block") else None,
        mute=request.mute if request.HasField("mute") else None,
        note=checked_note(request.note) if request.HasField("note") else None,
    )
    if change.follow:
        await lobby.new_players.take(Activity.FOLLOWS, caller)
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
    player_id = caller.player.id
    relations = map(_message, await lobby.relations.all_of(player_id))
    return relations_pb2.ListRelationsResponse(
        relations=relations, presence_hidden=await lobby.relations.hides(player_id)
    )


async def _set_presence(
    lobby: Lobby, caller: Asker, request: relations_pb2.SetPresenceRequest
) -> relations_pb2.SetPresenceResponse:
    await lobby.quotas.relations.take(caller.source, caller.player.id)
    await lobby.relations.hide(caller, hidden=request.hidden)
    return relations_pb2.SetPresenceResponse()


async def _invite(
    lobby: Lobby, caller: Asker, request: relations_pb2.InvitePlayerRequest
) -> relations_pb2.InvitePlayerResponse:
    lobby.directives.check(Feature.INVITATIONS)
    await lobby.new_players.take(Activity.INVITATIONS, caller)
    await lobby.quotas.invitations.take(caller.source, caller.player.id)
    loaded, _ = await lobby.access.load(caller, request.table_id)
    other = await lobby.relations.other(caller, PlayerId(request.player_id))
    await _readmit(lobby, caller, loaded.table, other.id)
    await lobby.challenges.send(caller.player.id, loaded.table, other)
    return relations_pb2.InvitePlayerResponse()


async def _readmit(lobby: Lobby, caller: Asker, table: Table, player_id: PlayerId) -> None:
    """If the caller is the host and has sent this player away from the table, allow the player to sit down again.

    Does nothing if the player was not sent away. Raises NOT_HOST, TABLE_STARTED, TABLE_CLOSED.
    """
    if not isinstance(table, OpenTable) or player_id not in table.kicked:
        return

    async def step(loaded: Loaded) -> Change:
        hosted = seating.hosted(loaded.table, caller.player.id)
        return Change(seating.readmit(hosted, player_id, now=lobby.tables.now()))

    await lobby.tables.change(table.id, step)


async def _list_invitations(
    lobby: Lobby, caller: Asker, _: relations_pb2.ListInvitationsRequest
) -> relations_pb2.ListInvitationsResponse:
    player_id = caller.player.id
    invitations = [
        relations_pb2.Invitation(
            table=table_for(player_id, each.table),
            by=players_pb2.Player(id=each.by.id, name=each.by.name),
            time=timestamp(each.time),
            join_id=each.table.invitation if each.table.private else each.table.id,
        )
        for each in await lobby.challenges.to_player(player_id)
    ]
    return relations_pb2.ListInvitationsResponse(invitations=invitations)


async def _dismiss(
    lobby: Lobby, caller: Asker, request: relations_pb2.DismissInvitationRequest
) -> relations_pb2.DismissInvitationResponse:
    await lobby.challenges.decline(caller.player.id, TableId(request.table_id))
    return relations_pb2.DismissInvitationResponse()


async def _mark_seen(
    lobby: Lobby, caller: Asker, request: relations_pb2.MarkInvitationSeenRequest
) -> relations_pb2.MarkInvitationSeenResponse:
    await lobby.challenges.saw(caller.player.id, TableId(request.table_id))
    return relations_pb2.MarkInvitationSeenResponse()


async def _list_invited(
    lobby: Lobby, caller: Asker, request: relations_pb2.ListInvitedRequest
) -> relations_pb2.ListInvitedResponse:
    loaded, _ = await lobby.access.load(caller, request.table_id)
    return relations_pb2.ListInvitedResponse(
        players=[
            relations_pb2.InvitedPlayer(
                player=players_pb2.Player(id=each.player.id, name=each.player.name),
                state=relations_pb2.InvitedState.ValueType(each.answered),
                presence=relations_pb2.PresenceState.ValueType(each.presence),
            )
            for each in await lobby.challenges.at_table(caller.player.id, loaded.table)
        ]
    )


async def _list_online(
    lobby: Lobby, caller: Asker, request: relations_pb2.ListOnlineRequest
) -> relations_pb2.ListOnlineResponse:
    limit = min(request.page_size or _MAX_ONLINE, _MAX_ONLINE)
    return relations_pb2.ListOnlineResponse(
        relations=[
            relations_pb2.Relation(
                player=players_pb2.Player(id=each.player.id, name=each.player.name),
                follows=each.follows,
                friend=each.friend,
                presence=relations_pb2.PresenceState.ValueType(each.presence),
            )
            for each in await lobby.online.seen_by(caller.player.id, limit=limit)
        ]
    )


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
    if relation.presence is not None:
        message.presence = relations_pb2.PresenceState.ValueType(relation.presence)
    if kinds:
        message.changed.CopyFrom(timestamp(max(each.since for each in kinds.values())))
    return message


CALLS = (
    Call(relations_pb2.SetRelationRequest, Access.caller, CallScope.SIGN_IN, _set),
    Call(relations_pb2.GetRelationRequest, Access.caller, CallScope.READ, _get),
    Call(relations_pb2.ListRelationsRequest, Access.caller, CallScope.READ, _list),
    Call(relations_pb2.SetPresenceRequest, Access.caller, CallScope.SIGN_IN, _set_presence),
    Call(relations_pb2.InvitePlayerRequest, Access.caller, CallScope.HOST_TABLES, _invite),
    Call(relations_pb2.ListInvitationsRequest, Access.caller, CallScope.READ, _list_invitations),
    Call(relations_pb2.MarkInvitationSeenRequest, Access.caller, CallScope.PLAY, _mark_seen),
    Call(relations_pb2.DismissInvitationRequest, Access.caller, CallScope.PLAY, _dismiss),
    Call(relations_pb2.ListInvitedRequest, Access.caller, CallScope.READ, _list_invited),
    Call(relations_pb2.ListOnlineRequest, Access.caller, CallScope.READ, _list_online),
)
