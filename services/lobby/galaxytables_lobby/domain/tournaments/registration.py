"""Who enters, checks in and leaves, until the tournament starts and while it runs."""

from random import Random

from msgspec.structs import replace

from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.tournaments import leaving
from galaxytables_lobby.domain.tournaments.acts import (
    ChangeHelpers,
    CheckIn,
    EditTerms,
    Invite,
    Register,
    Start,
    Withdraw,
)
from galaxytables_lobby.domain.tournaments.events import EventKind, TournamentEvent
from galaxytables_lobby.domain.tournaments.refusals import EntrantNameTakenError, NotEligibleError, WrongStageError
from galaxytables_lobby.domain.tournaments.state import (
    Arena,
    Attendance,
    Entrant,
    EntrantNumber,
    Knockout,
    League,
    Round,
    RoundStage,
    Tournament,
    TournamentStage,
    TournamentTerms,
)
from galaxytables_lobby.domain.tournaments.terms import MAX_ENTRANTS, checked_terms
from galaxytables_lobby.domain.wording import alike
from galaxytables_lobby.ids import TournamentId

MAX_HELPERS = 10
MAX_INVITED = MAX_ENTRANTS

Changed = tuple[Tournament, tuple[TournamentEvent, ...]]


def new_tournament(
    tournament_id: TournamentId, terms: TournamentTerms, *, organiser: Person, seed: bytes, now: int
) -> Tournament:
    """Return a tournament that is open for registration. Raises `InvalidTermsError`."""
    return Tournament(
        id=tournament_id,
        terms=checked_terms(terms),
        organiser=organiser,
        created=now,
        seed=seed,
        next_start=terms.schedule.starts,
    )


def edit_terms(tournament: Tournament, act: EditTerms, at: int) -> Changed:  # noqa: ARG001  # as all acts
    """Change the terms. The waiting list follows the new number of places."""
    require_stage(tournament, TournamentStage.REGISTRATION)
    terms = checked_terms(act.terms)
    moved = terms.schedule.starts != tournament.terms.schedule.starts
    changed = replace(
        tournament,
        terms=terms,
        next_start=terms.schedule.starts,
        moved=tournament.version + 1 if moved else tournament.moved,
    )
    placed, events = _with_places(changed)
    return placed, (TournamentEvent(EventKind.TERMS_EDITED), *events)


def change_helpers(tournament: Tournament, act: ChangeHelpers, at: int) -> Changed:  # noqa: ARG001  # as all acts
    """Replace the list of helpers."""
    if len(act.helpers) > MAX_HELPERS:
        raise NotEligibleError("helpers", f"a tournament has at most {MAX_HELPERS} helpers")
    return replace(tournament, helpers=act.helpers), (TournamentEvent(EventKind.HELPERS_CHANGED),)


def invite(tournament: Tournament, act: Invite, at: int) -> Changed:  # noqa: ARG001  # as all acts
    """Add players to the list of those who are invited. Raises `NotEligibleError` if the list would get too long."""
    require_stage(tournament, TournamentStage.REGISTRATION, TournamentStage.RUNNING)
    invited = tuple(dict.fromkeys((*tournament.invited, *act.players)))
    if len(invited) > MAX_INVITED:
        raise NotEligibleError("invited", f"at most {MAX_INVITED} players are invited")
    return replace(tournament, invited=invited), (TournamentEvent(EventKind.INVITED),)


def register(tournament: Tournament, act: Register, at: int) -> Changed:
    """Enter a player, with a place or on the waiting list. A player who had left returns."""
    require_stage(tournament, TournamentStage.REGISTRATION, TournamentStage.RUNNING)
    _check_limits(tournament, act, at)
    number = next((n for n, each in tournament.numbered if each.player.id == act.player.id), None)
    if number is not None and tournament.entrants[number].attendance not in _GONE:
        raise NotEligibleError("entrants", f"{act.player.name} has entered already")
    _check_name(tournament, act.player)
    if tournament.stage is TournamentStage.RUNNING:
        return _join_late(tournament, act, number)
    attendance = Attendance.REGISTERED if _places_left(tournament) > 0 else Attendance.WAITING
    entrant = Entrant(player=act.player, rating=act.rating, attendance=attendance, automated=act.automated)
    what = EventKind.REGISTERED if attendance is Attendance.REGISTERED else EventKind.WAITING
    # Who comes back is behind all others: the order of numbers is that of the waiting list.
    entrants = tuple(each for place, each in enumerate(tournament.entrants) if place != number)
    changed = replace(tournament, entrants=(*entrants, entrant))
    return changed, (TournamentEvent(what, (EntrantNumber(len(entrants)),)),)


