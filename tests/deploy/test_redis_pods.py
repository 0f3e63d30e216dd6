"""Redis and its Sentinels as production has them, run from the manifests: pods die, names stay, addresses change."""

import pytest

from tests.deploy.cluster.starting import OVERLAYS, needs_a_node, played

pytestmark = [pytest.mark.e2e, pytest.mark.release]


@needs_a_node
def test_redis_goes_on_without_its_master_and_comes_back_from_a_loss_of_power_and_from_a_backup(tmp_path):
    told = played("failover", OVERLAYS / "production", tmp_path)
    everyone = ["redis-1.redis", "redis-2.redis"]
    assert told["known"] == {f"redis-sentinel-{number}": everyone for number in range(3)}
    assert told["first"] == "redis-0"
    assert told["second"] != "redis-0"
    assert told["third"] == told["second"], "who comes back without the newest data must not become the master"
    assert told["kept"] == dict.fromkeys(["redis-0", "redis-1", "redis-2"], 200)
    assert told["first_restored"] == "redis-0"
    assert told["restored"] == told["kept"]
    assert told["later"] == [0, 0, 0], "what came after the backup is gone everywhere"
