"""The part of the store about tournaments. All its keys are on one slot, so that each change is one script."""

from collections.abc import Iterable, Sequence

from galaxytables_lobby.adapters.redis import keys
from galaxytables_lobby.adapters.redis.command import Argument
from galaxytables_lobby.adapters.redis.script import Part
from galaxytables_lobby.domain.tournaments.notices import (
    NoticedTournament,
    decode_noticed_tournament,
    encode_noticed_tournament,
)
from galaxytables_lobby.domain.tournaments.state import (
    Tournament,
    TournamentStage,
    decode_tournament,
    encode_tournament,
)
from galaxytables_lobby.ids import PlayerId, TournamentId

KEPT_MILLISECONDS = 366 * 24 * 3600 * 1000
"""How long a tournament is kept once it is over."""

# More tournaments than start in the same millisecond.
_TIES = 16
_OVER = (TournamentStage.FINISHED, TournamentStage.CANCELLED)


class TournamentsPart(Part):
    """The part of the Redis store about tournaments. Implements the port `TournamentStore`."""

    async def commit_tournament(self, before: Tournament | None, after: Tournament, *, look: int | None) -> bool:
        """Replace the tournament `before` by `after`.

        At the time `look` a worker must look what is due in it (None: never). Returns False, and changes nothing, if
        the store no longer holds `before`. It also returns False if an attempt was stored already, and its reply was
        lost.
        """
        members = frozenset[PlayerId]() if before is None else before.members
        come, go = sorted(after.members - members), sorted(members - after.members)
        stage = after.stage if before is None else before.stage
        names = [keys.tournament(after.id), keys.LOOKS, keys.tournaments_at(stage), keys.tournaments_at(after.stage)]
        arguments: list[Argument] = [
            "" if before is None else before.version,
            after.version,
            encode_tournament(after),
            after.id,
            "" if look is None else look,
            after.started or after.next_start,
            KEPT_MILLISECONDS if after.stage in _OVER else 0,
            after.created,
            len(come),
        ]
        script = self.script("tournament_commit", replicated=True)
        return bool(await script.run([*names, *map(keys.tournaments_of, (*come, *go))], arguments))

    async def tournament(self, tournament_id: TournamentId) -> Tournament | None:
        """Return the tournament with this id, or None."""
        [found] = await self.load_tournaments([tournament_id])
        return found

    async def tournament_versions(self, tournament_ids: Sequence[TournamentId]) -> list[int]:
        """Return the version of each tournament, in the order of the ids; -1 for those that are gone."""
        found = await self._wire.run_all([("HGET", keys.tournament(each), "version") for each in tournament_ids])
        return [-1 if each is None else int(each) for each in found]

    async def claim_tournaments(self, *, now: int, lease: int, limit: int) -> list[TournamentId]:
        """Take a lease of `lease` milliseconds on up to `limit` tournaments in which something is due at `now`."""
        _, *claimed = await self.script("claim").run([keys.LOOKS, keys.DRIVERS], [now, now + lease, limit])
        return [TournamentId(member.decode()) for member in claimed[::2]]

    async def rest_tournament(self, tournament_id: TournamentId, *, version: int, look: int | None) -> None:
        """End the lease on a tournament.

        Unless its version has changed, a worker looks at it again at `look` (None: never).
        """
        names = [keys.tournament(tournament_id), keys.LOOKS, keys.DRIVERS]
        await self.script("tournament_rest").run(names, [tournament_id, version, "" if look is None else look])

    async def noticed_in_tournament(self, tournament_id: TournamentId) -> NoticedTournament:
        """Return how far a tournament has been checked for notices."""
        return decode_noticed_tournament(await self._wire.run("HGET", keys.tournament(tournament_id), "noticed"))

    async def keep_noticed_in_tournament(self, tournament_id: TournamentId, noticed: NoticedTournament) -> None:
        """Record how far a tournament has been checked for notices."""
        await self._wire.run("HSET", keys.tournament(tournament_id), "noticed", encode_noticed_tournament(noticed))

    async def tournaments_at(
        self, stages: Iterable[TournamentStage], *, before: tuple[int, TournamentId] | None, limit: int
    ) -> list[tuple[int, TournamentId]]:
        """Return up to `limit` tournaments at these stages, each as its start and its id, latest start first.

        `before` is the last entry of the page before this one; None asks for the first page.
        """
        start = "+inf" if before is None else before[0]
        pages = await self._wire.run_all(
            [
                ("ZREVRANGEBYSCORE", keys.tournaments_at(stage), start, "-inf", "WITHSCORES", "LIMIT", 0, limit + _TIES)
                for stage in stages
            ]
        )
        found = [
            (int(float(score)), TournamentId(member.decode()))
            for page in pages
            for member, score in zip(page[::2], page[1::2], strict=True)
        ]
        return sorted((each for each in found if before is None or each < before), reverse=True)[:limit]

    async def tournaments_of(self, player_id: PlayerId) -> list[TournamentId]:
        """Return the tournaments that a player organises, has entered or is invited to, the newest first."""
        found = await self._wire.run("ZREVRANGE", keys.tournaments_of(player_id), 0, -1)
        return [TournamentId(member.decode()) for member in found]

    async def load_tournaments(self, tournament_ids: Sequence[TournamentId]) -> list[Tournament | None]:
        """Return the tournaments in the order of the ids; None for those that are gone."""
        found = await self._wire.run_all([("HGET", keys.tournament(each), "state") for each in tournament_ids])
        return [None if each is None else decode_tournament(each) for each in found]
