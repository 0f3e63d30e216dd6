"""Builds protobuf messages of tournaments.

The secret seed is in none of them. The seed of a deal is in them once its round is over.
"""

from collections.abc import Iterable

from galaxytables.lobby.v1 import players_pb2, tables_pb2
from galaxytables.lobby.v1 import tournaments_pb2 as pb
from galaxytables_lobby.domain.archived import POINTS, START_POINTS, shown
from galaxytables_lobby.domain.history import timestamp
from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.tournaments.deals import deal_commitment, revealed_seed
from galaxytables_lobby.domain.tournaments.standings import Standing
from galaxytables_lobby.domain.tournaments.state import (
    Arena,
    Attendance,
    Entrant,
    EntryLimits,
    Format,
    Knockout,
    League,
    MatchGame,
    Pairing,
    Round,
    RoundRobin,
    RoundStage,
    Schedule,
    Scoring,
    Swiss,
    TieBreak,
    Tournament,
    TournamentTerms,
)
from galaxytables_lobby.domain.tournaments.tie_breaks import Figure
from galaxytables_lobby.subscriptions.projection import duration, time_control_for

MAX_REPAIRS = 100
"""So many of the last repairs are shown."""

# A rating that is shown as the limit itself is within it.
_HALF = 0.5
_REPAIRS = {
    "pairings": pb.TOURNAMENT_REPAIR_KIND_PAIRINGS,
    "result": pb.TOURNAMENT_REPAIR_KIND_RESULT,
    "pause": pb.TOURNAMENT_REPAIR_KIND_PAUSE,
    "cancel": pb.TOURNAMENT_REPAIR_KIND_CANCEL,
}


def min_value(points: int) -> float:
    """Return the lowest rating that is shown as at least so many points."""
    return (points - _HALF - START_POINTS) / POINTS


def max_value(points: int) -> float:
    """Return the highest rating that is shown as at most so many points."""
    return (points + _HALF - START_POINTS) / POINTS


def tournament_message(tournament: Tournament) -> pb.Tournament:
    """Return a tournament as a protobuf message, without its entrants and rounds."""
    places = (Attendance.REGISTERED, Attendance.PLAYING, Attendance.REPLACED)
    message = pb.Tournament(
        id=tournament.id,
        terms=terms_message(tournament.terms),
        organiser=_player(tournament.organiser),
        helpers=map(_player, tournament.helpers),
        state=pb.TournamentState.ValueType(tournament.stage),
        version=tournament.version,
        created=timestamp(tournament.created),
        next_start=timestamp(tournament.next_start),
        entrant_count=sum(each.attendance in places for each in tournament.entrants),
        waiting_count=sum(each.attendance is Attendance.WAITING for each in tournament.entrants),
        round_count=len(tournament.rounds),
        repairs=_repairs(tournament),
    )
    for field, time in (
        (message.started, tournament.started),
        (message.ended, tournament.ended),
        (message.paused, tournament.paused),
    ):
        if time:
            field.CopyFrom(timestamp(time))
    return message


def terms_message(terms: TournamentTerms) -> pb.TournamentTerms:
    """Return the terms of a tournament as a protobuf message, with all defaults written out."""
    message = pb.TournamentTerms(
        name=terms.name,
        game=terms.game,
        options=terms.options,
        seats=terms.seats,
        schedule=_schedule(terms.schedule),
        time_control=time_control_for(terms.control),
        rating=tables_pb2.RatingTerms.ValueType(terms.rating),
        shared_deal=terms.shared_deal,
        full_tables=not terms.short_tables,
        leavers=pb.TournamentLeavers.ValueType(terms.leavers),
        bot=terms.bot,
        limits=_limits(terms.limits),
        scoring=_scoring(terms.scoring),
    )
    _set_format(message, terms.format)
    return message


def entrant_message(number: int, entrant: Entrant) -> pb.TournamentEntrant:
    """Return an entrant as a protobuf message."""
    return pb.TournamentEntrant(
        number=number,
        player=_player(entrant.player),
        rating=shown(entrant.rating),
        attendance=pb.TournamentAttendance.ValueType(entrant.attendance),
        checked_in=bool(entrant.checked_in),
        automated=entrant.automated,
        seed=entrant.seed,
    )


def standing_message(standing: Standing) -> pb.TournamentStanding:
    """Return an entrant's place as a protobuf message, with the tie-breaks that decided it."""
    return pb.TournamentStanding(
        rank=standing.rank,
        entrant=standing.entrant,
        points=_figure(standing.points, explained=False),
        ties=[_tie(tie, figure, explained=False, decisive=True) for tie, figure in standing.ties],
        group=standing.group,
    )


def explained_message(standing: Standing, ties: Iterable[tuple[TieBreak, Figure]]) -> pb.TournamentStanding:
    """Return an entrant's place as a protobuf message, with all tie-breaks and what each figure is made of."""
    return pb.TournamentStanding(
        rank=standing.rank,
        entrant=standing.entrant,
        points=_figure(standing.points, explained=True),
        ties=[
            _tie(tie, figure, explained=True, decisive=place < len(standing.ties))
            for place, (tie, figure) in enumerate(ties)
        ],
        group=standing.group,
    )


