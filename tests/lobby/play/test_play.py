"""A game in play, through the public API: choosing, taking back, giving up, the record."""

import asyncio
import hashlib
import uuid

import pytest
from google.protobuf.struct_pb2 import Struct

from galaxytables.lobby.v1 import play_pb2
from galaxytables.lobby.v1.tables_pb2 import TABLE_STATE_FINISHED, TimeControl
from galaxytables.rules.v1 import game_pb2, rules_pb2
from tests.lobby.house import House, refused, timeless


async def verified(house: House, record) -> bool:
    answer = await house.counting.rules.Replay(rules_pb2.ReplayRequest(record=record), None)
    return bool(answer.verified)


def hand(update: play_pb2.TableUpdate) -> list[float]:
    content = Struct()
    assert update.view.Unpack(content)
    return [value.number_value for value in content.fields["hand"].list_value.values]


async def test_a_game_is_played_to_its_end_and_its_record_verifies(house):
    table_id, guests = await house.started(seats=3, options={"rounds": "4"})
    for _ in range(4):
        for guest in guests:
            await guest.pick(table_id)
    table = await guests[0].table(table_id)
    assert table.state == TABLE_STATE_FINISHED
    assert sorted(score.seat for score in table.scores) == [0, 1, 2]
    record = await guests[1].record(table_id)
    assert len(record.choices) == 12
    assert hashlib.sha256(record.seed).digest() == table.commitment == record.commitment
    assert await verified(house, record)
    record.choices[0].picks[0] = "c2" if record.choices[0].picks[0] != "c2" else "c1"
    assert not await verified(house, record)


async def test_everybody_sees_their_own_view_and_prompts(house):
    table_id, (one, two) = await house.started()
    spectator = await house.guest()
    seen = [await guest.view(table_id) for guest in (one, two, spectator)]
    assert [update.viewer if update.HasField("viewer") else None for update in seen] == [0, 1, None]
    assert [[prompt.seat for prompt in update.prompts] for update in seen] == [[0], [1], []]
    assert [len(hand(update)) for update in seen] == [3, 3, 0]
    assert hand(seen[0]) != hand(seen[1])
    assert [list(update.waiting_for) for update in seen] == [[0, 1]] * 3
    assert all(not update.events and update.last_event == 3 for update in seen)


async def test_a_choice_is_refused_with_the_rules_reason_and_changes_nothing(house):
    table_id, (one, _) = await house.started(options={"unlucky": "on"})
    before = timeless(await one.view(table_id))
    cases = [
        (("r9s9", "c0"), "PROMPT_CLOSED", {"prompt": "r9s9"}),
        (("r1s1", "c0"), "PROMPT_CLOSED", {"prompt": "r1s1"}),
        (("r1s0",), "OUT_OF_BOUNDS", {"least": "1", "most": "1", "given": "0"}),
        (("r1s0", "c7"), "UNKNOWN_OPTION", {"option": "c7"}),
    ]
    for arguments, reason, metadata in cases:
        error = await refused(one.submit(table_id, *arguments))
        assert (error.reason, error.metadata, error.domain) == (reason, metadata, "galaxytables.lobby")
    for request_id in ("short", "x" * 65, "line\nbreak"):
        error = await refused(one.submit(table_id, "r1s0", "c0", request_id=request_id))
        assert (error.reason, error.metadata) == ("INVALID_REQUEST_ID", {"least": "8", "most": "64"})
    stranger = await house.guest()
    assert (await refused(stranger.submit(table_id, "r1s0", "c0"))).reason == "NOT_SEATED"
    assert (await refused(stranger.submit(table_id, "r1s0", "c0", seat=0))).reason == "NOT_SEATED"
    assert (await refused(one.submit(table_id, "r1s1", "c0", seat=1))).reason == "NOT_SEATED"
    assert (await refused(one.submit("b" * 16, "r1s1", "c0"))).reason == "TABLE_NOT_FOUND"
    assert timeless(await one.view(table_id)) == before


