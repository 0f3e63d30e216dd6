"""The calls of `RelationService`: whom the player follows, blocks or mutes, who is online, and challenges."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from galaxytables.lobby.v1 import relations_pb2
from galaxytables_client.building import build
from galaxytables_client.calls import Calls
from galaxytables_client.uncopied import Uncopied

if TYPE_CHECKING:
    from galaxytables.lobby.v1 import relations_pb2_grpc


class Relations(Uncopied):
    """The player's relations to others. Every call raises `ClientError`; `relations.proto` lists the reasons."""

    def __init__(self, calls: Calls, stub: "relations_pb2_grpc.RelationServiceAsyncStub") -> None:
        self._calls = calls
        self.stub = stub

    async def set(
        self,
        player_id: str,
        *,
        follow: bool | None = None,
        block: bool | None = None,
        mute: bool | None = None,
        note: str | None = None,
    ) -> relations_pb2.Relation:
        """Change the relation to a player. Arguments that are None change nothing; an empty note removes the note.

        Raises UNKNOWN_PLAYER, NOT_YOURSELF, INVALID_NOTE, TOO_MANY_RELATIONS.
        """
        request = build(
            relations_pb2.SetRelationRequest, player_id=player_id, follow=follow, block=block, mute=mute, note=note
        )
        return (await self._calls.call(self.stub.SetRelation, request)).relation

    async def get(self, player_id: str) -> relations_pb2.Relation:
        """Return the relation to a player."""
        request = build(relations_pb2.GetRelationRequest, player_id=player_id)
        return (await self._calls.call(self.stub.GetRelation, request)).relation

    async def list(self) -> Sequence[relations_pb2.Relation]:
        """Return the player's relations to others, sorted by the names of these.

        For players whom the player follows, `presence` says whether they are away, online or at a table.
        """
        request = relations_pb2.ListRelationsRequest()
        return (await self._calls.call(self.stub.ListRelations, request)).relations

    async def hides_presence(self) -> bool:
        """Return whether the player's presence is hidden from others."""
        request = relations_pb2.ListRelationsRequest()
        return (await self._calls.call(self.stub.ListRelations, request)).presence_hidden

    async def hide_presence(self, hidden: bool = True) -> None:
        """Hide the player's presence from others; with False, show it again."""
        await self._calls.call(self.stub.SetPresence, build(relations_pb2.SetPresenceRequest, hidden=hidden))

    async def online(self) -> Sequence[relations_pb2.Relation]:
        """Return the players who are online: friends, then others whom the player follows, then the rest.

        Each of these groups is sorted by name.
        """
        request = relations_pb2.ListOnlineRequest()
        return (await self._calls.call(self.stub.ListOnline, request)).relations

    async def invite(self, table_id: str, player_id: str) -> None:
        """Challenge another player to a game at an open table at which the player sits, or whose host they are.

        Raises NOT_SEATED, TABLE_STARTED, TABLE_CLOSED, TABLE_FULL, UNKNOWN_PLAYER, NOT_YOURSELF.
        """
        request = build(relations_pb2.InvitePlayerRequest, table_id=table_id, player_id=player_id)
        await self._calls.call(self.stub.InvitePlayer, request)

    async def invitations(self) -> Sequence[relations_pb2.Invitation]:
        """Return the challenges to the player that can still be accepted, newest first."""
        request = relations_pb2.ListInvitationsRequest()
        return (await self._calls.call(self.stub.ListInvitations, request)).invitations

    async def mark_invitation_seen(self, table_id: str) -> None:
        """Record that the player has seen the challenge to a table, so that those at the table see this."""
        request = build(relations_pb2.MarkInvitationSeenRequest, table_id=table_id)
        await self._calls.call(self.stub.MarkInvitationSeen, request)

    async def dismiss_invitation(self, table_id: str) -> None:
        """Decline the challenge to a table."""
        request = build(relations_pb2.DismissInvitationRequest, table_id=table_id)
        await self._calls.call(self.stub.DismissInvitation, request)

    async def invited(self, table_id: str) -> Sequence[relations_pb2.InvitedPlayer]:
        """Return the players who were challenged to the player's open table and have no seat there, earliest first.

        Raises TABLE_NOT_FOUND, NOT_SEATED, TABLE_STARTED, TABLE_CLOSED.
        """
        request = build(relations_pb2.ListInvitedRequest, table_id=table_id)
        return (await self._calls.call(self.stub.ListInvited, request)).players
