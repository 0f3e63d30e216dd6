"""Drives the client the way a person does: keys in, text out."""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from textual.pilot import Pilot

from galaxytables_terminal.app import TerminalApp
from galaxytables_terminal.settings import read_settings
from tests.terminal.fake_lobby import FakeLobby

PATIENCE_SECONDS = 180.0


@dataclass
class Player:
    """A client under test and its keyboard."""

    app: TerminalApp
    pilot: Pilot[str]

    @property
    def screen(self) -> str:
        """What can be read on the screen now, line by line."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join(strip.text.rstrip() for strip in strips)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    async def sees(self, *wanted: str, within: float = PATIENCE_SECONDS) -> str:
        """Wait until the screen shows all of that; runs of blanks count as one."""
        return await self._until(wanted, shown=True, within=within)

    async def sees_no_longer(self, *unwanted: str) -> str:
        return await self._until(unwanted, shown=False, within=PATIENCE_SECONDS)

    async def shows(self, expected: str) -> None:
        """Wait until the screen is exactly that; scroll bars, which move in eighths of a line, aside."""
        wanted = _without_bars(expected)
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                for pause in pauses():
                    if _without_bars(self.screen) == wanted:
                        break
                    await self.pilot.pause(pause)
        except TimeoutError:
            assert _without_bars(self.screen) == wanted

    async def _until(self, words: tuple[str, ...], *, shown: bool, within: float) -> str:
        try:
            async with asyncio.timeout(within):
                for pause in pauses():
                    if all((word in _flat(self.screen)) == shown for word in words):
                        break
                    await self.pilot.pause(pause)
        except TimeoutError:
            raise AssertionError(f"{'no' if shown else 'still'} {words} on\n{self.screen}") from None
        return self.screen


def pauses() -> Iterator[float]:
    """Seconds between two looks at the screen, each of which draws it: the longer it takes, the fewer."""
    pause = 0.02
    while True:
        yield pause
        pause = min(1.3 * pause, 0.25)


def _flat(screen: str) -> str:
    return re.sub(r"[\s│┃╭╮╰╯]+", " ", screen)


def _without_bars(screen: str) -> list[str]:
    return [re.sub("[▁-█]", " ", line).rstrip() for line in screen.rstrip().splitlines()]


@asynccontextmanager
async def playing(
    lobby: FakeLobby, state: Path, *arguments: str, size: tuple[int, int] = (120, 40), name: str = "Ann"
) -> AsyncIterator[Player]:
    """A client of the fake lobby, as `make play` would start it."""
    settings = read_settings(
        {"HOME": str(state)},
        [f"SERVER={lobby.address}", f"NAME={name}", f"GALAXYTABLES_STATE={state}", *arguments],
    )
    app = TerminalApp(settings)
    async with app.run_test(size=size) as pilot:
        yield Player(app, pilot)
