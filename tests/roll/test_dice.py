"""Dice fall evenly, and every kind of tile effect is in use."""

from collections import Counter
from typing import get_args

from services.kit.chance import SeededChance
from services.roll import kinds
from services.roll.dice import COLOURS, FACE, FACES, die_options, picked_colour, picked_worker, rolled, worker_options
from services.roll.kindwords import in_words
from services.roll.phases.assign import begin_round
from services.roll.rules import ROLL
from services.roll.state import Step
from tests.roll.scene import PACK, Player, Table

ROLLS = 1200
CHI_SQUARE_5_OF_A_MILLION = 36.0
"""Five degrees of freedom: a fair die exceeds it about once in a million."""


def test_faces_fall_as_often_as_they_are_printed() -> None:
    """With this seed; a die that favours a face fails."""
    table = Table(Player(), Player(), step=Step.MANAGE, chance=SeededChance(b"statistics"))
    for die in PACK.dice:
        counts: Counter[int] = Counter()
        for _ in range(ROLLS // 12):
            me = table.me()
            me.cup, me.wild, me.strip = [FACE_OWNER[die.colour]] * 12, [], [[] for _ in range(5)]
            table.me(1).cup = []
            begin_round(table.play)
            counts.update(shown % FACES for dice in (*me.strip, me.wild) for shown in dice)
        printed = Counter(FACE[face] for face in die.faces)
        assert counts.keys() == printed.keys()
        square = sum(
            (counts[face] - ROLLS * printed[face] / FACES) ** 2 / (ROLLS * printed[face] / FACES) for face in printed
        )
        assert square < CHI_SQUARE_5_OF_A_MILLION


FACE_OWNER = {die.colour: number for number, die in enumerate(PACK.dice)}


def test_names_of_dice_and_workers_read_back() -> None:
    colours = [0, 0, 6, 3, 0]
    assert [picked_colour(name) for name in die_options(colours)] == colours
    assert len(set(die_options([0] * 25))) == 25
    workers = [
        (phase, rolled(colour, face)) for phase in range(5) for colour in range(COLOURS) for face in range(FACES)
    ]
    assert [picked_worker(name) for name in worker_options(workers, 1)] == workers
    assert len(worker_options([(0, 0)] * 5, 2)) == 2


def test_every_kind_is_printed_somewhere_and_has_words() -> None:
    printed = {
        type(kind)
        for face in PACK.faces
        for kind in (*face.immediate, *face.powers, *([face.bonus] if face.bonus else []))
    }
    known = {*get_args(kinds.Immediate), *get_args(kinds.AnyPower), *get_args(kinds.Bonus)}
    assert printed == known
    assert len(known) == 36
    lines = {line for component in ROLL.components(PACK) for line in component.lines}
    assert len(lines) > len(known)
    assert "Gain 1 novelty die (cup)" in lines
    assert "Ship: at the end $1 for each 2 military dice in the citizenry, rounded up" in lines
    assert "Develop: at the end $1 for each novelty die in the citizenry" in lines
    assert in_words(kinds.GainCredits(amount=2)) == "Gain $2"


def test_the_catalogue_says_where_reassign_powers_lead() -> None:
    components = {component.id: component for component in ROLL.components(PACK)}
    words = {
        tile: [fact.word for fact in components[tile].facts if fact.name == "reassign_to"]
        for tile in ("nanotechnology", "executive_power", "operations_affinity", "mad_scientists", "backup_planning")
    }
    assert words == {
        "nanotechnology": ["any"],
        "executive_power": ["selected"],
        "operations_affinity": ["explore produce"],
        "mad_scientists": ["any"],
        "backup_planning": [],
    }


def test_the_catalogue_pairs_the_sides_of_a_tile() -> None:
    components = {component.id: component for component in ROLL.components(PACK)}
    assert len(components) == 137 + COLOURS
    facts = {fact.name: fact for fact in components["public_works"].facts}
    assert facts["other_side"].component == "lost_alien_warship"
    assert facts["cost"].number == 1
    assert {fact.name for fact in components["space_piracy"].facts} == {"cost", "faction"}
    assert sum(component.copies for component in components.values() if component.kind == "die") == 111
