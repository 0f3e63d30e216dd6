"""Tables of the layouts before go on, and their lobbies do no harm to those of today."""

import base64
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import redis
from msgspec.structs import replace

from services.lobby.ids import TableId
from services.lobby.store import Answer, CommitOutcome, keys
from services.lobby.store.commit import KEPT_IDENTITY, REMEMBERED, read_game
from services.lobby.store.history import BEGINNING
from services.lobby.table.progress import advanced
from services.lobby.table.state import Table, decode
from tests.lobby.store.test_store import commit, opened

LAYOUTS = ("streams", "no_blocks")
GAME = (b"standing", b"position")


@dataclass
class Before:
    """A table of Race that a lobby of before wrote, and what it was about to write next."""

    layout: str
    table: Table
    game: tuple[bytes, bytes]
    events: list[bytes]
    journal: list[bytes]
    # By identity, in order.
    answers: dict[bytes, Answer]
    names: list[str]
    arguments: list[bytes]

    @property
    def id(self) -> TableId:
        return self.table.id

    def script(self, client, name):
        """A script of that lobby."""
        return client.register_script((self.folder / f"{name}.lua").read_text("utf-8"))

    @property
    def folder(self):
        return folder_of(self.layout)


def folder_of(layout):
    return Path(__file__).parent / "before" / layout


@pytest.fixture(params=LAYOUTS)
def before(request, client):
    """A table of before, in the store."""
    return put(client, request.param)


def put(client, layout):
    written = json.loads((folder_of(layout) / "table.json").read_text("utf-8"), object_hook=_read)
    for key, (kind, value) in written["keys"].items():
        if kind == "hash":
            client.hset(key, mapping=value)
        elif kind == "string":
            client.set(key, value)
        elif kind == "list":
            client.rpush(key, *value)
        else:
            for number, field, payload in value:
                client.xadd(key, {field: payload}, id=number)
    found: dict[str, Any] = {key: value for key, (_, value) in written["keys"].items()}
    table_id = TableId(next(key.split(":")[2] for key in found))
    table, events = found[keys.table(table_id)], found[keys.events(table_id)]
    answers = found[keys.answers(table_id)]
    if layout == "streams":
        made, *game = b"", table[b"standing"], table[b"position"]
        events = [by + payload for _, by, payload in events]
        answers = {each: _answer(answers[each], 8) for each in found[f"{keys.table(table_id)}:answered"]}
    else:
        made, *game = read_game(table[b"game"])
        records = [answers[at : at + 29] for at in range(0, len(answers), 29)][: int(table[b"answered"])]
        answers = {
            record[:12]: _answer(record[12:28] + table.get(b"response%d" % slot, b""), 4)
            for slot, record in enumerate(records)
        }
    journal = found[keys.choices(table_id)]
    following = written["next"]
    whole = advanced(decode(table[b"meta"]), made)
    return Before(layout, whole, tuple(game), events, journal, answers, following["names"], following["arguments"])


def _answer(packed, width):
    """An answer of before as it is found today: version and last event, each so wide, digest, response."""
    version, event = (int.from_bytes(packed[place : place + width]) for place in (0, width))
    content, response = packed[2 * width : 2 * width + 8], packed[2 * width + 8 :]
    return Answer(version, event, content[:4] if any(content) else b"", response)


def _read(found):
    if "type" in found:
        return found["type"], _bytes(found["value"])
    return {"names": found["names"], "arguments": _bytes(found["arguments"])} if "names" in found else found


def _bytes(found):
    if isinstance(found, dict):
        return {base64.b64decode(name): _bytes(value) for name, value in found.items()}
    if isinstance(found, list):
        return [_bytes(each) for each in found]
    return found.encode() if found.endswith("-0") else base64.b64decode(found)


def dumped(client):
    return {key: client.hgetall(key) if client.type(key) == b"hash" else client.dump(key) for key in client.keys("*")}


