"""Finds what entrants of a tournament must be notified of, by comparing it with what was noticed in it before.

A call to a table is not among it: that is found at the table (`domain.notices`).
"""

from collections.abc import Iterator

import msgspec

from galaxytables_lobby.domain.notices import Kind, Notice, notice_id
from galaxytables_lobby.domain.tournaments.due import check_in_opens
from galaxytables_lobby.domain.tournaments.standings import standings
from galaxytables_lobby.domain.tournaments.state import Attendance, Entrant, Tournament, TournamentStage

CHECK_IN, PROMOTED, MOVED, CANCELLED, FINISHED = "check-in", "promoted", "moved", "cancelled", "finished"
"""What a notice of a tournament is about, in `Notice.about`."""

_BEFORE = (Attendance.REGISTERED, Attendance.WAITING)
_GONE = (Attendance.WITHDRAWN, Attendance.REPLACED)


class NoticedTournament(msgspec.Struct, frozen=True, array_like=True):
    """How far a tournament has been checked for notices."""

    # The last step.
    version: int = 0
    stage: int = 0
    # The start for which check-in was found open.
    check_in: int = 0


def noticed_by(tournament: Tournament, now: int) -> NoticedTournament:
    """Return how far a tournament is checked once `observe_tournament` has checked it."""
    opens = check_in_opens(tournament)
    is_open = bool(opens) and opens <= now
    return NoticedTournament(
        tournament.version, int(tournament.stage), tournament.terms.schedule.starts if is_open else 0
    )


def observe_tournament(noticed: NoticedTournament, tournament: Tournament, now: int) -> Iterator[Notice]:
    """Return the new notices of a tournament: the same ones, with the same ids, until they are marked as noticed."""
    stage, starts = tournament.stage, tournament.terms.schedule.starts
    coming = [each for each in tournament.entrants if each.attendance in _BEFORE]
    if stage is TournamentStage.REGISTRATION:
        if noticed_by(tournament, now).check_in not in (0, noticed.check_in):
            yield from (_notice(tournament, each, CHECK_IN, starts, now) for each in coming if not each.checked_in)
        if tournament.moved > noticed.version:
            step = tournament.moved
            yield from (_notice(tournament, each, MOVED, step, now, deadline=starts) for each in coming)
    if stage in (TournamentStage.REGISTRATION, TournamentStage.RUNNING):
        promoted = [each for each in tournament.entrants if each.promoted > noticed.version]
        yield from (_notice(tournament, each, PROMOTED, each.promoted, now) for each in promoted)
    if stage == noticed.stage:
        return
    if stage is TournamentStage.CANCELLED:
        there = [each for each in tournament.entrants if each.attendance not in _GONE]
        yield from (_notice(tournament, each, CANCELLED, 0, now) for each in there)
    if stage is TournamentStage.FINISHED:
        for standing in standings(tournament):
            entrant = tournament.entrants[standing.entrant]
            if entrant.attendance is Attendance.PLAYING:
                yield _notice(tournament, entrant, FINISHED, 0, now, place=standing.rank)


def still_holds_in(notice: Notice, tournament: Tournament, now: int) -> bool:
    """Return whether a notice of a tournament that had to wait is still true, so that it should be sent."""
    starts = tournament.terms.schedule.starts
    coming = tournament.stage is TournamentStage.REGISTRATION
    match notice.about:
        case "check-in":
            entrants = [each for each in tournament.entrants if each.player.id == notice.player]
            return coming and now < starts and any(not each.checked_in for each in entrants)
        case "moved":
            return coming and notice.deadline == starts
        case "promoted":
            return tournament.stage in (TournamentStage.REGISTRATION, TournamentStage.RUNNING)
        case _:
            return True


def _notice(
    tournament: Tournament, entrant: Entrant, about: str, mark: int, now: int, *, deadline: int = 0, place: int = 0
) -> Notice:
    return Notice(
        id=notice_id("tournament", tournament.id, about, mark, entrant.player.id),
        kind=Kind.TOURNAMENT,
        player=entrant.player.id,
        made=now,
        tournament=tournament.id,
        about=about,
        deadline=deadline,
        place=place,
    )


_NOTICED = msgspec.msgpack.Decoder(NoticedTournament)


def encode_noticed_tournament(noticed: NoticedTournament) -> bytes:
    """Return a `NoticedTournament` as the bytes that the store keeps."""
    return msgspec.msgpack.encode(noticed)


def decode_noticed_tournament(stored: bytes | None) -> NoticedTournament:
    """Return the `NoticedTournament` that `encode_noticed_tournament` wrote; an empty one for None."""
    return NoticedTournament() if stored is None else _NOTICED.decode(stored)
