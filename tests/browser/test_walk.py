"""Two strangers in real browsers, from one press of *Play now* to the answer to an appeal."""

import json
import os
import subprocess
from urllib.parse import urlsplit

import pytest

from tests.browser.scenes import DIST, HERE, NODE, SECONDS, browser
from tests.e2e.running import RunningPlatform
from tests.ports import free_port
from tests.provider.running import CLIENT_ID, CLIENT_SECRET, running_provider

pytestmark = [pytest.mark.e2e, pytest.mark.long, pytest.mark.release]

SECRET = "0123456789abcdef0123456789abcdef"  # noqa: S105  # nobody's
MODERATORS = ("mo", "max")


def test_two_who_found_each_other_play_rated_one_reports_the_other_and_an_appeal_is_heard(tmp_path):
    for page in ("dist", "dist-console"):
        assert (DIST.with_name(page) / "index.html").is_file(), "the pages are not built: make web"
    issuer = f"http://127.0.0.1:{free_port()}"
    provider = {"name": "staff", "label": "Staff", "issuer": issuer}
    client = {"client_id": CLIENT_ID, "client_secret": CLIENT_SECRET}
    operators = [{"role": "moderator", "name": name, "subject": f"{name}-at-the-provider"} for name in MODERATORS]
    platform = RunningPlatform(
        tmp_path / "platform",
        GAMES="beyond,jump,race,roll",
        GALAXYTABLES_ADMIN_KEYS=f"olga:{SECRET}",
        GALAXYTABLES_CONSOLE_PROVIDER=json.dumps(provider | client),
        GALAXYTABLES_CONSOLE_OPERATORS=json.dumps(operators),
    )
    platform.start()
    addresses = [f"http://{each}" for each in (platform.web, platform.console)]
    command = [str(NODE), "walk.mjs", *addresses, str(tmp_path), issuer, *(each["subject"] for each in operators)]
    kept = {name: os.environ[name] for name in ("PATH", "APPROVE") if name in os.environ}
    environment = {**kept, "HOME": str(tmp_path), **browser()}
    try:
        redirects = {"redirect_uris": [f"http://{platform.console}/sign-in"]}
        with running_provider(urlsplit(issuer).port or 0, **redirects):
            walked = subprocess.run(
                command, cwd=HERE, env=environment, stdout=subprocess.PIPE, text=True, timeout=SECONDS, check=False
            )
    finally:
        stopped = platform.stop()
    assert stopped == 0
    assert walked.returncode == 0, walked.stdout
    assert walked.stdout.split("\n")[:-1] == [
        "found each other",
        "played",
        "rated",
        "looked for others",
        "reported",
        "decided",
        "appealed",
        "answered",
        "heard",
        "wrote again",
    ]
