"""Hints: answers that may be given, figures that were really worked out, and nothing of what the seat may not see."""

from copy import deepcopy
from random import Random
from typing import Any

import pytest

from galaxytables_bots.advice import POINTS, TABLES, WIN_PERCENT, Advice, Example, facts_of, strongest
from galaxytables_bots.beyond import advice as beyond_advice
from galaxytables_bots.beyond.simulation.turns import CATALOGUE as BEYOND_CATALOGUE
from galaxytables_bots.halving import Budget, ranked_answers
from galaxytables_bots.jump.advice import JumpAdviser
from galaxytables_bots.jump.simulation.playouts import Playouts
from galaxytables_bots.race.advice import RaceAdviser, odds_at
from galaxytables_bots.random_bot import RandomStrategy
from galaxytables_bots.registry import discover
from galaxytables_bots.roll import advice as roll_advice
from galaxytables_bots.strategy import Table
from galaxytables_jump.belief import beginning
from galaxytables_jump.options import JumpOptions
from galaxytables_jump.rules import JUMP
from galaxytables_kit import Play
from galaxytables_kit.chance import SeededChance
from galaxytables_kit.live import LiveGame
from galaxytables_race.options import RaceOptions
from tests.bots.test_beyond_levels import asked as asked_in_beyond
from tests.bots.test_jump_levels import CATALOGUE as JUMP_CATALOGUE
from tests.bots.test_jump_levels import FIRST
from tests.bots.test_jump_levels import asked as asked_in_jump
from tests.bots.test_race_levels import CATALOGUE as RACE_CATALOGUE
from tests.bots.test_race_levels import asked as asked_in_race
from tests.bots.test_race_orb_levels import OPTIONS as ORB
from tests.bots.test_race_orb_levels import asked as asked_in_orb
from tests.bots.test_roll_levels import CATALOGUE as ROLL_CATALOGUE
from tests.bots.test_roll_levels import asked as asked_in_roll
from tests.jump.hidden import permute_hidden
from tests.jump.scene import PACK

TWO = Table(2, {})
QUICK = JumpAdviser(Budget(answers=3, tables=2))


def is_an_answer(advice: Advice, prompt) -> bool:
    ids = {option.id for option in prompt.options}
    return set(advice.picks) <= ids and prompt.least <= len(set(advice.picks)) == len(advice.picks) <= prompt.most


def test_advice_in_jump_drive_is_answers_with_wins_at_so_many_tables():
    kinds = set()
    for _, _, prompt, view in asked_in_jump(4):
        advice = QUICK.advise(prompt, view, JUMP_CATALOGUE, TWO)
        assert advice
        assert all(is_an_answer(each, prompt) for each in advice)
        assert len({tuple(each.picks) for each in advice}) == len(advice)
        for each in advice:
            if TABLES in each.facts:
                kinds.add(prompt.kind)
                assert set(each.facts) == {POINTS, WIN_PERCENT, TABLES}
                assert 0 <= each.facts[WIN_PERCENT] <= 100
                assert each.facts[TABLES] >= 2
    assert kinds >= {"opening.discard", "choose.card"}


class Told(Playouts):
    """Games whose ends the test says."""

    def __init__(self, ends):
        self.ends = ends
        self.answers = [(3.0, {"choose.card": ["7"]}), (1.6, {"choose.card": ["8"]})]

    def sample(self, number):
        return number

    def play(self, sample, answer):
        return self.ends[answer["choose.card"][0]][sample]


def test_a_win_counts_whole_and_a_shared_one_half(monkeypatch):
    prompt, view = next(each[2:] for each in asked_in_jump(4) if each[2].kind == "choose.card")
    told = Told({"7": [0.9, 0.5, 0.0, -0.6], "8": [-0.9, -0.5, 0.0, -0.6]})
    monkeypatch.setattr("galaxytables_bots.jump.advice.Playouts", lambda *_: told)
    first, second = JumpAdviser(Budget(answers=2, tables=4)).advise(prompt, view, JUMP_CATALOGUE, TWO)
    assert (first.picks, first.facts) == (("7",), {POINTS: 3, WIN_PERCENT: 62, TABLES: 4})
    assert (second.picks, second.facts) == (("8",), {POINTS: 2, WIN_PERCENT: 12, TABLES: 4})


