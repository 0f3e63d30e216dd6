"""Operators look: at a table as any seat sees it, which is an act, and at what is under way."""

import json

from galaxytables.admin.v1 import admin_pb2
from galaxytables.lobby.v1 import tables_pb2
from tests.lobby.admin.test_admin import olga  # noqa: F401  # a fixture
from tests.lobby.counting import NAME
from tests.lobby.house import refused


async def test_a_table_is_seen_as_a_seat_sees_it_and_each_look_is_logged(house, olga):  # noqa: F811  # as above
    table_id, (ada, _) = await house.started()

    async def seen(**fields) -> admin_pb2.ViewTableResponse:
        request = admin_pb2.ViewTableRequest(table_id=table_id, reason="somebody says that a card is gone", **fields)
        shown: admin_pb2.ViewTableResponse = await olga.does("ViewTable", request)
        return shown

    own, looked = await ada.view(table_id), await seen(seat=0, language="en")
    assert looked.update.viewer == 0
    assert [prompt.id for prompt in looked.update.prompts] == [prompt.id for prompt in own.prompts] != []
    assert looked.update.view == own.view
    assert all(event.event.text for event in looked.update.events)
    assert looked.words.messages
    assert looked.table.players[0].id == ada.id
    spectator = await seen()
    assert not spectator.update.HasField("viewer")
    assert not spectator.update.prompts
    assert (await refused(seen(seat=7))).reason == "NOT_SEATED"
    without_reason = admin_pb2.ViewTableRequest(table_id=table_id, seat=0)
    assert (await refused(olga.does("ViewTable", without_reason))).reason == "INVALID_REQUEST"
    acts = (await olga.does("ListActs", admin_pb2.ListActsRequest())).acts
    assert [(act.act, json.loads(act.details)["seat"], act.outcome) for act in acts] == [
        ("view_table", 7, "NOT_SEATED"),
        ("view_table", None, "done"),
        ("view_table", 0, "done"),
    ]


async def test_the_overview_counts_what_is_under_way(house, olga):  # noqa: F811  # as above
    ada = await house.guest()
    await ada.create(visibility=tables_pb2.VISIBILITY_PRIVATE)
    await house.started()
    await olga.does("DrainGame", admin_pb2.DrainGameRequest(game=NAME, reason="a new version comes"))
    found = await olga.does("GetOverview", admin_pb2.GetOverviewRequest())
    (game,) = [each for each in found.games if each.game == NAME]
    assert (game.open, game.running, game.stranded, game.available, game.draining) == (1, 1, 0, True, True)
    assert (found.reports, found.appeals, found.dead_letters, found.store_share) == (0, 0, 0, 1.0)