def check_in(tournament: Tournament, act: CheckIn, at: int) -> Changed:
    """Record that an entrant has checked in. In a running tournament, this lets a no-show join after all."""
    number = tournament.number_of(act.by)
    entrant = tournament.entrants[number]
    if tournament.stage is TournamentStage.RUNNING:
        return _return(tournament, number, at)
    require_stage(tournament, TournamentStage.REGISTRATION)
    schedule = tournament.terms.schedule
    if not schedule.check_in or at < schedule.starts - schedule.check_in:
        raise WrongStageError("check-in is not open")
    if entrant.attendance not in (Attendance.REGISTERED, Attendance.WAITING):
        raise WrongStageError(f"{entrant.player.name} has left")
    changed = tournament.with_entrant(number, replace(entrant, checked_in=entrant.checked_in or at))
    return changed, (TournamentEvent(EventKind.CHECKED_IN, (number,)),)


def withdraw(tournament: Tournament, act: Withdraw, at: int) -> Changed:
    """Let an entrant leave. During registration, the first on the waiting list gets their place."""
    require_stage(tournament, TournamentStage.REGISTRATION, TournamentStage.RUNNING)
    number = tournament.number_of(act.player)
    entrant = tournament.entrants[number]
    if entrant.attendance in _GONE:
        raise WrongStageError(f"{entrant.player.name} has left already")
    if tournament.stage is TournamentStage.RUNNING and entrant.playing:
        return leaving.leave(tournament, number, Attendance.WITHDRAWN, at)
    changed = tournament.with_entrant(number, replace(entrant, attendance=Attendance.WITHDRAWN, checked_in=0))
    placed, events = (changed, ()) if tournament.stage is TournamentStage.RUNNING else _with_places(changed)
    return placed, (TournamentEvent(EventKind.WITHDREW, (number,)), *events)


def start(tournament: Tournament, act: Start, at: int) -> Changed:  # noqa: ARG001  # as all acts
    """End registration. If too few have come, the tournament is cancelled.

    Entrants who have not checked in, though they should have, are no-shows. Those on the waiting list who have checked
    in take their places.
    """
    require_stage(tournament, TournamentStage.REGISTRATION)
    require_running_clock(tournament, at)
    needed = bool(tournament.terms.schedule.check_in)
    there = [
        number
        for wanted in (Attendance.REGISTERED, Attendance.WAITING)
        for number, each in tournament.numbered
        if each.attendance is wanted and (each.checked_in or not needed)
    ][: tournament.terms.limits.max_entrants or MAX_ENTRANTS]
    missing = [
        number
        for number, each in tournament.numbered
        if each.attendance is Attendance.REGISTERED and number not in set(there)
    ]
    entrants = list(tournament.entrants)
    for number in missing:
        entrants[number] = replace(entrants[number], attendance=Attendance.NO_SHOW)
    no_shows = (TournamentEvent(EventKind.NO_SHOW, tuple(missing)),) if missing else ()
    if len(there) < tournament.terms.limits.min_entrants:
        cancelled = replace(tournament, entrants=tuple(entrants), stage=TournamentStage.CANCELLED, ended=at)
        return cancelled, (*no_shows, TournamentEvent(EventKind.CANCELLED, reason="too few entrants"))
    lots = Random(f"{tournament.seed.hex()}:seeds")
    order = sorted(there, key=lambda number: (-entrants[number].rating, lots.random()))
    for seed, number in enumerate(order, 1):
        entrant = entrants[number]
        promoted = tournament.version + 1 if entrant.attendance is Attendance.WAITING else entrant.promoted
        entrants[number] = replace(entrant, attendance=Attendance.PLAYING, since_round=1, seed=seed, promoted=promoted)
    rounds: tuple[Round, ...] = ()
    if isinstance(tournament.terms.format, Arena):
        end = at + tournament.terms.format.duration
        rounds = (Round(number=1, pairings=(), stage=RoundStage.PLAYING, paired=at, begun=at, deadline=end),)
    started = replace(
        tournament, entrants=tuple(entrants), rounds=rounds, stage=TournamentStage.RUNNING, started=at, next_start=at
    )
    return started, (*no_shows, TournamentEvent(EventKind.STARTED, tuple(order)))


def require_stage(tournament: Tournament, *stages: TournamentStage) -> None:
    """Raise `WrongStageError` unless the tournament is at one of these stages."""
    if tournament.stage not in stages:
        raise WrongStageError(f"the tournament is at stage {tournament.stage.name.lower()}")


def require_running_clock(tournament: Tournament, at: int) -> None:
    """Raise an error if the tournament is paused, or if the time of its next start has not come yet."""
    leaving.require_no_pause(tournament)
    if at < tournament.next_start:
        raise WrongStageError("it is not time for this yet")


