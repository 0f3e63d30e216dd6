"""The part of the store about tournaments."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from galaxytables_lobby.domain.tournaments.notices import NoticedTournament
from galaxytables_lobby.domain.tournaments.state import Tournament, TournamentStage
from galaxytables_lobby.ids import PlayerId, TournamentId


class TournamentStore(Protocol):
    """The part of the store about tournaments. Each change is one atomic commit."""

    async def commit_tournament(self, before: Tournament | None, after: Tournament, *, look: int | None) -> bool:
        """Replace the tournament `before` by `after`.

        At the time `look` a worker must look what is due in it (None: never). Returns False, and changes nothing, if
        the store no longer holds `before`. It also returns False if an attempt was stored already, and its reply was
        lost.
        """

    async def tournament(self, tournament_id: TournamentId) -> Tournament | None:
        """Return the tournament with this id, or None."""

    async def tournament_versions(self, tournament_ids: Sequence[TournamentId]) -> list[int]:
        """Return the version of each tournament, in the order of the ids; -1 for those that are gone."""

    async def claim_tournaments(self, *, now: int, lease: int, limit: int) -> list[TournamentId]:
        """Take a lease of `lease` milliseconds on up to `limit` tournaments in which something is due at `now`."""

    async def rest_tournament(self, tournament_id: TournamentId, *, version: int, look: int | None) -> None:
        """End the lease on a tournament.

        Unless its version has changed, a worker looks at it again at `look` (None: never).
        """

    async def noticed_in_tournament(self, tournament_id: TournamentId) -> NoticedTournament:
        """Return how far a tournament has been checked for notices."""

    async def keep_noticed_in_tournament(self, tournament_id: TournamentId, noticed: NoticedTournament) -> None:
        """Record how far a tournament has been checked for notices."""

    async def tournaments_at(
        self, stages: Iterable[TournamentStage], *, before: tuple[int, TournamentId] | None, limit: int
    ) -> list[tuple[int, TournamentId]]:
        """Return up to `limit` tournaments at these stages, each as its start and its id, latest start first.

        `before` is the last entry of the page before this one; None asks for the first page.
        """

    async def tournaments_of(self, player_id: PlayerId) -> list[TournamentId]:
        """Return the tournaments that a player organises, has entered or is invited to, the newest first."""

    async def load_tournaments(self, tournament_ids: Sequence[TournamentId]) -> list[Tournament | None]:
        """Return the tournaments in the order of the ids; None for those that are gone."""
