"""The part of the store about tournaments."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from galaxytables_lobby.domain.tournaments.state import Tournament, TournamentId, TournamentStage
from galaxytables_lobby.ids import PlayerId


class TournamentStore(Protocol):
    """The part of the store about tournaments. Each change is one atomic commit."""

    async def commit_tournament(self, before: Tournament | None, after: Tournament, *, look: int | None) -> bool:
        """Replace the tournament `before` by another one, which must be looked at next at `look` (None: never).

        Returns False, and changes nothing, if the store holds something else than `before` by now. That is so too if
        the commit was made and its reply was lost.
        """

    async def tournament(self, tournament_id: TournamentId) -> Tournament | None:
        """Return a tournament; None if there is none."""

    async def tournament_versions(self, tournament_ids: Sequence[TournamentId]) -> list[int]:
        """Return the version of each tournament, in the order of the ids; -1 for those that are gone."""

    async def claim_tournaments(self, *, now: int, lease: int, limit: int) -> list[TournamentId]:
        """Take a lease of `lease` milliseconds on up to `limit` tournaments that must be looked at by now."""

    async def rest_tournament(self, tournament_id: TournamentId, *, version: int, look: int | None) -> None:
        """End the lease on a tournament. If it still has this version, it is looked at next at `look` (None: never)."""

    async def tournaments_at(
        self, stages: Iterable[TournamentStage], *, before: tuple[int, TournamentId] | None, limit: int
    ) -> list[tuple[int, TournamentId]]:
        """Return the start and the id of up to `limit` tournaments at these stages, the latest start first.

        The list goes on after `before`, the last entry of the page before; None for the first page.
        """

    async def tournaments_of(self, player_id: PlayerId) -> list[TournamentId]:
        """Return the tournaments that a player organises, has entered or is invited to, the newest first."""

    async def load_tournaments(self, tournament_ids: Sequence[TournamentId]) -> list[Tournament | None]:
        """Return the tournaments in the order of the ids; None for those that are gone."""
