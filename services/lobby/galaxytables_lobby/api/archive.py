"""`ArchiveService`: queries for finished games and ratings, in pages."""

import base64
import binascii
import math
from collections.abc import Iterable
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
    PlayerRating,
    Result,
    Skill,
    Who,
    shown,
)
from galaxytables_lobby.domain.history import timestamp
from galaxytables_lobby.domain.scopes import CallScope
from galaxytables_lobby.domain.stages import finished
from galaxytables_lobby.ids import PlayerId
from galaxytables_lobby.people.tokens import Asker
from galaxytables_lobby.play.shared_pages import LeaderboardPage

MAX_OPTIONS, MAX_OTHERS = 20, 8
_MAX_LETTERS = 128
# What a database column holds. A timestamp ends with the year 9999, see `_MAX_SECONDS`.
_Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
# Places of a page fit into 32 bits.
_Place: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
_Text: TypeAlias = Annotated[str, msgspec.Meta(max_length=_MAX_LETTERS, pattern=r"^[^\x00]*$")]
_MAX_SECONDS = 253_402_300_799
_RESULTS = {archive_pb2.GAME_RESULT_WON: Result.WON, archive_pb2.GAME_RESULT_LOST: Result.LOST}


class HistoryPlace(msgspec.Struct, frozen=True, array_like=True):
    """The content of a page token for lists of finished games: when the page's last game finished, and its ordinal."""

    finished: _Count
    ordinal: _Count


class LeaderboardEnd(msgspec.Struct, frozen=True, array_like=True):
    """The content of a page token for leaderboards: the page's last place and player, and how many came so far."""

    place: _Place
    value: float
    bot: bool
    who: _Text
    count: _Place

    @property
    def key(self) -> LeaderboardKey:
        """Return the sort key of the page's last player, after which the next page starts."""
        return LeaderboardKey(self.value, Who(self.bot, self.who))


Place = TypeVar("Place", HistoryPlace, LeaderboardEnd)


def history_query(request: archive_pb2.ListHistoryRequest, asker: PlayerId, most: int) -> HistoryQuery:
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
        most=most,
    )


def player_asked_for(text: str, asker: PlayerId) -> Who:
    """Return the person whose ratings a request is for: the one with the id `text`, or the caller.

    Raises INVALID_FILTER.
    """
    return Who(False, _checked(text or asker, "player_id"))


def history_token(last: Found) -> str:
    """Return the page token for the games that come after `last`."""
    return _token(HistoryPlace(last.game.finished, last.ordinal))


def leaderboard_token(place: int, last: PlayerRating, count: int) -> str:
    """Return the page token for what follows a place of a leaderboard; `count` players were on the pages so far."""
    return _token(LeaderboardEnd(place, last.skill.value, last.who.bot, last.who.id, count))


def read_leaderboard_token(token: str) -> LeaderboardEnd | None:
    """Return the content of a leaderboard's page token, None for an empty token (the first page).

    Raises INVALID_PAGE_TOKEN.
    """
    return _read(token, LeaderboardEnd)


def _token(place: HistoryPlace | LeaderboardEnd) -> str:
    return base64.urlsafe_b64encode(msgspec.msgpack.encode(place)).decode()


def _read(token: str, kind: type[Place]) -> Place | None:
    if not token:
        return None
    try:
        return msgspec.msgpack.decode(base64.b64decode(token, altchars=b"-_", validate=True), type=kind)
    except (binascii.Error, ValueError, msgspec.MsgspecError):
        raise errors.invalid_page_token() from None


def _result(wanted: archive_pb2.GameResult.ValueType) -> Result | None:
    if wanted == archive_pb2.GAME_RESULT_UNSPECIFIED:
        return None
    result = _RESULTS.get(wanted)
    if result is None:
        raise errors.invalid_filter("result", "A game is won or lost.")
    return result


def _options(request: archive_pb2.ListHistoryRequest) -> dict[str, str]:
    if len(request.options) > MAX_OPTIONS:
        raise errors.invalid_filter("options", f"At most {MAX_OPTIONS} options.")
    return {_checked(name, "options"): _checked(value, "options") for name, value in request.options.items()}


def _several(wanted: Iterable[str], field: str) -> list[str]:
    found = list(dict.fromkeys(_checked(each, field) for each in wanted))
    if len(found) > MAX_OTHERS:
        raise errors.invalid_filter(field, f"At most {MAX_OTHERS} others.")
    return found


def _checked(text: str, field: str) -> str:
    """Return a text that a database accepts. Raises INVALID_FILTER."""
    if len(text) > _MAX_LETTERS or not text.isprintable():
        raise errors.invalid_filter(field, f"Names have at most {_MAX_LETTERS} printable characters.")
    return text


def _bound(request: archive_pb2.ListHistoryRequest, field: Literal["finished_from", "finished_before"]) -> int | None:
    """Return a bound of the time span in milliseconds."""
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
    ratings = await lobby.archive.ratings(player_asked_for(request.player_id, caller.player.id))
    return archive_pb2.ListRatingsResponse(ratings=[game_rating(each) for each in ratings])


async def _list_leaderboard(
    lobby: Lobby, _: Asker, request: archive_pb2.ListLeaderboardRequest
) -> archive_pb2.ListLeaderboardResponse:
    game, size = lobby.games.rules_of(request.game).name, requests.page_size(request.page_size)
    end = read_leaderboard_token(request.page_token)
    after = end.key if end is not None else None
    found = await lobby.shared_pages.leaderboard(LeaderboardPage(game, request.bots, after, size + 1))
    page = found[:size]
    answer = archive_pb2.ListLeaderboardResponse()
    before, place, value = (end.count, end.place, shown(end.value)) if end is not None else (0, 0, math.inf)
    for count, rating in enumerate(page, before + 1):
        if rating.skill.shown_value < value:
            place, value = count, rating.skill.shown_value
        answer.places.add(place=place, rating=game_rating(rating))
    if len(found) > size:
        answer.next_page_token = leaderboard_token(place, page[-1], before + size)
    return answer


def finished_game(game: ArchivedGame) -> archive_pb2.FinishedGame:
    """Return an archived game as a message, for a caller who may see the game's table."""
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
    )
    message.duration.FromMilliseconds(max(0, game.finished - game.started))
    return message


def game_rating(rating: PlayerRating) -> archive_pb2.GameRating:
    """Return a player's rating at one game as a message. Ratings are public."""
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
    return archive_pb2.Rating(mean=skill.mean, deviation=skill.deviation, value=skill.shown_value)


CALLS = (
    Call(archive_pb2.ListHistoryRequest, Access.caller, CallScope.READ, _list_history),
    Call(archive_pb2.GetSummaryRequest, Access.onlooker_or_visitor, CallScope.READ, _get_summary),
    Call(archive_pb2.DownloadRecordRequest, Access.caller, CallScope.READ, _download_record),
    Call(archive_pb2.ListRatingsRequest, Access.caller, CallScope.READ, _list_ratings),
    Call(archive_pb2.ListLeaderboardRequest, Access.caller, CallScope.READ, _list_leaderboard),
)
