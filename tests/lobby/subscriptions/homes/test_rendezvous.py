"""Whose home is what, by the names of those who live."""

from collections import Counter

import pytest

from galaxytables_lobby.ids import SHARDS
from galaxytables_lobby.subscriptions.homes import homes

NAMES = [b"%012x" % (number * 7919) for number in range(70)]


@pytest.mark.parametrize("count", [1, 2, 3, 4, 7, 16, 64, 70])
def test_every_shard_has_one_home_and_no_lobby_more_than_its_share(count):
    found = homes(NAMES[:count])
    assert found.keys() == set(range(SHARDS))
    assert max(Counter(found.values()).values()) == -(-SHARDS // count)
    assert homes(set(NAMES[:count])) == found


def test_without_lobbies_there_are_no_homes():
    assert homes([]) == {}


@pytest.mark.parametrize("count", [2, 4, 8, 16])
def test_when_a_lobby_goes_most_shards_stay_where_they_are(count):
    before, after = homes(NAMES[:count]), homes(NAMES[: count - 1])
    stayed = sum(before[shard] == after[shard] for shard in range(SHARDS))
    # Those of the one that went, and a few that make room for them or come back.
    assert stayed >= SHARDS - 3 * -(-SHARDS // count)
