"""The contract of every game, for the orb game of Race for the Galaxy."""

from services.kit.contract import Subject, contract
from services.race.rules import RACE
from tests.race.hidden import PASSING, besides, census, copies, permute_hidden

TestContract = contract(
    Subject(
        RACE,
        census=census,
        permute_hidden=permute_hidden,
        copies=copies,
        besides=besides,
        passing=PASSING,
        absent=frozenset({"invasion"}),
        setups=({"expansion": "alien_artifacts", "orb": "on"},),
        seats=(2, 5),
        playouts=20,
        thorough_playouts=1,
    )
)
