"""Tournaments as lines of text: the list, and a single tournament with its standings and pairings.

A line may stand for an act. The screens (`screens/tournaments.py`) do the act, and then show the lines again.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from galaxytables.lobby.v1 import tournaments_pb2
from galaxytables_terminal.clock import time_words
from galaxytables_terminal.lines import Line
from galaxytables_terminal.wording import Wording

FORMATS = {
    "swiss": "tournament-swiss",
    "round_robin": "tournament-round-robin",
    "knockout": "tournament-knockout",
    "arena": "tournament-arena",
    "league": "tournament-league",
}
"""The message that names each format."""

_STATES = {
    tournaments_pb2.TOURNAMENT_STATE_REGISTRATION: "tournament-open",
    tournaments_pb2.TOURNAMENT_STATE_RUNNING: "tournament-running",
    tournaments_pb2.TOURNAMENT_STATE_FINISHED: "tournament-finished",
    tournaments_pb2.TOURNAMENT_STATE_CANCELLED: "tournament-cancelled",
}
_ATTENDANCES = {
    tournaments_pb2.TOURNAMENT_ATTENDANCE_WAITING: "tournament-waiting",
    tournaments_pb2.TOURNAMENT_ATTENDANCE_WITHDRAWN: "tournament-withdrawn",
    tournaments_pb2.TOURNAMENT_ATTENDANCE_NO_SHOW: "tournament-no-show",
    tournaments_pb2.TOURNAMENT_ATTENDANCE_REPLACED: "tournament-replaced",
}
_GONE = (tournaments_pb2.TOURNAMENT_ATTENDANCE_WITHDRAWN,)
_BACK = (tournaments_pb2.TOURNAMENT_ATTENDANCE_NO_SHOW, tournaments_pb2.TOURNAMENT_ATTENDANCE_REPLACED)
_UNDER_WAY = (tournaments_pb2.TOURNAMENT_STATE_REGISTRATION, tournaments_pb2.TOURNAMENT_STATE_RUNNING)


@dataclass(frozen=True, slots=True)
class Organise:
    """The act to announce a tournament of one's own."""


@dataclass(frozen=True, slots=True)
class Look:
    """The act to look at a tournament."""

    tournament_id: str


@dataclass(frozen=True, slots=True)
class Play:
    """The act to go to a table of the tournament."""

    table_id: str


@dataclass(frozen=True, slots=True)
class Register:
    """The act to enter the tournament."""


@dataclass(frozen=True, slots=True)
class CheckIn:
    """The act to check in, which confirms that the player is present."""


@dataclass(frozen=True, slots=True)
class Withdraw:
    """The act to leave the tournament."""


@dataclass(frozen=True, slots=True)
class Begin:
    """The act to let the tournament start now."""


@dataclass(frozen=True, slots=True)
class Pause:
    """The act to pause the tournament."""


@dataclass(frozen=True, slots=True)
class Resume:
    """The act to resume the tournament."""


@dataclass(frozen=True, slots=True)
class Cancel:
    """The act to end the tournament without a winner."""


ListAct = Organise | Look
Act = Play | Register | CheckIn | Withdraw | Begin | Pause | Resume | Cancel


