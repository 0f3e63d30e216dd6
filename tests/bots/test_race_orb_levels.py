"""The levels in the orb game: what of the orb step they play forward, what they see of it, and what they may not."""

from collections import Counter
from copy import deepcopy
from itertools import islice
from random import Random

import pytest

from galaxytables.race.v1 import race_pb2
from galaxytables_arena.games import load_game
from galaxytables_arena.match import play_match
from galaxytables_bots.halving import Budget
from galaxytables_bots.race import search
from galaxytables_bots.race.heuristic import Heuristic
from galaxytables_bots.race.orb import FAR, map_of
from galaxytables_bots.race.proposals import IN_ORB
from galaxytables_bots.race.search import PLAYED_FORWARD, RaceSearcher
from galaxytables_bots.race.simulation.learning import beside, played
from galaxytables_bots.race.simulation.orb import cards_to_draw, known_orb
from galaxytables_bots.race.simulation.player import state_player
from galaxytables_bots.race.simulation.playouts import Playouts, options_of
from galaxytables_bots.race.simulation.values import features_of, progress
from galaxytables_bots.race.thinkers import by_heuristic
from galaxytables_bots.values import Row, Values, load_values
from galaxytables_kit import Seat
from galaxytables_kit.pack import load_packs
from galaxytables_kit.playout import begin, random_answer
from galaxytables_kit.wire import prompt_message
from galaxytables_race.rules import RACE
from galaxytables_race.state.orb import Team
from tests.bots.test_race_levels import CATALOGUE, begun_like
from tests.race.hidden import permute_hidden
from tests.race.scene import PACK
from tests.race.test_orb import AWAY, step

OPTIONS = {"expansion": "alien_artifacts", "orb": "on"}
ORB = options_of(OPTIONS)
THINKER = by_heuristic(search.TWO_SEATS)
_player = state_player(Values({}, {}))


def asked(seed, seats=2, sense=0.8):
    """The prompts of rounds in which so many answers are those of the heuristic, with what their seats see."""
    live, random = begin(RACE, load_packs(RACE), seats, ORB, seed), Random(seed)
    while not live.over:
        for key, prompt in live.prompts.items():
            if live.play.state.round:
                yield live, prompt_message(live, key, prompt), live.view(prompt.seat)
        key, prompt = random.choice(list(live.prompts.items()))
        usual = random.random() < sense
        live.answer(
            prompt.seat, key, _player.answer(live.play, prompt, random) if usual else random_answer(prompt, random)
        )


def in_the_step(view):
    """Whether the view is one that is sampled; teams are placed in the same phase at other times."""
    return view.phase != race_pb2.PHASE_ORB or race_pb2.PHASE_EXPLORE in view.agenda


@pytest.mark.parametrize("seats", [2, pytest.param(3, marks=pytest.mark.release)])
def test_a_decision_depends_on_no_orb_card_and_artifact_that_the_seat_does_not_see(seats):
    searcher, kinds = RaceSearcher(THINKER, Budget(5, 1, rounds=2), OPTIONS), Counter[str]()
    for live, prompt, view in asked(2, seats):
        if prompt.kind in PLAYED_FORWARD | {*IN_ORB} and in_the_step(view) and kinds[prompt.kind] < 5:
            exchanged = deepcopy(live.frozen_state())
            permute_hidden(exchanged, prompt.seat, Random(2))
            other = begun_like(live, exchanged, view).view(prompt.seat)
            if other == view:
                kinds[prompt.kind] += 1
                assert searcher.choose(prompt, other, CATALOGUE) == searcher.choose(prompt, view, CATALOGUE)
    assert {*kinds} >= {"actions.choose", "develop.place", "settle.place", *IN_ORB}


def test_all_that_is_asked_in_the_orb_step_is_reached_at_a_sampled_table():
    """Unless something was used before, a breeding tube brought the card, or there are two teams to move."""
    reached, missed = Counter[str](), Counter[tuple[str, bool]]()
    for _, prompt, view in asked(5, sense=0.9):
        teams = [team.seat for team in view.orb.teams].count(prompt.seat)
        if prompt.kind in IN_ORB and in_the_step(view) and teams == 1:
            first = prompt.kind != "orb.action" or "pass" in [option.id for option in prompt.options]
            try:
                playouts = Playouts(THINKER.player, ORB, prompt, view)
            except ValueError:
                missed[prompt.kind, first] += 1
                continue
            assert first
            reached[prompt.kind] += 1
            sample, (_, usual) = playouts.sample(0), THINKER.proposed(prompt, view, CATALOGUE, 3)[0]
            assert playouts.play(sample, usual) == playouts.play(sample, usual)
    assert {*reached} == {*IN_ORB}
    for kind in IN_ORB:
        assert missed[kind, True] <= reached[kind]


