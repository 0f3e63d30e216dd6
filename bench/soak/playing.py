"""One table after another, each played to its end and checked."""

import asyncio
import contextlib
from dataclasses import dataclass
from random import Random
from time import monotonic

import grpc.aio

from bench.games import load_game
from bench.guests import PATIENCE_SECONDS, RETRY_SECONDS, Guest
from bench.soak.checks import deadline_faults, record_faults
from bench.soak.findings import Findings
from galaxy.lobby.v1 import tables_pb2
from galaxy.rules.v1 import game_pb2, rules_pb2, rules_pb2_grpc
from services.platform.settings import Settings
from services.serving import read_error

SECONDS_A_MOVE = 20
SECONDS_OF_THE_ABSENT = 1
ABSENT_EVERY = 5
ABSENT_SEAT = 1
MISSES = 3
CHANNELS = 8


@dataclass(frozen=True)
class Place:
    """Where one table stands after another, always of the same game."""

    number: int
    game: str

    @property
    def has_absent(self) -> bool:
        """Whether the second seat is somebody's who never answers."""
        return self.number % ABSENT_EVERY == 0

    @property
    def misses(self) -> int:
        """Deadlines until that seat is handed over to a bot; 0 for never, where games are short."""
        return 0 if self.game == "jump" else MISSES


async def keep_table(settings: Settings, place: Place, end: float, findings: Findings) -> None:
    """Play tables until the time `end` has come; the last is played to its end."""
    random = Random(place.number)
    async with (
        grpc.aio.insecure_channel(settings.lobby, (("soak", place.number % CHANNELS),)) as lobby,
        grpc.aio.insecure_channel(settings.rules[place.game].port.address) as rules,
    ):
        guest = await Guest.arrive(lobby, f"Soak {place.number}")
        absent = await Guest.arrive(lobby, f"Away {place.number}") if place.has_absent else None
        while monotonic() < end:
            table = await _begin(guest, absent, place, random)
            acknowledged = await guest.play_to_the_end(table.id, random)
            record = await guest.record(table.id)
            faults = record_faults(record, acknowledged)
            if absent is not None:
                faults += deadline_faults(record, await guest.history(table.id), ABSENT_SEAT, place.misses)
                findings.deadlines += sum(choice.seat == ABSENT_SEAT for choice in record.choices)
            faults += await _replay_faults(rules_pb2_grpc.RulesServiceStub(rules), record)
            findings.faults += [f"table {table.id} of {place.game}: {fault}" for fault in faults]
            findings.tables[place.game] += 1
            findings.acknowledged += len(acknowledged)


async def _begin(guest: Guest, absent: Guest | None, place: Place, random: Random) -> tables_pb2.Table:
    """A running table: the guest, perhaps somebody who never answers, and bots."""
    rules = load_game(place.game)
    least = 3 if absent is not None and rules.most_seats > 2 else max(2, rules.least_seats)
    seats = random.randint(least, min(4, rules.most_seats))
    control = tables_pb2.TimeControl()
    if absent is None:
        control.per_move.FromSeconds(SECONDS_A_MOVE)
    else:
        control.per_move.FromSeconds(SECONDS_OF_THE_ABSENT)
        control.misses_before_handover, control.successor = place.misses, "random"
    table = await _open(guest, place.game, seats, control)
    while table.state == tables_pb2.TABLE_STATE_OPEN:
        # A call whose answer was lost may have been heard, and bots may be away for a moment: look, then go on.
        with contextlib.suppress(grpc.aio.AioRpcError):
            if absent is not None and all(seat.player.id != absent.player.id for seat in table.seats):
                await absent.join(table)
            elif absent is not None and not table.seats[ABSENT_SEAT].ready:
                await absent.ready(table)
            elif any(seat.WhichOneof("occupant") is None for seat in table.seats):
                await guest.add_bot(table)
            else:
                await guest.start(table)
        table = await guest.table(table.id)
    return table


async def _open(guest: Guest, game: str, seats: int, control: tables_pb2.TimeControl) -> tables_pb2.Table:
    """A new table, as soon as the bot that is to succeed its players is on offer: bots may be away for a moment."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            try:
                return await guest.create(game, seats, time_control=control)
            except grpc.aio.AioRpcError as error:
                if read_error(error).reason != "UNKNOWN_BOT":
                    raise
            await asyncio.sleep(RETRY_SECONDS)


async def _replay_faults(rules: "rules_pb2_grpc.RulesServiceAsyncStub", record: game_pb2.Record) -> list[str]:
    """What is wrong with a record, says a rules service as soon as one can be asked."""
    while True:
        try:
            answer = await rules.Replay(rules_pb2.ReplayRequest(record=record), timeout=30)
        except grpc.aio.AioRpcError:
            await asyncio.sleep(0.5)
            continue
        return [] if answer.verified else [f"the record does not hold: {answer.difference}"]
