"""The loop: the only place where tournaments are changed.

A step is taken on what the store has, and committed if that is still there. If somebody was faster, the tournament is
loaded again. If it has taken this very step, the commit was made and its answer was lost, or another process took the
same one. Otherwise the act is tried again as the next step.
"""

from collections.abc import Sequence

from galaxytables_lobby.domain.tournaments.acts import AnyAct
from galaxytables_lobby.domain.tournaments.due import next_look
from galaxytables_lobby.domain.tournaments.events import NOTIFIED
from galaxytables_lobby.domain.tournaments.refusals import BusyTournamentError, UnknownTournamentError
from galaxytables_lobby.domain.tournaments.state import Tournament
from galaxytables_lobby.domain.tournaments.steps import REMEMBERED, Step, Taken, take, was_taken
from galaxytables_lobby.ids import TournamentId
from galaxytables_lobby.ports import KnownTables

# How often an act is tried because another process was faster.
_ATTEMPTS = 12


class Tournaments:
    """Loads and stores tournaments: the only way to change them."""

    def __init__(self, tables: KnownTables) -> None:
        """Only the store and the time of `tables` are used."""
        self._tables = tables
        self._store = tables.store

    async def load(self, tournament_id: TournamentId) -> Tournament:
        """Return a tournament. Raises `UnknownTournamentError`, STORE_UNAVAILABLE."""
        found = await self._store.tournament(tournament_id)
        if found is None:
            raise UnknownTournamentError(f"there is no tournament {tournament_id}")
        return found

    async def create(self, tournament: Tournament) -> Tournament:
        """Store a new tournament and return it. If its id is in use, return the tournament that has it."""
        look = next_look(tournament, self._tables.now())
        if await self._store.commit_tournament(None, tournament, look=look):
            return tournament
        return await self.load(tournament.id)

    async def take(self, tournament_id: TournamentId, act: AnyAct) -> Taken:
        """Take an act as the next step, and return the tournament after it with its events.

        Raises a `TournamentError` if it is refused, and STORE_UNAVAILABLE; after the latter, the step may have been
        taken.
        """
        step, taken = None, None
        for _ in range(_ATTEMPTS):
            before = await self.load(tournament_id)
            if step is not None and taken is not None and was_taken(before, step):
                return taken._replace(tournament=before)
            step = Step(number=before.version + 1, at=self._tables.now(), act=act)
            taken = take(before, step)
            must_notify = any(event.kind in NOTIFIED for event in taken.events)
            look = step.at if must_notify else next_look(taken.tournament, step.at)
            if await self._store.commit_tournament(before, taken.tournament, look=look):
                return taken
        raise BusyTournamentError(f"others change tournament {tournament_id} all the time")

    async def take_all(self, before: Tournament, acts: Sequence[AnyAct]) -> Tournament | None:
        """Take several acts of the platform as the next steps, in one commit.

        If there are more acts than the number of steps that a tournament remembers, only the first ones are taken.
        Returns the tournament afterwards, or None if somebody else has changed it. The tournament is marked for another
        look, in case this worker dies before it takes the rest.
        """
        after, at = before, self._tables.now()
        for act in acts[:REMEMBERED]:
            after = take(after, Step(number=after.version + 1, at=at, act=act)).tournament
        return after if await self._store.commit_tournament(before, after, look=at) else None
