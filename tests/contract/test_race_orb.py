"""The contract of every game, for the orb game of Race for the Galaxy."""

from galaxytables_kit.contract import Subject, contract
from galaxytables_race.rules import RACE
from tests.probe.games import random_games
from tests.race.hidden import PASSING, PRINTED, besides, census, copies, permute_hidden
from tests.race.scene import PACK

EXTRA_AIRLOCKS = frozenset(PACK.orb.cards[card].id for card in PACK.orb.deck("extra_airlock"))
"""They lie ready for ships, and everybody knows them (R20.37)."""

TestContract = contract(
    Subject(
        RACE,
        census=census,
        permute_hidden=permute_hidden,
        copies=copies,
        besides=besides,
        passing=PASSING,
        absent=frozenset({"invasion"}),
        supplied=EXTRA_AIRLOCKS,
        printed=PRINTED,
        setups=({"expansion": "alien_artifacts", "orb": "on"},),
        seats=(2, 5),
        playouts=random_games(5),
        thorough_playouts=1,
    )
)
