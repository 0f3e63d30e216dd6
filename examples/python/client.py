"""A whole front end in one file, written from the protos alone.

Makes a guest, lists the games, opens a table with bots, plays it to the end, watches it from a second connection,
prints the log and the scores, fetches the record and checks that the shuffles were fixed before the game began.
Run it with `python client.py --help`; see README.md.
"""

import argparse
import os
import sys
import threading
import time
import uuid
from collections.abc import Iterator
from hashlib import sha256

import grpc
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from galaxy.lobby.v1 import (
    play_pb2,
    play_pb2_grpc,
    players_pb2,
    players_pb2_grpc,
    tables_pb2,
    tables_pb2_grpc,
)
from galaxy.rules.v1 import game_pb2

CALL_SECONDS = 10.0
FINISHED = tables_pb2.TABLE_STATE_FINISHED


def reason(error: grpc.RpcError) -> str:
    """Give the UPPER_SNAKE reason of an error; every error of the lobby carries one."""
    status = rpc_status.from_call(error)  # type: ignore[arg-type]  # every RpcError of a call is a Call too
    for detail in status.details if status else ():
        info = error_details_pb2.ErrorInfo()
        if detail.Unpack(info):
            return str(info.reason)
    return ""


def may_be_tried_again(error: grpc.RpcError) -> bool:
    """Whether the same request may succeed later: a server restarts, a game's rules are away for a moment."""
    return error.code() in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED)


class Client:
    """One person's connection to the lobby."""

    def __init__(self, server: str, name: str) -> None:
        """Connect, and become a guest. The token then goes with every call."""
        self.channel = grpc.insecure_channel(server)
        self.players = players_pb2_grpc.PlayerServiceStub(self.channel)
        self.tables = tables_pb2_grpc.TableServiceStub(self.channel)
        self.play = play_pb2_grpc.PlayServiceStub(self.channel)
        guest = self.players.CreateGuest(
            players_pb2.CreateGuestRequest(name=name), timeout=CALL_SECONDS, wait_for_ready=True
        )
        self.name = guest.player.name
        self.auth = (("authorization", f"Bearer {guest.token}"),)

    def games(self) -> list[tables_pb2.GameOffer]:
        """Give every game of the lobby."""
        response = self.tables.ListGames(tables_pb2.ListGamesRequest(), metadata=self.auth, timeout=CALL_SECONDS)
        return list(response.games)

    def updates(self, table: str) -> Iterator[tuple[play_pb2.TableUpdate, list[play_pb2.TableEvent]]]:
        """Watch a table until it is finished, whatever happens to the connection.

        Gives every update with those of its events that were not given before, from the first one of the table on.
        """
        next_event = 1
        while True:
            try:
                request = play_pb2.WatchTableRequest(table_id=table, from_event=next_event, language="en")
                for response in self.play.WatchTable(request, metadata=self.auth, wait_for_ready=True):
                    if not response.HasField("update"):
                        continue  # a heartbeat
                    update = response.update
                    events = [event for event in update.events if event.number >= next_event]
                    next_event = max(next_event, update.last_event + 1)
                    yield update, events
                    if update.state == FINISHED:
                        return
            except grpc.RpcError as error:
                if not may_be_tried_again(error):
                    raise
            time.sleep(0.5)

    def submit(self, table: str, prompt: game_pb2.Prompt, picks: list[str]) -> None:
        """Answer a prompt. A repeat with the same request id is never counted twice, so it is safe to insist."""
        request = play_pb2.SubmitChoiceRequest(
            table_id=table, prompt_id=prompt.id, picks=picks, request_id=str(uuid.uuid4())
        )
        while True:
            try:
                self.play.SubmitChoice(request, metadata=self.auth, timeout=CALL_SECONDS, wait_for_ready=True)
            except grpc.RpcError as error:
                if not may_be_tried_again(error):
                    raise
                time.sleep(0.5)
            else:
                return


def open_table(client: Client, game: str, bot: str, seats: int) -> tables_pb2.Table:
    """Open a table, put bots on all seats but the own, start."""
    request = tables_pb2.CreateTableRequest(game=game, seats=seats, entropy=os.urandom(32))
    table = client.tables.CreateTable(request, metadata=client.auth, timeout=CALL_SECONDS).table
    for _ in range(seats - 1):
        client.tables.AddBot(
            tables_pb2.AddBotRequest(table_id=table.id, bot=bot), metadata=client.auth, timeout=CALL_SECONDS
        )
    start = tables_pb2.StartTableRequest(table_id=table.id)
    return client.tables.StartTable(start, metadata=client.auth, timeout=CALL_SECONDS).table


