"""Players hear of answers to their reports and of decisions about them, and operators of reports that wait."""

import pytest
from prometheus_client import REGISTRY

from galaxytables.admin.v1 import admin_pb2
from galaxytables.lobby.v1 import reports_pb2
from tests.lobby.admin.test_admin import olga  # noqa: F401  # a fixture
from tests.lobby.admin.test_reports import DECIDED, claims, decides, otto, over, sanctioned  # noqa: F401  # a fixture
from tests.lobby.notifications.receivers import receiving
from tests.lobby.notifications.scenes import add_webhook, desk, with_private_endpoints
from tests.lobby.workers import open_archiver

DAY = 24 * 3600


def said(receiver) -> list[tuple[str, str]]:
    return [
        (request.json["type"].removeprefix("notification."), request.json["data"]["text"]) for request in receiver.got
    ]


async def test_reporters_and_those_who_were_acted_on_are_told_and_nobody_else(house, olga, otto):  # noqa: F811
    with_private_endpoints(house)
    await house.open_lobby()
    table_id, ada, bea = await over(house)
    async with receiving() as at_ada, receiving() as at_bea, desk(house) as worker:
        for guest, receiver in ((ada, at_ada), (bea, at_bea)):
            await add_webhook(house.at(guest, 1), receiver.url)
        report = await ada.report(table_id, bea.id)
        await claims(olga, report.report_id)
        await sanctioned(olga, bea, admin_pb2.SANCTION_KIND_WARNING, "a secret reason", None)
        void = admin_pb2.VoidGameRequest(table_id=table_id, player_id=bea.id, reason="a secret reason")
        await olga.does("VoidGame", void)
        await decides(olga, report.report_id, DECIDED, "a secret answer", request_id="given once")
        await decides(olga, report.report_id, DECIDED, "a secret answer", request_id="given once")
        await worker.work()
        await worker.work()
        assert said(at_ada) == [("report_answered", "A moderator has answered your report.")]
        assert said(at_bea) == [
            ("sanctioned", "A moderator has warned you."),
            ("sanctioned", "A game of yours no longer counts for the ratings. Read why."),
        ]
        assert not any(b"secret" in request.body for request in (*at_ada.got, *at_bea.got))
        [voided, _] = await bea.my_sanctions()
        appeal = await bea.appeal(voided.sanction_id)
        await claims(otto, appeal.report_id)
        await decides(otto, appeal.report_id, DECIDED)
        await worker.work()
        assert said(at_bea)[2:] == [("report_answered", "A moderator has answered your appeal.")]
        assert len(at_ada.got) == 1


def gauge(name: str, state: str) -> float:
    value = REGISTRY.get_sample_value(f"galaxytables_reports_{name}", {"state": state})
    assert value is not None
    return value


async def test_reports_that_wait_are_counted_by_state_with_the_age_of_the_oldest(house, olga):  # noqa: F811
    table_id, (ada, bea) = await house.started()
    async with open_archiver(house.settings, clock=house.clock) as archiver:
        await archiver.forget()
        assert [gauge("pending", state) for state in ("open", "claimed")] == [0, 0]
        assert gauge("oldest_seconds", "open") == 0
        first = await ada.report(table_id, bea.id)
        house.clock.ahead += DAY
        await ada.report(table_id, bea.id, reports_pb2.REPORT_KIND_CHEATING, "x")
        await archiver.forget()
        assert [gauge("pending", state) for state in ("open", "claimed")] == [2, 0]
        assert gauge("oldest_seconds", "open") == pytest.approx(DAY, abs=60)
        await claims(olga, first.report_id)
        await archiver.forget()
        assert [gauge("pending", state) for state in ("open", "claimed")] == [1, 1]
        assert gauge("oldest_seconds", "claimed") == pytest.approx(DAY, abs=60)
        assert gauge("oldest_seconds", "open") < 60
        await decides(olga, first.report_id, DECIDED)
        await archiver.forget()
        assert [gauge("pending", state) for state in ("open", "claimed")] == [1, 0]
