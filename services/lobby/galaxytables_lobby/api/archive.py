"""`ArchiveService`: queries for finished games and ratings, in pages."""

import base64
import binascii
import math
from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256
from typing import Annotated, Literal, TypeAlias, TypeVar

import msgspec
from google.protobuf.timestamp_pb2 import Timestamp

from galaxytables.lobby.v1 import archive_pb2, players_pb2, tables_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_client.digest import record_bytes
from galaxytables_lobby import errors
from galaxytables_lobby.api import requests
from galaxytables_lobby.api.access import Access
from galaxytables_lobby.api.calls import Call, Lobby
from galaxytables_lobby.domain.archived import (
    ArchivedGame,
    ArchivedSeat,
    Found,
    HistoryQuery,
    LeaderboardKey,
    LeaderboardQuery,
    PlayerRating,
    Pool,
    Result,
    SeatsKind,
    Skill,
    Speed,
    Who,
    shown,
    shown_deviation,
)
from galaxytables_lobby.domain.history import timestamp
from galaxytables_lobby.domain.ratings import DAY_MILLISECONDS, day_of, first_day, season_number, season_numbered
from galaxytables_lobby.domain.scopes import CallScope
from galaxytables_lobby.domain.stages import finished
from galaxytables_lobby.ids import PlayerId
from galaxytables_lobby.people.tokens import Asker

MAX_OPTIONS, MAX_OTHERS = 20, 8
_MAX_LETTERS = 128
# What a database column holds. A timestamp ends with the year 9999, see `_MAX_SECONDS`.
_Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
# Places of a page fit into 32 bits.
_Place: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
_Text: TypeAlias = Annotated[str, msgspec.Meta(max_length=_MAX_LETTERS, pattern=r"^[^\x00]*$")]
_MAX_SECONDS = 253_402_300_799
_SEATS = {
    archive_pb2.SEATS_KIND_UNSPECIFIED: SeatsKind.TWO,
    archive_pb2.SEATS_KIND_TWO: SeatsKind.TWO,
    archive_pb2.SEATS_KIND_MORE: SeatsKind.MORE,
}
_SPEEDS = {
    archive_pb2.RATING_SPEED_UNSPECIFIED: Speed.LIVE,
    archive_pb2.RATING_SPEED_LIVE: Speed.LIVE,
    archive_pb2.RATING_SPEED_SLOW: Speed.SLOW,
}
_RESULTS = {archive_pb2.GAME_RESULT_WON: Result.WON, archive_pb2.GAME_RESULT_LOST: Result.LOST}


class HistoryPlace(msgspec.Struct, frozen=True, array_like=True):
    """The content of a page token for lists of finished games: when the page's last game finished, and its ordinal."""

    finished: _Count
    ordinal: _Count


class LeaderboardEnd(msgspec.Struct, frozen=True, array_like=True):
    """The content of a page token for leaderboards: the place and sort key of the last player on the page.

    The next page starts after that player. `count` is the number of players on this page and all pages before it.
    """

    place: _Place
    value: float
    bot: bool
    who: _Text
    count: _Place
    provisional: bool = False

    @property
    def key(self) -> LeaderboardKey:
        """Return the sort key of the page's last player, after which the next page starts."""
        return LeaderboardKey(self.provisional, self.value, Who(self.bot, self.who))


TokenT = TypeVar("TokenT", HistoryPlace, LeaderboardEnd)


def history_query(request: archive_pb2.ListHistoryRequest, asker: PlayerId, limit: int) -> HistoryQuery:
    """Check a request for finished games, and return it as a query of the archive.

    Raises INVALID_FILTER (field), INVALID_PAGE_TOKEN.
    """
    place = _read(request.page_token, HistoryPlace)
    return HistoryQuery(
        player=PlayerId(_checked(request.player_id or asker, "player_id")),
        asker=asker,
        game=_checked(request.game, "game"),
        options=_options(request),
        others=[
            *(Who(False, each) for each in _several(request.opponents, "opponents")),
            *(Who(True, each) for each in _several(request.bots, "bots")),
        ],
        result=_result(request.result),
        finished_from=_bound(request, "finished_from"),
        finished_before=_bound(request, "finished_before"),
        before=(place.finished, place.ordinal) if place is not None else None,
        limit=limit,
    )


def player_asked_for(text: str, asker: PlayerId) -> Who:
    """Return the person whose ratings a request is for: the one with the id `text` or, if that is empty, the caller.

    Raises INVALID_FILTER.
    """
    return Who(False, _checked(text or asker, "player_id"))