def test_advice_depends_on_nothing_that_the_seat_does_not_see():
    """Deck, discard pile and what others hold or have set aside are exchanged: answers and figures stay."""
    kinds = set()
    for live, _, prompt, view in asked_in_jump(3):
        if prompt.kind in FIRST:
            exchanged = deepcopy(live.frozen_state())
            permute_hidden(exchanged, prompt.seat, Random(2))
            play = Play(2, JumpOptions(), PACK, SeededChance(bytes(32)), exchanged, rules_version=JUMP.rules_version)
            other = LiveGame.begin(JUMP, live.pack_digest, play, at=beginning(view)).view(prompt.seat)
            if other == view:
                kinds.add(prompt.kind)
                again = QUICK.advise(prompt, other, JUMP_CATALOGUE, TWO)
                assert again == QUICK.advise(prompt, view, JUMP_CATALOGUE, TWO)
    assert kinds == FIRST


@pytest.mark.parametrize("options", [{}, {"expansion": "brink_of_war"}, {"expansion": "brink"}])
def test_advice_in_race_is_answers_and_at_tables_that_cannot_be_played_forward_one_alone(options):
    adviser, forward = RaceAdviser(), 0
    played = RaceOptions(expansion="brink_of_war") if options.get("expansion") == "brink_of_war" else RaceOptions()
    for _, prompt, view in list(asked_in_race(4, 2, played))[::12]:
        advice = adviser.advise(prompt, view, RACE_CATALOGUE, Table(2, options))
        assert advice
        assert all(is_an_answer(each, prompt) for each in advice)
        forward += len(advice) > 1
        if options.get("expansion") == "brink":
            assert [dict(each.facts) for each in advice] == [{}]
        assert all((WIN_PERCENT in each.facts) == (TABLES in each.facts) for each in advice) or options == {}
    assert bool(forward) == (options.get("expansion") != "brink")


def test_advice_in_the_orb_game_is_played_forward_and_tells_no_chance_which_was_not_measured():
    adviser, met = RaceAdviser(), set()
    for _, prompt, view in asked_in_orb(4):
        forward = prompt.kind in ("actions.choose", "orb.action", "orb.move", "orb.play", "orb.place")
        if forward and prompt.kind not in met:
            advice = adviser.advise(prompt, view, RACE_CATALOGUE, Table(2, ORB))
            assert all(is_an_answer(each, prompt) for each in advice)
            assert {frozenset(each.facts) for each in advice} <= {frozenset(), frozenset({TABLES})}
            if len(advice) > 1:
                met.add(prompt.kind)
    assert met == {"actions.choose", "orb.action", "orb.move", "orb.play", "orb.place"}


FORWARD = {
    "beyond": (beyond_advice, BEYOND_CATALOGUE, asked_in_beyond),
    "roll": (roll_advice, ROLL_CATALOGUE, asked_in_roll),
}


@pytest.mark.parametrize("seats", [2, pytest.param(4, marks=pytest.mark.release)])
@pytest.mark.parametrize("game", FORWARD)
def test_advice_of_who_plays_forward_is_answers_and_where_it_was_measured_a_chance_to_win(game, seats):
    (module, catalogue, asked), told = FORWARD[game], set()
    adviser = module.ADVISER
    for number, (*_, prompt, view) in enumerate(list(asked(3, seats))[:: 9 * seats]):
        advice = adviser.advise(prompt, view, catalogue, Table(seats, {}))
        # It takes a while, and is the same again for any or for none.
        if number % 4 == 0:
            assert advice == adviser.advise(prompt, view, catalogue, Table(seats, {}))
        assert all(is_an_answer(each, prompt) for each in advice)
        told |= {frozenset(each.facts) for each in advice}
    measured = {WIN_PERCENT} if seats in module.ODDS else set()
    assert told == {frozenset(), frozenset({TABLES} | measured)}
    (only,) = adviser.advise(prompt, view, catalogue, Table(seats, {"unheard": "of"}))
    assert [only] == Example("heuristic", module.Heuristic()).advise(prompt, view, catalogue, TWO)