def test_answers_in_the_orb_lead_to_different_ends_and_the_heuristic_names_its_own_first():
    apart, usual = Counter[str](), Heuristic()
    for _, prompt, view in asked(3, sense=1.0):
        if prompt.kind in IN_ORB:
            proposed = THINKER.proposed(prompt, view, CATALOGUE, 4)
            assert list(proposed[0][1]) == list(usual.choose(prompt, view, CATALOGUE))
            assert len({picks for _, picks in proposed}) == len(proposed)
            assert all(prompt.least <= len(picks) <= prompt.most for _, picks in proposed)
            if len(proposed) > 1 and in_the_step(view) and apart[prompt.kind] < 3:
                try:
                    playouts = Playouts(THINKER.player, ORB, prompt, view)
                except ValueError:
                    continue
                samples = [playouts.sample(number) for number in range(3)]
                apart[prompt.kind] += (
                    len({tuple(playouts.play(each, picks) for each in samples) for _, picks in proposed}) > 1
                )
    assert {*apart} == {*IN_ORB}
    assert all(apart.values())


def test_what_is_not_reached_in_the_orb_step_is_answered_by_the_heuristic():
    searcher, met = RaceSearcher(THINKER, Budget(3, 1, rounds=2), OPTIONS), 0
    for _, prompt, view in asked(5):
        if prompt.kind == "orb.action" and "end" in [option.id for option in prompt.options]:
            assert searcher.ranked(prompt, view, CATALOGUE) == []
            assert searcher.choose(prompt, view, CATALOGUE) == Heuristic().choose(prompt, view, CATALOGUE)
            met += 1
    assert met


def test_who_looks_further_than_a_round_looks_at_the_orb_step_at_half_as_many_tables():
    near, far = (RaceSearcher(THINKER, Budget(2, 4, rounds=rounds), OPTIONS) for rounds in (1, 2))
    looked_at = set()
    for _, prompt, view in asked(3, sense=1.0):
        ranked = far.ranked(prompt, view, CATALOGUE) if prompt.kind in {*IN_ORB, "actions.choose"} else []
        if ranked:
            looked_at.add((prompt.kind, ranked[0].tables))
            assert bool(near.ranked(prompt, view, CATALOGUE)) == (prompt.kind == "actions.choose")
        if len(looked_at) > len(IN_ORB):
            break
    assert looked_at == {("actions.choose", 4), *((kind, 2) for kind in IN_ORB)}


def test_a_team_near_an_artifact_is_worth_more_and_one_that_is_cut_off_less():
    def worth(team):
        table = step(teams=(Team(Seat(0), team), AWAY[1]), tokens={(2, 1): "a_good"}, phase="round_end")
        found = features_of(table.live.play, Seat(0))
        return {name: found[name] for name in ("team at artifact", "team near artifact", "team cut off")}

    assert worth((1, 0)) == {"team at artifact": 1, "team near artifact": 1, "team cut off": 0}
    nowhere = step(teams=AWAY, phase="round_end")
    assert features_of(nowhere.live.play, Seat(0))["team cut off"] == 1
    for file in (search.TWO_SEATS, search.MORE_SEATS):
        values = load_values(file.with_name(f"orb_{file.name}"))
        assert values.card is not None
        for far in (0.3, 0.6):
            assert values.worth(worth((1, 0)), far) > values.worth({"team cut off": 1}, far)


def test_the_game_comes_to_its_end_with_the_orb_cards():
    live = begin(RACE, load_packs(RACE), 3, ORB, 1)
    random = Random(1)
    while not live.play.state.round:
        key, prompt = next(iter(live.prompts.items()))
        live.answer(prompt.seat, key, random_answer(prompt, random))
    orb = live.play.state.orb
    assert orb is not None
    assert len(orb.deck) == cards_to_draw(live.play)
    assert progress(live.play) == 0
    del orb.deck[3:]
    assert progress(live.play) == 1 - 3 / cards_to_draw(live.play)


def test_the_map_of_the_state_is_that_of_the_view():
    """What the heuristic reads of both: steps from every cell, for the strong and for the weak."""
    compared = 0
    for live, _, view in islice(asked(2, 4), 0, None, 40):
        orb = live.play.state.orb
        assert orb is not None
        known, shown = known_orb(PACK, orb), map_of(view.orb)
        assert known.map.artifacts == shown.artifacts
        for cell in view.orb.cells:
            for military in (0, 3, 9):
                at = cell.column, cell.row
                assert known.map.steps(at, military) == shown.steps(at, military)
                compared += known.map.steps(at, military) not in (0, FAR)
        assert [(team.seat, team.column, team.row) for team in known.teams] == [
            (team.seat, team.column, team.row) for team in view.orb.teams
        ]
    assert compared > 100


def test_what_is_learned_beside_other_weights_is_what_those_leave_unexplained():
    usual = Values({"one": 2.0, "hand": 1.0}, {"one": 2.0, "hand": 1.0})
    row = Row(3, {"one": 1.0, "hand": 4.0, "orb cards": 1.0}, 0.5, 10.0)
    assert [*beside([row], usual)] == [Row(3, {"orb cards": 1.0}, 0.5, 4.0)]
    rows = [*played(1, 7, [2], OPTIONS)]
    assert rows
    assert any("team at artifact" in row.seen for row in rows)


@pytest.mark.parametrize("seats", [2, pytest.param(4, marks=pytest.mark.release)])
def test_normal_beats_the_heuristic_in_the_orb_game(seats):
    match = play_match(load_game("race"), ("normal", "heuristic"), games=seats, seats=seats, seed=5, options=OPTIONS)
    assert match.sides[0].wins > 1
    assert match.sides[0].refused == 0
