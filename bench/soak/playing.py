"""One table after another, each played to its end and checked."""

import asyncio
import contextlib
from dataclasses import dataclass
from random import Random
from time import monotonic

import grpc.aio

from bench.people import PATIENCE_SECONDS, Person
from bench.soak.checks import deadline_faults, record_faults
from bench.soak.findings import Findings
from galaxytables.lobby.v1 import tables_pb2
from galaxytables_arena.games import load_game
from galaxytables_client import Backoff, ClientError, Rules
from galaxytables_platform.layout import Layout

SECONDS_A_MOVE = 20
SECONDS_OF_THE_ABSENT = 1
ABSENT_EVERY = 5
ABSENT_SEAT = 1
MISSES = 3


@dataclass(frozen=True)
class Place:
    """A place for one table after another, always of the same game."""

    number: int
    game: str

    @property
    def has_absent(self) -> bool:
        """Whether the second seat belongs to a player who never answers."""
        return self.number % ABSENT_EVERY == 0

    @property
    def misses(self) -> int:
        """After how many deadlines that seat is handed over to a bot; 0 for never, in games that are short."""
        return 0 if self.game == "jump" else MISSES


async def keep_table(
    layout: Layout, lobby: grpc.aio.Channel, place: Place, end: float, findings: Findings, *, thinking: float = 0.0
) -> None:
    """Play tables over a channel to the lobby until the time `end`. The last table is played to its end.

    The guest takes `thinking` seconds before each answer.
    """
    random = Random(place.number)
    async with Rules(layout.rules[place.game].port.address, patience=PATIENCE_SECONDS) as rules:
        guest = await Person.arrive(lobby, f"Soak {place.number}")
        absent = await Person.arrive(lobby, f"Away {place.number}") if place.has_absent else None
        while monotonic() < end:
            table = await _begin(guest, absent, place, random)
            acknowledged = await guest.play_to_the_end(table.id, random, thinking=thinking)
            record = await guest.play.record(table.id)
            faults = record_faults(record, acknowledged)
            if absent is not None:
                faults += deadline_faults(record, await guest.play.history(table.id), ABSENT_SEAT, place.misses)
                findings.deadlines += sum(choice.seat == ABSENT_SEAT for choice in record.choices)
            replayed = await rules.replay(record)
            if not replayed.verified:
                faults.append(f"the record does not hold: {replayed.difference}")
            findings.faults += [f"table {table.id} of {place.game}: {fault}" for fault in faults]
            findings.tables[place.game] += 1
            findings.acknowledged += len(acknowledged)


async def _begin(guest: Person, absent: Person | None, place: Place, random: Random) -> tables_pb2.Table:
    """A running table: the guest, perhaps somebody who never answers, and bots."""
    rules = load_game(place.game)
    min_seats = 3 if absent is not None and rules.max_seats > 2 else max(2, rules.min_seats)
    seats = random.randint(min_seats, min(4, rules.max_seats))
    control = tables_pb2.TimeControl()
    if absent is None:
        control.per_move.FromSeconds(SECONDS_A_MOVE)
    else:
        control.per_move.FromSeconds(SECONDS_OF_THE_ABSENT)
        control.misses_before_handover, control.successor = place.misses, "random"
    table = await _open(guest, place.game, seats, control)
    while table.state == tables_pb2.TABLE_STATE_OPEN:
        # A call whose answer was lost may have been heard, and bots may be away for a moment: look, then go on.
        with contextlib.suppress(ClientError):
            if absent is not None and all(seat.player.id != absent.player.id for seat in table.seats):
                await absent.join(table)
            elif absent is not None and not table.seats[ABSENT_SEAT].ready:
                await absent.tables.set_ready(table.id)
            elif any(seat.WhichOneof("occupant") is None for seat in table.seats):
                await guest.add_bot(table)
            else:
                await guest.start(table)
        table = await guest.tables.get(table.id)
    return table


async def _open(guest: Person, game: str, seats: int, control: tables_pb2.TimeControl) -> tables_pb2.Table:
    """A new table, as soon as the bot that is to succeed its players is on offer: bots may be away for a moment."""
    backoff = Backoff()
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            try:
                return await guest.create(game, seats, time_control=control)
            except ClientError as error:
                if error.reason != "UNKNOWN_BOT":
                    raise
            await asyncio.sleep(backoff.next())
