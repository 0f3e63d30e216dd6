"""Sandboxes: begun from a seed or a recorded position, played as usual, marked, and apart from fair chance."""

import hashlib

import pytest
from google.protobuf.duration_pb2 import Duration

from galaxytables.lobby.v1 import play_pb2, tables_pb2
from galaxytables.lobby.v1.tables_pb2 import VISIBILITY_PRIVATE, VISIBILITY_PUBLIC
from tests.lobby.clock.test_archiving import archiving, let_go
from tests.lobby.house import refused

SEED = hashlib.sha256(b"known to all").digest()
SANDBOX = tables_pb2.Sandbox(seed=SEED)


async def finish(table_id, guests, *, last=False):
    """Answer everything by its default, or by its last option, in the order of seats."""
    while (await guests[0].table(table_id)).state != tables_pb2.TABLE_STATE_FINISHED:
        for guest in guests:
            for prompt in (await guest.view(table_id)).prompts:
                picks = [prompt.options[-1].id] if last else prompt.default_picks
                await guest.submit(table_id, prompt.id, *picks)


async def sat_down(host, sandbox, *others, **fields):
    """A sandbox that has begun, with the others on its free seats."""
    table = await host.create(**{"seats": 2, "sandbox": sandbox, **fields})
    for other in others:
        await other.join(table.invitation)
        await other.ready(table.id)
    await host.start(table.id)
    return table.id


async def finished(house, **fields):
    """A game that was played to its end, and its players."""
    table_id, guests = await house.started(**fields)
    await finish(table_id, guests)
    return table_id, guests


async def test_the_same_seed_and_choices_are_the_same_game_which_is_private_marked_and_not_rated(house):
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    records = []
    for _ in range(2):
        table_id = await sat_down(ada, SANDBOX, bob)
        table = await ada.table(table_id)
        assert (table.sandbox, table.sandbox_of, table.visibility) == (True, "", VISIBILITY_PRIVATE)
        assert table.unrated == tables_pb2.UNRATED_REASON_SANDBOX
        assert table.commitment == hashlib.sha256(SEED).digest()
        assert not (await ada.record(table_id)).seed
        await finish(table_id, [ada, bob])
        records.append(await ada.record(table_id))
    assert records[0] == records[1]
    assert records[0].sandbox
    assert (records[0].seed, list(records[0].entropy)) == (SEED, [b"", b""])
    drawn = await sat_down(ada, tables_pb2.Sandbox(), bob)
    await finish(drawn, [ada, bob])
    other = await ada.record(drawn)
    assert other.sandbox
    assert other.seed != SEED
    ordinary, _ = await finished(house)
    assert not (await ada.record(ordinary)).sandbox
    assert not (await ada.table(ordinary)).sandbox


async def test_it_goes_on_from_a_recorded_position_in_anybodys_seat_and_its_record_replays(house):
    source, (ada, bob) = await house.started(entropy=b"hers")
    await finish(source, [ada, bob], last=True)
    record = await ada.record(source)
    assert record.entropy[0] == b"hers"
    middle = (await ada.view(source)).last_event // 2
    then = await bob.view(source, at_event=middle)
    assert then.prompts
    carol, dora = await house.guest("Carol"), await house.guest("Dora")
    sandbox = tables_pb2.Sandbox(table_id=source, event=middle, seat=1)
    table_id = await sat_down(carol, sandbox, dora, seats=0)
    table = await carol.table(table_id)
    assert (table.sandbox_of, table.sandbox_event, table.game) == (source, middle, record.game)
    assert [seat.player.name for seat in table.seats] == ["Dora", "Carol"]
    now = await carol.view(table_id)
    assert [prompt.options for prompt in now.prompts] == [prompt.options for prompt in then.prompts]
    assert now.view == then.view
    await finish(table_id, [dora, carol])
    went_on = await carol.record(table_id)
    assert went_on.sandbox
    # The last options were chosen there, defaults are at the sandbox.
    made = [one == other for one, other in zip(went_on.choices, record.choices, strict=True)].index(False)
    assert 1 < made < len(record.choices) - 1
    assert went_on.events[: middle - 1] == record.events[: middle - 1]
    assert (went_on.seed, went_on.entropy) == (record.seed, record.entropy)
    verified = await carol.play.VerifyRecord(play_pb2.VerifyRecordRequest(table_id=table_id), metadata=carol.metadata)
    assert verified.verified, verified.difference
    assert await ada.record(source) == record


