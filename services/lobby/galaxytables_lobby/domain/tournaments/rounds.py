"""The steps of a round (it is paired, started, played and ended), and the end of the tournament after the last one."""

from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from galaxytables_lobby.domain.tournaments import knockout, leaving
from galaxytables_lobby.domain.tournaments.acts import (
    EndRound,
    Finish,
    PairedRound,
    PairRound,
    Report,
    StartGame,
    StartRound,
)
from galaxytables_lobby.domain.tournaments.events import EventKind, TournamentEvent
from galaxytables_lobby.domain.tournaments.pairings import max_rounds
from galaxytables_lobby.domain.tournaments.points import checked_game, match_points
from galaxytables_lobby.domain.tournaments.refusals import (
    InvalidPairingError,
    UnknownPairingError,
    WrongStageError,
)
from galaxytables_lobby.domain.tournaments.registration import Changed, require_running_clock, require_stage
from galaxytables_lobby.domain.tournaments.standings import standings
from galaxytables_lobby.domain.tournaments.state import (
    Arena,
    Attendance,
    EntrantNumber,
    Knockout,
    League,
    MatchGame,
    Pairing,
    Round,
    RoundStage,
    Tournament,
    TournamentStage,
)
from galaxytables_lobby.ids import TableId

_FINALISTS = 2


def pair_round(tournament: Tournament, act: PairRound, at: int) -> Changed:
    """Add the next round with its pairings. In an arena, add the pairings to the only round."""
    require_stage(tournament, TournamentStage.RUNNING)
    leaving.require_no_pause(tournament)
    if isinstance(tournament.terms.format, Arena):
        return _add_to_arena(tournament, act, at)
    if not tournament.between_rounds:
        raise WrongStageError(f"round {len(tournament.rounds)} is not over")
    if act.number != len(tournament.rounds) + 1 or act.number > max_rounds(tournament):
        raise WrongStageError(f"round {act.number} is not the next one")
    check_paired(tournament, act.paired)
    paired = act.paired
    added = Round(
        number=act.number,
        pairings=paired.pairings,
        byes=paired.byes,
        groups=paired.groups,
        places=paired.places,
        paired=at,
    )
    changed = replace(tournament, rounds=(*tournament.rounds, added), planned=paired.planned)
    return changed, (TournamentEvent(EventKind.ROUND_PAIRED, round=act.number),)


def start_round(tournament: Tournament, act: StartRound, at: int) -> Changed:
    """Start a round: its first games begin, at tables whose ids the step names."""
    require_stage(tournament, TournamentStage.RUNNING)
    require_running_clock(tournament, at)
    each = _last(tournament, act.number, RoundStage.PAIRED)
    if len(act.tables) != len(each.pairings):
        raise InvalidPairingError(f"{len(each.pairings)} tables start, not {len(act.tables)}")
    _check_new_tables(tournament, act.tables)
    pairings = tuple(
        replace(pairing, games=(MatchGame(table_id=table_id, begun=at),))
        for pairing, table_id in zip(each.pairings, act.tables, strict=True)
    )
    longest = tournament.terms.schedule.max_round
    started = replace(
        each, pairings=pairings, stage=RoundStage.PLAYING, begun=at, deadline=at + longest if longest else 0
    )
    return tournament.with_round(started), (TournamentEvent(EventKind.ROUND_STARTED, round=act.number),)


def start_game(tournament: Tournament, act: StartGame, at: int) -> Changed:
    """Start the next game of a match, or the only game of an arena's pairing."""
    require_stage(tournament, TournamentStage.RUNNING)
    leaving.require_no_pause(tournament)
    each = _last(tournament, act.number, RoundStage.PLAYING)
    pairing = pairing_of(each, act.pairing)
    if pairing.running or leaving.decided(tournament, pairing):
        raise WrongStageError("this match needs no further game now")
    _check_new_tables(tournament, (act.table_id,))
    game = MatchGame(table_id=act.table_id, begun=at)
    changed = each.with_pairing(act.pairing, replace(pairing, games=(*pairing.games, game)))
    event = TournamentEvent(EventKind.GAME_STARTED, pairing.entrants, act.number, act.pairing)
    return tournament.with_round(changed), (event,)