async def test_only_allowed_values_of_a_refusal_reach_the_player(house):
    """The rules name a secret in their refusal; the lobby passes on paragraph, rule and numbers alone."""
    for _ in range(40):
        table_id, (one, _) = await house.started(options={"unlucky": "on"})
        prompt = (await one.view(table_id)).prompts[0]
        cards = {option.id: option.facts[0].number for option in prompt.options}
        unlucky = [option for option, card in cards.items() if card % 7 == 0]
        if unlucky and len(unlucky) < len(cards):
            error = await refused(one.submit(table_id, prompt.id, unlucky[0]))
            known = {"paragraph": "C3", "rule": "unlucky", "card": str(cards[unlucky[0]])}
            assert (error.reason, error.metadata) == ("CHOICE_REFUSED", known)
            return
    pytest.fail("no hand held an unlucky card")


async def test_a_repeated_request_gets_the_first_answer_whatever_happened_since(house):
    table_id, (one, two) = await house.started()
    request_id = str(uuid.uuid4())
    first = await one.submit(table_id, "r1s0", "c0", request_id=request_id)
    assert await one.submit(table_id, "r1s0", "c0", request_id=request_id) == first
    await two.pick(table_id)
    assert await one.submit(table_id, "r1s0", "c0", request_id=request_id) == first
    second = house.at(one, 0)
    assert await second.submit(table_id, "r1s0", "c0", request_id=request_id) == first
    assert (await one.view(table_id)).version == first.version + 1


async def test_request_ids_of_different_players_do_not_meet(house):
    table_id, (one, two) = await house.started()
    first = await one.submit(table_id, "r1s0", "c0", request_id="choice-1")
    other = await two.submit(table_id, "r1s1", "c0", request_id="choice-1")
    assert other.version == first.version + 1


async def test_the_same_request_sent_many_times_at_once_counts_once(house):
    await house.open_lobby()
    table_id, (one, two) = await house.started()
    elsewhere = house.at(one, 1)
    request_id = str(uuid.uuid4())
    answers = await asyncio.gather(
        *[who.submit(table_id, "r1s0", "c0", request_id=request_id) for who in [one, elsewhere] * 10]
    )
    assert len({(answer.version, answer.last_event) for answer in answers}) == 1
    await two.pick(table_id)
    record_events = [event.kind for event in (await two.record(table_id)).events]
    assert record_events.count("picked") == 2


async def test_seats_choose_at_once_through_two_lobbies_and_none_is_lost(house):
    await house.open_lobby()
    table_id, guests = await house.started(seats=4, options={"rounds": "15"})

    async def play_on(guest):
        for number in range(1, 16):
            while True:
                update = await guest.view(table_id)
                if update.prompts and update.prompts[0].id.startswith(f"r{number}s"):
                    break
                await asyncio.sleep(0.005)
            await guest.submit(table_id, update.prompts[0].id, "c0")

    await asyncio.gather(*[play_on(house.at(guest, number % 2)) for number, guest in enumerate(guests)])
    record = await guests[0].record(table_id)
    assert len(record.choices) == 60
    assert await verified(house, record)


async def test_a_choice_is_taken_back_and_made_again(house):
    table_id, (one, two) = await house.started(options={"rounds": "1"})
    assert (await refused(one.undo(table_id))).reason == "NOTHING_TO_UNDO"
    await one.submit(table_id, "r1s0", "c0")
    seen = await one.view(table_id)
    assert (seen.undoable, list(seen.waiting_for)) == (True, [1])
    assert (await refused(two.undo(table_id))).reason == "NOTHING_TO_UNDO"
    undone = await one.undo(table_id)
    again = await one.view(table_id)
    assert (again.version, again.undoable, list(again.waiting_for)) == (undone.version, False, [0, 1])
    await one.submit(table_id, "r1s0", "c1")
    await two.pick(table_id)
    record = await one.record(table_id)
    assert [list(choice.picks) for choice in record.choices if choice.seat == 0] == [["c1"]]
    assert [event.kind for event in record.events if event.kind == "picked"] == ["picked"] * 2
    assert await verified(house, record)
    assert (await refused(one.undo(table_id))).reason == "GAME_OVER"
    stranger = await house.guest()
    assert (await refused(stranger.undo(table_id))).reason in {"NOT_SEATED", "GAME_OVER"}


