"""What organisers and helpers do. Each act is one step; `domain/tournaments/permissions.py` says who may do it."""

import secrets
from collections.abc import Sequence

from msgspec.structs import replace

from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.tournaments import acts
from galaxytables_lobby.domain.tournaments.registration import new_tournament
from galaxytables_lobby.domain.tournaments.state import Tournament, TournamentStage, TournamentTerms
from galaxytables_lobby.ids import PlayerId, TournamentId
from galaxytables_lobby.play.tournaments.loop import Tournaments
from galaxytables_lobby.ports import Games, KnownTables

MAX_ORGANISED = 10
"""So many tournaments of an organiser may be under way at once."""

_SEED_BYTES = 32
_LOOKED_AT = 200
_UNFINISHED = (TournamentStage.REGISTRATION, TournamentStage.RUNNING)


class Organising:
    """Creates tournaments, and changes them for their organisers.

    Every method raises a `TournamentError` if it is refused, and STORE_UNAVAILABLE. Methods that take terms also raise
    the refusals of the rules service, UNKNOWN_GAME and GAME_UNAVAILABLE.
    """

    def __init__(self, tournaments: Tournaments, tables: KnownTables, games: Games) -> None:
        """Only the time of `tables` is used."""
        self._tournaments = tournaments
        self._tables = tables
        self._games = games

    async def create(self, tournament_id: TournamentId, terms: TournamentTerms, organiser: Person) -> Tournament:
        """Announce a tournament. If there is one under this id already, returns that one."""
        complete = await self._complete(terms)
        seed, now = secrets.token_bytes(_SEED_BYTES), self._tables.now()
        return await self._tournaments.create(
            new_tournament(tournament_id, complete, organiser=organiser, seed=seed, now=now)
        )

    async def unfinished(self, organiser: PlayerId) -> int:
        """Return the number of an organiser's tournaments that are not over, among those they were in lately."""
        store = self._tables.store
        newest = (await store.tournaments_of(organiser))[:_LOOKED_AT]
        return sum(
            each is not None and each.organiser.id == organiser and each.stage in _UNFINISHED
            for each in await store.load_tournaments(newest)
        )

    async def edit(self, tournament_id: TournamentId, terms: TournamentTerms, by: PlayerId) -> Tournament:
        """Replace the terms of a tournament that is still open for registration, and return the tournament."""
        return await self._take(tournament_id, acts.EditTerms(by=by, terms=await self._complete(terms)))

    async def name_helpers(self, tournament_id: TournamentId, helpers: Sequence[Person], by: PlayerId) -> Tournament:
        """Replace the list of people who help the organiser, and return the tournament."""
        return await self._take(tournament_id, acts.ChangeHelpers(by=by, helpers=tuple(helpers)))

    async def invite(self, tournament_id: TournamentId, players: Sequence[PlayerId], by: PlayerId) -> Tournament:
        """Add players to those who are invited to a tournament, and return the tournament."""
        return await self._take(tournament_id, acts.Invite(by=by, players=tuple(players)))

    async def pause(self, tournament_id: TournamentId, reason: str, by: PlayerId) -> Tournament:
        """Pause a tournament, giving a reason, and return it. Running games go on, but no other game starts."""
        return await self._take(tournament_id, acts.Pause(by=by, reason=reason))

    async def resume(self, tournament_id: TournamentId, by: PlayerId) -> Tournament:
        """End the pause of a tournament, and return it. Its times move by the length of the pause."""
        return await self._take(tournament_id, acts.Resume(by=by))

    async def cancel(self, tournament_id: TournamentId, reason: str, by: PlayerId) -> Tournament:
        """End a tournament without a winner. Games that are being played go on, but do not count in it."""
        return await self._take(tournament_id, acts.Cancel(by=by, reason=reason))

    async def correct_result(self, tournament_id: TournamentId, correction: acts.CorrectResult) -> Tournament:
        """Replace the result of a game by the one in `correction`, and return the tournament."""
        return await self._take(tournament_id, correction)

    async def change_pairings(self, tournament_id: TournamentId, change: acts.ChangePairings) -> Tournament:
        """Change who plays whom in a round that has not started, and return the tournament."""
        return await self._take(tournament_id, change)

    async def _take(self, tournament_id: TournamentId, act: acts.AnyAct) -> Tournament:
        return (await self._tournaments.take(tournament_id, act)).tournament

    async def _complete(self, terms: TournamentTerms) -> TournamentTerms:
        """Return terms with all options of the game, checked by its rules service."""
        options = await self._games.rules_of(terms.game).check_options(terms.seats, terms.options)
        return replace(terms, options=options)