def answer(client: Client, table: str, prompt: game_pb2.Prompt) -> None:
    """Pick the first options; where a rule says no, or somebody was faster, fall back or let go."""
    count = max(prompt.least, min(1, prompt.most))
    first = [option.id for option in prompt.options[:count]]
    for picks in (first, list(prompt.default_picks)):
        try:
            client.submit(table, prompt, picks)
        except grpc.RpcError as error:
            if reason(error) == "PROMPT_CLOSED":
                return
            if reason(error) != "CHOICE_REFUSED":
                raise
        else:
            return


def sentence(event: game_pb2.Event, names: list[str]) -> str:
    """Put an event into words: the own part where there is one, names instead of seats."""
    text = next((part.text for part in event.private_parts if part.text), event.text)
    for seat, name in enumerate(names):
        text = text.replace(f"{{seat {seat}}}", name)
    return text


def play(client: Client, table: str, names: list[str]) -> play_pb2.TableUpdate:
    """Play to the end and print the log as this player reads it; give the last update."""
    answered = set()
    for update, events in client.updates(table):
        for entry in events:
            print(f"{entry.number:>4}  {sentence(entry.event, names)}", flush=True)
        for prompt in update.prompts:
            if prompt.id not in answered:
                answered.add(prompt.id)
                answer(client, table, prompt)
    return update


class Spectator(threading.Thread):
    """A second person, on a second connection, who only watches."""

    def __init__(self, server: str, table: str) -> None:
        """Take what to watch."""
        super().__init__(name="spectator", daemon=True)
        self.client = Client(server, "Watcher")
        self.table = table
        self.events = 0
        self.own_parts = 0
        self.finished = False

    def run(self) -> None:
        """Watch to the end; count events, and prompts and private parts, of which a spectator gets none."""
        for update, events in self.client.updates(self.table):
            self.events += len(events)
            self.own_parts += len(update.prompts) + sum(len(entry.event.private_parts) for entry in events)
            self.finished = update.state == FINISHED


def choose_game(client: Client, wanted: str, bot: str, patience: float) -> tables_pb2.GameOffer:
    """Wait until the lobby has the game and somebody offers the bot."""
    end = time.monotonic() + patience
    while True:
        offers = client.games()
        for offer in offers:
            if offer.description.game == wanted and offer.available and bot in offer.bots:
                return offer
        if time.monotonic() > end:
            found = ", ".join(f"{offer.description.game} {list(offer.bots)}" for offer in offers)
            raise SystemExit(f"no {wanted} with bot {bot} here, only: {found}")
        time.sleep(0.5)


def main() -> int:
    """Play one game; give 0 if it ended and the record holds."""
    parser = argparse.ArgumentParser(description="Play a game against bots.")
    parser.add_argument("--server", default="127.0.0.1:5100", help="host:port of the lobby")
    parser.add_argument("--game", default="jump")
    parser.add_argument("--bot", default="random")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--patience", type=float, default=30.0, help="seconds to wait for game and bot")
    given = parser.parse_args()

    client = Client(given.server, "Ada")
    offer = choose_game(client, given.game, given.bot, given.patience)
    for each in client.games():
        about = each.description
        options = ", ".join(f"{option.name}={option.default_value}" for option in about.options)
        print(f"{about.game}: {about.title}, {about.least_seats} to {about.most_seats} seats; options: {options}")

    table = open_table(client, offer.description.game, given.bot, given.seats)
    names = [f"{seat.player.name or seat.bot} ({seat.number})" for seat in table.seats]
    if notice := offer.description.sources.notice:
        print(f"notice: {notice}")
    print(f"table {table.id}: {', '.join(names)}; commitment {table.commitment.hex()}")
    spectator = Spectator(given.server, table.id)
    spectator.start()
    last = play(client, table.id, names)
    spectator.join(timeout=CALL_SECONDS)

    for score in sorted(last.scores, key=lambda each: each.rank):
        parts = ", ".join(f"{part.source} {part.points}" for part in score.parts)
        print(f"{score.rank}. {names[score.seat]}: {score.total} ({parts})")
    print(f"the spectator saw {spectator.events} of {last.last_event} events, and {spectator.own_parts} secrets")

    request = play_pb2.GetRecordRequest(table_id=table.id)
    record = client.play.GetRecord(request, metadata=client.auth, timeout=CALL_SECONDS).record
    holds = sha256(record.seed).digest() == table.commitment == record.commitment
    verdict = "holds" if holds else "is BROKEN"
    print(f"record: {len(record.choices)} choices, {len(record.events)} events; the commitment {verdict}")
    complete = spectator.finished and spectator.events == last.last_event and not spectator.own_parts
    return 0 if holds and complete and last.scores else 1


if __name__ == "__main__":
    sys.exit(main())
