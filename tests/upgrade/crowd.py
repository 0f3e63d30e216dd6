"""People with the client of one version: `python crowd.py HOST:PORT` plays as the lines on its input say.

`open 40`, `play 2` (so many choices at each table), `finish 10` (plays tables to their end), `check`.
Each line is answered by one of JSON. It imports the client alone, so that each version can run it.
"""

import asyncio
import json
import sys
from collections import Counter
from itertools import count
from typing import Any

from galaxytables_client import Guest, Lobby

GAMES = ("jump", "race", "roll", "beyond")
TABLES_OF_A_PAIR = 10
BOT_EVERY = 10
PATIENCE = 180.0


class Played:
    """A table, and what was acknowledged there."""

    def __init__(self, game: str, table_id: str, seats: list[Any]) -> None:
        """Create it, and let all its people wait for their turns."""
        self.game, self.id = game, table_id
        self.acknowledged: list[tuple[int, str, tuple[str, ...]]] = []
        self.record: bytes | None = None
        self.last_event = 0
        self._may = asyncio.Semaphore(0)
        self._target = 0
        self._reached = asyncio.Event()
        self._people = asyncio.gather(*(self._answer(seat) for seat in seats))

    async def _answer(self, seat: Any) -> None:
        async for prompt in seat.prompts(views=False):
            await self._may.acquire()
            picks = tuple(prompt.default_picks)
            if await seat.answer(prompt, picks):
                self.acknowledged.append((prompt.seat, prompt.id, picks))
            if len(self.acknowledged) >= self._target:
                self._reached.set()

    @property
    def over(self) -> bool:
        """Whether its game is over."""
        return self._people.done()

    async def advance(self, choices: int) -> None:
        """Let so many more choices be made, and wait until they are or the game is over. Raises what went wrong."""
        self._target += choices
        self._reached.clear()
        for _ in range(choices):
            self._may.release()
        reached = asyncio.create_task(self._reached.wait())
        either: set[asyncio.Future[Any]] = {reached, self._people}
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        reached.cancel()
        if self.over:
            self._people.result()

    async def faults(self, lobby: Lobby) -> list[str]:
        """What is wrong with it: choices that were acknowledged and are not there, records that do not hold."""
        if self.over:
            return await self._faults_of_record(lobby)
        view = await lobby.play.view(self.id)
        found = []
        if view.last_event < self.last_event:
            found.append(f"its last event is {view.last_event}, it was {self.last_event}")
        self.last_event = view.last_event
        known = {(seat, prompt_id) for seat, prompt_id, _ in self.acknowledged}
        found += [f"{each.id} is asked again" for each in view.prompts if (each.seat, each.id) in known]
        return found

    async def _faults_of_record(self, lobby: Lobby) -> list[str]:
        record = await lobby.play.record(self.id)
        before, self.record = self.record, record.SerializeToString(deterministic=True)
        made = Counter((each.seat, each.prompt_id, tuple(each.picks)) for each in record.choices)
        found = [f"{choice} is {made[choice]} times in the record" for choice in self.acknowledged if made[choice] != 1]
        if before is not None and before != self.record:
            found.append("its record has changed")
        if not (await lobby.play.verify(self.id)).verified:
            found.append("its record does not hold")
        return found


class Crowd:
    """All of them."""

    def __init__(self, address: str) -> None:
        """Create it with the lobby's address."""
        self._address = address
        self._pairs: list[tuple[Lobby, Lobby]] = []
        self._tables: list[tuple[Played, Lobby]] = []

    async def open(self, tables: int) -> dict[str, Any]:
        """Open and start tables of all games."""
        games = count(len(self._tables))
        for first in range(0, tables, TABLES_OF_A_PAIR):
            pair = await self._pair()
            several = range(first, min(tables, first + TABLES_OF_A_PAIR))
            self._tables += await asyncio.gather(*(self._open(*pair, next(games)) for _ in several))
        return {"running": len(self._tables)}

    async def _pair(self) -> tuple[Lobby, Lobby]:
        number = len(self._pairs)
        names = (f"Ada {number}", f"Bo {number}")
        ada, bo = (Lobby(self._address, Guest(name), patience=PATIENCE, shared=False) for name in names)
        self._pairs.append((ada, bo))
        return ada, bo

    async def _open(self, ada: Lobby, bo: Lobby, number: int) -> tuple[Played, Lobby]:
        game = GAMES[number % len(GAMES)]
        table = await ada.tables.create(game, seats=2)
        people = [ada]
        if number % BOT_EVERY:
            await bo.tables.join(table.id)
            await bo.tables.set_ready(table.id)
            people.append(bo)
        else:
            await ada.tables.add_bot(table.id, "random")
        await ada.tables.start(table.id)
        return Played(game, table.id, [person.play.seat(table.id) for person in people]), ada

    async def play(self, choices: int) -> dict[str, Any]:
        """Make so many choices at each table."""
        return await self._advance(self._tables, choices)

    async def finish(self, tables: int) -> dict[str, Any]:
        """Play some tables to their end."""
        running = [each for each in self._tables if not each[0].over]
        return await self._advance(running[:tables], 10_000)

    async def _advance(self, tables: list[tuple[Played, Lobby]], choices: int) -> dict[str, Any]:
        await asyncio.gather(*(table.advance(choices) for table, _ in tables))
        return {"acknowledged": sum(len(table.acknowledged) for table, _ in self._tables)}

    async def check(self) -> dict[str, Any]:
        """Look at all tables and records."""
        faults = []
        for table, lobby in self._tables:
            faults += [f"{table.game} {table.id}: {fault}" for fault in await table.faults(lobby)]
        over = sum(table.over for table, _ in self._tables)
        return {"running": len(self._tables) - over, "finished": over, "faults": faults}


async def main(address: str) -> None:
    """Read and answer until the input ends."""
    crowd = Crowd(address)
    while line := (await asyncio.to_thread(sys.stdin.readline)).split():
        act, *numbers = line
        told = await getattr(crowd, act)(*map(int, numbers))
        sys.stdout.write(f"{json.dumps(told)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