async def test_from_its_beginning_it_is_dealt_as_the_recorded_game_was(house):
    source, (ada, bob) = await finished(house)
    table_id = await sat_down(ada, tables_pb2.Sandbox(table_id=source), bob, seats=0)
    await finish(table_id, [ada, bob])
    first, second = await ada.record(source), await ada.record(table_id)
    assert (first.events, first.choices, first.scores) == (second.events, second.choices, second.scores)


async def test_it_begins_from_an_archived_game_that_has_left_the_store(house):
    source, (ada, bob) = await finished(house)
    middle = (await ada.view(source)).last_event // 2
    record = await ada.record(source)
    async with archiving(house) as archiver:
        await archiver.archive()
        await let_go(house, archiver)
    await house.open_lobby()
    ada, bob = house.at(ada, 1), house.at(bob, 1)
    table_id = await sat_down(ada, tables_pb2.Sandbox(table_id=source, event=middle), bob, seats=0)
    await finish(table_id, [ada, bob])
    again = await ada.record(table_id)
    assert (again.events, again.choices, again.scores) == (record.events, record.choices, record.scores)


@pytest.mark.parametrize(
    ("field", "sandbox", "fields"),
    [
        ("entropy", SANDBOX, {"entropy": b"mine"}),
        ("visibility", SANDBOX, {"visibility": VISIBILITY_PUBLIC}),
        ("rating", SANDBOX, {"rating": tables_pb2.RATING_TERMS_STRICT}),
        ("event", tables_pb2.Sandbox(event=3), {}),
        ("seats", tables_pb2.Sandbox(table_id="any"), {}),
        ("options", tables_pb2.Sandbox(table_id="any"), {"seats": 0, "options": {"rounds": "2"}}),
        ("seed", tables_pb2.Sandbox(table_id="any", seed=SEED), {"seats": 0}),
    ],
)
async def test_what_a_sandbox_says_by_itself_cannot_be_chosen(house, field, sandbox, fields):
    ada = await house.guest("Ada")
    error = await refused(ada.create(**{"seats": 2, "sandbox": sandbox, **fields}))
    assert (error.reason, error.metadata) == ("SANDBOX_FIXED", {"field": field})
    assert not (await ada.list(mine=True)).tables


async def test_it_begins_from_nothing_that_its_host_may_not_see_or_that_is_not_over(house):
    running, (ada, _) = await house.started()
    hidden, _ = await finished(house, visibility=VISIBILITY_PRIVATE)
    over, _ = await finished(house)
    last = len((await ada.record(over)).events) + 2
    for sandbox, reason in (
        (tables_pb2.Sandbox(table_id=running), "GAME_NOT_OVER"),
        (tables_pb2.Sandbox(table_id=hidden), "TABLE_NOT_FOUND"),
        (tables_pb2.Sandbox(table_id="none"), "TABLE_NOT_FOUND"),
        (tables_pb2.Sandbox(table_id=over, event=1000), "UNKNOWN_EVENT"),
        (tables_pb2.Sandbox(table_id=over, event=last), "GAME_OVER"),
        (tables_pb2.Sandbox(table_id=over, seat=2), "SEAT_TAKEN"),
    ):
        assert (await refused(ada.create(0, sandbox=sandbox))).reason == reason
    assert (await refused(ada.create(2, sandbox=tables_pb2.Sandbox(seed=b"short")))).reason == "INVALID_SEED"
    assert (await refused(ada.create(2, sandbox=tables_pb2.Sandbox(seat=2)))).reason == "SEAT_TAKEN"
    both = await refused(ada.create(0, sandbox=SANDBOX, introduction_bot="random"))
    assert both.reason == "INTRODUCTION_FIXED"


async def test_nobody_changes_what_is_dealt_and_a_rematch_is_no_sandbox(house):
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    control = tables_pb2.TimeControl(per_move=Duration(seconds=60))
    table = await ada.create(2, sandbox=SANDBOX, time_control=control)
    assert (await refused(bob.join(table.invitation, entropy=b"mine"))).reason == "SANDBOX_FIXED"
    assert (await refused(ada.edit(table.id, seats=3))).reason == "SANDBOX_FIXED"
    await bob.join(table.invitation)
    await bob.ready(table.id)
    await ada.start(table.id)
    await finish(table.id, [ada, bob])
    again = await ada.rematch(table.id)
    assert not again.sandbox
    assert again.commitment != table.commitment
