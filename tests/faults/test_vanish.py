import pytest

from galaxytables_arena.games import game_names
from galaxytables_platform.console import Console
from tests.faults.vanish import vanish

pytestmark = [pytest.mark.e2e, pytest.mark.release]

TABLES = 24


async def test_tables_whose_people_all_vanish_have_ended_after_an_hour_and_cost_nothing_more():
    findings = await vanish(TABLES, game_names(), Console())
    assert findings.faults == []
    assert (findings.ended.total(), findings.left, findings.verified) == (TABLES, 0, TABLES)
    assert {"abandoned", "resigned"} <= findings.ended.keys()
    assert findings.kills > 4
