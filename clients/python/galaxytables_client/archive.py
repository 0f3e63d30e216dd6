"""The calls of `ArchiveService`: finished games and the ratings of their players."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from galaxytables.lobby.v1 import archive_pb2
from galaxytables_client.building import build
from galaxytables_client.calls import Calls
from galaxytables_client.uncopied import Uncopied

if TYPE_CHECKING:
    from galaxytables.lobby.v1 import archive_pb2_grpc


class Archive(Uncopied):
    """The archive of finished games. Every call raises `ClientError`; `archive.proto` lists the reasons."""

    def __init__(self, calls: Calls, stub: "archive_pb2_grpc.ArchiveServiceAsyncStub") -> None:
        self._calls = calls
        self.stub = stub

    async def history(
        self, filters: archive_pb2.ListHistoryRequest | None = None, *, page_token: str = ""
    ) -> archive_pb2.ListHistoryResponse:
        """Return a page of finished games, latest first. Without `filters` these are the caller's own, 20 per page."""
        request = build(archive_pb2.ListHistoryRequest, page_token=page_token)
        if filters is not None:
            request.MergeFrom(filters)
        return await self._calls.call(self.stub.ListHistory, request)

    async def summary(self, table_id: str) -> archive_pb2.FinishedGame:
        """Return one finished game.

        If the game has only just ended, the server waits briefly until the archive has it.
        """
        return (
            await self._calls.call(self.stub.GetSummary, build(archive_pb2.GetSummaryRequest, table_id=table_id))
        ).game

    async def download(self, table_id: str) -> archive_pb2.DownloadRecordResponse:
        """Return the record of a finished game as a file, with its digest."""
        return await self._calls.call(
            self.stub.DownloadRecord, build(archive_pb2.DownloadRecordRequest, table_id=table_id)
        )

    async def ratings(self, player_id: str = "") -> Sequence[archive_pb2.GameRating]:
        """Return a player's ratings, one for each pool, by default the caller's own."""
        request = build(archive_pb2.ListRatingsRequest, player_id=player_id)
        return (await self._calls.call(self.stub.ListRatings, request)).ratings

    async def leaderboard(
        self,
        game: str,
        *,
        seats: archive_pb2.SeatsKind.ValueType = archive_pb2.SEATS_KIND_TWO,
        speed: archive_pb2.RatingSpeed.ValueType = archive_pb2.RATING_SPEED_LIVE,
        bots: bool = False,
        season: int = 0,
        page_size: int = 0,
        page_token: str = "",
    ) -> archive_pb2.ListLeaderboardResponse:
        """Return a page of a rating pool's best people or, with `bots`, of its best bots. A page has 20 by default.

        With the number of a season, return the leaderboard as it was at the end of that season.
        """
        request = build(
            archive_pb2.ListLeaderboardRequest,
            game=game,
            seats=seats,
            speed=speed,
            bots=bots,
            season=season,
            page_size=page_size,
            page_token=page_token,
        )
        return await self._calls.call(self.stub.ListLeaderboard, request)

    async def seasons(self) -> Sequence[archive_pb2.Season]:
        """Return the seasons that are over and whose leaderboards are kept, the latest first."""
        return (await self._calls.call(self.stub.ListSeasons, archive_pb2.ListSeasonsRequest())).seasons
