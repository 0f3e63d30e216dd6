"""Tables as the store keeps them: what a lobby stored for which all stages were one type is read, and the other way."""

import json
from base64 import b64decode
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from galaxytables_lobby.domain.state import (
    ClosedTable,
    FinishedTable,
    OpenTable,
    Proposal,
    RunningTable,
    Spectators,
    Table,
    at_stage,
    decode,
    encode,
)
from tests.lobby.seats import S1, S2

# Written by the lobby of that time, with everything in them that a table could have then.
OLD = {
    stage: b64decode(text)
    for stage, text in json.loads((Path(__file__).parent / "tables_of_one_type.json").read_text("utf-8")).items()
}
TYPES: dict[str, type[Table]] = {
    "open": OpenTable,
    "running": RunningTable,
    "finished": FinishedTable,
    "closed": ClosedTable,
}
# What it kept beyond the stage at which it was of use.
USELESS = {
    "open": (),
    "running": ("edited", "kicked"),
    "finished": ("edited", "kicked", "compensated", "declined"),
    "closed": ("edited", "kicked"),
}


def plain(stored: bytes) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.msgpack.decode(stored)
    return fields


@pytest.mark.parametrize("stage", TYPES)
def test_tables_stored_as_one_type_are_read_as_the_type_of_their_stage(stage):
    assert type(decode(OLD[stage])) is TYPES[stage]


def test_nothing_of_a_stored_table_is_lost():
    table = decode(OLD["running"])
    assert isinstance(table, RunningTable)
    assert table.proposal == Proposal(id=4, seat=S1, choices=2, prompt_id="x", waiting=(S2,), deadline=8_000)
    assert (table.id, table.spectators, table.waiting) == ("bcdfghjkmnpqrstv", Spectators(delay=3, chat=True), (0, 2))
    assert table.seats[0].shown_clock is not None


@pytest.mark.parametrize("stage", TYPES)
def test_the_form_in_the_store_is_the_same_so_that_an_older_lobby_reads_it(stage):
    kept = {name: value for name, value in plain(OLD[stage]).items() if name not in USELESS[stage]}
    assert plain(encode(decode(OLD[stage]))) == kept
    assert plain(OLD[stage])["stage"] == TYPES[stage].stage.value


def test_a_table_at_another_stage_keeps_what_there_is_at_both():
    running = decode(OLD["running"])
    finished = at_stage(FinishedTable, running, finished=9_000, scores=(b"score",))
    kept = set(RunningTable.__struct_fields__) & set(FinishedTable.__struct_fields__)
    assert {"seed", "seats", "messages", "secret_steps", "takebacks", "position_form"} <= kept
    assert all(getattr(finished, name) == getattr(running, name) for name in kept)
    assert (finished.finished, finished.scores, finished.deadline) == (9_000, (b"score",), 0)
    opened = replace(decode(OLD["open"]), version=9)
    assert at_stage(ClosedTable, opened, finished=8_000).version == 9


def test_a_table_of_no_known_stage_is_refused():
    unknown = msgspec.msgpack.encode({**plain(OLD["open"]), "stage": 5})
    with pytest.raises(msgspec.DecodeError):
        decode(unknown)