def pool_asked_for(request: archive_pb2.ListLeaderboardRequest, game: str) -> Pool:
    """Return the rating pool whose leaderboard a request is for: its game, number of seats and speed.

    Raises INVALID_FILTER.
    """
    seats, speed = _SEATS.get(request.seats), _SPEEDS.get(request.speed)
    if seats is None:
        raise errors.invalid_filter("seats", "A pool has tables for two, or for more.")
    if speed is None:
        raise errors.invalid_filter("speed", "A pool is live or slow.")
    return Pool(game, seats, speed)


def season_asked_for(number: int) -> int | None:
    """Return the season that a request names, None if the number is 0: then it asks for the current ratings.

    Raises INVALID_FILTER.
    """
    season = season_numbered(number) if number else None
    if number and season is None:
        raise errors.invalid_filter("season", "A season has the number of its year and its quarter, such as 20264.")
    return season


def history_token(last: Found) -> str:
    """Return the page token for the games that come after `last`."""
    return _token(HistoryPlace(last.game.finished, last.ordinal))


def leaderboard_token(place: int, last: PlayerRating, count: int) -> str:
    """Return the page token for the leaderboard page that starts after the player `last`, who is at `place`.

    `count` is the number of players on all pages so far.
    """
    return _token(LeaderboardEnd(place, last.skill.value, last.who.bot, last.who.id, count, last.provisional))


def read_leaderboard_token(token: str) -> LeaderboardEnd | None:
    """Return the content of a leaderboard's page token, None for an empty token (the first page).

    Raises INVALID_PAGE_TOKEN.
    """
    return _read(token, LeaderboardEnd)


def _token(place: HistoryPlace | LeaderboardEnd) -> str:
    return base64.urlsafe_b64encode(msgspec.msgpack.encode(place)).decode()


def _read(token: str, kind: type[TokenT]) -> TokenT | None:
    if not token:
        return None
    try:
        return msgspec.msgpack.decode(base64.b64decode(token, altchars=b"-_", validate=True), type=kind)
    except (binascii.Error, ValueError, msgspec.MsgspecError):
        raise errors.invalid_page_token() from None


def _result(requested: archive_pb2.GameResult.ValueType) -> Result | None:
    if requested == archive_pb2.GAME_RESULT_UNSPECIFIED:
        return None
    result = _RESULTS.get(requested)
    if result is None:
        raise errors.invalid_filter("result", "A game is won or lost.")
    return result


def _options(request: archive_pb2.ListHistoryRequest) -> dict[str, str]:
    if len(request.options) > MAX_OPTIONS:
        raise errors.invalid_filter("options", f"At most {MAX_OPTIONS} options.")
    return {_checked(name, "options"): _checked(value, "options") for name, value in request.options.items()}


def _several(values: Iterable[str], field: str) -> list[str]:
    found = list(dict.fromkeys(_checked(each, field) for each in values))
    if len(found) > MAX_OTHERS:
        raise errors.invalid_filter(field, f"At most {MAX_OTHERS} others.")
    return found


def _checked(text: str, field: str) -> str:
    """Return a text that a database accepts. Raises INVALID_FILTER."""
    if len(text) > _MAX_LETTERS or not text.isprintable():
        raise errors.invalid_filter(field, f"Names have at most {_MAX_LETTERS} printable characters.")
    return text


def _bound(request: archive_pb2.ListHistoryRequest, field: Literal["finished_from", "finished_before"]) -> int | None:
    """Return one end of the time span that a request asks for, in milliseconds since the epoch; None if it is unset."""
    if not request.HasField(field):
        return None
    moment: Timestamp = getattr(request, field)
    if abs(moment.seconds) > _MAX_SECONDS:
        raise errors.invalid_filter(field, "That is no time between the years 1 and 9999.")
    return moment.seconds * 1000 + moment.nanos // 1_000_000


# Seconds after its end in which a game is usually archived, and seconds between retries after that.
ARCHIVED_IN, ASKED_AGAIN_IN = 6.0, 1.0


async def _list_history(
    lobby: Lobby, caller: Asker, request: archive_pb2.ListHistoryRequest
) -> archive_pb2.ListHistoryResponse:
    size = requests.page_size(request.page_size)
    found = await lobby.archive.history(history_query(request, caller.player.id, size + 1))
    page = found[:size]
    answer = archive_pb2.ListHistoryResponse(games=[finished_game(each.game) for each in page])
    if len(found) > size:
        answer.next_page_token = history_token(page[-1])
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
    who = player_asked_for(request.player_id, caller.player.id)
    ratings = await lobby.archive.ratings(who, day=day_of(lobby.tables.now()))
    return archive_pb2.ListRatingsResponse(ratings=[game_rating(each) for each in ratings])


