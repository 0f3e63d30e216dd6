"""The platform drives tournaments by itself: it makes tables, seats people, reads results, and ends what is late."""

import pytest

from galaxytables_lobby.domain.tournaments.state import TournamentStage
from tests.lobby.play.cup import KINDS, Cup, final
from tests.lobby.workers import open_driver


@pytest.mark.parametrize("kind", KINDS)
async def test_it_runs_by_itself_to_its_end(house, kind):
    house.clock.stand_still()
    cup = await Cup.announced(house, kind)
    async with open_driver(house.settings, clock=house.clock) as driver:
        tournament = await cup.to_the_end(driver.drive)
    assert tournament.stage is TournamentStage.FINISHED
    assert len(final(tournament)) == 16
    games = [game for each in tournament.rounds for pairing in each.pairings for game in pairing.games]
    assert all(game.over for game in games)