CHOSEN: dict[str, tuple[Any, Any, Any]] = {
    "beyond": (beyond_advice.ADVISER, BEYOND_CATALOGUE, lambda: list(asked_in_beyond(3, 2))[::36]),
    "jump": (QUICK, JUMP_CATALOGUE, lambda: list(asked_in_jump(4))[::3]),
    "race": (RaceAdviser(), RACE_CATALOGUE, lambda: list(asked_in_race(4, 2, RaceOptions()))[::24]),
    "roll": (roll_advice.ADVISER, ROLL_CATALOGUE, lambda: list(asked_in_roll(3, 2))[::14]),
}


@pytest.mark.parametrize("game", CHOSEN)
def test_what_was_chosen_is_looked_at_beside_the_best_though_nobody_would_have_thought_of_it(game):
    (adviser, catalogue, asked), looked = CHOSEN[game], 0
    for *_, prompt, view in asked():
        advice = adviser.advise(prompt, view, catalogue, TWO)
        known = {tuple(sorted(each.picks)) for each in advice}
        least = max(1, prompt.least)
        unlikely = next(
            (
                [option.id for option in prompt.options[at : at + least]]
                for at in range(len(prompt.options) - least, -1, -1)
                if tuple(sorted(option.id for option in prompt.options[at : at + least])) not in known
            ),
            None,
        )
        if unlikely is None or TABLES not in advice[0].facts:
            continue
        again = adviser.advise(prompt, view, catalogue, TWO, chosen=unlikely)
        (of_it,) = [each for each in again if sorted(each.picks) == sorted(unlikely)]
        assert len(again) == len(advice) + 1
        looked += {WIN_PERCENT, TABLES} <= of_it.facts.keys()
        best = advice[0].picks
        assert len(adviser.advise(prompt, view, catalogue, TWO, chosen=best)) == len(advice)
    assert looked


class Ends:
    def __init__(self, values):
        self.values = values
        self.played = []

    def sample(self, number):
        return number

    def play(self, sample, answer):
        self.played.append((sample, answer))
        return self.values[answer]


def test_what_was_left_out_early_stands_last_with_what_it_was_tried_at():
    ends = Ends({"a": 0.1, "b": 0.9, "c": 0.5, "d": -1.0})
    ranked = ranked_answers(ends, [(0.0, each) for each in "abcd"], Budget(4, 2))
    assert [(each.answer, each.value, each.tables) for each in ranked] == [
        ("b", 0.9, 4),
        ("c", 0.5, 4),
        ("a", 0.1, 2),
        ("d", -1.0, 2),
    ]
    (only,) = ranked_answers(ends, [(0.0, "a")], Budget(4, 2))
    assert (only.answer, only.tables) == ("a", 0)


def test_the_strongest_bot_of_a_game_advises_where_nobody_else_does():
    bots = {"easy": RandomStrategy(), "normal": RandomStrategy(), "hard": RandomStrategy()}
    example = strongest(bots)
    assert isinstance(example, Example)
    assert example.bot == "hard"
    assert strongest({}) is None
    assert strongest({"easy": RandomStrategy()}) is None
    found = discover()
    assert isinstance(found.adviser("jump"), JumpAdviser)
    assert isinstance(found.adviser("race"), RaceAdviser)
    # What they can say of games that are over depends on the number of seats.
    advisers = {game: found.adviser(game) for game in ("beyond", "jump", "race", "roll")}
    assert {game: tuple(adviser.analysed_seats) for game, adviser in advisers.items() if adviser is not None} == {
        "beyond": (2,),
        "jump": (2, 3, 4),
        "race": (2,),
        "roll": (2,),
    }
    without = {game: adviser.unanalysed_options for game, adviser in advisers.items() if adviser is not None}
    assert without == {"beyond": {}, "jump": {}, "race": {"orb": "on"}, "roll": {}}
    assert odds_at(Table(2, {**ORB, **without["race"]})) is None
    assert odds_at(Table(2, {**ORB, "orb": "off"})) is not None
    assert found.adviser("chess") is None


def test_what_is_expected_is_sent_as_numbers():
    assert [(fact.name, fact.number) for fact in facts_of(Advice([], {WIN_PERCENT: 40, TABLES: 9}))] == [
        ("win_percent", 40),
        ("tables", 9),
    ]
