"""The lobby's own figures."""

from prometheus_client import REGISTRY, generate_latest

from services.lobby.metrics import SCRIPT_TIME


def test_what_redis_spent_in_scripts_is_shown_as_counters():
    SCRIPT_TIME.report(7, 1.5)
    page = generate_latest(REGISTRY).decode()
    assert "# TYPE galaxy_store_script_calls_total counter\ngalaxy_store_script_calls_total 7.0\n" in page
    assert "# TYPE galaxy_store_script_seconds_total counter\ngalaxy_store_script_seconds_total 1.5\n" in page
