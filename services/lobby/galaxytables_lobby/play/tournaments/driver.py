"""Drives tournaments: takes the steps that are due by themselves, so that nobody needs to press a button.

A worker that dies may have committed a step or not, and made any number of tables. The next one sees what the store
has, and goes on from there (the package says why that is safe).
"""

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress

import structlog

from galaxytables_lobby.domain.features import Feature
from galaxytables_lobby.domain.tournaments import acts
from galaxytables_lobby.domain.tournaments.due import (
    LOOK_MILLISECONDS,
    Due,
    NextStep,
    next_look,
    next_step,
    waiting_pairings,
)
from galaxytables_lobby.domain.tournaments.pairings import next_round
from galaxytables_lobby.domain.tournaments.rounds import is_late
from galaxytables_lobby.domain.tournaments.state import Arena, Round, RoundStage, Tournament, TournamentStage
from galaxytables_lobby.domain.tournaments.tables import GamePlace, table_id_of
from galaxytables_lobby.ids import TournamentId
from galaxytables_lobby.metrics import TOURNAMENT_LOOKS, TOURNAMENT_ROUND_LATENESS
from galaxytables_lobby.people.directives import Directives
from galaxytables_lobby.people.sanctions import Sanctions
from galaxytables_lobby.people.subscribers import Subscribers
from galaxytables_lobby.play.tournaments.game_tables import GameTables
from galaxytables_lobby.play.tournaments.loop import Tournaments
from galaxytables_lobby.play.tournaments.telling import Teller
from galaxytables_lobby.ports import Games
from galaxytables_lobby.tables import Tables
from galaxytables_serving import GalaxyError

_log = structlog.get_logger(__name__)

# Longer than a look takes.
LEASE_MILLISECONDS = 60_000
# How many tournaments one claim takes.
CLAIM = 8
# A task that still finds work after this long leaves the rest to the next one.
MAX_SECONDS = 20.0


