"""What a real server says about itself."""

import pytest

from galaxytables_lobby.adapters.redis.inspection import StoreSilentError, inspect


async def test_a_server_says_what_it_is_and_what_time_it_has(redis_server):
    (report,) = await inspect(redis_server.url)
    assert report.fields["maxmemory_policy"] == "noeviction"
    assert report.fields["aof_enabled"] == "1"
    assert abs(report.skew) < 60


@pytest.mark.parametrize("flush", ["always", "everysec"])
async def test_a_server_says_when_it_writes_to_disk(redis_server, client, flush):
    earlier = client.config_get("appendfsync")["appendfsync"]
    client.config_set("appendfsync", flush)
    try:
        (report,) = await inspect(redis_server.url)
    finally:
        client.config_set("appendfsync", earlier)
    assert report.fields["appendfsync"] == flush


async def test_a_server_that_forbids_to_read_its_configuration_says_the_rest(redis_server, client):
    client.acl_setuser("reader", enabled=True, passwords=["+sesame"], categories=["+@all"], commands=["-config|get"])
    try:
        (report,) = await inspect(redis_server.url.replace("redis://", "redis://reader:sesame@"))
    finally:
        client.acl_deluser("reader")
    assert "appendfsync" not in report.fields
    assert report.fields["role"] == "master"


async def test_a_server_that_takes_no_stranger_is_silent(redis_server, client):
    client.config_set("requirepass", "sesame")
    try:
        with pytest.raises(StoreSilentError, match="refuses to answer"):
            await inspect(redis_server.url)
        (report,) = await inspect(redis_server.url.replace("redis://", "redis://:sesame@"))
        assert report.fields["role"] == "master"
    finally:
        client.config_set("requirepass", "")
