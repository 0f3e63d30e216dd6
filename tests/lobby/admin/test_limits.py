"""Limits that operators change while the platform runs, within bounds, and back to the settings."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from google.protobuf.duration_pb2 import Duration

from galaxytables.admin.v1 import admin_pb2
from galaxytables_lobby.domain.limits import ChangedLimit, Limit, Rate, Scope
from galaxytables_lobby.people.limit_settings import LimitSettings
from galaxytables_lobby.people.quotas import LocalBuckets, OpenTables, Quotas, SharedBuckets
from galaxytables_serving.settings import read_settings
from tests.lobby.admin.test_admin import olga, types  # noqa: F401  # a fixture
from tests.lobby.house import eventually, refused


async def test_a_changed_limit_holds_at_every_lobby_until_it_is_the_settings_again(house, olga):  # noqa: F811
    house.limits = replace(read_settings(LimitSettings, {}), new_player_rates={})
    for _ in range(2):
        await house.open_lobby()
    ada = await house.guest(lobby=1)
    await ada.create()
    lines = await types(olga, "limit", "tables", "player=1/3600")
    assert lines[1].split()[:2] == ["tables", "player=1/3600"]
    assert lines[1].split()[-1] == "olga"

    async def is_limited_everywhere() -> bool:
        quotas = [lobby.quotas for lobby in house.lobbies[1:]]
        return all(each.tables._rates[Scope.PLAYER] == Rate(1, 3600) for each in quotas)

    await eventually(is_limited_everywhere)
    for lobby in (1, 2):
        error = await refused(house.at(ada, lobby).create())
        assert (error.reason, error.metadata["most"]) == ("RATE_LIMITED", "1")
    # The other scopes are as the settings say.
    assert house.lobbies[1].quotas.tables._rates[Scope.ALL] == Rate(3000, 60)
    assert (await types(olga, "limit", "tables", "default"))[1].split() == ["tables", "default"]

    async def is_as_before() -> bool:
        return bool(house.lobbies[2].quotas.tables._rates == house.limits.tables)

    await eventually(is_as_before)
    await house.at(ada, 2).create()
    assert [act[1:] for act in await olga.acts()] == [("set_limit", "limit:tables", "done")] * 2


def held(bucket: LocalBuckets | SharedBuckets | OpenTables) -> dict[Scope, Any]:
    """What holds now, by scope: a number for open tables, and rates for all others."""
    return dict(bucket._limits if isinstance(bucket, OpenTables) else bucket._rates)


def test_each_limit_can_be_changed_and_goes_back():
    settings = read_settings(LimitSettings, {})
    quotas = Quotas(settings, None)  # type: ignore[arg-type]  # nothing is counted
    changed = ChangedLimit(values={Scope.ADDRESS: Rate(7, 60)}, operator="olga", since=1)
    for limit in Limit:
        before = dict(getattr(settings, limit.name.lower()))
        quotas.change({limit: changed})
        value = 7 if limit is Limit.OPEN_TABLES else Rate(7, 60)
        assert held(quotas._changeable[limit]) == {**before, Scope.ADDRESS: value}
        quotas.change({})
        assert held(quotas._changeable[limit]) == before


def value(scope: int = 1, most: int = 5, seconds: int | None = 60) -> admin_pb2.LimitValue:
    per = None if seconds is None else Duration(seconds=seconds)
    return admin_pb2.LimitValue(scope=admin_pb2.LimitScope.ValueType(scope), most=most, per=per)


OUT_OF_BOUNDS: Sequence[tuple[int, Sequence[admin_pb2.LimitValue], str]] = [
    (Limit(1).value - 1, [value()], "UNKNOWN_VALUE"),
    (Limit(11).value + 88, [value()], "UNKNOWN_VALUE"),
    (Limit.TABLES, [value(0)], "UNKNOWN_VALUE"),
    (Limit.TABLES, [value(), value()], "UNKNOWN_VALUE"),
    (Limit.TABLES, [value(most=0)], "INVALID_REQUEST"),
    (Limit.TABLES, [value(most=100_001)], "INVALID_REQUEST"),
    (Limit.TABLES, [value(seconds=None)], "INVALID_REQUEST"),
    (Limit.TABLES, [value(seconds=86_401)], "INVALID_REQUEST"),
    (Limit.TABLES, [value(seconds=-1)], "INVALID_REQUEST"),
    (Limit.OPEN_TABLES, [value()], "INVALID_REQUEST"),
    (Limit.OPEN_TABLES, [value(most=1_000_001, seconds=None)], "INVALID_REQUEST"),
]


async def test_what_is_out_of_bounds_is_refused_and_not_logged(olga):  # noqa: F811
    for limit, values, reason in OUT_OF_BOUNDS:
        request = admin_pb2.SetLimitRequest(limit=admin_pb2.Limit.ValueType(limit), values=values, reason="x")
        assert (await refused(olga.does("SetLimit", request))).reason == reason
    assert not await olga.acts()


async def test_the_command_refuses_what_it_cannot_read(olga):  # noqa: F811
    for text in ("nobody=1/60", "player", "player=1/60/60", ""):
        with pytest.raises(SystemExit):
            await types(olga, "limit", "tables", text)


def test_the_limits_are_those_of_the_contract():
    contract = {name.removeprefix("LIMIT_"): number for name, number in admin_pb2.Limit.items() if number}
    assert contract == {limit.name: limit.value for limit in Limit}