_GONE = (Attendance.WITHDRAWN, Attendance.NO_SHOW, Attendance.REPLACED)


def _check_limits(tournament: Tournament, act: Register, at: int) -> None:
    limits = tournament.terms.limits
    if limits.invited_only and act.player.id not in tournament.invited:
        raise NotEligibleError("invited_only", "only invited players enter")
    if limits.min_rating is not None and act.rating < limits.min_rating:
        raise NotEligibleError("min_rating", f"the rating must be {limits.min_rating:g} or more")
    if limits.max_rating is not None and act.rating > limits.max_rating:
        raise NotEligibleError("max_rating", f"the rating must be {limits.max_rating:g} or less")
    if at - act.account_since < limits.min_account_age:
        raise NotEligibleError("min_account_age", "the account is too young")
    if len(tournament.entrants) >= 2 * MAX_ENTRANTS:
        raise NotEligibleError("max_entrants", "the waiting list is full")


def _check_name(tournament: Tournament, player: Person) -> None:
    """Raise an error if another entrant has a name that looks the same: they may sit at one table."""
    for each in tournament.entrants:
        stays = each.seed or each.attendance is not Attendance.WITHDRAWN
        # Erased players have no name.
        if stays and each.player.id != player.id and each.player.name and alike(each.player.name, player.name):
            raise EntrantNameTakenError(each.player.name)


def _places_left(tournament: Tournament) -> int:
    taken = sum(
        each.attendance in (Attendance.REGISTERED, Attendance.PLAYING, Attendance.REPLACED)
        for each in tournament.entrants
    )
    return (tournament.terms.limits.max_entrants or MAX_ENTRANTS) - taken


def _with_places(tournament: Tournament) -> Changed:
    """Give places to the first entrants, and put all others on the waiting list."""
    places = tournament.terms.limits.max_entrants or MAX_ENTRANTS
    changed, events = tournament, []
    for number, entrant in tournament.numbered:
        if entrant.attendance not in (Attendance.REGISTERED, Attendance.WAITING):
            continue
        places -= 1
        wanted = Attendance.REGISTERED if places >= 0 else Attendance.WAITING
        if wanted is not entrant.attendance:
            promoted = tournament.version + 1 if wanted is Attendance.REGISTERED else 0
            changed = changed.with_entrant(number, replace(entrant, attendance=wanted, promoted=promoted))
            what = EventKind.PROMOTED if promoted else EventKind.WAITING
            events.append(TournamentEvent(what, (number,)))
    return changed, tuple(events)


def _join_late(tournament: Tournament, act: Register, number: EntrantNumber | None) -> Changed:
    _require_late(tournament)
    if number is not None:
        return _return(tournament, number, 0)
    if _places_left(tournament) <= 0:
        raise NotEligibleError("max_entrants", "all places are taken")
    entrant = Entrant(
        player=act.player,
        rating=act.rating,
        attendance=Attendance.PLAYING,
        since_round=_next_round(tournament),
        automated=act.automated,
        seed=max((each.seed for each in tournament.entrants), default=0) + 1,
    )
    changed = leaving.unpaired(replace(tournament, entrants=(*tournament.entrants, entrant)))
    return changed[0], (TournamentEvent(EventKind.REGISTERED, (EntrantNumber(len(tournament.entrants)),)), *changed[1])


def _require_late(tournament: Tournament) -> None:
    if _next_round(tournament) > tournament.terms.limits.last_late_round:
        raise NotEligibleError("last_late_round", "nobody may join any more")


def _next_round(tournament: Tournament) -> int:
    """Return the first round that somebody can play who joins now."""
    if isinstance(tournament.terms.format, Arena):
        return 1
    last = tournament.round
    return len(tournament.rounds) + (last is None or last.stage is not RoundStage.PAIRED)


def _return(tournament: Tournament, number: EntrantNumber, at: int) -> Changed:
    """Let somebody play again who was replaced or did not come, unless their place is lost."""
    entrant = tournament.entrants[number]
    if entrant.attendance not in _GONE or not entrant.seed:
        raise WrongStageError(f"{entrant.player.name} is not one who left the running tournament")
    if isinstance(tournament.terms.format, Knockout) and entrant.attendance is not Attendance.REPLACED:
        raise WrongStageError("the bracket has gone on")
    back = replace(entrant, attendance=Attendance.PLAYING, until_round=0, checked_in=at)
    changed = tournament.with_entrant(number, back)
    events: tuple[TournamentEvent, ...] = ()
    if not entrant.playing and not isinstance(tournament.terms.format, League):
        changed, events = leaving.unpaired(changed)
    return changed, (TournamentEvent(EventKind.RETURNED, (number,)), *events)