async def _list_leaderboard(
    lobby: Lobby, _: Asker, request: archive_pb2.ListLeaderboardRequest
) -> archive_pb2.ListLeaderboardResponse:
    size = requests.page_size(request.page_size)
    end = read_leaderboard_token(request.page_token)
    query = LeaderboardQuery(
        pool=pool_asked_for(request, lobby.games.rules_of(request.game).name),
        day=day_of(lobby.tables.now()),
        bots=request.bots,
        season=season_asked_for(request.season),
        after=end.key if end is not None else None,
        limit=size + 1,
    )
    found = await lobby.shared_pages.leaderboard(query)
    page = found[:size]
    answer = archive_pb2.ListLeaderboardResponse()
    before, place = (end.count, end.place) if end is not None else (0, 0)
    last = (end.provisional, -shown(end.value)) if end is not None else (False, -math.inf)
    for count, rating in enumerate(page, before + 1):
        rank = rating.provisional, -rating.skill.shown_value
        if rank > last:
            place, last = count, rank
        answer.places.add(place=place, rating=game_rating(replace(rating, place=place)))
    if len(found) > size:
        answer.next_page_token = leaderboard_token(place, page[-1], before + size)
    return answer


async def _list_seasons(lobby: Lobby, _: Asker, __: archive_pb2.ListSeasonsRequest) -> archive_pb2.ListSeasonsResponse:
    answer = archive_pb2.ListSeasonsResponse()
    for season in await lobby.archive.seasons():
        begin, end = (timestamp(first_day(each) * DAY_MILLISECONDS) for each in (season, season + 1))
        answer.seasons.add(season=season_number(season), began=begin, ended=end)
    return answer


def finished_game(game: ArchivedGame) -> archive_pb2.FinishedGame:
    """Return an archived game as a protobuf message. The caller must be allowed to see the game's table."""
    message = archive_pb2.FinishedGame(
        table_id=game.table_id,
        name=game.name,
        named=game.named,
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
        pool=_pool(Pool.of(game.game, game.pool)) if game.pool else None,
    )
    message.duration.FromMilliseconds(max(0, game.finished - game.started))
    return message


def game_rating(rating: PlayerRating) -> archive_pb2.GameRating:
    """Return a player's rating in a rating pool as a protobuf message. Ratings are public."""
    return archive_pb2.GameRating(
        game=rating.pool.game,
        who=_rated_player(rating.who, rating.name),
        rating=_rating(rating.skill),
        games=rating.games,
        won=rating.won,
        pool=_pool(rating.pool),
        provisional=rating.provisional,
        place=rating.place,
    )


def _pool(pool: Pool) -> archive_pb2.RatingPool:
    seats = archive_pb2.SEATS_KIND_TWO if pool.seats is SeatsKind.TWO else archive_pb2.SEATS_KIND_MORE
    speed = archive_pb2.RATING_SPEED_LIVE if pool.speed is Speed.LIVE else archive_pb2.RATING_SPEED_SLOW
    return archive_pb2.RatingPool(game=pool.game, seats=seats, speed=speed)


def _seat(number: int, seat: ArchivedSeat) -> archive_pb2.FinishedSeat:
    return archive_pb2.FinishedSeat(
        number=number,
        who=_rated_player(seat.who, seat.name),
        persona=seat.persona,
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
    deviation = shown_deviation(skill.deviation)
    return archive_pb2.Rating(mean=shown(skill.mean), deviation=deviation, value=skill.shown_value)


CALLS = (
    Call(archive_pb2.ListHistoryRequest, Access.caller, CallScope.READ, _list_history),
    Call(archive_pb2.GetSummaryRequest, Access.onlooker_or_visitor, CallScope.READ, _get_summary),
    Call(archive_pb2.DownloadRecordRequest, Access.caller, CallScope.READ, _download_record),
    Call(archive_pb2.ListRatingsRequest, Access.caller, CallScope.READ, _list_ratings),
    Call(archive_pb2.ListLeaderboardRequest, Access.caller, CallScope.READ, _list_leaderboard),
    Call(archive_pb2.ListSeasonsRequest, Access.caller, CallScope.READ, _list_seasons),
)
