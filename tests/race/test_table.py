"""What tableaus can do is remembered, and seen to be still so."""

from random import Random

import pytest

from galaxytables_kit import Seat
from galaxytables_kit.playout import begin, random_answer
from galaxytables_race.abilities import Abilities
from galaxytables_race.options import RaceOptions
from galaxytables_race.rules import RACE
from galaxytables_race.table import abilities, all_abilities, who, working
from tests.race.scene import PACKS

TABLES = {
    "takeovers": (4, RaceOptions("brink_of_war", takeovers=True)),
    "orb": (3, RaceOptions("alien_artifacts", orb=True)),
    "invasion": (3, RaceOptions("xeno_invasion", invasion=True)),
}


@pytest.mark.parametrize("table", TABLES)
def test_R4_4_R14_13_R22_20_the_powers_that_work_are_those_of_the_cards_that_work(table: str) -> None:
    seats, options = TABLES[table]
    changes = 0
    for seed in range(3):
        live, random = begin(RACE, PACKS, seats, options, seed), Random(seed)
        play = live.play
        while not live.over:
            prompt_id, prompt = random.choice(list(live.prompts.items()))
            live.answer(prompt.seat, prompt_id, random_answer(prompt, random))
            cards = [working(play.state, Seat(seat)) for seat in range(seats)]
            assert [abilities(play, Seat(seat)).numbers for seat in range(seats)] == cards
            assert [able.numbers for able in all_abilities(play)] == cards
            strong = who(play, _has_military)
            assert list(strong) == [seat for seat in range(seats) if abilities(play, Seat(seat)).military > 0]
            changes += cards != [empire.tableau for empire in play.state.empires]
    assert changes


def test_R22_20_damage_is_seen_and_what_is_left_of_a_tableau_is_worked_out_but_once() -> None:
    live, random = begin(RACE, PACKS, 3, TABLES["invasion"][1], 1), Random(1)
    play = live.play
    while not any(empire.damaged for empire in play.state.empires):
        prompt_id, prompt = random.choice(list(live.prompts.items()))
        live.answer(prompt.seat, prompt_id, random_answer(prompt, random))
    ables = all_abilities(play)
    assert all(again is able for again, able in zip(all_abilities(play), ables, strict=True))
    loser = next(empire for empire in play.state.empires if empire.damaged)
    damaged, loser.damaged = loser.damaged, ()
    repaired = all_abilities(play)
    assert [able.numbers for able in repaired] != [able.numbers for able in ables]
    loser.damaged = damaged
    assert [able.numbers for able in all_abilities(play)] == [able.numbers for able in ables]


def _has_military(able: Abilities) -> bool:
    return able.military > 0
