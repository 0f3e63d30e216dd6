"""Reads the terms of a tournament from a request."""

from collections.abc import Collection, Sequence
from typing import TypeVar

from google.protobuf.duration_pb2 import Duration

from galaxytables.lobby.v1 import tournaments_pb2 as pb
from galaxytables_lobby import errors
from galaxytables_lobby.api.calls import Lobby
from galaxytables_lobby.api.offered_terms import offered_control, offered_rating
from galaxytables_lobby.domain.features import Feature
from galaxytables_lobby.domain.state import RatingTerms
from galaxytables_lobby.domain.tournaments.refusals import InvalidTermsError
from galaxytables_lobby.domain.tournaments.state import (
    Arena,
    EntryLimits,
    Format,
    Knockout,
    League,
    Leavers,
    RoundRobin,
    Schedule,
    Scoring,
    Swiss,
    TieBreak,
    TournamentTerms,
)
from galaxytables_lobby.domain.wording import TOURNAMENT_NAME, checked_name
from galaxytables_lobby.people.word_filters import TextKind
from galaxytables_lobby.subscriptions.tournament_projection import max_value, min_value

_YEAR = 366 * 24 * 3600 * 1000
_MAX_POINTS = 1_000
_MAX_RATING = 1_000_000

E = TypeVar("E", bound=int)


async def read_terms(lobby: Lobby, message: pb.TournamentTerms) -> TournamentTerms:
    """Read the terms of a request, and check all that can be checked without the game's rules.

    Raises INVALID_NAME, WORDS_REFUSED, UNKNOWN_GAME, INVALID_TIME_CONTROL, UNKNOWN_BOT, UNKNOWN_VALUE, FEATURE_OFF and
    `InvalidTermsError`.
    """
    game = lobby.games.rules_of(message.game)
    if message.bot:
        await lobby.bots.check_offered(game.name, message.bot)
    return TournamentTerms(
        name=lobby.word_filters.check(checked_name(message.name, TOURNAMENT_NAME), TextKind.TABLE_NAME),
        game=game.name,
        options=dict(message.options),
        seats=message.seats,
        format=_format(message),
        schedule=_schedule(lobby, message.schedule),
        control=await offered_control(lobby, game.name, message.time_control),
        rating=offered_rating(lobby, message.rating) or _usual_rating(lobby),
        shared_deal=message.shared_deal,
        short_tables=not message.full_tables,
        leavers=Leavers(_known("leavers", message.leavers, pb.TournamentLeavers.values()) or Leavers.EMPTY),
        bot=message.bot,
        limits=_limits(message.limits, message.seats if message.full_tables else 0),
        scoring=_scoring(message.scoring),
    )


def _usual_rating(lobby: Lobby) -> RatingTerms:
    return RatingTerms.CASUAL if Feature.RATED_GAMES in lobby.directives.off else RatingTerms.RATED


def _format(message: pb.TournamentTerms) -> Format:
    match message.WhichOneof("format"):
        case "swiss":
            return Swiss(rounds=message.swiss.rounds)
        case "round_robin":
            return RoundRobin(cycles=message.round_robin.cycles or 1, rounds=message.round_robin.rounds)
        case "knockout":
            return Knockout(best_of=message.knockout.best_of or 1, third_place=message.knockout.third_place)
        case "arena":
            arena = message.arena
            return Arena(duration=_milliseconds(arena.duration, "format.duration"), berserk=arena.berserk)
        case "league":
            league = message.league
            return League(
                seasons=league.seasons,
                group_size=league.group_size,
                promoted=league.promoted,
                relegated=league.relegated,
            )
        case _:
            raise InvalidTermsError("format", "choose a format")


def _schedule(lobby: Lobby, message: pb.TournamentSchedule) -> Schedule:
    if not message.HasField("starts"):
        raise InvalidTermsError("schedule.starts", "say when it starts")
    now = lobby.tables.now()
    starts = message.starts.seconds * 1000 + message.starts.nanos // 1_000_000
    if starts > now + _YEAR:
        raise InvalidTermsError("schedule.starts", "it starts within a year")
    return Schedule(
        starts=max(starts, now),
        check_in=_milliseconds(message.check_in, "schedule.check_in"),
        max_round=_milliseconds(message.max_round, "schedule.max_round"),
        interval=_milliseconds(message.interval, "schedule.interval"),
    )


def _limits(message: pb.TournamentLimits, full: int) -> EntryLimits:
    """Return the limits of who may enter. If the request does not set `min_entrants`, enough for a table must enter.

    Such a table has `full` seats. Raises `InvalidTermsError`.
    """
    for field in ("min_rating", "max_rating"):
        if abs(getattr(message, field)) > _MAX_RATING:
            raise InvalidTermsError(f"limits.{field}", "nobody has such a rating")
    return EntryLimits(
        min_entrants=message.min_entrants or max(full, EntryLimits().min_entrants),
        max_entrants=message.max_entrants,
        min_rating=min_value(message.min_rating) if message.HasField("min_rating") else None,
        max_rating=max_value(message.max_rating) if message.HasField("max_rating") else None,
        min_account_age=_milliseconds(message.min_account_age, "limits.min_account_age"),
        invited_only=message.invited_only,
        last_late_round=message.last_late_round,
    )


def _scoring(message: pb.TournamentScoring) -> Scoring:
    if max(message.places, default=0) > _MAX_POINTS:
        raise InvalidTermsError("scoring.places", f"a place is worth at most {_MAX_POINTS} points")
    usual = Scoring()
    return Scoring(
        places=tuple(message.places),
        bye=message.bye if message.HasField("bye") else usual.bye,
        ties=_ties(message.ties) or usual.ties,
    )


def _ties(given: Sequence[pb.TournamentTieBreak.ValueType]) -> tuple[TieBreak, ...]:
    for each in given:
        if not _known("scoring.ties", each, pb.TournamentTieBreak.values()):
            raise errors.unknown_value("scoring.ties", each)
    return tuple(map(TieBreak, given))


def _known(field: str, given: E, values: Collection[int]) -> E:
    if given not in values:
        raise errors.unknown_value(field, given)
    return given


def _milliseconds(duration: Duration, field: str) -> int:
    value = duration.seconds * 1000 + duration.nanos // 1_000_000
    if not 0 <= value <= _YEAR:
        raise InvalidTermsError(field, "a length of time is at most a year, and not negative")
    return value
