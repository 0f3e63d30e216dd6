"""What `galaxytables doctor` asks the lobby's code: whether store, broker and archive are as they must be."""

import pytest

from galaxytables_lobby.checks import Finding, about, about_clock

GOOD = {
    "redis_version": "7.2.4",
    "valkey_version": "9.1.2",
    "maxmemory": "1000",
    "used_memory": "100",
    "maxmemory_policy": "noeviction",
    "aof_enabled": "1",
    "aof_last_write_status": "ok",
    "appendfsync": "always",
}


def test_a_good_store_is_named():
    assert list(about(GOOD)) == [Finding("store", "ok", "Valkey 9.1.2 keeps what it is given")]


@pytest.mark.parametrize(
    ("field", "value", "level", "words"),
    [
        ("redis_version", "6.0.16", "problem", "version 6.0.16 is too old"),
        ("maxmemory_policy", "allkeys-lru", "problem", "`maxmemory-policy noeviction`"),
        ("aof_enabled", "0", "problem", "`appendonly yes`"),
        ("appendfsync", "everysec", "warning", "up to two seconds"),
        ("appendfsync", "no", "warning", "the latest choices"),
        ("aof_last_write_status", "err", "problem", "failed to write"),
        ("used_memory", "900", "warning", "90% full"),
    ],
)
def test_what_is_wrong_with_a_store_is_said_with_what_to_do(field, value, level, words):
    (found,) = about({**GOOD, field: value})
    assert (found.level, words in found.words) == (level, True)


def test_a_store_that_forbids_to_read_its_configuration_is_not_said_to_keep_every_choice():
    (found,) = about({name: value for name, value in GOOD.items() if name != "appendfsync"})
    assert (found.level, "is not known" in found.words) == ("ok", True)


@pytest.mark.parametrize(("skew", "level"), [(0.2, "ok"), (-0.2, "ok"), (1.5, "warning"), (-90.0, "warning")])
def test_clocks_that_differ(skew, level):
    assert about_clock(skew).level == level
