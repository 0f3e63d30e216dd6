"""The command line that learns weights from games."""

import pytest

from galaxytables_bots.jump.simulation.learning import played
from galaxytables_bots.learning import learn
from galaxytables_bots.values import learn_values, load_values


def test_weights_are_learned_from_the_games_that_are_asked_for_and_say_so(tmp_path):
    file = tmp_path / "values.json"
    assert learn("prog", "About.", played, ["--games", "4", "--seed", "2", "--file", str(file), "--commit", "abc"]) == 0
    values = load_values(file)
    assert values == learn_values([*played(4, 2)], games=4, seed=2, commit="abc")
    assert values.card is not None
    assert (values.card.games, values.card.seed, values.card.commit) == (4, 2, "abc")


def test_a_command_without_a_file_says_what_is_missing(capsys):
    with pytest.raises(SystemExit):
        learn("galaxytables_bots.jump.simulation.learning", "About.", played, [])
    assert "python -m galaxytables_bots.jump.simulation.learning" in capsys.readouterr().err
