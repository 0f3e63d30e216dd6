"""What operators announce and switch off, as people in real browsers see it, at every size and in both languages."""

import asyncio
import os
import sys

import pytest

from tests.browser.asking import scene
from tests.browser.scenes import DIST
from tests.e2e.running import TOP, RunningPlatform

pytestmark = [pytest.mark.e2e, pytest.mark.long, pytest.mark.release]

SECRET = "0123456789abcdef0123456789abcdef"  # noqa: S105  # nobody's
# As long as an announcement can be, with words that are as wide as letters can be.
TEXTS = {"en": " ".join(["W" * 60] * 8), "ja": "。".join(["鑫" * 60] * 8)}
FEATURES = ("tables", "pairing", "rated_games", "chat", "hints", "invitations", "reports")


async def test_announcements_and_switches_are_seen_read_and_dismissed_by_everybody(tmp_path):
    assert (DIST / "index.html").is_file(), "the page is not built: make web"
    platform = RunningPlatform(tmp_path / "platform", GALAXYTABLES_ADMIN_KEYS=f"olga:{SECRET}")
    await asyncio.to_thread(platform.start)

    async def act(*words: str) -> None:
        """Do an act of an operator, by the command."""
        command = [sys.executable, "-m", "galaxytables_lobby.admin", *words, "--reason", "the test"]
        own = {"GALAXYTABLES_ADMIN": platform.admin, "GALAXYTABLES_ADMIN_SECRET": SECRET}
        acting = await asyncio.create_subprocess_exec(*command, cwd=TOP, env=os.environ | own)
        assert await acting.wait() == 0

    async def announce(en: str, ja: str) -> dict[str, str]:
        await act("announce", "--en", en, "--ja", ja, "--severity", "critical", "--game", "jump")
        return {"en": en, "ja": ja}

    async def switch(state: str) -> None:
        for feature in FEATURES:
            await act("switch", feature, state)

    try:
        async with scene("operated.mjs", f"http://{platform.web}", str(tmp_path)) as watched:
            await watched.until("an announcement")
            await watched.tell(await announce(**TEXTS))
            await watched.until("another one")
            await watched.tell(await announce("Another one.", "もう一つ。"))
            await watched.until("all switched off")
            await switch("off")
            await watched.tell("")
            await watched.until("all switched on")
            await switch("on")
            await watched.tell("")
            await watched.until("played")
    finally:
        stopped = await asyncio.to_thread(platform.stop)
    assert stopped == 0
