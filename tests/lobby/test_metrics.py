"""The lobby's own figures."""

from prometheus_client import REGISTRY, generate_latest

from galaxytables_lobby.metrics import SCRIPT_TIME
from tests.lobby.counting import NAME
from tests.lobby.house import refused


def test_what_redis_spent_in_scripts_is_shown_as_counters():
    SCRIPT_TIME.report(7, 1.5)
    page = generate_latest(REGISTRY).decode()
    assert "# TYPE galaxytables_store_script_calls_total counter\ngalaxytables_store_script_calls_total 7.0\n" in page
    assert (
        "# TYPE galaxytables_store_script_seconds_total counter\ngalaxytables_store_script_seconds_total 1.5\n" in page
    )


async def test_choices_are_counted_by_game_and_by_what_became_of_them(house):
    table_id, (one, _) = await house.started()

    def counted(outcome: str, game: str = NAME) -> float:
        return REGISTRY.get_sample_value("galaxytables_choices_total", {"game": game, "outcome": outcome}) or 0.0

    cases = [("accepted", NAME), ("repeated", NAME), ("prompt_closed", NAME), ("table_not_found", "unknown")]
    before = {case: counted(*case) for case in cases}
    for _ in range(2):
        await one.submit(table_id, "r1s0", "c0", request_id="a choice made once")
    assert (await refused(one.submit(table_id, "r1s0", "c0"))).reason == "PROMPT_CLOSED"
    assert (await refused(one.submit("no table", "r1s0", "c0"))).reason == "TABLE_NOT_FOUND"
    assert {case: counted(*case) - before[case] for case in cases} == dict.fromkeys(cases, 1)