@dataclass(slots=True)
class FollowedTournament:
    """The latest state of a followed tournament; `take` adds what the stream sends."""

    tournament: tournaments_pb2.Tournament = field(default_factory=tournaments_pb2.Tournament)
    round: tournaments_pb2.TournamentRound = field(default_factory=tournaments_pb2.TournamentRound)
    entrants: dict[int, tournaments_pb2.TournamentEntrant] = field(default_factory=dict)
    standings: dict[int, tournaments_pb2.TournamentStanding] = field(default_factory=dict)
    pairings: dict[int, tournaments_pb2.TournamentPairing] = field(default_factory=dict)

    def take(self, changes: tournaments_pb2.TournamentChanges) -> None:
        """Merge an update: each part replaces the earlier part with the same number."""
        if changes.whole:
            self.entrants, self.standings, self.pairings = {}, {}, {}
        if changes.HasField("tournament"):
            self.tournament = changes.tournament
        if changes.HasField("round"):
            if changes.round.number != self.round.number:
                self.pairings = {}
            self.round = changes.round
        self.entrants |= {each.number: each for each in changes.entrants}
        self.standings |= {each.entrant: each for each in changes.standings}
        self.pairings |= {each.number: each for each in changes.pairings}
        paired = self.round.pairing_count if self.tournament.round_count else 0
        self.pairings = {number: each for number, each in self.pairings.items() if number < paired}

    def entrant(self, player_id: str) -> tournaments_pb2.TournamentEntrant | None:
        """Return the entry of a player; None if they have not entered."""
        return next((each for each in self.entrants.values() if each.player.id == player_id), None)

    def organised_by(self, player_id: str) -> bool:
        """Return whether a player is the organiser or a helper."""
        return player_id in (self.tournament.organiser.id, *(each.id for each in self.tournament.helpers))

    def name(self, number: int, say: Wording) -> str:
        """Return the name of the entrant with this number."""
        entrant = self.entrants.get(number)
        return (entrant and entrant.player.name) or say("people-unnamed")


def list_lines(
    mine: Sequence[tournaments_pb2.Tournament],
    others: Sequence[tournaments_pb2.Tournament],
    titles: Mapping[str, str],
    say: Wording,
) -> list[Line[ListAct]]:
    """Return lines for a list of tournaments: first those that concern the player, then all others."""
    own = {each.id for each in mine}
    shown: list[Line[ListAct]] = []
    if mine:
        shown.append(Line(say("tournaments-yours"), heading=True))
        shown += [Line(_summary(each, titles, say), Look(each.id)) for each in mine]
    shown.append(Line(say("tournaments-all"), heading=True))
    rest = [each for each in others if each.id not in own]
    shown += [Line(_summary(each, titles, say), Look(each.id)) for each in rest]
    if not rest:
        shown.append(Line(say("tournaments-none")))
    shown.append(Line(say("tournaments-organise"), Organise()))
    return shown


def lines(followed: FollowedTournament, player_id: str, titles: Mapping[str, str], say: Wording) -> list[Line[Act]]:
    """Return the lines that show a tournament: the possible acts, the standings, and the last round's pairings."""
    tournament = followed.tournament
    shown: list[Line[Act]] = [
        Line(_summary(tournament, titles, say), heading=True),
        Line(say("tournament-by", who=tournament.organiser.name or say("people-unnamed"))),
        Line(time_words(tournament.terms.time_control, say)),
    ]
    if tournament.HasField("paused"):
        shown.append(Line(say("tournament-paused")))
    shown += [Line(say("tournament-repair", reason=each.reason)) for each in tournament.repairs[-1:]]
    shown += _own_acts(followed, player_id, say)
    if followed.organised_by(player_id):
        shown += _organiser_acts(tournament, player_id, say)
    if followed.standings:
        shown.append(Line(say("tournament-standings"), heading=True))
        order = sorted(followed.standings.values(), key=lambda each: (each.group, each.rank, each.entrant))
        shown += [Line(_standing(each, followed, player_id, say)) for each in order]
    elif followed.entrants:
        shown.append(Line(say("tournament-entrants"), heading=True))
        shown += [Line(_entrant(each, say)) for _, each in sorted(followed.entrants.items())]
    if followed.pairings:
        shown.append(Line(say("tournament-round", number=followed.round.number), heading=True))
        for pairing in sorted(followed.pairings.values(), key=lambda each: each.number):
            shown.append(_pairing(pairing, followed, say))
        byes = [followed.name(number, say) for number in followed.round.byes]
        if byes:
            shown.append(Line(say("tournament-byes", names=say.listed(byes))))
    return shown


