"""Tournaments for tests: terms, entrants, and a run that plays one to its end, as the platform would."""

from collections.abc import Callable
from random import Random
from typing import Any

from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.tournaments import acts
from galaxytables_lobby.domain.tournaments.due import Due, next_step
from galaxytables_lobby.domain.tournaments.events import TournamentEvent
from galaxytables_lobby.domain.tournaments.pairings import next_round
from galaxytables_lobby.domain.tournaments.registration import new_tournament
from galaxytables_lobby.domain.tournaments.state import (
    Arena,
    EntrantNumber,
    Format,
    Pairing,
    Round,
    Schedule,
    Swiss,
    Tournament,
    TournamentStage,
    TournamentTerms,
)
from galaxytables_lobby.domain.tournaments.steps import Step, Taken, take
from galaxytables_lobby.ids import PlayerId, TableId, TournamentId

SECOND = 1_000
MINUTE = 60 * SECOND
BEGIN = 1_800_000_000_000
ORGANISER = Person(PlayerId("organiser"), "Olga")


def terms(form: Format | None = None, **fields: Any) -> TournamentTerms:
    values: dict[str, Any] = {
        "name": "Cup",
        "game": "jump",
        "options": {},
        "seats": 2,
        "format": form or Swiss(rounds=3),
        "schedule": Schedule(starts=BEGIN + 10 * MINUTE),
        **fields,
    }
    return TournamentTerms(**values)


def announced(chosen: TournamentTerms | None = None, seed: int = 0) -> Tournament:
    return new_tournament(
        TournamentId("cup"), chosen or terms(), organiser=ORGANISER, seed=seed.to_bytes(32), now=BEGIN
    )


def numbers(*given: int) -> tuple[EntrantNumber, ...]:
    return tuple(map(EntrantNumber, given))


def field(count: int) -> tuple[EntrantNumber, ...]:
    return numbers(*range(count))


def paired(
    *tables: tuple[int, ...], byes: tuple[int, ...] = (), places: tuple[int | None, ...] = (), group: int = 0
) -> acts.PairedRound:
    """A round of these tables, each with the entrants in the order of seats."""
    return acts.PairedRound(
        pairings=tuple(Pairing(entrants=numbers(*table), group=group) for table in tables),
        byes=numbers(*byes),
        places=tuple(None if each is None else EntrantNumber(each) for each in places),
    )


def player(number: int) -> Person:
    return Person(PlayerId(f"p{number}"), f"Player {number}")


def entry(number: int, rating: float | None = None, since: int = 0) -> acts.Register:
    return acts.Register(player=player(number), rating=25.0 - number if rating is None else rating, account_since=since)


def done(tournament: Tournament, *doings: acts.AnyAct, at: int = BEGIN) -> Tournament:
    """The tournament after some acts, all at one time."""
    for act in doings:
        tournament = take(tournament, Step(number=tournament.version + 1, at=at, act=act)).tournament
    return tournament


def with_entrants(count: int, chosen: TournamentTerms | None = None, seed: int = 0) -> Tournament:
    return done(announced(chosen, seed), *(entry(number) for number in range(count)))


def started(count: int, chosen: TournamentTerms | None = None, seed: int = 0) -> Tournament:
    return done(with_entrants(count, chosen, seed), acts.Start(), at=BEGIN + 10 * MINUTE)


def ranking(*entrants: int) -> Callable[[Random, tuple[EntrantNumber, ...]], tuple[int, ...]]:
    """Results by a fixed order of strength."""
    return lambda _, seated: tuple(1 + sorted(seated, key=entrants.index).index(each) for each in seated)


def by_number(_: Random, seated: tuple[EntrantNumber, ...]) -> tuple[int, ...]:
    """The entrant with the lower number wins."""
    return tuple(1 + sorted(seated).index(each) for each in seated)