async def test_an_undo_that_would_withdraw_another_kind_of_event_is_refused(house):
    table_id, (one, two, _) = await house.started(seats=3)
    await one.submit(table_id, "r1s0", "c0")
    await two.resign(table_id)
    error = await refused(one.undo(table_id))
    assert error.reason == "UNDO_REFUSED"


async def test_an_undo_reads_the_end_of_a_history_and_not_the_whole(house, monkeypatch):
    table_id, (one, two) = await house.started(options={"rounds": "50"})
    for _ in range(40):
        await one.pick(table_id)
        await two.pick(table_id)
    await one.pick(table_id)
    store, read = house.lobbies[0].tables.store, []
    events = store.events

    async def counted(*which):
        found = await events(*which)
        read.append(len(found))
        return found

    monkeypatch.setattr(store, "events", counted)
    await one.undo(table_id)
    history = (await one.view(table_id)).last_event
    assert history > 200
    assert 0 < sum(read) <= 20


async def test_an_undo_looks_further_back_where_the_end_of_a_history_does_not_say(house, monkeypatch):
    monkeypatch.setattr("galaxytables_lobby.play.undo._FEW_EVENTS", 0)
    table_id, (one, two) = await house.started()
    await one.submit(table_id, "r1s0", "c0")
    takeback = (await one.propose(table_id, 1)).takeback.id
    await two.decline(table_id, takeback)
    assert (await one.undo(table_id)).version
    assert list((await one.view(table_id)).waiting_for) == [0, 1]


async def test_nothing_can_be_played_before_the_start_or_after_the_end(house):
    guest = await house.guest()
    table = await guest.create(2)
    for work in (
        guest.view(table.id),
        guest.record(table.id),
        guest.undo(table.id),
        guest.resign(table.id),
        guest.submit(table.id, "r1s0", "c0"),
    ):
        assert (await refused(work)).reason == "TABLE_NOT_STARTED"
    table_id, (one, two) = await house.started(options={"rounds": "1"})
    await one.pick(table_id)
    await two.pick(table_id)
    assert (await refused(one.submit(table_id, "r1s0", "c0"))).reason == "GAME_OVER"
    assert (await refused(one.resign(table_id))).reason == "GAME_OVER"
    assert [score.rank for score in (await one.view(table_id)).scores] != []


async def test_who_resigns_ranks_behind_all_others_with_points_untouched(house):
    table_id, guests = await house.started(3, options={"rounds": "1"})
    hands = [hand(await guest.view(table_id)) for guest in guests]
    best = [max(cards) for cards in hands]
    seat = best.index(max(best))
    winner = guests[seat]
    await winner.submit(table_id, f"r1s{seat}", f"c{hands[seat].index(best[seat])}")
    await winner.resign(table_id)
    assert (await refused(winner.resign(table_id))).reason == "ALREADY_RESIGNED"
    assert (await refused(winner.submit(table_id, f"r1s{seat}", "c0"))).reason == "NOT_SEATED"
    others = [number for number in range(3) if number != seat]
    for number in others:
        await guests[number].submit(table_id, f"r1s{number}", f"c{hands[number].index(min(hands[number]))}")
    table = await guests[others[0]].table(table_id)
    assert table.seats[seat].resigned
    assert table.end_reason == game_pb2.END_REASON_PLAYED_OUT
    scores = {score.seat: score for score in table.scores}
    assert (scores[seat].total, scores[seat].rank) == (1, 3)
    assert [(scores[number].total, scores[number].rank) for number in others] == [(0, 1), (0, 1)]
    assert await verified(house, await guests[others[0]].record(table_id))
    stranger = await house.guest()
    assert (await refused(stranger.resign(table_id))).reason in {"NOT_SEATED", "GAME_OVER"}


