"""The contract of every game, for Race for the Galaxy up to The Brink of War."""

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
        absent=OF_EXPANSIONS,
        printed=PRINTED,
        setups=(
            {"expansion": "gathering_storm", "goals": "on", "draft": "on"},
            {"expansion": "gathering_storm", "goals": "on"},
            {"expansion": "rebel_vs_imperium", "goals": "on", "takeovers": "on"},
            {"expansion": "brink_of_war", "goals": "on", "takeovers": "on"},
        ),
        seats=some_seats(2, 4),
        playouts=random_games(5),
        thorough_playouts=1,
    )
)