def by_chance(chance: Random, seated: tuple[EntrantNumber, ...]) -> tuple[int, ...]:
    """Any result, with ties."""
    scores = [chance.randrange(4) for _ in seated]
    return tuple(1 + sum(other > own for other in scores) for own in scores)


class Run:
    """Plays a tournament by steps, as the platform does: what is due, and results of tables."""

    def __init__(
        self,
        tournament: Tournament,
        seed: int = 0,
        *,
        results: Callable[[Random, tuple[EntrantNumber, ...]], tuple[int, ...]] = by_chance,
        after_step: Callable[[Tournament, Step, Taken], None] | None = None,
    ) -> None:
        self.tournament = tournament
        self.chance = Random(seed)
        self.now = max(BEGIN, tournament.started)
        self.events: list[TournamentEvent] = []
        self._results = results
        self._after_step = after_step
        self._tables = 0

    def take(self, act: acts.AnyAct) -> None:
        step = Step(number=self.tournament.version + 1, at=self.now, act=act)
        before, taken = self.tournament, take(self.tournament, step)
        if self._after_step is not None:
            self._after_step(before, step, taken)
        self.tournament = taken.tournament
        self.events += taken.events

    def to_the_end(self) -> Tournament:
        while self.tournament.stage in (TournamentStage.REGISTRATION, TournamentStage.RUNNING):
            self.go_on()
        return self.tournament

    def rounds(self, count: int) -> Tournament:
        """Play until so many rounds are over."""
        while len(self.tournament.rounds) < count or not self.tournament.between_rounds:
            self.go_on()
        return self.tournament

    def go_on(self) -> None:
        """Do the next thing: what is due now, or end a table."""
        step = next_step(self.tournament)
        arena = isinstance(self.tournament.terms.format, Arena) and self.tournament.stage is TournamentStage.RUNNING
        if arena and self.tournament.rounds[-1].deadline > self.now:
            paired = next_round(self.tournament, self.now)
            if paired is not None:
                self.take(acts.PairRound(number=1, paired=paired))
                return
        open_tables = self.open_tables()
        if step is None or (step.due is Due.END_ROUND and open_tables):
            if open_tables:
                self.now += self.chance.randrange(20 * SECOND)
                self.end_table(*self.chance.choice(open_tables))
                return
            assert step is not None
        self.now = max(self.now, step.at)
        self.take(self._due(step.due, step.pairing))

    def open_tables(self) -> list[tuple[int, TableId]]:
        if self.tournament.round is None:
            return []
        return [
            (number, game.table_id)
            for number, pairing in enumerate(self.tournament.round.pairings)
            for game in pairing.games
            if not game.over
        ]

    def end_table(self, number: int, table_id: TableId, *, forfeits: tuple[int, ...] = ()) -> None:
        playing = self.last
        ranks = self._results(self.chance, playing.pairings[number].entrants)
        scores = tuple(40 - 7 * rank for rank in ranks)
        self.take(
            acts.Report(
                number=playing.number,
                pairing=number,
                table_id=table_id,
                ranks=ranks,
                scores=scores,
                forfeits=forfeits,
            )
        )

    @property
    def last(self) -> Round:
        assert self.tournament.round is not None
        return self.tournament.round

    def new_table(self) -> TableId:
        self._tables += 1
        return TableId(f"t{self._tables}")

    def _due(self, due: Due, pairing: int) -> acts.AnyAct:
        number = len(self.tournament.rounds)
        match due:
            case Due.START:
                return acts.Start()
            case Due.PAIR_ROUND:
                paired = next_round(self.tournament, self.now)
                assert paired is not None
                return acts.PairRound(number=number + 1, paired=paired)
            case Due.START_ROUND:
                return acts.StartRound(number=number, tables=tuple(self.new_table() for _ in self.last.pairings))
            case Due.START_GAME:
                return acts.StartGame(number=number, pairing=pairing, table_id=self.new_table())
            case Due.END_ROUND:
                return acts.EndRound(number=number)
            case Due.FINISH:
                return acts.Finish()
