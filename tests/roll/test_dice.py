"""Dice fall evenly, and every kind of tile effect is in use."""

from collections import Counter
from typing import get_args

from galaxytables_kit.chance import SeededChance
from galaxytables_roll.components import kinds
from galaxytables_roll.dice import COLOURS, FACE, FACES, SHOWING, name_dice, name_workers, numbered, phase_in
from galaxytables_roll.phases.assign import roll
from galaxytables_roll.rules import ROLL
from tests.kit.sentences import words_of
from tests.roll.scene import PACK, Player, Table

ROLLS = 1200
CHI_SQUARE_5_OF_A_MILLION = 36.0
"""Five degrees of freedom: a fair die exceeds it about once in a million."""


def test_faces_fall_as_often_as_they_are_printed() -> None:
    """With this seed; a die that favours a face fails."""
    table = Table(Player(), Player(), chance=SeededChance(b"statistics"))
    for die in PACK.dice:
        counts: Counter[int] = Counter()
        for _ in range(ROLLS // 12):
            me = table.me()
            me.cup, me.wild, me.strip = [numbered(FACE_OWNER[die.colour], 1)] * 12, [], [[] for _ in range(5)]
            table.me(1).cup = []
            roll(table.play)
            counts.update(shown % FACES for dice in (*me.strip, me.wild) for shown in dice)
        printed = Counter(FACE[face] for face in die.faces)
        assert counts.keys() == printed.keys()
        square = sum(
            (counts[face] - ROLLS * printed[face] / FACES) ** 2 / (ROLLS * printed[face] / FACES) for face in printed
        )
        assert square < CHI_SQUARE_5_OF_A_MILLION


FACE_OWNER = {die.colour: number for number, die in enumerate(PACK.dice)}


def test_names_of_dice_and_workers_read_back() -> None:
    dice = [numbered(colour, number) for colour, number in ((0, 2), (0, 1), (6, 1), (3, 4), (0, 7))]
    assert name_dice(dice) == dict(zip(("home", "home#2", "alien", "novelty", "home#3"), dice, strict=True))
    workers = [
        (phase, SHOWING[numbered(colour, 1 + phase)][face])
        for phase in range(5)
        for colour in range(COLOURS)
        for face in range(FACES)
    ]
    for most in (1, 2):
        named = name_workers(workers, most)
        assert [(phase_in(name), die) for name, die in named.items()] == workers


def test_of_workers_alike_the_first_are_named() -> None:
    alike = [(2, SHOWING[numbered(0, number)][2]) for number in (4, 3, 9)]
    assert name_workers(alike, 1) == {"home:settle@settle": alike[0][1]}
    assert name_workers(alike, 2) == {"home:settle@settle": alike[0][1], "home:settle@settle#2": alike[1][1]}


def test_every_kind_is_printed_somewhere_and_has_words() -> None:
    printed = {
        type(kind)
        for face in PACK.faces
        for kind in (*face.immediate, *face.powers, *([face.bonus] if face.bonus else []))
    }
    known = {*get_args(kinds.Immediate), *get_args(kinds.AnyPower), *get_args(kinds.Bonus)}
    assert printed == known
    assert len(known) == 36
    lines = {line for component in ROLL.components(PACK) for line in words_of(ROLL).lines(component)}
    assert len(lines) > len(known)
    assert "When completed: gain 1 × novelty die (cup)" in lines
    assert "Ship: at the end $1 for each 2 military dice in the citizenry, rounded up" in lines
    assert "Develop: at the end $1 for each novelty die in the citizenry" in lines
    assert "Assign: may reassign 2 of your workers from one phase to the phase that you selected" in lines
    assert "Assign: may reassign 1 of your workers to one of Explore and Produce" in lines
    assert "Ship: Trade from rare elements worlds gives $1 more" in lines
    assert "Settle: grey worlds cost 2 less, not below 2" in lines
    assert "Develop: developments with Reassign powers cost 1 less, not below 1" in lines
    assert "At the end of the game: 1/2 of the cost of your novelty worlds, rounded up" in lines
    assert "Trade a good: novelty $3, rare elements $4, genes $5, and alien technology $6" in lines


def test_the_catalogue_says_where_reassign_powers_lead() -> None:
    components = {component.id: component for component in ROLL.components(PACK)}
    goals = {
        tile: [list(fact.words.words) for power in components[tile].powers for fact in power.facts if fact.name == "to"]
        for tile in ("nanotechnology", "executive_power", "operations_affinity", "mad_scientists", "backup_planning")
    }
    assert goals == {
        "nanotechnology": [["any"]],
        "executive_power": [["selected"]],
        "operations_affinity": [["explore", "produce"]],
        "mad_scientists": [],
        "backup_planning": [],
    }


def test_the_catalogue_pairs_the_sides_of_a_tile() -> None:
    components = {component.id: component for component in ROLL.components(PACK)}
    assert len(components) == 137 + COLOURS + 5 + 2 + 3
    facts = {fact.name: fact for fact in components["public_works"].facts}
    assert facts["other_side"].component == "lost_alien_warship"
    assert facts["cost"].number == 1
    assert {fact.name for fact in components["space_piracy"].facts} == {"cost", "vp", "reassign", "faction"}
    assert sum(component.copies for component in components.values() if component.kind == "die") == 111
