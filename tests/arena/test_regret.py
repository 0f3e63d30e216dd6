"""What players of Race give away: nothing where they answer best, something where they do not."""

import pytest

from galaxytables_arena import regret
from galaxytables_arena.regret import answers, positions, regrets
from galaxytables_bots.race.heuristic import Heuristic


@pytest.fixture(scope="module")
def found():
    return positions(Heuristic(), 6, 3)


def test_sets_of_actions_that_are_the_same_are_one_answer(found):
    position = next(each for each in found if each.prompt.kind == "actions.choose")
    sets = answers(position.prompt)
    assert len(sets) == len(set(sets)) == 23
    assert frozenset({"settle", "settle_2"}) in sets
    assert frozenset({"settle_2", "produce"}) not in sets


def test_only_the_best_answer_gives_nothing_away(found):
    position = next(each for each in found if each.prompt.kind == "actions.choose")
    lost = regrets(position, answers(position.prompt), 2)
    assert min(lost) == 0
    assert sum(each > 0 for each in lost) > len(lost) / 2
    assert max(lost) <= 2


def test_the_command_tells_it_by_kind_of_prompt(capsys):
    assert regret.main(["--players", "heuristic,easy", "--positions", "2", "--tables", "1"]) == 0
    told = capsys.readouterr().out
    assert "positions; heuristic " in told
    assert "; easy " in told
