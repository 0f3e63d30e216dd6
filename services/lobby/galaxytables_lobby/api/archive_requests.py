"""Checking what callers ask of the archive: filters, and tokens that say where a page starts."""

import base64
import binascii
from collections.abc import Iterable
from typing import Annotated, Literal, TypeAlias, TypeVar

import msgspec
from google.protobuf.timestamp_pb2 import Timestamp

from galaxytables.lobby.v1 import archive_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.domain.archived import Found, HistoryQuery, LeaderboardKey, PlayerRating, Result, Who
from galaxytables_lobby.ids import PlayerId

MOST_OPTIONS, MOST_OTHERS = 20, 8
_MOST_LETTERS = 128
# What a database column holds, and what a timestamp may say at most: the end of the year 9999.
_Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
# So that the places of a page fit into 32 bits.
_Place: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
_Text: TypeAlias = Annotated[str, msgspec.Meta(max_length=_MOST_LETTERS, pattern=r"^[^\x00]*$")]
_MOST_SECONDS = 253_402_300_799
_RESULTS = {archive_pb2.GAME_RESULT_WON: Result.WON, archive_pb2.GAME_RESULT_LOST: Result.LOST}


class HistoryPlace(msgspec.Struct, frozen=True, array_like=True):
    """Where a page of a history ended: when the game finished, and its ordinal."""

    finished: _Count
    ordinal: _Count


class LeaderboardEnd(msgspec.Struct, frozen=True, array_like=True):
    """Where a page of a leaderboard ended: the last place, who has it, and how many stand up to there."""

    place: _Place
    value: float
    bot: bool
    who: _Text
    count: _Place

    @property
    def key(self) -> LeaderboardKey:
        """As the archive takes it."""
        return LeaderboardKey(self.value, Who(self.bot, self.who))


Place = TypeVar("Place", HistoryPlace, LeaderboardEnd)


def history_query(request: archive_pb2.ListHistoryRequest, asker: PlayerId, most: int) -> HistoryQuery:
    """A request for a history within its bounds. Raises INVALID_FILTER (field), INVALID_PAGE_TOKEN."""
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
    """The person whose ratings are wanted. Raises INVALID_FILTER."""
    return Who(False, _checked(text or asker, "player_id"))


def history_token(last: Found) -> str:
    """The token of the page after a game."""
    return _token(HistoryPlace(last.game.finished, last.ordinal))


def leaderboard_token(place: int, last: PlayerRating, count: int) -> str:
    """The token of the page after a place, up to which so many stand."""
    return _token(LeaderboardEnd(place, last.skill.value, last.who.bot, last.who.id, count))


def read_leaderboard_token(token: str) -> LeaderboardEnd | None:
    """Where the page before ended, None for the first page. Raises INVALID_PAGE_TOKEN."""
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
    if len(request.options) > MOST_OPTIONS:
        raise errors.invalid_filter("options", f"At most {MOST_OPTIONS} options.")
    return {_checked(name, "options"): _checked(value, "options") for name, value in request.options.items()}


def _several(wanted: Iterable[str], field: str) -> list[str]:
    found = list(dict.fromkeys(_checked(each, field) for each in wanted))
    if len(found) > MOST_OTHERS:
        raise errors.invalid_filter(field, f"At most {MOST_OTHERS} others.")
    return found


def _checked(text: str, field: str) -> str:
    """A text that could be in the archive; databases refuse some letters."""
    if len(text) > _MOST_LETTERS or not text.isprintable():
        raise errors.invalid_filter(field, f"Names have at most {_MOST_LETTERS} printable characters.")
    return text


def _bound(request: archive_pb2.ListHistoryRequest, field: Literal["finished_from", "finished_before"]) -> int | None:
    """A bound of the time span in milliseconds."""
    if not request.HasField(field):
        return None
    moment: Timestamp = getattr(request, field)
    if abs(moment.seconds) > _MOST_SECONDS:
        raise errors.invalid_filter(field, "That is no time between the years 1 and 9999.")
    return moment.seconds * 1000 + moment.nanos // 1_000_000
