"""Replaces a person by another in all tournaments, as merges and erasures do. Doing it twice is harmless."""

from contextlib import suppress

from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.tournaments import acts
from galaxytables_lobby.domain.tournaments.refusals import TournamentError, UnknownTournamentError
from galaxytables_lobby.ids import PlayerId
from galaxytables_lobby.play.tournaments.loop import Tournaments
from galaxytables_lobby.ports import KnownTables


async def merge_in_tournaments(tables: KnownTables, guest: PlayerId, account: PlayerId) -> int:
    """Replace a guest by their account in all tournaments, under the guest's name.

    Returns the number of tournaments.
    """
    tournaments, joined = Tournaments(tables), 0
    for tournament_id in await tables.store.tournaments_of(guest):
        with suppress(UnknownTournamentError):
            known = {each.id: each for each in (await tournaments.load(tournament_id)).people}
            name = known[guest].name if guest in known else ""
            await tournaments.take(tournament_id, acts.ReplacePerson(player=guest, instead=Person(account, name)))
            joined += 1
    return joined


async def erase_in_tournaments(tables: KnownTables, player_id: PlayerId, pseudonym: PlayerId) -> int:
    """Replace a player by a pseudonym in all tournaments, and withdraw them from those that are not over.

    Returns the number of tournaments.
    """
    tournaments, erased = Tournaments(tables), 0
    for tournament_id in await tables.store.tournaments_of(player_id):
        with suppress(TournamentError):
            # They may have left before, or the tournament may be over.
            await tournaments.take(tournament_id, acts.Withdraw(by=player_id, player=player_id))
        with suppress(UnknownTournamentError):
            nobody = Person(pseudonym, "")
            await tournaments.take(tournament_id, acts.ReplacePerson(player=player_id, instead=nobody))
            erased += 1
    return erased
