"""A store that holds as much as it may: a typed error, nothing half done, and all is well once there is room."""

import pytest
from prometheus_client import REGISTRY

from galaxytables_lobby import errors
from tests.lobby.house import refused


@pytest.fixture
def full(redis_server):
    with redis_server.client() as client:

        def fill(*, bytes_more: int) -> None:
            client.config_set("maxmemory", client.info("memory")["used_memory"] + bytes_more if bytes_more else 0)

        yield fill
        client.config_set("maxmemory", 0)


async def test_whoever_changes_something_in_a_full_store_hears_so_and_nothing_is_changed(house, full):
    table_id, (one, two) = await house.started()
    before = await one.view(table_id)
    counted = REGISTRY.get_sample_value("galaxytables_store_refused_total", {"error": "OOM"}) or 0.0
    full(bytes_more=-100_000)
    error = await refused(one.pick(table_id))
    assert (error.reason, error.retry_after is not None) == ("STORE_FULL", True)
    assert (REGISTRY.get_sample_value("galaxytables_store_refused_total", {"error": "OOM"}) or 0.0) > counted
    assert (await two.view(table_id)).version == before.version
    full(bytes_more=0)
    await one.pick(table_id)
    assert (await two.view(table_id)).version > before.version


def test_its_error_is_one_of_those_that_pass():
    assert isinstance(errors.store_full(), errors.UnavailableError)
