"""A challenge stands above every screen until it is accepted, declined or over."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from galaxytables.lobby.v1 import players_pb2, relations_pb2, relations_pb2_grpc, tables_pb2
from galaxytables_terminal import challenges
from tests.terminal import scenes
from tests.terminal.driving import playing
from tests.terminal.fake_lobby import Context, FakeLobby


class Challenges(relations_pb2_grpc.RelationServiceServicer):
    """Challenges to whoever asks, and the tables to which they were seen."""

    def __init__(self) -> None:
        self.waiting: list[relations_pb2.Invitation] = []
        self.seen: list[str] = []

    async def ListInvitations(
        self, request: relations_pb2.ListInvitationsRequest, context: Context
    ) -> relations_pb2.ListInvitationsResponse:
        del request, context
        return relations_pb2.ListInvitationsResponse(invitations=self.waiting)

    async def MarkInvitationSeen(
        self, request: relations_pb2.MarkInvitationSeenRequest, context: Context
    ) -> relations_pb2.MarkInvitationSeenResponse:
        del context
        self.seen.append(request.table_id)
        return relations_pb2.MarkInvitationSeenResponse()

    async def DismissInvitation(
        self, request: relations_pb2.DismissInvitationRequest, context: Context
    ) -> relations_pb2.DismissInvitationResponse:
        del context
        self.waiting = [each for each in self.waiting if each.table.id != request.table_id]
        return relations_pb2.DismissInvitationResponse()


@pytest.fixture
def challenged() -> Challenges:
    return Challenges()  # type: ignore[abstract]  # the rest is not asked for


@pytest.fixture
async def lobby(challenged: Challenges) -> AsyncIterator[FakeLobby]:
    fake = FakeLobby(scenes.script())
    fake.also_serves = [lambda server: relations_pb2_grpc.add_RelationServiceServicer_to_server(challenged, server)]
    await fake.start()
    yield fake
    await fake.stop()


async def test_a_challenge_stands_in_the_menu_and_at_the_table_and_is_declined(
    lobby: FakeLobby, challenged: Challenges, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(challenges, "_EVERY_SECONDS", 0.05)
    async with playing(lobby, tmp_path) as ann:
        await ann.sees("New table: Jump Drive")
        bob = players_pb2.Player(id="bob", name="Bob")
        table = tables_pb2.Table(id="t", game="jump")
        challenged.waiting = [relations_pb2.Invitation(table=table, by=bob, join_id="t")]
        await ann.sees("Bob challenges you to Jump Drive.", "Ctrl+Y")
        await ann.press("enter")
        await ann.sees("What do you place?", "Bob challenges you to Jump Drive.")
        await ann.press("ctrl+o")
        await ann.sees_no_longer("Bob challenges you")
    assert (challenged.waiting, challenged.seen) == ([], ["t"])
