"""The contract suite on Beyond the Sun."""

from galaxytables.rules.v1 import rules_pb2
from galaxytables_beyond.components.cards import CUBES, DISCS_PER_KIND
from galaxytables_beyond.options import BeyondOptions
from galaxytables_beyond.rules import BEYOND
from galaxytables_kit.contract import Pieces, Sight, Subject, contract
from tests.beyond.hidden import DISCS, census, permute_hidden
from tests.beyond.scene import PACK
from tests.probe.games import random_games

PRINTED = frozenset({"basic", "guild", "slot", "sol", "deep_space", "system_slot", "shipyard", "reference"})
"""What stands on the boards and in the rules."""


def copies(component: rules_pb2.Component, options: BeyondOptions, seats: int) -> int:
    """All cards, but for achievements and mats that are drawn: those are counted by group and by seat."""
    del options, seats
    drawn = {card.id for card in PACK.achievements if card.group != "basic"} | {mat.id for mat in PACK.mats}
    return 0 if component.id in drawn else component.copies


def besides(options: BeyondOptions, seats: int) -> Pieces:
    """Drawn achievements, and what each seat has (R1.2, R2.5)."""
    del options
    each = {"mat": 1, "cube": CUBES, **dict.fromkeys(DISCS, DISCS_PER_KIND)}
    of_seats = {kind: {f"seat {seat}": count for seat in range(seats)} for kind, count in each.items()}
    return {**of_seats, "achievement": {"group A": 1, "group B": 1}}


NOTHING_SECRET = frozenset({Sight.SECRET_CHOICE, Sight.UNDONE_IN_SECRET, Sight.SEEN_BY_ONE, Sight.TOLD_TO_ONE})

TestContract = contract(
    Subject(
        BEYOND,
        census,
        permute_hidden,
        setups=(
            {},
            {
                "mats": "advanced",
                "round_limit": "25",
                "achievements_to_end": "four",
                "control_below_a_tie": "kept",
                "settlers": "needed",
            },
        ),
        playouts=random_games(5),
        thorough_playouts=1,
        copies=copies,
        besides=besides,
        printed=PRINTED,
        passing=frozenset({"turned_up", "turned_up_privately"}),
        lacks=NOTHING_SECRET,
    )
)
