"""`python -m tests.deploy.cluster.players LOBBY WEB`: people who play until they are asked to stop, then finish.

They call over gRPC; somebody asks at the gateway for browsers ten times a second. Says `game over` after each game, and
in the end in one line of JSON how it went.
"""

import asyncio
import json
import signal
import sys
from contextlib import closing
from http.client import HTTPException, HTTPSConnection
from random import Random

from bench.people import FINISHED, Person

TABLES = 2
GAME_OVER = "game over"
PATIENCE_SECONDS = 60.0


async def main(lobby: str, web: str) -> None:
    """Play; say what became of it in one line of JSON."""
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    asking = asyncio.create_task(ask(web, stop))
    games = await asyncio.gather(*(play(lobby, number, stop) for number in range(TABLES)))
    asked, in_vain = await asking
    told = {"games": sum(games), "asked": asked, "in_vain": in_vain}
    sys.stdout.write(json.dumps(told) + "\n")


async def play(lobby: str, number: int, stop: asyncio.Event) -> int:
    """Game after game of two people; give how many were played to their end."""
    games, random = 0, Random(number)
    async with (
        await Person.arrive(lobby, f"Host {number}") as host,
        await Person.arrive(lobby, f"Guest {number}") as guest,
    ):
        while not stop.is_set():
            table = await host.create("jump", seats=2)
            await guest.join(table)
            await host.start(table)
            await asyncio.gather(host.play_to_the_end(table.id, random), guest.play_to_the_end(table.id, random))
            assert (await host.play.view(table.id)).state == FINISHED
            games += 1
            sys.stdout.write(f"{GAME_OVER}\n")
            sys.stdout.flush()
    return games


async def ask(web: str, stop: asyncio.Event) -> tuple[int, int]:
    """How often the gateway was asked for the list of games, and how often in vain, however patiently."""
    asked = in_vain = 0
    browser = HTTPSConnection(web.removeprefix("https://"), timeout=PATIENCE_SECONDS)
    with closing(browser):
        while not stop.is_set():
            asked += 1
            # As browsers do, over a connection that stays, and again over another where that was closed meanwhile.
            try:
                async with asyncio.timeout(PATIENCE_SECONDS):
                    while not await asyncio.to_thread(_listed, browser):  # noqa: ASYNC110  # nobody tells
                        await asyncio.sleep(0.1)
            except TimeoutError:
                in_vain += 1
            await asyncio.sleep(0.1)
    return asked, in_vain


def _listed(browser: HTTPSConnection) -> bool:
    try:
        browser.request(
            "POST", "/galaxytables.lobby.v1.TableService/ListGames", b"{}", {"content-type": "application/json"}
        )
        games = json.load(browser.getresponse())["games"]
    except (OSError, HTTPException, ValueError, KeyError):
        browser.close()
        return False
    return any(game.get("available") for game in games)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
