"""Builds the arguments of the commit script from a change of a table."""

import struct
from collections.abc import Iterator
from typing import TypeAlias

from msgspec import msgpack

from galaxytables_lobby.adapters.redis import keys
from galaxytables_lobby.adapters.redis.command import Argument
from galaxytables_lobby.adapters.redis.history import BEGINNING
from galaxytables_lobby.domain.people import encode_message
from galaxytables_lobby.domain.progress import progress
from galaxytables_lobby.domain.requests import Answer
from galaxytables_lobby.domain.state import (
    ClosedTable,
    FinishedTable,
    RunningTable,
    Table,
    encode,
)
from galaxytables_lobby.ids import PlayerId, TableId, shard_of
from galaxytables_lobby.ports import Commit, News

# How many commits of a table have their identities remembered; a later repeat counts as a new request.
REMEMBERED = 128
# How many bytes of an identity are stored, and of the digest of a request's content.
KEPT_IDENTITY = 8
_KEPT_CONTENT = 4
FEED_LENGTH = 1_000
KEPT_MESSAGES = 100
# A command of a commit: its name, key, score, field or '', and member.
Operation: TypeAlias = tuple[str, str, str, Argument]
# The head of an answer: version, last event, digest of the request's content (zeros if nobody can repeat it), and
# whether a response follows.
_ANSWER = struct.Struct(f">II{_KEPT_CONTENT}s?")
_NO_CONTENT = bytes(_KEPT_CONTENT)
# The head of a game: the lengths of progress and standing.
_GAME = struct.Struct(">II")
# Constants of the scripts, put in front of each.
CONSTANTS = f"""
local REMEMBERED, RECORD = {REMEMBERED}, {KEPT_IDENTITY + _ANSWER.size}
local IDENTITY = {KEPT_IDENTITY}
local FEED_LENGTH, BEGINNING = '{FEED_LENGTH}', '{BEGINNING.decode()}'
"""


def pack_answer(answer: Answer) -> bytes:
    """Return the answer to a request packed into the bytes that the store keeps, for repeats of the request."""
    head = _ANSWER.pack(answer.version, answer.last_event, answer.content, bool(answer.response))
    return head + answer.response


def read_answer(packed: bytes) -> Answer:
    """Return the answer to a request from the bytes into which `pack_answer` packed it."""
    version, last_event, content, _ = _ANSWER.unpack_from(packed)
    return Answer(version, last_event, b"" if content == _NO_CONTENT else content, packed[_ANSWER.size :])


def script_arguments(commit: Commit, *, origin: bytes, kept_closed: int) -> tuple[list[str], list[Argument]]:
    """Return KEYS and ARGV of `commit.lua`; `kept_closed` is how many milliseconds a closed table is kept."""
    after = commit.after
    names = [
        keys.table(after.id),
        keys.answers(after.id),
        keys.events(after.id),
        keys.choices(after.id),
        keys.feed(shard_of(after.id)),
    ]
    made, operations = _written(commit)
    answer = Answer(after.version_for(commit.mover), after.events, commit.content, commit.response)
    arguments: list[Argument] = [
        commit.identity[:KEPT_IDENTITY] + pack_answer(answer),
        str(commit.before.version if commit.before is not None else 0),
        str(after.version),
        pack_game(made, *commit.game) if commit.game is not None else b"",
        feed_entry(commit, origin=origin),
        str(len(commit.events)),
        *commit.events,
        str(len(commit.journal)),
        *commit.journal,
    ]
    operations += (*_index_operations(commit, kept_closed), *_list_operations(commit))
    for command, key, score, member in operations:
        if key not in names:
            names.append(key)
        arguments += (command, str(names.index(key) + 1), score, member)
    return names, arguments


def _written(commit: Commit) -> tuple[bytes, tuple[Operation, ...]]:
    """Return how a commit stores the table: as progress, with the game, or by a command that writes the whole table.

    The other one is empty. Both are empty if the table has not changed.
    """
    before, after = commit.before, commit.after
    if before is not None and before.version == after.version:
        return b"", ()
    made = progress(before, after) if before is not None and commit.game is not None else None
    if made is not None:
        return made, ()
    return b"", (("HSET", keys.table(after.id), "meta", encode(after)),)


def pack_game(made: bytes, standing: bytes, position: bytes) -> bytes:
    """Return a table's current game as the bytes that the store keeps.

    `made` is the table's progress since the table was last written as a whole (`progress.py`).
    """
    return _GAME.pack(len(made), len(standing)) + made + standing + position


def read_game(packed: bytes | None) -> tuple[bytes, bytes, bytes]:
    """Return the progress, standing and position that `pack_game` packed; all empty before the start."""
    if packed is None:
        return b"", b"", b""
    made, standing = _GAME.unpack_from(packed)
    standing_from = _GAME.size + made
    position_from = standing_from + standing
    return packed[_GAME.size : standing_from], packed[standing_from:position_from], packed[position_from:]


def feed_entry(commit: Commit, *, origin: bytes) -> bytes:
    """Return the entry that a commit adds to the feed.

    The entry has the process, the table and its new version, whether the seating changed, and the players who must
    learn of it.
    """
    players = "\0".join(sorted(commit.concerned)).encode()
    kind = b"s" if commit.seating_changed else b"p"
    return b" ".join((origin, str(commit.after.version).encode(), kind, commit.after.id.encode(), players))