class Driver:
    """Takes the steps of all tournaments that are due."""

    def __init__(
        self,
        tables: Tables,
        games: Games,
        game_tables: GameTables,
        *,
        sanctions: Sanctions,
        directives: Directives,
        subscribers: Subscribers,
    ) -> None:
        self._tables = tables
        self._store = tables.store
        self._games = games
        self._game_tables = game_tables
        self._tournaments = Tournaments(tables)
        self._sanctions = sanctions
        self._directives = directives
        self._subscribers = subscribers
        self._teller = Teller(tables.store, tables.now)
        self._running = asyncio.Lock()

    async def drive(self) -> int:
        """Look at each tournament where something may be due. Returns how many were looked at.

        Never raises because of a single tournament. Does nothing while an earlier call is running.
        """
        if self._running.locked():
            return 0
        looked, started = 0, time.perf_counter()
        async with self._running:
            try:
                while time.perf_counter() - started < MAX_SECONDS:
                    claimed = await self._store.claim_tournaments(
                        now=self._tables.now(), lease=LEASE_MILLISECONDS, limit=CLAIM
                    )
                    if not claimed:
                        break
                    await asyncio.gather(self._sanctions.load(), self._directives.load(), self._subscribers.load())
                    await asyncio.gather(*map(self._look, claimed))
                    looked += len(claimed)
            except GalaxyError as error:
                _log.warning("tournaments_delayed", reason=error.reason)
        return looked

    async def _look(self, tournament_id: TournamentId) -> None:
        """Look at one tournament. If that fails, it is looked at again when the lease ends."""
        outcome = "failed"
        try:
            await self._look_or_raise(tournament_id)
            outcome = "done"
        except GalaxyError as error:
            outcome = "delayed"
            _log.warning("tournament_delayed", tournament=tournament_id, reason=error.reason)
        except Exception:  # noqa: BLE001  # one tournament must not end the others
            _log.exception("tournament_failed", tournament=tournament_id)
        finally:
            TOURNAMENT_LOOKS.labels(outcome).inc()

    async def _look_or_raise(self, tournament_id: TournamentId) -> None:
        started = time.perf_counter()
        tournament = await self._store.tournament(tournament_id)
        while tournament is not None and time.perf_counter() - started < MAX_SECONDS:
            due = await self._due(tournament)
            if not due:
                break
            after = await self._tournaments.take_all(tournament, due)
            if after is not None and isinstance(due[0], acts.StartRound):
                TOURNAMENT_ROUND_LATENESS.observe((self._now() - tournament.next_start) / 1000)
            tournament = after or await self._store.tournament(tournament_id)
        version, look, now = 0, None, self._now()
        if tournament is not None:
            await self._teller.tell(tournament)
            version, look = tournament.version, next_look(tournament, now)
        # What is due and cannot be done now waits for a moment.
        later = None if look is None else max(look, now + LOOK_MILLISECONDS)
        await self._store.rest_tournament(tournament_id, version=version, look=later)

    async def _due(self, tournament: Tournament) -> Sequence[acts.AnyAct]:
        """Return the acts that are due now, once all tables are there that were decided before."""
        last = tournament.round
        may_begin = self._may_begin(tournament)
        if tournament.stage is TournamentStage.RUNNING and last is not None and last.stage is RoundStage.PLAYING:
            if may_begin and not is_late(tournament, self._now()):
                await self._game_tables.make_missing(tournament)
            results = await self._game_tables.results(tournament)
            if results:
                return results
            pairings = await self._arena_pairings(tournament, last) if may_begin else None
            if pairings is not None:
                return (acts.PairRound(number=last.number, paired=pairings),)
        step = next_step(tournament)
        if step is None or step.at > self._now():
            return ()
        if step.due in (Due.START_ROUND, Due.START_GAME) and not may_begin:
            return ()
        return await self._acts(tournament, step)

    async def _acts(self, tournament: Tournament, step: NextStep) -> Sequence[acts.AnyAct]:
        number, last = len(tournament.rounds), tournament.round
        match step.due:
            case Due.START:
                return (acts.Start(),)
            case Due.PAIR_ROUND:
                paired = await asyncio.to_thread(next_round, tournament, self._now())
                return () if paired is None else (acts.PairRound(number=number + 1, paired=paired),)
            case Due.START_ROUND if last is not None:
                places = [GamePlace(number, pairing, 0) for pairing in range(len(last.pairings))]
                return (acts.StartRound(number=number, tables=tuple(table_id_of(tournament, each) for each in places)),)
            case Due.START_GAME if last is not None:
                return [_start_game(tournament, last, pairing) for pairing in waiting_pairings(tournament, last)]
            case Due.END_ROUND:
                return await self._last_results(tournament) or (acts.EndRound(number=number),)
            case _:
                return (acts.Finish(),)

    async def _last_results(self, tournament: Tournament) -> Sequence[acts.AnyAct]:
        """Close the tables of a round whose time is up, and return the results of those that were faster.

        An arena's last games go on: no round waits for their players.
        """
        if not is_late(tournament, self._now()) or isinstance(tournament.terms.format, Arena):
            return ()
        await self._game_tables.close(tournament)
        return await self._game_tables.results(tournament)

    async def _arena_pairings(self, tournament: Tournament, playing: Round) -> acts.PairedRound | None:
        """Return the pairings of those who are free in an arena; None if there are none."""
        now = self._now()
        if not isinstance(tournament.terms.format, Arena) or tournament.paused or now >= playing.deadline:
            return None
        return await asyncio.to_thread(next_round, tournament, now)

    def _may_begin(self, tournament: Tournament) -> bool:
        """Return whether games of a tournament can begin now."""
        if Feature.TABLES in self._directives.off:
            return False
        with suppress(GalaxyError):
            self._sanctions.check_opening(tournament.terms.game)
            return self._games.rules_of(tournament.terms.game).available
        return False

    def _now(self) -> int:
        return self._tables.now()


def _start_game(tournament: Tournament, playing: Round, pairing: int) -> acts.StartGame:
    place = GamePlace(playing.number, pairing, len(playing.pairings[pairing].games))
    return acts.StartGame(number=playing.number, pairing=pairing, table_id=table_id_of(tournament, place))
