"""Wrong rules disagree with a transcript."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from galaxytables_kit.pack import load_packs
from galaxytables_race.rules import RACE
from galaxytables_runtime.native import in_use
from tests.oracle.check import replay
from tests.oracle.planted import MISTAKES, Mistake, found, games


@cache
def tried() -> list[dict[str, Any]]:
    return games(Path(__file__).parent)


@pytest.mark.skipif(in_use(), reason="mistakes are planted into sources")
@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_a_planted_mistake_is_found(mistake: Mistake) -> None:
    difference = next(found(mistake, tried()), None)
    assert difference is not None, mistake
    name = difference.partition(":")[0]
    game = next(game for game in tried() if game["id"] == name)
    replay(game, load_packs(RACE))  # without the mistake it agrees
