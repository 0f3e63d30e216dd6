"""What a real server says about itself."""

import pytest

from galaxytables_lobby.adapters.redis.inspection import StoreSilentError, inspect


async def test_a_server_says_what_it_is_and_what_time_it_has(redis_server):
    (report,) = await inspect(redis_server.url)
    assert report.fields["maxmemory_policy"] == "noeviction"
    assert report.fields["aof_enabled"] == "1"
    assert abs(report.skew) < 60


async def test_a_server_that_takes_no_stranger_is_silent(redis_server, client):
    client.config_set("requirepass", "sesame")
    try:
        with pytest.raises(StoreSilentError, match="refuses to answer"):
            await inspect(redis_server.url)
        (report,) = await inspect(redis_server.url.replace("redis://", "redis://:sesame@"))
        assert report.fields["role"] == "master"
    finally:
        client.config_set("requirepass", "")
