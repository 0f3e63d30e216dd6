"""The contract of every game, for Race for the Galaxy without expansions."""

from galaxytables_kit.contract import Sight, Subject, contract
from galaxytables_race.rules import RACE
from tests.probe.games import random_games
from tests.race.hidden import OF_EXPANSIONS, PASSING, PRINTED, besides, census, copies, permute_hidden

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
            {},
            {"new_worlds": "on", "second_edition": "on"},
            {"preset_hands": "on", "two_player_actions": "one"},
        ),
        playouts=random_games(5),
        thorough_playouts=1,
        lacks=frozenset({Sight.RULED_OPTION, Sight.RULE_BROKEN}),
    )
)