def round_message(tournament: Tournament, each: Round) -> pb.TournamentRound:
    """Return a round of a tournament as a protobuf message, without its pairings."""
    message = pb.TournamentRound(
        number=each.number,
        state=pb.TournamentRoundState.ValueType(each.stage),
        byes=each.byes,
        groups=[pb.TournamentGroup(division=group.division, entrants=group.entrants) for group in each.groups],
        deals=_deals(tournament, each),
        pairing_count=len(each.pairings),
    )
    for field, time in (
        (message.paired, each.paired),
        (message.begun, each.begun),
        (message.ended, each.ended),
        (message.deadline, each.deadline),
    ):
        if time:
            field.CopyFrom(timestamp(time))
    return message


def pairing_message(number: int, pairing: Pairing) -> pb.TournamentPairing:
    """Return a pairing of entrants, with its games, as a protobuf message."""
    return pb.TournamentPairing(
        number=number, entrants=pairing.entrants, games=map(_game, pairing.games), group=pairing.group
    )


def _player(person: Person) -> players_pb2.Player:
    return players_pb2.Player(id=person.id, name=person.name)


def _repairs(tournament: Tournament) -> list[pb.TournamentRepair]:
    people = {each.id: each for each in tournament.people}
    return [
        pb.TournamentRepair(
            time=timestamp(each.at),
            by=_player(people.get(each.by, Person(each.by, ""))),
            kind=_REPAIRS.get(each.what, pb.TOURNAMENT_REPAIR_KIND_UNSPECIFIED),
            reason=each.reason,
            round=each.round,
            pairing=each.pairing,
        )
        for each in tournament.repairs[-MAX_REPAIRS:]
    ]


def _schedule(schedule: Schedule) -> pb.TournamentSchedule:
    message = pb.TournamentSchedule(starts=timestamp(schedule.starts))
    for field, length in (
        (message.check_in, schedule.check_in),
        (message.max_round, schedule.max_round),
        (message.interval, schedule.interval),
    ):
        if length:
            field.CopyFrom(duration(length))
    return message


def _limits(limits: EntryLimits) -> pb.TournamentLimits:
    message = pb.TournamentLimits(
        min_entrants=limits.min_entrants,
        max_entrants=limits.max_entrants,
        invited_only=limits.invited_only,
        last_late_round=limits.last_late_round,
    )
    if limits.min_rating is not None:
        message.min_rating = round(limits.min_rating * POINTS + START_POINTS + _HALF)
    if limits.max_rating is not None:
        message.max_rating = round(limits.max_rating * POINTS + START_POINTS - _HALF)
    if limits.min_account_age:
        message.min_account_age.CopyFrom(duration(limits.min_account_age))
    return message


def _scoring(scoring: Scoring) -> pb.TournamentScoring:
    ties = map(pb.TournamentTieBreak.ValueType, scoring.ties)
    return pb.TournamentScoring(places=scoring.places, bye=scoring.bye, ties=ties)


def _set_format(message: pb.TournamentTerms, form: Format) -> None:
    match form:
        case Swiss():
            message.swiss.rounds = form.rounds
        case RoundRobin():
            message.round_robin.CopyFrom(pb.RoundRobinFormat(cycles=form.cycles, rounds=form.rounds))
        case Knockout():
            message.knockout.CopyFrom(pb.KnockoutFormat(best_of=form.best_of, third_place=form.third_place))
        case Arena():
            message.arena.CopyFrom(pb.ArenaFormat(duration=duration(form.duration), berserk=form.berserk))
        case League():
            message.league.CopyFrom(
                pb.LeagueFormat(
                    seasons=form.seasons,
                    group_size=form.group_size,
                    promoted=form.promoted,
                    relegated=form.relegated,
                )
            )


def _figure(figure: Figure, *, explained: bool) -> pb.TournamentFigure:
    message = pb.TournamentFigure(value=figure.value / figure.unit)
    for each in figure.contributions if explained else ():
        part = message.contributions.add(round=each.round, value=each.value / figure.unit, cut=not each.counted)
        if each.opponent is not None:
            part.opponent = each.opponent
    return message


def _tie(tie: TieBreak, figure: Figure, *, explained: bool, decisive: bool) -> pb.TournamentTie:
    return pb.TournamentTie(
        kind=pb.TournamentTieBreak.ValueType(tie), figure=_figure(figure, explained=explained), decisive=decisive
    )


def _deals(tournament: Tournament, each: Round) -> list[pb.TournamentDeal]:
    """Return the deals that the matches of a round share: for the first game, and for each later one that has begun."""
    if not tournament.terms.shared_deal:
        return []
    over = each.stage is RoundStage.OVER
    return [
        pb.TournamentDeal(
            commitment=deal_commitment(tournament, each.number, game),
            seed=revealed_seed(tournament, each.number, game) if over else b"",
        )
        for game in range(max(1, *(len(pairing.games) for pairing in each.pairings), 1))
    ]


def _game(game: MatchGame) -> pb.TournamentGame:
    message = pb.TournamentGame(
        table_id=game.table_id,
        ranks=game.ranks,
        scores=game.scores,
        forfeits=game.forfeits,
        adjudicated=game.adjudicated,
        berserk=game.berserk,
    )
    if game.begun:
        message.begun.CopyFrom(timestamp(game.begun))
    if game.ended:
        message.ended.CopyFrom(timestamp(game.ended))
    return message
