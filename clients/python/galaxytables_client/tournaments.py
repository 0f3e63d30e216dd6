"""The calls of `TournamentService`: to announce, enter, run and follow tournaments."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from secrets import token_hex
from typing import TYPE_CHECKING

from galaxytables.lobby.v1 import tournaments_pb2
from galaxytables_client.building import build
from galaxytables_client.calls import Calls
from galaxytables_client.resuming import OnLost
from galaxytables_client.uncopied import Uncopied

if TYPE_CHECKING:
    from galaxytables.lobby.v1 import tournaments_pb2_grpc


class Tournaments(Uncopied):
    """The calls about tournaments. Every call raises `ClientError`; `tournaments.proto` lists the reasons."""

    def __init__(self, calls: Calls, stub: "tournaments_pb2_grpc.TournamentServiceAsyncStub") -> None:
        self._calls = calls
        self.stub = stub

    async def create(self, terms: tournaments_pb2.TournamentTerms) -> tournaments_pb2.Tournament:
        """Announce a tournament. Returns it, open for registration.

        Raises INVALID_TOURNAMENT_TERMS, INVALID_NAME, UNKNOWN_GAME, TOO_MANY_TOURNAMENTS.
        """
        request = build(tournaments_pb2.CreateTournamentRequest, terms=terms, request_id=token_hex(16))
        return (await self._calls.call(self.stub.CreateTournament, request)).tournament

    async def list(
        self,
        *states: "tournaments_pb2.TournamentState.ValueType",
        game: str = "",
        mine: bool = False,
        page_size: int = 0,
        page_token: str = "",
    ) -> tournaments_pb2.ListTournamentsResponse:
        """Return a page of tournaments, the latest start first; without states those that are not over.

        With `mine`, only those that the player organises, helps with, has entered or is invited to.
        """
        request = build(
            tournaments_pb2.ListTournamentsRequest,
            states=states,
            game=game,
            mine=mine,
            page_size=page_size,
            page_token=page_token,
        )
        return await self._calls.call(self.stub.ListTournaments, request)

    async def get(self, tournament_id: str) -> tournaments_pb2.GetTournamentResponse:
        """Return a tournament with its entrants. Raises TOURNAMENT_NOT_FOUND."""
        request = build(tournaments_pb2.GetTournamentRequest, tournament_id=tournament_id)
        return await self._calls.call(self.stub.GetTournament, request)

    async def edit(self, tournament_id: str, terms: tournaments_pb2.TournamentTerms) -> tournaments_pb2.Tournament:
        """Replace the terms during registration. Raises NOT_ORGANISER, WRONG_TOURNAMENT_STAGE."""
        request = build(tournaments_pb2.EditTournamentRequest, tournament_id=tournament_id, terms=terms)
        return (await self._calls.call(self.stub.EditTournament, request)).tournament

    async def set_helpers(self, tournament_id: str, player_ids: Sequence[str]) -> tournaments_pb2.Tournament:
        """Replace the list of helpers. Raises NOT_ORGANISER, UNKNOWN_PLAYER."""
        request = build(tournaments_pb2.SetTournamentHelpersRequest, tournament_id=tournament_id, player_ids=player_ids)
        return (await self._calls.call(self.stub.SetTournamentHelpers, request)).tournament

    async def invite(self, tournament_id: str, player_ids: Sequence[str]) -> tournaments_pb2.Tournament:
        """Invite players. Raises NOT_ORGANISER, UNKNOWN_PLAYER."""
        request = build(tournaments_pb2.InviteToTournamentRequest, tournament_id=tournament_id, player_ids=player_ids)
        return (await self._calls.call(self.stub.InviteToTournament, request)).tournament

    async def register(self, tournament_id: str) -> tournaments_pb2.TournamentEntrant:
        """Enter a tournament. Returns the player's entry. Raises NOT_ELIGIBLE, WRONG_TOURNAMENT_STAGE."""
        request = build(tournaments_pb2.RegisterForTournamentRequest, tournament_id=tournament_id)
        return (await self._calls.call(self.stub.RegisterForTournament, request)).entrant

    async def withdraw(self, tournament_id: str, player_id: str = "") -> tournaments_pb2.TournamentEntrant:
        """Leave a tournament; or withdraw another player, as organisers may. Raises UNKNOWN_ENTRANT, NOT_ORGANISER."""
        request = build(tournaments_pb2.WithdrawFromTournamentRequest, tournament_id=tournament_id, player_id=player_id)
        return (await self._calls.call(self.stub.WithdrawFromTournament, request)).entrant

    async def check_in(self, tournament_id: str) -> tournaments_pb2.TournamentEntrant:
        """Confirm that the player is present (check in). Raises UNKNOWN_ENTRANT, WRONG_TOURNAMENT_STAGE."""
        request = build(tournaments_pb2.CheckInToTournamentRequest, tournament_id=tournament_id)
        return (await self._calls.call(self.stub.CheckInToTournament, request)).entrant

    async def go_berserk(self, tournament_id: str) -> None:
        """Halve the player's time in an arena's game, for an extra point if they win; only before the first choice.

        Raises UNKNOWN_ENTRANT, WRONG_TOURNAMENT_STAGE, TABLE_NOT_FOUND, GAME_OVER.
        """
        request = build(tournaments_pb2.GoBerserkInTournamentRequest, tournament_id=tournament_id)
        await self._calls.call(self.stub.GoBerserkInTournament, request)

    async def pause(self, tournament_id: str, reason: str) -> tournaments_pb2.Tournament:
        """Pause a tournament. Raises NOT_ORGANISER, TOURNAMENT_PAUSED."""
        request = build(tournaments_pb2.PauseTournamentRequest, tournament_id=tournament_id, reason=reason)
        return (await self._calls.call(self.stub.PauseTournament, request)).tournament

    async def resume(self, tournament_id: str) -> tournaments_pb2.Tournament:
        """Resume a paused tournament. Raises NOT_ORGANISER, WRONG_TOURNAMENT_STAGE."""
        request = build(tournaments_pb2.ResumeTournamentRequest, tournament_id=tournament_id)
        return (await self._calls.call(self.stub.ResumeTournament, request)).tournament

    async def cancel(self, tournament_id: str, reason: str) -> tournaments_pb2.Tournament:
        """End a tournament without a winner. Raises NOT_ORGANISER, WRONG_TOURNAMENT_STAGE."""
        request = build(tournaments_pb2.CancelTournamentRequest, tournament_id=tournament_id, reason=reason)
        return (await self._calls.call(self.stub.CancelTournament, request)).tournament

    async def correct_result(
        self,
        tournament_id: str,
        ranks: Sequence[int],
        reason: str,
        *,
        round_number: int,
        pairing: int,
        game: int = 0,
        scores: Sequence[int] = (),
        forfeits: Sequence[int] = (),
    ) -> tournaments_pb2.Tournament:
        """Correct the result of a game. `ranks` are in the order of the pairing's entrants: 1, 1 is a draw.

        Raises NOT_ORGANISER, UNKNOWN_PAIRING, INVALID_RESULT, WRONG_TOURNAMENT_STAGE.
        """
        request = build(
            tournaments_pb2.CorrectTournamentResultRequest,
            tournament_id=tournament_id,
            round=round_number,
            pairing=pairing,
            game=game,
            ranks=ranks,
            scores=scores,
            forfeits=forfeits,
            reason=reason,
        )
        return (await self._calls.call(self.stub.CorrectTournamentResult, request)).tournament

    async def change_pairings(
        self,
        tournament_id: str,
        tables: Sequence[tournaments_pb2.TournamentTable],
        reason: str,
        *,
        round_number: int,
        byes: Sequence[int] = (),
    ) -> tournaments_pb2.Tournament:
        """Change who plays whom in the last round, before it starts.

        Raises NOT_ORGANISER, UNKNOWN_PAIRING, INVALID_PAIRINGS, WRONG_TOURNAMENT_STAGE.
        """
        request = build(
            tournaments_pb2.ChangeTournamentPairingsRequest,
            tournament_id=tournament_id,
            round=round_number,
            tables=tables,
            byes=byes,
            reason=reason,
        )
        return (await self._calls.call(self.stub.ChangeTournamentPairings, request)).tournament

    async def standings(
        self, tournament_id: str, explained: Sequence[int] = ()
    ) -> Sequence[tournaments_pb2.TournamentStanding]:
        """Return the standings. For the `explained` entrants, each figure comes with what it is made of."""
        request = build(
            tournaments_pb2.GetTournamentStandingsRequest, tournament_id=tournament_id, explained_entrants=explained
        )
        return (await self._calls.call(self.stub.GetTournamentStandings, request)).standings

    async def pairings(
        self,
        tournament_id: str,
        *,
        round_number: int = 0,
        page_size: int = 0,
        page_token: str = "",
    ) -> tournaments_pb2.ListTournamentPairingsResponse:
        """Return a page of the pairings of a round, by default the last one. Raises UNKNOWN_PAIRING."""
        request = build(
            tournaments_pb2.ListTournamentPairingsRequest,
            tournament_id=tournament_id,
            round=round_number,
            page_size=page_size,
            page_token=page_token,
        )
        return await self._calls.call(self.stub.ListTournamentPairings, request)

    async def watch(
        self, tournament_id: str, *, on_lost: OnLost | None = None
    ) -> AsyncGenerator[tournaments_pb2.TournamentChanges, None]:
        """Yield updates of a tournament without end: first the `whole` tournament, then each change.

        A broken stream is reopened, and then sends the whole again. Raises errors that are not temporary.
        """
        request = build(tournaments_pb2.WatchTournamentRequest, tournament_id=tournament_id)
        stream = self._calls.resumed(self.stub.WatchTournament, request, on_lost)
        async with aclosing(stream) as responses:
            async for response in responses:
                if response.HasField("changes"):
                    yield response.changes