def _summary(tournament: tournaments_pb2.Tournament, titles: Mapping[str, str], say: Wording) -> str:
    terms = tournament.terms
    starts = tournament.next_start.ToDatetime().strftime("%Y-%m-%d %H:%M UTC")
    open_ = tournament.state == tournaments_pb2.TOURNAMENT_STATE_REGISTRATION
    return " · ".join(
        (
            terms.name,
            titles.get(terms.game, terms.game),
            say.one_of(FORMATS, terms.WhichOneof("format") or ""),
            say("tournament-seats", count=terms.seats),
            say.one_of(_STATES, tournament.state),
            *([say("tournament-starts", when=starts)] if open_ else []),
            say("tournament-entered", count=tournament.entrant_count),
        )
    )


def _own_acts(followed: FollowedTournament, player_id: str, say: Wording) -> Iterator[Line[Act]]:
    """Yield the lines with the acts of a player who has entered the tournament, or who could enter it."""
    tournament, own = followed.tournament, followed.entrant(player_id)
    open_ = tournament.state == tournaments_pb2.TOURNAMENT_STATE_REGISTRATION
    if tournament.state not in _UNDER_WAY:
        return
    if own is None or own.attendance in _GONE:
        late = followed.round.number <= tournament.terms.limits.last_late_round
        if open_ or late:
            yield Line(say("tournament-register"), Register())
        return
    for pairing in followed.pairings.values():
        if own.number in pairing.entrants:
            others = [followed.name(each, say) for each in pairing.entrants if each != own.number]
            for game in pairing.games:
                if game.table_id and not game.ranks:
                    yield Line(say("tournament-play", others=say.listed(others)), Play(game.table_id))
    checks_in = open_ and tournament.terms.schedule.check_in.ToMilliseconds() and not own.checked_in
    if checks_in or own.attendance in _BACK:
        yield Line(say("tournament-check-in"), CheckIn())
    yield Line(say("tournament-withdraw"), Withdraw())


def _organiser_acts(tournament: tournaments_pb2.Tournament, player_id: str, say: Wording) -> Iterator[Line[Act]]:
    own = tournament.organiser.id == player_id
    if tournament.state not in _UNDER_WAY:
        return
    if own and tournament.state == tournaments_pb2.TOURNAMENT_STATE_REGISTRATION:
        yield Line(say("tournament-begin"), Begin())
    if tournament.HasField("paused"):
        yield Line(say("tournament-resume"), Resume())
    else:
        yield Line(say("tournament-pause"), Pause())
    if own:
        yield Line(say("tournament-cancel"), Cancel())


def _standing(
    standing: tournaments_pb2.TournamentStanding, followed: FollowedTournament, player_id: str, say: Wording
) -> str:
    entrant = followed.entrants.get(standing.entrant)
    own = entrant is not None and entrant.player.id == player_id
    ties = [f"{each.figure.value:.4g}" for each in standing.ties]
    gone = say.one_of(_ATTENDANCES, entrant.attendance) if entrant is not None else ""
    place = f"{'▸ ' if own else ''}{standing.rank}. {followed.name(standing.entrant, say)}"
    return " · ".join(filter(None, (place, f"{standing.points.value:.4g}", " / ".join(ties), gone)))


def _entrant(entrant: tournaments_pb2.TournamentEntrant, say: Wording) -> str:
    parts = [entrant.player.name or say("people-unnamed"), str(entrant.rating)]
    parts += filter(None, [say.one_of(_ATTENDANCES, entrant.attendance)])
    if entrant.checked_in:
        parts.append(say("tournament-there"))
    return " · ".join(parts)


def _pairing(pairing: tournaments_pb2.TournamentPairing, followed: FollowedTournament, say: Wording) -> Line[Act]:
    names = [followed.name(each, say) for each in pairing.entrants]
    parts = []
    for game in pairing.games:
        if game.ranks:
            scores = [f" {score}" for score in game.scores] or [""] * len(names)
            order = sorted(zip(game.ranks, names, scores, strict=True))
            parts.append(say.listed([f"{rank}. {name}{score}" for rank, name, score in order]))
        else:
            parts.append(say("tournament-being-played", names=say.listed(names)))
    watched = next((game.table_id for game in reversed(pairing.games) if game.table_id), "")
    return Line(" · ".join(parts) or say.listed(names), Play(watched) if watched else None)