def report(tournament: Tournament, act: Report, at: int) -> Changed:
    """Enter the result of a table. Entrants who never came to it leave the tournament, or a bot replaces them."""
    require_stage(tournament, TournamentStage.RUNNING)
    each = _last(tournament, act.number, RoundStage.PLAYING)
    pairing = pairing_of(each, act.pairing)
    place = next((place for place, game in enumerate(pairing.games) if game.table_id == act.table_id), None)
    if place is None:
        raise UnknownPairingError(f"table {act.table_id} is not one of this pairing")
    game = pairing.games[place]
    if game.over:
        raise WrongStageError("this game has a result; an organiser may correct it")
    ended = replace(game, ranks=act.ranks, scores=act.scores, forfeits=act.forfeits, berserk=act.berserk, ended=at)
    noted = pairing.with_game(place, checked_game(ended, len(pairing.entrants)))
    changed = tournament.with_round(each.with_pairing(act.pairing, noted))
    events = [TournamentEvent(EventKind.GAME_OVER, pairing.entrants, act.number, act.pairing)]
    for absent in (pairing.entrants[place] for place in act.forfeits):
        if changed.entrants[absent].attendance is Attendance.PLAYING:
            changed, more = leaving.leave(changed, absent, Attendance.NO_SHOW, at)
            events += more
    if isinstance(tournament.terms.format, Knockout):
        playing = changed.rounds[-1]
        match = leaving.decided_by_leavers(changed, playing.pairings[act.pairing], at)
        changed = changed.with_round(playing.with_pairing(act.pairing, match))
    return changed, tuple(events)


def end_round(tournament: Tournament, act: EndRound, at: int) -> Changed:
    """End a round. If its time is up, matches that are still being played are decided as they stand.

    An unfinished game counts as a draw. In a knock-out, the entrant who leads the match wins it; if nobody leads, the
    better seed wins. In an arena, unfinished games do not count.
    """
    require_stage(tournament, TournamentStage.RUNNING)
    each = _last(tournament, act.number, RoundStage.PLAYING)
    late = is_late(tournament, at)
    arena = isinstance(tournament.terms.format, Arena)
    open_pairings = [n for n, pairing in enumerate(each.pairings) if not leaving.decided(tournament, pairing)]
    if not late and (arena or open_pairings):
        raise WrongStageError(f"round {act.number} is still played")
    events = []
    for number in () if arena else open_pairings:
        pairing = each.pairings[number]
        each = each.with_pairing(number, _adjudicated(tournament, pairing, at))
        events.append(TournamentEvent(EventKind.ADJUDICATED, pairing.entrants, act.number, number))
    ended = replace(each, stage=RoundStage.OVER, ended=at)
    changed = replace(tournament.with_round(ended), next_start=at + tournament.terms.schedule.interval)
    return changed, (*events, TournamentEvent(EventKind.ROUND_OVER, round=act.number))


def is_late(tournament: Tournament, at: int) -> bool:
    """Return whether the round that is being played has run out of time."""
    last = tournament.round
    return last is not None and not tournament.paused and 0 < last.deadline <= at


def finish(tournament: Tournament, act: Finish, at: int) -> Changed:  # noqa: ARG001  # as all acts
    """End the tournament after its last round, or because fewer than two entrants are left."""
    require_stage(tournament, TournamentStage.RUNNING)
    leaving.require_no_pause(tournament)
    if not is_complete(tournament):
        raise WrongStageError("there are rounds to play")
    finished = replace(tournament, stage=TournamentStage.FINISHED, ended=at, planned=())
    first = tuple(each.entrant for each in standings(finished) if each.rank == 1 and each.group == 0)
    return finished, (TournamentEvent(EventKind.FINISHED, first),)


def is_complete(tournament: Tournament) -> bool:
    """Return whether the last round has been played."""
    if not tournament.between_rounds:
        return False
    # In a knock-out, who is left alone goes through the bracket by byes, so that it has a winner.
    alone = len(tournament.playing) < _FINALISTS and not isinstance(tournament.terms.format, Knockout)
    return alone or len(tournament.rounds) >= max_rounds(tournament)


def check_paired(tournament: Tournament, paired: PairedRound) -> None:
    """Raise `InvalidPairingError` unless every entrant who still plays is at exactly one table or has a bye.

    In a league, every entrant is in exactly one group, and may be at many tables of that group. In a knock-out, the
    matches must be those that follow from the places in the bracket.
    """
    form, playing = tournament.terms.format, set(tournament.playing)
    for pairing in paired.pairings:
        if pairing.games:
            raise InvalidPairingError("a pairing has no games before it starts")
        if not 1 < len(set(pairing.entrants)) == len(pairing.entrants) <= tournament.terms.seats:
            raise InvalidPairingError(f"{list(pairing.entrants)} is not a table of {tournament.terms.seats}")
        if not playing.issuperset(pairing.entrants):
            raise InvalidPairingError(f"not all of {list(pairing.entrants)} play")
    if isinstance(form, League):
        _check_groups(paired, playing)
    elif isinstance(form, Knockout):
        _check_places(tournament, paired, form)
    else:
        seated = Counter(each for pairing in paired.pairings for each in pairing.entrants)
        _check_everybody((*seated.elements(), *paired.byes), playing)


