"""The page in a real browser, where a sign-in is too late, or not recent enough, or joins two players of one table."""

from urllib.parse import urlsplit

import pytest

from galaxytables_lobby.adapters.oidc import SignInSettings
from galaxytables_lobby.people.accounts import RECENT_SECONDS
from tests.browser.asking import scene
from tests.browser.scenes import DIST
from tests.ports import free_port
from tests.provider.running import running_provider, settings_of
from tests.web.gateway import open_gateway

pytestmark = [pytest.mark.e2e, pytest.mark.long]


async def test_a_sign_in_that_cannot_be_says_why_and_changes_nothing(house, tmp_path):
    assert (DIST / "index.html").is_file(), "the page is not built: make web"
    issuer = f"http://127.0.0.1:{free_port()}"
    house.sign_in = SignInSettings(providers=(settings_of(issuer, "one"),))
    await house.open_lobby()
    ben = await house.guest("Ben", lobby=1)
    async with open_gateway(house.addresses[1], page=DIST) as gateway:
        address = f"http://127.0.0.1:{gateway.port}"
        with running_provider(urlsplit(issuer).port or 0, redirect_uris=[f"{address}/sign-in"]):
            async with scene("returns_late.mjs", address, str(tmp_path), issuer) as playing:
                await playing.until("ten minutes later")
                house.clock.ahead += RECENT_SECONDS + 1
                await playing.tell("passed")
                await playing.until("table")
                table = await ben.create(3, name="Long evening")
                await playing.tell(f"#/table/{table.id}")
                await playing.until("begun")
                await ben.start(table.id)
                await playing.tell("begun")
                await playing.until("played")
    told = [
        "signed in at the second try",
        "took the data once it was sure",
        "told of two seats, and plays on",
        "erased",
    ]
    assert [line for line in playing.said if line in told] == told
    seats = (await ben.table(table.id)).seats
    assert len({seat.player.id for seat in seats}) == 3
    assert "Visitor" not in {seat.player.name for seat in seats}
