"""Players for end-to-end tests, soaks and benches. They wait patiently while the platform is away for a moment."""

import asyncio
import secrets
from contextlib import aclosing
from random import Random
from typing import Any, Self

import grpc.aio

from galaxytables.lobby.v1 import players_pb2, tables_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_client import Guest, Identity, Lobby

FINISHED = tables_pb2.TABLE_STATE_FINISHED
PATIENCE_SECONDS = 120.0


class Person(Lobby):
    """A player at a lobby, with a method for each thing that tests do most often."""

    def __init__(self, server: str | grpc.aio.Channel, identity: Identity) -> None:
        super().__init__(server, identity, patience=PATIENCE_SECONDS)
        self.player = players_pb2.Player()

    @classmethod
    async def arrive(cls, server: str | grpc.aio.Channel, name: str | None = None) -> Self:
        """Become a guest of a lobby, by default with a name that nobody else has."""
        person = cls(server, Guest(f"Guest {secrets.token_hex(3)}" if name is None else name))
        person.player = await person.players.me()
        return person

    async def create(self, game: str = "jump", seats: int = 2, **values: Any) -> tables_pb2.Table:  # as in `Tables`
        """Open a table, and sit on seat 0."""
        return await self.tables.create(game, seats, **values)

    async def join(self, table: tables_pb2.Table, **values: Any) -> int:  # as in `Tables`
        """Take a seat at a table and be ready. Returns the seat."""
        joined = await self.tables.join(table.invitation or table.id, **values)
        await self.tables.set_ready(table.id)
        return joined.seat

    async def add_bot(self, table: tables_pb2.Table, bot: str = "random") -> None:
        """Seat a bot on the first free seat."""
        await self.tables.add_bot(table.id, bot)

    async def start(self, table: tables_pb2.Table) -> None:
        """Start the game of a table."""
        await self.tables.start(table.id)

    async def play_to_the_end(
        self, table_id: str, random: Random, *, thinking: float = 0.0
    ) -> list[tuple[str, list[str]]]:
        """Answer every prompt at random, after `thinking` seconds, until the game is over.

        Returns the choices that the lobby acknowledged.
        """
        acknowledged: list[tuple[str, list[str]]] = []
        seat = self.play.seat(table_id)
        async with aclosing(seat.prompts(views=False)) as prompts:
            async for prompt in prompts:
                picks = random_picks(prompt, random)
                await asyncio.sleep(thinking)
                # The clock may be faster, or have given the seat away.
                if await seat.answer(prompt, picks):
                    acknowledged.append((prompt.id, picks))
        return acknowledged


def random_picks(prompt: game_pb2.Prompt, random: Random) -> list[str]:
    """Return a random legal answer to a prompt, or the default answer if the prompt has a rule."""
    if prompt.has_rule:
        return list(prompt.default_picks)
    return random.sample([option.id for option in prompt.options], random.randint(prompt.least, prompt.most))