def pairing_of(each: Round, number: int) -> Pairing:
    """Return a pairing of a round. Raises `UnknownPairingError`."""
    if not 0 <= number < len(each.pairings):
        raise UnknownPairingError(f"round {each.number} has no pairing {number}")
    return each.pairings[number]


def _add_to_arena(tournament: Tournament, act: PairRound, at: int) -> Changed:
    each = _last(tournament, 1, RoundStage.PLAYING)
    if at >= each.deadline or act.number != 1:
        raise WrongStageError("the arena is over")
    busy = {entrant for pairing in each.pairings if not pairing.over for entrant in pairing.entrants}
    seen = Counter(entrant for pairing in act.paired.pairings for entrant in pairing.entrants)
    for entrant, times in seen.items():
        if times > 1 or entrant in busy or not 0 <= entrant < len(tournament.entrants):
            raise InvalidPairingError(f"{entrant} is not free")
        if not tournament.entrants[entrant].playing:
            raise InvalidPairingError(f"{entrant} does not play")
    if any(len(pairing.entrants) != tournament.terms.seats or pairing.games for pairing in act.paired.pairings):
        raise InvalidPairingError(f"a table has {tournament.terms.seats} entrants and no games yet")
    added = act.paired.pairings
    changed = tournament.with_round(replace(each, pairings=each.pairings + added))
    return changed, tuple(TournamentEvent(EventKind.ROUND_PAIRED, pairing.entrants, 1) for pairing in added)


def _last(tournament: Tournament, number: int, stage: RoundStage) -> Round:
    """Return the last round, if it has this number and stage."""
    each = tournament.round_numbered(number)
    if number != len(tournament.rounds) or each.stage is not stage:
        raise WrongStageError(f"round {number} is {each.stage.name.lower()}")
    return each


def _check_new_tables(tournament: Tournament, tables: Iterable[TableId]) -> None:
    used = {game.table_id for each in tournament.rounds for pairing in each.pairings for game in pairing.games}
    for table_id in tables:
        if not table_id or table_id in used:
            raise InvalidPairingError(f"table {table_id or '(none)'} is not a new one")
        used.add(table_id)


def _adjudicated(tournament: Tournament, pairing: Pairing, at: int) -> Pairing:
    ranks = (1,) * len(pairing.entrants)
    if isinstance(tournament.terms.format, Knockout):
        points = match_points(pairing)
        order = sorted(
            range(len(ranks)), key=lambda place: (-points[place], tournament.entrants[pairing.entrants[place]].seed)
        )
        ranks = tuple(order.index(place) + 1 for place in range(len(ranks)))
    games = tuple(
        game if game.over else replace(game, ranks=ranks, adjudicated=True, ended=at) for game in pairing.games
    )
    if not any(game.adjudicated for game in games):
        games += (MatchGame(ranks=ranks, adjudicated=True, begun=at, ended=at),)
    return replace(pairing, games=games)


def _check_everybody(seated: Iterable[EntrantNumber], playing: set[EntrantNumber]) -> None:
    counts = Counter(seated)
    twice = [each for each, times in counts.items() if times > 1]
    if twice or counts.keys() != playing:
        raise InvalidPairingError(
            f"twice: {twice}; missing: {sorted(playing - counts.keys())}; others: {sorted(counts.keys() - playing)}"
        )


def _check_groups(paired: PairedRound, playing: set[EntrantNumber]) -> None:
    _check_everybody((each for group in paired.groups for each in group.entrants), playing)
    for pairing in paired.pairings:
        if not 0 <= pairing.group < len(paired.groups):
            raise InvalidPairingError(f"no group {pairing.group}")
        if not set(paired.groups[pairing.group].entrants).issuperset(pairing.entrants):
            raise InvalidPairingError(f"{list(pairing.entrants)} are not of one group")


def _check_places(tournament: Tournament, paired: PairedRound, form: Knockout) -> None:
    if len(paired.places) % _FINALISTS or not paired.places:
        raise InvalidPairingError("a bracket has an even number of places")
    matches, byes = knockout.pairings_of(paired.places)
    third = [each for each in paired.pairings if each not in matches]
    if matches != tuple(each for each in paired.pairings if each in matches) or byes != paired.byes:
        raise InvalidPairingError("the matches are not those of the places")
    if third and (not form.third_place or len(paired.places) != _FINALISTS or len(third) > 1):
        raise InvalidPairingError("only the final has a match for the third place beside it")
    there = [each for each in paired.places if each is not None]
    last = tournament.round
    if last is None:
        _check_everybody(there, set(tournament.playing))
    elif len(set(there)) != len(there) or 2 * len(paired.places) != len(last.places):
        raise InvalidPairingError("the places are not those after the last round")
