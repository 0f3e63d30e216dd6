"""The part of the store about tournaments."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from galaxytables_lobby.domain.tournaments.state import Tournament, TournamentId, TournamentStage
from galaxytables_lobby.ids import PlayerId


class TournamentStore(Protocol):
    """The part of the store about tournaments. Each change is one atomic commit."""

    async def commit_tournament(self, before: Tournament | None, after: Tournament, *, look: int | None) -> bool:
        """Put a tournament in the place of what was there `before`, with when to look at it next (None: never).

        Returns False, and changes nothing, if something else is there by now. That is so too if the commit was made
        and its answer was lost.
        """

    async def tournament(self, tournament_id: TournamentId) -> Tournament | None:
        """Return a tournament; None if there is none."""

    async def tournament_versions(self, tournament_ids: Sequence[TournamentId]) -> list[int]:
        """Return the versions of tournaments, in the order of the ids; -1 for those that are gone."""

    async def claim_tournaments(self, *, now: int, lease: int, limit: int) -> list[TournamentId]:
        """Take a lease of `lease` milliseconds on up to `limit` tournaments that are to be looked at."""

    async def rest_tournament(self, tournament_id: TournamentId, *, version: int, look: int | None) -> None:
        """End the lease on a tournament. If it still has this version, it is looked at next at `look` (None: never)."""

    async def tournaments_at(
        self, stages: Iterable[TournamentStage], *, before: tuple[int, TournamentId] | None, limit: int
    ) -> list[tuple[int, TournamentId]]:
        """Return up to `limit` tournaments at some stages that start before a place in the list, the latest first."""

    async def tournaments_of(self, player_id: PlayerId) -> list[TournamentId]:
        """Return the tournaments that a player organises, has entered or is invited to, the newest first."""

    async def load_tournaments(self, tournament_ids: Sequence[TournamentId]) -> list[Tournament | None]:
        """Return tournaments, in the order of the ids; None for those that are gone."""
