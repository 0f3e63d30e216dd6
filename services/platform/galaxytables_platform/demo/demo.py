"""Runs a demo: starts a platform, lets bots play tables there, and verifies every record."""

import asyncio
import shutil
import tempfile
import time
from pathlib import Path

from galaxytables_client import ClientError, Guest, Lobby, Rules
from galaxytables_client.digest import record_bytes
from galaxytables_platform.console import Console
from galaxytables_platform.demo.hosting import best_bots_last, host
from galaxytables_platform.demo.progress import Progress
from galaxytables_platform.demo.report import FinishedTable, cards_by_seat, report
from galaxytables_platform.demo.settings import DemoSettings
from galaxytables_platform.demo.verify import verify
from galaxytables_platform.layout import Layout, free_layout
from galaxytables_platform.running import running_platform
from galaxytables_platform.settings import RunSettings
from galaxytables_serving import PortInUseError, SettingError

HOSTED_AT_ONCE = 16
_ATTEMPTS = 3


async def run_demo(demo: DemoSettings, settings: RunSettings, console: Console) -> int:
    """Play and verify all tables of a demo. Returns 0 only if every game finished and every record is right.

    The platform's folder is removed at the end, unless something failed that its logs may explain. Raises `StartError`.
    """
    if demo.save is not None:
        try:
            demo.save.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SettingError(f"SAVE: {demo.save} cannot be made: {error.strerror}.") from error
    folder = Path(tempfile.mkdtemp(prefix="galaxytables-demo-"))
    explained = False
    try:
        code = await _run_in(folder, demo, settings, console)
        explained = code == 0
    except (SettingError, asyncio.CancelledError):
        explained = True
        raise
    finally:
        if explained:
            shutil.rmtree(folder, ignore_errors=True)
        else:
            console.say(f"what it ran on is kept in {folder}")
    return code


async def _run_in(folder: Path, demo: DemoSettings, settings: RunSettings, console: Console) -> int:
    for attempt in range(1, _ATTEMPTS + 1):
        layout = free_layout(settings, folder / str(attempt), needed=demo.game)
        if demo.game not in layout.games:
            raise SettingError(f"GAME: there is no game {demo.game!r}; there are {', '.join(layout.games)}.")
        began = time.monotonic()
        console.say("starting a platform on free ports")
        try:
            async with running_platform(layout, console):
                console.say(f"ready after {time.monotonic() - began:.1f} s, lobby at {layout.lobby}")
                return await _play_all(demo, layout, console)
        except PortInUseError as error:  # another process may take a free port before it is used
            if attempt == _ATTEMPTS:
                raise
            console.say(f"{error} Trying again.")
    raise AssertionError("unreachable")


async def _play_all(demo: DemoSettings, layout: Layout, console: Console) -> int:
    key = "".join(demo.rules_keys[:1])
    async with Lobby(layout.lobby, Guest("Demo")) as lobby, Rules(layout.games[demo.game], key=key) as rules:
        try:
            show = await Show.prepare(demo, lobby, rules, console)
        except ClientError as error:
            raise SettingError(f"The lobby refuses the demo: {error.line}.") from error
        return await show.play()


class Show:
    """Plays all tables of a demo and shows their progress."""

    def __init__(
        self,
        demo: DemoSettings,
        lobby: Lobby,
        rules: Rules,
        console: Console,
        *,
        title: str,
        bots: list[str],
        names: dict[str, str],
    ) -> None:
        self._demo, self._lobby, self._rules, self._console = demo, lobby, rules, console
        self._title, self._bots, self._names = title, bots, names
        self._hosting = asyncio.Semaphore(HOSTED_AT_ONCE)
        self._progress = Progress(demo.tables, console)

    @classmethod
    async def prepare(
        cls,
        demo: DemoSettings,
        lobby: Lobby,
        rules: Rules,
        console: Console,
    ) -> "Show":
        """Read from the lobby which seats, options and bots the game has. Raises `SettingError`, `ClientError`."""
        offer = next(each for each in (await lobby.tables.games()).games if each.description.game == demo.game)
        offered = best_bots_last(offer)
        unknown = [bot for bot in demo.bots if bot not in offered]
        if unknown:
            raise SettingError(f"BOTS: {demo.game} has no bot {unknown[0]!r}; it has {', '.join(offered)}.")
        if notice := offer.description.sources.notice:
            console.say(notice)
        seats = demo.seats_of(offer.description.most_seats)
        catalogue = await lobby.tables.components(demo.game)
        return cls(
            demo,
            lobby,
            rules,
            console,
            title=offer.description.title,
            bots=demo.bots_of(seats, offered),
            names={component.id: component.name for component in catalogue.components},
        )

    async def play(self) -> int:
        """Play all tables at the same time; return the exit code."""
        began = time.monotonic()
        tables = [asyncio.create_task(self._play_one(number)) for number in range(1, self._demo.tables + 1)]
        async with self._progress:
            _, late = await asyncio.wait(tables, timeout=self._demo.patience)
            for table in late:
                table.cancel()
            outcomes = await asyncio.gather(*tables, return_exceptions=True)
        for outcome in outcomes:
            if isinstance(outcome, Exception):
                raise outcome
        verified = sum(outcome is True for outcome in outcomes)
        self._console.say(
            f"{verified} of {self._demo.tables} tables verified in {time.monotonic() - began:.1f} s",
            *([f"{len(late)} not finished after {self._demo.patience:g} s"] if late else []),
        )
        return 0 if verified == self._demo.tables else 1

    async def _play_one(self, number: int) -> bool:
        try:
            table = await self._finish(number)
        except ClientError as error:
            self._progress.failed()
            self._console.say(f"table {number} of {self._demo.tables} FAILED: {error.line}")
            return False
        self._progress.finished()
        self._console.say(*report(table))
        return table.verdict.verified

    async def _finish(self, number: int) -> FinishedTable:
        lobby, began = self._lobby, time.monotonic()
        async with self._hosting:
            opened = await host(lobby, self._demo.game, self._demo.options, self._bots, f"Demo {number}")
        self._progress.started()
        events = 0
        async for update in lobby.play.watch(opened.id, from_event=0):
            self._progress.happened(update.last_event - events)
            events = update.last_event
        seconds = time.monotonic() - began
        final = await lobby.play.view(opened.id)
        scores = list(final.scores)
        record = await lobby.play.record(opened.id)
        verdict = await verify(self._rules, record, opened.commitment, scores)
        if verdict.verified and self._demo.save is not None:
            (self._demo.save / f"{opened.id}.binpb").write_bytes(record_bytes(record))
        return FinishedTable(
            number=number,
            of=self._demo.tables,
            title=self._title,
            bots=self._bots,
            events=events,
            seconds=seconds,
            scores=scores,
            cards=cards_by_seat(final.view, self._names),
            verdict=verdict,
            commitment=opened.commitment,
        )
