"""The page in a real browser: push to this browser, an address by e-mail, and the pages to which e-mails lead.

The push service is the test's, since browsers know none but their maker's. It decrypts what the worker sends, and
DevTools hand that to the page's service worker.
"""

import json
from dataclasses import replace

import pytest

from galaxytables_lobby.adapters.notifications.push import VapidKey
from galaxytables_lobby.clock.notifying import AGAIN_MILLISECONDS
from tests.browser.asking import scene
from tests.browser.scenes import DIST
from tests.lobby.house import eventually
from tests.lobby.notifications.receivers import receiving
from tests.lobby.notifications.scenes import desk
from tests.lobby.notifications.test_mail import Inbox, inbox, link  # noqa: F401  # a fixture
from tests.lobby.notifications.test_push import Browser, encoded
from tests.web.gateway import open_gateway

pytestmark = [pytest.mark.e2e, pytest.mark.long]


async def test_a_player_is_told_by_push_and_e_mail_and_ends_both(house, inbox, tmp_path):  # noqa: F811
    assert (DIST / "index.html").is_file(), "the page is not built: make web"
    house.settings = replace(house.settings, vapid_key=VapidKey.generate())
    await house.open_lobby()
    ada, ben = Browser(), await house.guest("Ben", lobby=2)
    async with receiving() as service, desk(house) as worker, open_gateway(house.addresses[2], page=DIST) as gateway:
        words = (service.url, encoded(ada.point), encoded(ada.auth))
        async with scene("notified.mjs", f"http://127.0.0.1:{gateway.port}", str(tmp_path), *words) as playing:
            await playing.until("link to confirm")
            await worker.work()
            await playing.tell(f"#/confirm-email/{link(inbox.mails[-1], 'confirm-email')}")
            await playing.until("table")
            table = await ben.create(2, name="Long evening")
            await playing.tell(f"#/table/{table.id}")
            await playing.until("notification")
            await ben.start(table.id)
            # The page has left the table, of which the store may still know.
            house.clock.ahead += AGAIN_MILLISECONDS / 1000 + 1
            await worker.work()
            await eventually(lambda: len(service.got) == 2)
            assert {request.path for request in service.got} == {"/hook/exchanged"}
            pushed = [ada.decrypted(request) for request in service.got]
            turn = next(each for each in pushed if each["kind"] == "your_turn")
            assert turn["path"] == f"/#/table/{table.id}"
            stop = f"#/stop-email/{link(inbox.mails[-1], 'stop-email')}"
            await playing.tell({"pushed": json.dumps(turn), "path": turn["path"], "stop": stop})
            await playing.until("played")
        ways = ["this browser", "exchanged", "an address", "shown once", "no more"]
        assert [line for line in playing.said if line in ways] == ways
