"""`ArchiveService`: games that are over, and how good their players are."""

import math
from collections.abc import Callable
from hashlib import sha256

from galaxytables.lobby.v1 import archive_pb2, archive_pb2_grpc
from galaxytables_client.digest import record_bytes
from galaxytables_lobby import errors
from galaxytables_lobby.adapters.archive import Archive
from galaxytables_lobby.adapters.archive.skill import shown
from galaxytables_lobby.api import archive_requests, requests
from galaxytables_lobby.api.access import Access, Context
from galaxytables_lobby.api.archived_games import finished_game, game_rating
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.domain.stages import finished
from galaxytables_lobby.domain.state import FinishedTable
from galaxytables_lobby.play.records import Records
from galaxytables_lobby.ports import Games

# Seconds after its end in which the clock has usually archived a game, and between questions after that.
ARCHIVED_IN, ASKED_AGAIN_IN = 6.0, 1.0


class ArchiveServicer(archive_pb2_grpc.ArchiveServiceServicer):
    """Answers about the past."""

    def __init__(
        self, *, access: Access, games: Games, archive: Archive, records: Records, clock: Callable[[], float]
    ) -> None:
        """Take what tells callers and games, where the past is, and the clock, in seconds since the epoch."""
        self._access = access
        self._games = games
        self._archive = archive
        self._records = records
        self._clock = clock

    async def ListHistory(  # named by the contract, as are all below
        self, request: archive_pb2.ListHistoryRequest, context: Context
    ) -> archive_pb2.ListHistoryResponse:
        """List a player's games."""
        asker = self._access.caller(context).player.id
        size = requests.page_size(request.page_size)
        found = await self._archive.history(archive_requests.history_query(request, asker, size + 1))
        page = found[:size]
        answer = archive_pb2.ListHistoryResponse(games=[finished_game(each.game) for each in page])
        if len(found) > size:
            answer.next_page_token = archive_requests.history_token(page[-1])
        return answer

    async def GetSummary(
        self, request: archive_pb2.GetSummaryRequest, context: Context
    ) -> archive_pb2.GetSummaryResponse:
        """Show a game."""
        _, table = await self._finished(request.table_id, context)
        game = await self._archive.summary(table.id)
        if game is None:
            wait = table.finished / 1000 + ARCHIVED_IN - self._clock()
            raise errors.game_not_archived(table.id, retry_after=max(wait, ASKED_AGAIN_IN))
        return archive_pb2.GetSummaryResponse(game=finished_game(game))

    async def DownloadRecord(
        self, request: archive_pb2.DownloadRecordRequest, context: Context
    ) -> archive_pb2.DownloadRecordResponse:
        """Give a record as a file."""
        loaded, _ = await self._finished(request.table_id, context)
        record = await self._records.record(None, loaded)
        content = record_bytes(record)
        return archive_pb2.DownloadRecordResponse(record=content, digest=sha256(content).digest())

    async def ListRatings(
        self, request: archive_pb2.ListRatingsRequest, context: Context
    ) -> archive_pb2.ListRatingsResponse:
        """List a player's ratings."""
        asker = self._access.caller(context).player.id
        ratings = await self._archive.ratings(archive_requests.player_asked_for(request.player_id, asker))
        return archive_pb2.ListRatingsResponse(ratings=[game_rating(each) for each in ratings])

    async def ListLeaderboard(
        self, request: archive_pb2.ListLeaderboardRequest, context: Context
    ) -> archive_pb2.ListLeaderboardResponse:
        """List the best."""
        self._access.caller(context)
        game, size = self._games.rules_of(request.game).name, requests.page_size(request.page_size)
        end = archive_requests.read_leaderboard_token(request.page_token)
        after = end.key if end is not None else None
        found = await self._archive.leaderboard(game, bots=request.bots, after=after, most=size + 1)
        page = found[:size]
        answer = archive_pb2.ListLeaderboardResponse()
        before, place, value = (end.count, end.place, shown(end.value)) if end is not None else (0, 0, math.inf)
        for count, rating in enumerate(page, before + 1):
            if rating.skill.shown_value < value:
                place, value = count, rating.skill.shown_value
            answer.places.add(place=place, rating=game_rating(rating))
        if len(found) > size:
            answer.next_page_token = archive_requests.leaderboard_token(place, page[-1], before + size)
        return answer

    async def _finished(self, table: str, context: Context) -> tuple[Loaded, FinishedTable]:
        """A finished table that the caller may know of. Raises TABLE_NOT_FOUND, GAME_NOT_OVER."""
        loaded, _ = await self._access.load(self._access.caller(context), table)
        return loaded, finished(loaded.table)
