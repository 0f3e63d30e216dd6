"""Which pod a table's calls go to."""

from collections import Counter
from types import SimpleNamespace
from typing import Any

from galaxytables_lobby.adapters.rules.rotation import Rotation, another, chosen

TABLES = [f"table-{number}" for number in range(600)]


def pod(address: str) -> Any:
    return SimpleNamespace(address=address, ready=True, stream=SimpleNamespace(calls={}))


def busy(calls: int) -> Any:
    return dict.fromkeys(range(calls))


def homes(pods: list[Any]) -> dict[str, str]:
    rotation = Rotation(pods)
    return {table: rotation.ranked(table)[0].address for table in TABLES}


def test_tables_spread_over_all_pods():
    pods = [pod(f"10.0.0.{number}:5100") for number in range(1, 6)]
    spread = Counter(homes(pods).values())
    assert len(spread) == 5
    assert max(spread.values()) < 2 * min(spread.values())


def test_a_pod_that_goes_moves_its_own_tables_alone_and_to_all_others():
    pods = [pod(f"10.0.0.{number}:5100") for number in range(1, 5)]
    before, after = homes(pods), homes(pods[1:])
    moved = {table for table in TABLES if before[table] != after[table]}
    assert moved == {table for table in TABLES if before[table] == pods[0].address}
    assert len({after[table] for table in moved}) == 3


def test_one_pod_gets_all():
    only = pod("10.0.0.1:5100")
    assert all(chosen(Rotation([only]).ranked(table)) is only for table in TABLES)
    assert another(Rotation([only]).ranked("a table"), only) is None


def test_a_pod_that_is_behind_shares_with_the_next_and_one_that_is_away_gets_no_repeated_calls():
    one, two = pod("10.0.0.1:5100"), pod("10.0.0.2:5100")
    ranked = Rotation([one, two]).ranked("a table")
    first, second = (one, two) if ranked[0].address == one.address else (two, one)
    first.stream.calls = busy(16)
    assert chosen(ranked) is first
    first.stream.calls = busy(17)
    assert chosen(ranked) is second
    second.stream.calls = busy(5)
    assert chosen(ranked) is first
    assert another(ranked, second) is first
    first.ready = False
    assert another(ranked, second) is None