async def test_bots_are_played_by_their_host_and_by_nobody_else(house):
    player, host, impostor = await house.guest(), house.host(), house.host(name="others")
    async with host.hosting("random") as seats:
        await seats.until(lambda message: message.caught_up)
        table = await player.create(2, time_control=TimeControl(successor="random"))
        await player.add_bot(table.id)
        await player.start(table.id)
        assert (await seats.next()).seat.seat == 1
        assert (await refused(impostor.submit(table.id, "r1s1", "c0", seat=1))).reason == "NOT_SEATED"
        assert (await refused(impostor.view(table.id, seat=1))).reason == "NOT_SEATED"
        assert (await refused(player.submit(table.id, "r1s1", "c0", seat=1))).reason == "NOT_SEATED"
        assert (await refused(host.submit(table.id, "r1s0", "c0", seat=0))).reason == "NOT_SEATED"
        assert (await refused(host.submit(table.id, "r1s0", "c0", seat=9))).reason == "NOT_SEATED"
        await host.pick(table.id, seat=1)
        await host.undo(table.id, seat=1)
        await host.pick(table.id, seat=1)
        # After a resignation the table's successor plays the seat.
        await player.resign(table.id)
        told = (await seats.next()).seat
        assert (told.table_id, told.seat, told.bot) == (table.id, 0, "random")
        await host.pick(table.id, seat=0)
        assert (await host.view(table.id, seat=0)).prompts[0].id == "r2s0"


async def test_a_hostile_client_gets_typed_errors_and_changes_nothing(house):
    table_id, (one, _) = await house.started()
    before = timeless(await one.view(table_id))
    weird = ["", "\x00", "{s1}", "a" * 5_000, "r1s0\n", "🂡", "-1", "null"]
    for text in weird:
        for work in (
            one.submit(text, "r1s0", "c0"),
            one.submit(table_id, text, "c0"),
            one.submit(table_id, "r1s0", text),
            one.submit(table_id, "r1s0", *[f"{text}{number}" for number in range(60)]),
            one.view(text),
            one.view(table_id, seat=2**32 - 1),
        ):
            error = await refused(work)
            assert error.reason not in {"", "INTERNAL"}, (text, error)
            assert error.domain == "galaxytables.lobby"
    assert timeless(await one.view(table_id)) == before


async def test_garbage_on_the_wire_is_a_typed_error(house):
    guest = await house.guest()
    call = house.channels[0].unary_unary("/galaxytables.lobby.v1.PlayService/SubmitChoice")
    for garbage in (b"\xff" * 50, b"\x0a\xff\xff\xff\xff\x0f", bytes(range(256))):
        error = await refused(call(garbage, metadata=guest.metadata))
        assert error.reason == "MALFORMED_REQUEST"


async def test_a_refusal_is_decided_on_the_table_as_it_is_not_as_it_is_remembered(house, monkeypatch):
    """The other lobby's news never come; the table in memory is a round behind."""
    lobby = await house.open_lobby()
    monkeypatch.setattr(lobby.tables.memory, "forget_older", lambda _: None)
    table_id, (one, two) = await house.started()
    here = house.at(one, 1)
    await here.submit(table_id, "r1s0", "c0")
    await two.submit(table_id, "r1s1", "c0")
    await here.submit(table_id, "r2s0", "c0")
    await two.submit(table_id, "r2s1", "c0")
    assert (await refused(here.submit(table_id, "r2s0", "c0"))).reason == "PROMPT_CLOSED"
    await here.resign(table_id)
