"""What tournaments know about a player, for their data export."""

import asyncio
from collections.abc import Iterator

from galaxytables_lobby.domain.tournaments.standings import standings
from galaxytables_lobby.domain.tournaments.state import EntrantNumber, Tournament
from galaxytables_lobby.ids import PlayerId
from galaxytables_lobby.ports import TournamentStore


async def exported_tournaments(store: TournamentStore, player_id: PlayerId) -> list[dict[str, object]]:
    """Return a player's roles, entries and results in each of their tournaments, the newest first."""
    found = await store.load_tournaments(await store.tournaments_of(player_id))
    # The order of a large field takes a while.
    return [await asyncio.to_thread(_exported, each, player_id) for each in found if each is not None]


def _exported(tournament: Tournament, player_id: PlayerId) -> dict[str, object]:
    entries = [number for number, each in tournament.numbered if each.player.id == player_id]
    return {
        "id": tournament.id,
        "name": tournament.terms.name,
        "game": tournament.terms.game,
        "stage": tournament.stage.name.lower(),
        "organiser": tournament.organiser.id == player_id,
        "helper": any(each.id == player_id for each in tournament.helpers),
        "invited": player_id in tournament.invited,
        "entries": [_entry(tournament, each) for each in entries],
        "repairs": [
            {"kind": each.what, "time": each.at, "reason": each.reason}
            for each in tournament.repairs
            if each.by == player_id
        ],
    }


def _entry(tournament: Tournament, number: EntrantNumber) -> dict[str, object]:
    entrant = tournament.entrants[number]
    ranks = {each.entrant: each.rank for each in standings(tournament)} if tournament.started else {}
    return {
        "number": number,
        "name": entrant.player.name,
        "rating": entrant.rating,
        "attendance": entrant.attendance.name.lower(),
        "checked_in": entrant.checked_in,
        "rank": ranks.get(number, 0),
        "results": list(_results(tournament, number)),
    }


def _results(tournament: Tournament, number: EntrantNumber) -> Iterator[dict[str, object]]:
    for each in tournament.rounds:
        for pairing in each.pairings:
            if number not in pairing.entrants:
                continue
            place = pairing.entrants.index(number)
            for game in pairing.games:
                yield {
                    "round": each.number,
                    "table": game.table_id,
                    "rank": game.ranks[place] if game.over else 0,
                    "score": game.scores[place] if game.scores else None,
                    "forfeit": place in game.forfeits,
                    "berserk": place in game.berserk,
                }
