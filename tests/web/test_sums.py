"""What the page adds up of the options that are marked."""

import re
from pathlib import Path

from galaxytables_arena.games import load_game
from galaxytables_kit.declared import Maybe
from galaxytables_platform.games import SERVICES, games_in

SUMS = Path(__file__).parents[2] / "clients" / "web" / "src" / "model" / "sums.ts"


def test_it_adds_figures_that_options_of_some_game_have():
    forms = {
        (fact, form.form if isinstance(form, Maybe) else form)
        for name in games_in(SERVICES)
        for kind in load_game(name).prompts.values()
        for fact, form in kind.options.items()
    }
    added = re.findall(r'^  "(\w+)",$', SUMS.read_text(encoding="utf-8"), re.MULTILINE)
    assert added
    assert {figure for figure in added if (figure, int) not in forms} == set()
