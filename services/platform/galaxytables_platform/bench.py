"""`galaxytables bench` measures how many choices a second this machine handles, and how long a choice waits.

Guests play against each other for some seconds, each answering its prompts at once. They share the machine with the
platform. When a game ends, a new one begins.
"""

import asyncio
import secrets
import tempfile
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable
from contextlib import AsyncExitStack, aclosing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter

from galaxytables.lobby.v1 import tables_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_client import ClientError, Guest, Lobby
from galaxytables_platform.console import Console
from galaxytables_platform.layout import free_layout
from galaxytables_platform.running import running_platform
from galaxytables_platform.settings import RunSettings
from galaxytables_platform.signals import until_signal
from galaxytables_serving import SettingError, StartError
from galaxytables_serving.settings import read_settings

SEATS = 2
SETTLE_SECONDS = 2.0
EXIT_INTERRUPTED = 130


@dataclass
class Tally:
    """Collects the waiting times of the choices that are made while the measurement runs."""

    counting: bool = False
    began: int = 0
    """Tables that began so far."""
    seconds: list[float] = field(default_factory=list)
    """How long each choice waited for its answer."""


def bench_command(arguments: list[str]) -> int:
    """Run the measurement, print its result in a line, and return the exit code. Raises `StartError`."""
    parser = ArgumentParser(
        prog="galaxytables bench",
        description="How many choices a second this machine takes, and how long one waits for its answer. Two guests "
        "play at each table, as fast as they are asked, on a platform that is started for it.",
    )
    parser.add_argument("--game", default="jump", help="the game (default: jump)")
    parser.add_argument("--tables", type=_number(1, 1_000), default=20, help="tables at the same time (default: 20)")
    parser.add_argument("--seconds", type=_number(1, 3_600), default=10, help="how long to count (default: 10)")
    parser.add_argument("--server", default="", metavar="HOST:PORT", help="a lobby of a platform that runs already")
    given = parser.parse_args(arguments)
    measured = _measure(given.server, given.game, given.tables, given.seconds, Console())
    return asyncio.run(until_signal(measured, at_signal=EXIT_INTERRUPTED))


def _number(minimum: int, maximum: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if not text.isdecimal() or not minimum <= int(text) <= maximum:
            raise ArgumentTypeError(f"must be a whole number from {minimum} to {maximum}")
        return int(text)

    return parse


async def _measure(server: str, game: str, tables: int, seconds: int, console: Console) -> int:
    async with AsyncExitStack() as stack:
        if not server:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="galaxytables-bench-"))
            layout = free_layout(read_settings(RunSettings), Path(folder), needed=game)
            if game not in layout.games:
                raise SettingError(f"There is no game {game!r}; there are {', '.join(layout.games)}.")
            console.say("starting a platform on free ports")
            await stack.enter_async_context(running_platform(layout, console))
            server = layout.lobby
        try:
            waits = await play(server, game, tables, seconds)
        except ClientError as error:
            raise StartError(f"The lobby at {server} refuses the bench: {error.line}.") from error
    console.say(line(game, tables, waits, seconds))
    return 0


def line(game: str, tables: int, waits: list[float], seconds: float) -> str:
    """Return the result of the measurement as a line of text.

    `waits` are the waiting times of the choices, in seconds.
    """
    if not waits:
        return f"{game}, {tables} tables: no choice was answered within {seconds:g} s"
    milliseconds = [1_000 * wait for wait in sorted(waits)]
    half, late = (milliseconds[int(share * (len(milliseconds) - 1))] for share in (0.5, 0.99))
    rate = len(waits) / seconds
    said = f"{rate:.0f} choices a second; an answer takes {half:.1f} ms, 1 of 100 {late:.1f} ms"
    return f"{game}, {tables} tables: {said}"


async def play(server: str, game: str, tables: int, seconds: float) -> list[float]:
    """Play games at `tables` tables for `seconds` seconds, and return how long each choice waited, in seconds.

    The time begins once all games have begun. Raises `ClientError`.
    """
    tally = Tally()
    playing = [asyncio.create_task(_keep_table(server, game, tally)) for _ in range(tables)]
    try:
        while tally.began < tables:
            await _first_failure_or(0.1, playing)
        await _first_failure_or(SETTLE_SECONDS, playing)
        tally.counting = True
        await _first_failure_or(seconds, playing)
        tally.counting = False
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return tally.seconds


async def _first_failure_or(seconds: float, tasks: list["asyncio.Task[None]"]) -> None:
    """Wait for `seconds`. If a task fails before that, raise its error."""
    done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for task in done:
        task.result()


async def _keep_table(server: str, game: str, tally: Tally) -> None:
    """Play one game after another."""
    async with AsyncExitStack() as stack:
        guests = [Lobby(server, Guest(f"Bench {secrets.token_hex(3)}")) for _ in range(SEATS)]
        host, *others = [await stack.enter_async_context(guest) for guest in guests]
        while True:
            table = await host.tables.create(game, SEATS, visibility=tables_pb2.VISIBILITY_PRIVATE)
            for other in others:
                await other.tables.join(table.invitation)
                await other.tables.set_ready(table.id)
            await host.tables.start(table.id)
            tally.began += 1
            await asyncio.gather(*(_play_seat(guest, table.id, tally) for guest in (host, *others)))


async def _play_seat(guest: Lobby, table_id: str, tally: Tally) -> None:
    """Answer every prompt at random until the game is over."""
    random = Random()
    seat = guest.play.seat(table_id)
    async with aclosing(seat.prompts(views=False)) as prompts:
        async for prompt in prompts:
            began = perf_counter()
            if await seat.answer(prompt, _picks(prompt, random)) and tally.counting:
                tally.seconds.append(perf_counter() - began)


def _picks(prompt: game_pb2.Prompt, random: Random) -> list[str]:
    """Return a legal answer; the default where a rule limits the answers."""
    if prompt.has_rule:
        return list(prompt.default_picks)
    return random.sample([option.id for option in prompt.options], random.randint(prompt.least, prompt.most))
