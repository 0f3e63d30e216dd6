"""`ArchiveService`: games that are over, and how good their players are."""

import math
from hashlib import sha256

from galaxytables.lobby.v1 import archive_pb2, players_pb2, tables_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_client.digest import record_bytes
from galaxytables_lobby import errors
from galaxytables_lobby.api import archive_requests, requests
from galaxytables_lobby.api.access import Access
from galaxytables_lobby.api.calls import Call
from galaxytables_lobby.api.lobby import Lobby
from galaxytables_lobby.domain.archived import ArchivedGame, ArchivedSeat, PlayerRating, Skill, Who, shown
from galaxytables_lobby.domain.events import timestamp
from galaxytables_lobby.domain.stages import finished
from galaxytables_lobby.people.tokens import Asker

# Seconds after its end in which the clock has usually archived a game, and between questions after that.
ARCHIVED_IN, ASKED_AGAIN_IN = 6.0, 1.0


async def _list_history(
    lobby: Lobby, caller: Asker, request: archive_pb2.ListHistoryRequest
) -> archive_pb2.ListHistoryResponse:
    size = requests.page_size(request.page_size)
    found = await lobby.archive.history(archive_requests.history_query(request, caller.player.id, size + 1))
    page = found[:size]
    answer = archive_pb2.ListHistoryResponse(games=[finished_game(each.game) for each in page])
    if len(found) > size:
        answer.next_page_token = archive_requests.history_token(page[-1])
    return answer


async def _get_summary(
    lobby: Lobby, caller: Asker, request: archive_pb2.GetSummaryRequest
) -> archive_pb2.GetSummaryResponse:
    loaded, _ = await lobby.access.load(caller, request.table_id)
    table = finished(loaded.table)
    game = await lobby.archive.summary(table.id)
    if game is None:
        wait = (table.finished - lobby.tables.now()) / 1000 + ARCHIVED_IN
        raise errors.game_not_archived(table.id, retry_after=max(wait, ASKED_AGAIN_IN))
    return archive_pb2.GetSummaryResponse(game=finished_game(game))


async def _download_record(
    lobby: Lobby, caller: Asker, request: archive_pb2.DownloadRecordRequest
) -> archive_pb2.DownloadRecordResponse:
    loaded, _ = await lobby.access.load(caller, request.table_id)
    finished(loaded.table)
    content = record_bytes(await lobby.records.record(None, loaded))
    return archive_pb2.DownloadRecordResponse(record=content, digest=sha256(content).digest())


async def _list_ratings(
    lobby: Lobby, caller: Asker, request: archive_pb2.ListRatingsRequest
) -> archive_pb2.ListRatingsResponse:
    ratings = await lobby.archive.ratings(archive_requests.player_asked_for(request.player_id, caller.player.id))
    return archive_pb2.ListRatingsResponse(ratings=[game_rating(each) for each in ratings])


async def _list_leaderboard(
    lobby: Lobby, _: Asker, request: archive_pb2.ListLeaderboardRequest
) -> archive_pb2.ListLeaderboardResponse:
    game, size = lobby.games.rules_of(request.game).name, requests.page_size(request.page_size)
    end = archive_requests.read_leaderboard_token(request.page_token)
    after = end.key if end is not None else None
    found = await lobby.archive.leaderboard(game, bots=request.bots, after=after, most=size + 1)
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


def finished_game(game: ArchivedGame) -> archive_pb2.FinishedGame:
    """A finished game, for whoever may know of its table."""
    message = archive_pb2.FinishedGame(
        table_id=game.table_id,
        name=game.name,
        game=game.game,
        options=game.options,
        seats=[_seat(number, seat) for number, seat in enumerate(game.seats)],
        started=timestamp(game.started),
        finished=timestamp(game.finished),
        rounds=game.rounds,
        choices=game.choices,
        rules_version=game.rules_version,
        pack_digest=game.pack_digest,
        private=game.private,
        rated=game.rated,
        end_reason=game_pb2.EndReason.ValueType(game.end_reason),
        unrated=tables_pb2.UnratedReason.ValueType(game.unrated),
    )
    message.duration.FromMilliseconds(max(0, game.finished - game.started))
    return message


def game_rating(rating: PlayerRating) -> archive_pb2.GameRating:
    """A rating at one game; everybody may know it."""
    return archive_pb2.GameRating(
        game=rating.game,
        who=_rated_player(rating.who, rating.name),
        rating=_rating(rating.skill),
        games=rating.games,
        won=rating.won,
    )


def _seat(number: int, seat: ArchivedSeat) -> archive_pb2.FinishedSeat:
    return archive_pb2.FinishedSeat(
        number=number,
        who=_rated_player(seat.who, seat.name),
        resigned=seat.resigned,
        score=game_pb2.SeatScore.FromString(seat.score),
        before=_rating(seat.before) if seat.before is not None else None,
        after=_rating(seat.after) if seat.after is not None else None,
    )


def _rated_player(who: Who, name: str) -> archive_pb2.RatedPlayer:
    if who.bot:
        return archive_pb2.RatedPlayer(bot=who.id)
    return archive_pb2.RatedPlayer(player=players_pb2.Player(id=who.id, name=name))


def _rating(skill: Skill) -> archive_pb2.Rating:
    return archive_pb2.Rating(mean=skill.mean, deviation=skill.deviation, value=skill.shown_value)


CALLS = (
    Call(archive_pb2.ListHistoryRequest, Access.caller, _list_history),
    Call(archive_pb2.GetSummaryRequest, Access.caller, _get_summary),
    Call(archive_pb2.DownloadRecordRequest, Access.caller, _download_record),
    Call(archive_pb2.ListRatingsRequest, Access.caller, _list_ratings),
    Call(archive_pb2.ListLeaderboardRequest, Access.caller, _list_leaderboard),
)
