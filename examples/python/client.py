"""A whole front end in one file, on the Python client.

Becomes a guest, lists the games, opens a table with bots, plays it to the end, watches it from a second connection,
prints the log and the scores, fetches the record and checks that the shuffles were fixed before the game began.
Run it with `python client.py --help`; see README.md.
"""

import argparse
import asyncio
import os
import sys
import time
from hashlib import sha256

from galaxytables.lobby.v1 import play_pb2, tables_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_client import ConflictError, Guest, Lobby

FINISHED = tables_pb2.TABLE_STATE_FINISHED


async def open_table(lobby: Lobby, game: str, bot: str, seats: int) -> tables_pb2.Table:
    """Open a table, put bots on all other seats, and start the game."""
    table = await lobby.tables.create(game, seats, entropy=os.urandom(32))
    for _ in range(seats - 1):
        await lobby.tables.add_bot(table.id, bot)
    return await lobby.tables.start(table.id)


async def answer(lobby: Lobby, table: str, prompt: game_pb2.Prompt) -> None:
    """Answer a prompt with its first options.

    If a rule forbids that, give the default; if the prompt is closed, do nothing.
    """
    count = max(prompt.least, min(1, prompt.most))
    first = [option.id for option in prompt.options[:count]]
    for picks in (first, list(prompt.default_picks)):
        try:
            await lobby.play.submit(table, prompt.id, picks)
        except ConflictError as error:
            if error.reason == "PROMPT_CLOSED":
                return
            if error.reason != "CHOICE_REFUSED":
                raise
        else:
            return


def sentence(event: game_pb2.Event, names: list[str]) -> str:
    """Return an event as a sentence: with its private part if there is one, and with names instead of seats."""
    text = next((part.text for part in event.private_parts if part.text), event.text)
    for seat, name in enumerate(names):
        text = text.replace(f"{{seat {seat}}}", name)
    return text


async def play(lobby: Lobby, table: str, names: list[str]) -> play_pb2.TableUpdate:
    """Play to the end and print the log as this player sees it. Returns the last update."""
    last, answered = play_pb2.TableUpdate(), set()
    async for update in lobby.play.watch(table, language="en"):
        last = update
        for entry in update.events:
            print(f"{entry.number:>4}  {sentence(entry.event, names)}", flush=True)
        for prompt in update.prompts:
            if prompt.id not in answered:
                answered.add(prompt.id)
                await answer(lobby, table, prompt)
    return last


async def look_on(server: str, table: str) -> tuple[int, int, bool]:
    """Watch to the end as a second person.

    Returns the number of events, the number of prompts and private parts (which must be 0), and whether the game ended.
    """
    events = secrets = 0
    finished = False
    async with Lobby(server, Guest("Watcher")) as lobby:
        async for update in lobby.play.watch(table):
            events += len(update.events)
            secrets += len(update.prompts) + sum(len(entry.event.private_parts) for entry in update.events)
            finished = update.state == FINISHED
    return events, secrets, finished


async def choose_game(lobby: Lobby, game: str, bot: str, patience: float) -> tables_pb2.GameOffer:
    """Wait until the lobby has the game and somebody offers the bot. Returns the game's offer."""
    end = time.monotonic() + patience
    while True:
        offers = (await lobby.tables.games()).games
        for offer in offers:
            if offer.description.game == game and offer.available and bot in offer.bots:
                return offer
        if time.monotonic() > end:
            found = ", ".join(f"{offer.description.game} {list(offer.bots)}" for offer in offers)
            raise SystemExit(f"no {game} with bot {bot} here, only: {found}")
        await asyncio.sleep(0.5)


async def main() -> int:
    """Play one game. Returns 0 if the game ended and the record is right."""
    parser = argparse.ArgumentParser(description="Play a game against bots.")
    parser.add_argument("--server", default="127.0.0.1:5100", help="host:port of the lobby")
    parser.add_argument("--game", default="jump")
    parser.add_argument("--bot", default="random")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--patience", type=float, default=30.0, help="seconds to wait for game and bot")
    given = parser.parse_args()
    async with Lobby(given.server, Guest("Ada")) as lobby:
        return await show(lobby, given)


async def show(lobby: Lobby, given: argparse.Namespace) -> int:
    """Play as the command line says, and print what happens."""
    offer = await choose_game(lobby, given.game, given.bot, given.patience)
    for each in (await lobby.tables.games()).games:
        about = each.description
        options = ", ".join(f"{option.name}={option.default_value}" for option in about.options)
        print(f"{about.game}: {about.title}, {about.least_seats} to {about.most_seats} seats; options: {options}")

    table = await open_table(lobby, offer.description.game, given.bot, given.seats)
    names = [f"{seat.player.name or seat.bot} ({seat.number})" for seat in table.seats]
    if notice := offer.description.sources.notice:
        print(f"notice: {notice}")
    print(f"table {table.id}: {', '.join(names)}; commitment {table.commitment.hex()}")
    last, (seen, secrets, finished) = await asyncio.gather(
        play(lobby, table.id, names), look_on(given.server, table.id)
    )

    for score in sorted(last.scores, key=lambda each: each.rank):
        parts = ", ".join(f"{part.source} {part.points}" for part in score.parts)
        print(f"{score.rank}. {names[score.seat]}: {score.total} ({parts})")
    print(f"the spectator saw {seen} of {last.last_event} events, and {secrets} secrets")

    record = await lobby.play.record(table.id)
    holds = sha256(record.seed).digest() == table.commitment == record.commitment
    verdict = "holds" if holds else "is BROKEN"
    print(f"record: {len(record.choices)} choices, {len(record.events)} events; the commitment {verdict}")
    complete = finished and seen == last.last_event and not secrets
    return 0 if holds and complete and last.scores else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
