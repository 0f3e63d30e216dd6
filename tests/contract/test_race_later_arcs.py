"""The contract of every game, for Race for the Galaxy with Alien Artifacts or Xeno Invasion."""

import pytest

from services.kit.contract import Subject, contract
from services.race.rules import RACE
from tests.contract.test_race import census, permute_hidden

pytestmark = pytest.mark.long

TestContract = contract(
    Subject(
        RACE,
        census=census,
        permute_hidden=permute_hidden,
        setups=(
            {"expansion": "xeno_invasion", "new_worlds": "on"},
            {"expansion": "alien_artifacts", "new_worlds": "on"},
            {"expansion": "xeno_invasion", "invasion": "on"},
        ),
        playouts=20,
        thorough_playouts=1,
    )
)