def read_feed_entry(entry: bytes) -> News:
    """Return what an entry of the feed reports, which `feed_entry` packed."""
    origin, version, kind, table_id, players = entry.split(b" ", 4)
    named = frozenset(map(PlayerId, players.decode().split("\0"))) if players else frozenset()
    return News(origin, int(version), kind == b"s", TableId(table_id.decode()), named)


def _index_operations(commit: Commit, kept_closed: int) -> Iterator[Operation]:
    """Yield the commands that update the shard's indexes."""
    before, after = commit.before, commit.after
    if before is None and after.invitation:
        yield "SET", keys.invitation(after.invitation), "", after.id
    yield from _deadline_operations(before, after)
    yield from _over_operations(before, after, kept_closed)
    if commit.notifies:
        yield "ZADD", keys.unnoticed(shard_of(after.id)), str(commit.time), after.id
    if not commit.seating_changed:
        return
    shard, table_id, created = shard_of(after.id), after.id, str(after.created)
    index_before = before and _index(shard, before)
    index_after = _index(shard, after)
    if index_before != index_after:
        if index_before:
            yield "ZREM", index_before, "", table_id
        yield "ZADD", index_after, created, table_id
    players_before, players_after = _players(before), _players(after)
    for player in sorted(players_before - players_after):
        yield "ZREM", keys.player(shard, player), "", table_id
    for player in sorted(players_after - players_before):
        yield "ZADD", keys.player(shard, player), created, table_id
    bots_before, bots_after = _running_bots(before), _running_bots(after)
    for bot, seat in sorted(bots_before - bots_after):
        yield "SREM", keys.bots(shard, after.game, bot), "", f"{table_id}:{seat}"
    for bot, seat in sorted(bots_after - bots_before):
        yield "SADD", keys.bots(shard, after.game, bot), "", f"{table_id}:{seat}"


def _deadline_operations(before: Table | None, after: Table) -> Iterator[Operation]:
    """Yield the command that stores the deadline, if it has changed."""
    # If clocks run, always write it: an outage's time may have been given back since the last write.
    if before is not None and before.deadline == after.deadline and not after.control.ticks:
        return
    if after.deadline:
        yield "ZADD", keys.deadlines(shard_of(after.id)), str(after.deadline), after.id
    elif before is not None:
        yield "ZREM", keys.deadlines(shard_of(after.id)), "", after.id


def _over_operations(before: Table | None, after: Table, kept_closed: int) -> Iterator[Operation]:
    """Yield the commands that queue a finished table for archiving or a closed one for deletion."""
    if before is not None and before.version == after.version:
        return
    if isinstance(after, FinishedTable):
        shard = shard_of(after.id)
        # The table must not be deleted before this version is archived.
        yield "ZADD", keys.finished(shard), str(after.finished), after.id
        yield "ZREM", keys.retention(shard), "", after.id
    elif isinstance(after, ClosedTable) and not isinstance(before, ClosedTable):
        yield "ZADD", keys.retention(shard_of(after.id)), str(after.finished + kept_closed), after.id


def _list_operations(commit: Commit) -> Iterator[Operation]:
    """Yield the commands that store a chat message, and past states for delayed spectators."""
    before, after = commit.before, commit.after
    if commit.message is not None:
        yield "RPUSH", keys.chat(after.id), "", encode_message(commit.message)
        yield "LTRIM", keys.chat(after.id), str(-KEPT_MESSAGES), "-1"
    if not after.spectators.delay or commit.game is None:
        return
    if isinstance(after, FinishedTable):
        yield "LTRIM", keys.past(after.id), "1", "0"
    elif before is None or before.version_for(None) != after.version_for(None):
        yield "RPUSH", keys.past(after.id), "", encode_past(after, commit.game[1])
        yield "LTRIM", keys.past(after.id), str(-1 - after.spectators.delay), "-1"


def encode_past(table: Table, position: bytes) -> bytes:
    """Return an earlier state of a table and its position as the bytes that the store keeps for delayed spectators."""
    return msgpack.encode((encode(table), position))


def decode_past(stored: bytes) -> tuple[bytes, bytes]:
    """Return the encoded table and the position that `encode_past` packed."""
    return msgpack.decode(stored, type=tuple[bytes, bytes])


def forget_operations(table: Table) -> tuple[list[str], list[Argument]]:
    """Return KEYS and ARGV of `forget.lua`, which deletes everything that the store has about a table."""
    shard = shard_of(table.id)
    names = [keys.table(table.id), keys.events(table.id), keys.choices(table.id)]
    names += [keys.answers(table.id), keys.chat(table.id), keys.past(table.id)]
    if table.invitation:
        names.append(keys.invitation(table.invitation))
    sets = [keys.deadlines(shard), keys.leases(shard), keys.finished(shard), keys.archiving(shard)]
    sets += [keys.unnoticed(shard), keys.noticing(shard), keys.retention(shard), _index(shard, table)]
    sets += [keys.player(shard, player) for player in sorted(_players(table))]
    return [*names, *sets], [str(table.version), table.id, str(len(names))]


def _index(shard: int, table: Table) -> str:
    return keys.index(shard, private=table.private, stage=table.stage, game=table.game)


def _players(table: Table | None) -> set[PlayerId]:
    """Return the players who list a table as theirs: those seated, and the host unless the table was closed."""
    if table is None:
        return set()
    seated = {seat.player.id for seat in table.seats if seat.player}
    return seated if isinstance(table, ClosedTable) else seated | {table.host.id}


def _running_bots(table: Table | None) -> set[tuple[str, int]]:
    if not isinstance(table, RunningTable):
        return set()
    return {(seat.bot, number) for number, seat in table.numbered if seat.bot}
