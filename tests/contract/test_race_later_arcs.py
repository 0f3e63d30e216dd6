"""The contract of every game, for Race for the Galaxy with Alien Artifacts or Xeno Invasion."""

import pytest

from galaxytables_kit.contract import Subject, contract
from galaxytables_race.rules import RACE
from tests.probe.games import random_games, some_seats
from tests.race.hidden import OF_EXPANSIONS, PASSING, PRINTED, besides, census, copies, permute_hidden

pytestmark = pytest.mark.long

TestContract = contract(
    Subject(
        RACE,
        census=census,
        permute_hidden=permute_hidden,
        copies=copies,
        besides=besides,
        passing=PASSING,
        absent=OF_EXPANSIONS - {"invasion"},
        printed=PRINTED,
        setups=(
            {"expansion": "xeno_invasion", "new_worlds": "on"},
            {"expansion": "alien_artifacts", "new_worlds": "on"},
            {"expansion": "xeno_invasion", "invasion": "on"},
        ),
        seats=some_seats(2, 4),
        playouts=random_games(5),
        thorough_playouts=1,
    )
)
