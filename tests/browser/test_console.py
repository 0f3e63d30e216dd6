"""The operators' console in a real browser, as a moderator who signs in at a real OpenID provider uses it."""

import json
import subprocess
from urllib.parse import urlsplit

import pytest
from google.protobuf.duration_pb2 import Duration

from galaxytables.lobby.v1 import reports_pb2, tables_pb2
from galaxytables_client import Guest
from galaxytables_client.sync import Lobby
from tests.browser.scenes import DIST, HERE, NODE, SECONDS, browser
from tests.e2e.running import RunningPlatform
from tests.ports import free_port
from tests.provider.running import CLIENT_ID, CLIENT_SECRET, running_provider

pytestmark = [pytest.mark.e2e, pytest.mark.long, pytest.mark.release]

SECRET = "0123456789abcdef0123456789abcdef"  # noqa: S105  # nobody's
OPERATORS = {"moderator": "mo", "operator": "olga"}
PER_MOVE = tables_pb2.TimeControl(per_move=Duration(seconds=600))
CONSOLE = DIST.with_name("dist-console")


def test_who_signs_in_at_the_provider_does_at_the_console_what_their_role_allows(tmp_path):
    assert (CONSOLE / "index.html").is_file(), "the console is not built: make web"
    issuer = f"http://127.0.0.1:{free_port()}"
    provider = {"name": "staff", "label": "Staff", "issuer": issuer}
    client = {"client_id": CLIENT_ID, "client_secret": CLIENT_SECRET}
    platform = RunningPlatform(
        tmp_path / "platform",
        GALAXYTABLES_ADMIN_KEYS=f"olga:{SECRET}",
        GALAXYTABLES_CONSOLE_PROVIDER=json.dumps(provider | client),
        GALAXYTABLES_CONSOLE_OPERATORS=json.dumps(
            [{"role": role, "name": name, "subject": f"{name}-at-the-provider"} for role, name in OPERATORS.items()]
        ),
    )
    platform.start()
    try:
        told = f"operators open the console at http://{platform.console} and come in at their OpenID provider"
        assert told in platform.read()
        redirects = {"redirect_uris": [f"http://{platform.console}/sign-in"]}
        with (
            running_provider(urlsplit(issuer).port or 0, **redirects),
            Lobby(platform.lobby, Guest("Ada")) as ada,
            Lobby(platform.lobby, Guest("Bea")) as bea,
        ):
            table = ada.tables.create("jump", seats=2, name="Friday night", time_control=PER_MOVE)
            ada.tables.create("jump", seats=2, name="Saturday")
            bea.tables.join(table.id)
            for each in (ada, bea):
                each.tables.set_ready(table.id)
            ada.tables.start(table.id)
            bea.play.say(table.id, "You play like a fool.")
            ada.reports.report(table.id, bea.players.me().id, "abuse", "Look at the chat.")
            moderated = _played(platform.console, tmp_path, issuer, table.id, "moderator")
            (report,) = ada.reports.mine()
            assert (report.state, report.answer) == (reports_pb2.REPORT_STATE_DECIDED, "Thank you. We have acted.")
            operated = _played(platform.console, tmp_path, issuer, table.id, "operator")
    finally:
        stopped = platform.stop()
    assert stopped == 0
    assert moderated == ["signed in", "decided", "looked", "announced", "logged", "in Japanese", "left", "played"]
    assert operated == ["signed in", "switched", "closed", "erased", "logged", "left", "played"]


def _played(console: str, folder, issuer: str, table: str, role: str) -> list[str]:
    who, walk = f"{OPERATORS[role]}-at-the-provider", {"moderator": "moderates", "operator": "operates"}[role]
    command = [str(NODE), "console.mjs", f"http://{console}", str(folder), issuer, who, table, "Bea", walk]
    done = subprocess.run(
        command,
        cwd=HERE,
        env={"HOME": str(folder), **browser()},
        stdout=subprocess.PIPE,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout.split("\n")[:-1]