async def test_a_table_of_a_layout_before_goes_on(store, client, before):
    assert await store.answered(before.id, b"?" * 12) is None
    loaded = await store.load(before.id)
    assert (loaded.table, loaded.standing, loaded.position) == (before.table, *before.game)
    assert await store.load_states([before.id]) == [before.table]
    assert client.lrange(keys.events(before.id), 0, -1) == [BEGINNING, *before.events]
    after = replace(loaded.table, version=loaded.table.version + 1, events=loaded.table.events + 1)
    assert {key.decode() for key in client.keys(f"*:table:{before.id}*")} == {
        each(before.id) for each in (keys.table, keys.answers, keys.events, keys.choices)
    }
    done = await store.commit(commit(loaded.table, after, game=GAME, events=[b"gnew"], journal=[b"Cnew"]))
    assert done.outcome is CommitOutcome.DONE
    assert (await store.load(before.id)).table == after
    events = await store.events(before.id, 1)
    assert [event.number for event in events] == list(range(1, after.events + 1))
    assert [event.told_by + event.payload for event in events] == [*before.events, b"gnew"]
    assert await store.journal(before.id) == [*before.journal, b"Cnew"]
    fields = {field for field in client.hgetall(keys.table(before.id)) if not field.startswith(b"response")}
    assert fields == {b"version", b"meta", b"game", b"commits"}
    assert await store.forget(after)
    assert not client.keys(f"*{before.id}*")


async def test_repeats_of_what_a_lobby_of_before_has_accepted_are_answered_as_it_did(store, before):
    after = (await store.load(before.id)).table
    identities = list(before.answers)
    assert len(identities) >= 20
    for identity, expected in before.answers.items():
        assert await store.answered(before.id, identity) == expected
        assert (await store.commit(commit(after, after, identity=identity))).answer == expected
    assert any(answer.response for answer in before.answers.values())
    for _ in range(REMEMBERED - len(identities)):
        await store.commit(commit(after, after))
    assert await store.answered(before.id, identities[0]) is not None
    await store.commit(commit(after, after))
    assert await store.answered(before.id, identities[0]) is None
    assert await store.answered(before.id, identities[1]) is not None


async def test_a_table_of_a_layout_before_is_loaded_before_anything_is_committed_there(store, client, before):
    if before.layout == "streams":
        # Its answers have lapsed, as they did a day after the last commit.
        client.delete(keys.answers(before.id), f"{keys.table(before.id)}:answered")
    stands = dumped(client)
    after = replace(before.table, version=before.table.version + 1)
    assert (await store.commit(commit(before.table, after))).outcome is CommitOutcome.CONFLICT
    assert dumped(client) == stands
    assert (await store.load(before.id)).table == before.table
    assert (await store.commit(commit(before.table, after))).outcome is CommitOutcome.DONE


async def test_a_table_is_brought_to_the_layout_of_today_once(store, client, before):
    await store.load(before.id)
    stands = dumped(client)
    script = client.register_script(
        f"local REMEMBERED, IDENTITY, CONTENT, BEGINNING = {REMEMBERED}, {KEPT_IDENTITY}, 4, 'z'\n"
        + (Path(keys.__file__).parent / "upgrade.lua").read_text("utf-8")
    )
    names = [each(before.id) for each in (keys.table, keys.answers, keys.events)]
    assert script([*names, *keys.outdated(before.id)], []) == 0
    assert dumped(client) == stands


async def test_a_lobby_of_before_writes_nothing_at_a_table_of_today(store, client, before):
    """Its scripts come to an error at their first command; so does what reads events for the archive."""
    await store.load(before.id)
    stands = dumped(client)
    if before.layout == "streams":
        with pytest.raises(redis.ResponseError, match="WRONGTYPE"):
            before.script(client, "commit")(before.names, before.arguments)
        with pytest.raises(redis.ResponseError, match="WRONGTYPE"):
            client.xrange(keys.events(before.id))
    else:
        assert before.script(client, "commit")(before.names, before.arguments) == b"conflict %d" % before.table.version
        # It loads the table then, and finds no `answered`.
        names = [each(before.id) for each in (keys.table, keys.answers, keys.events)]
        with pytest.raises(redis.ResponseError, match="WRONGTYPE"):
            before.script(client, "upgrade")([*names, *keys.outdated(before.id)], [])
    assert dumped(client) == stands


async def test_a_lobby_of_before_does_not_load_a_table_of_today_that_has_not_begun(store, client):
    table = opened()
    await store.commit(commit(None, table))
    stands = dumped(client)
    names = [each(table.id) for each in (keys.table, keys.answers, keys.events)]
    upgrade = client.register_script((folder_of("no_blocks") / "upgrade.lua").read_text("utf-8"))
    with pytest.raises(redis.ResponseError, match="WRONGTYPE"):
        upgrade([*names, *keys.outdated(table.id)], [])
    assert dumped(client) == stands


def test_a_lobby_of_before_goes_on_at_its_tables_until_they_are_loaded_here(client, before):
    done = before.script(client, "commit")(before.names, before.arguments)
    assert (done[0] if before.layout == "streams" else done.split(b" ")[0]) == b"done"
