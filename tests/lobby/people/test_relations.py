"""Follows, blocks, mutes and notes: whom they keep apart, whom they silence, and who learns of them."""

import asyncio
import json
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from galaxytables.lobby.v1 import accounts_pb2, pairing_pb2, players_pb2, relations_pb2, tables_pb2
from galaxytables_client import Bearer, Lobby
from galaxytables_lobby.domain import relations as domain
from galaxytables_lobby.domain.limits import Rate, Scope
from galaxytables_lobby.ids import PlayerId
from galaxytables_lobby.people.limit_settings import LimitSettings
from galaxytables_lobby.people.relations import GUESTS_KEPT, LOOK_SECONDS
from galaxytables_lobby.play.merging import SETTLED_MILLISECONDS
from galaxytables_lobby.subscriptions.presence import PRESENT_MILLISECONDS
from tests.lobby.counting import NAME
from tests.lobby.house import Guest, House, eventually, refused
from tests.lobby.notifications.receivers import receiving
from tests.lobby.notifications.scenes import add_webhook, desk, with_private_endpoints
from tests.lobby.play.test_merging import resumed, signs_in
from tests.lobby.subscriptions.test_own_tables import caught_up

PAGE = Path(__file__).parents[3] / "docs/how-to/people.md"


async def regular(house: House, name: str, lobby: int = 0) -> Guest:
    """Somebody who has a session, as everybody has who plays in a browser."""
    request = players_pb2.CreateGuestRequest(name=name, refreshable=True)
    made = await (await house.guest(lobby=lobby)).players.CreateGuest(request)
    return Guest(house.channels[lobby], made.token, made.player.id)


async def heard(guest: Guest, table_id: str) -> Sequence[str]:
    return list(await guest.messages(table_id))


async def pairs(house: House, *guests: Guest, lobby: int = 0) -> set[frozenset[str]]:
    return set(await house.lobbies[lobby].relations.blocked_among([PlayerId(each.id) for each in guests]))


async def test_what_is_set_is_kept_and_what_is_not_named_stays(house: House):
    ada, bob = await regular(house, "Ada"), await regular(house, "Bob")
    assert await ada.relation(bob) == relations_pb2.Relation(player=players_pb2.Player(id=bob.id, name="Bob"))
    await ada.relate(bob, follow=True, note=" plays fast ")
    relation = await ada.relate(bob, mute=True)
    assert (relation.follows, relation.muted, relation.blocked, relation.note) == (True, True, False, "plays fast")
    assert relation.changed.seconds
    [listed] = await ada.all_relations()
    assert (listed.player.name, listed.muted, listed.note) == ("Bob", True, "plays fast")
    await ada.relate(bob, note="")
    assert (await ada.relate(bob, follow=False, mute=False)).note == ""
    assert await ada.all_relations() == []


async def test_friends_follow_each_other_and_a_block_ends_that_without_a_word(house: House):
    ada, bob = await regular(house, "Ada"), await regular(house, "Bob")
    assert not (await ada.relate(bob, follow=True)).friend
    assert (await bob.relate(ada, follow=True)).friend
    assert [each.friend for each in await ada.all_relations()] == [True]
    blocked = await ada.relate(bob, block=True)
    assert (blocked.follows, blocked.blocked) == (False, True)
    known = await bob.relation(ada)
    assert (known.follows, known.friend, known.blocked, known.muted, known.note) == (True, False, False, False, "")


async def test_relations_show_the_present_name(house: House):
    ada, bob = await regular(house, "Ada"), await regular(house, "Bob")
    await ada.relate(bob, follow=True)
    await bob.players.Rename(players_pb2.RenameRequest(name="Robert"), metadata=bob.metadata)
    assert [each.player.name for each in await ada.all_relations()] == ["Robert"]


async def test_what_nobody_may_have_is_refused(house: House, monkeypatch):
    ada, bob, cleo = [await regular(house, name) for name in ("Ada", "Bob", "Cleo")]
    nobody = Guest(house.channels[0], player_id="nobody")
    error = await refused(ada.relate(nobody, follow=True))
    assert (error.reason, error.metadata["player"]) == ("UNKNOWN_PLAYER", "nobody")
    assert (await refused(ada.relate(ada, block=True))).reason == "NOT_YOURSELF"
    for note in ("x" * 301, "two\nlines"):
        error = await refused(ada.relate(bob, note=note))
        assert (error.reason, error.metadata["most"]) == ("INVALID_NOTE", "300")
    monkeypatch.setattr(domain, "MAX_RELATIONS", {})
    monkeypatch.setattr("galaxytables_lobby.people.relations.MAX_RELATIONS", dict.fromkeys(domain.RelationKind, 1))
    await ada.relate(bob, block=True)
    await ada.relate(bob, block=True)
    error = await refused(ada.relate(cleo, block=True))
    assert error.reason == "TOO_MANY_RELATIONS"
    assert (error.metadata["kind"], error.metadata["most"]) == ("block", "1")
    assert (await ada.relate(cleo, mute=True)).muted


async def test_somebody_who_only_looks_on_can_be_silenced_too(house: House):
    ada, passer = await house.guest("Ada"), await house.guest("Passer")
    assert (await ada.relate(passer, mute=True)).muted
    assert (await refused(ada.relate(passer, follow=True))).reason == "UNKNOWN_PLAYER"


async def test_changes_are_limited(house: House):
    house.limits = LimitSettings(relations={Scope.PLAYER: Rate(2, 600)})
    await house.open_lobby()
    ada, bob = await regular(house, "Ada", lobby=1), await regular(house, "Bob", lobby=1)
    for _ in range(2):
        await ada.relate(bob, follow=True)
    error = await refused(ada.relate(bob, follow=True))
    assert (error.reason, error.metadata["limit"]) == ("RATE_LIMITED", "relations")


async def test_who_is_blocked_gets_the_error_of_somebody_sent_away(house: House):
    ada, bob, cleo = [await regular(house, name) for name in ("Ada", "Bob", "Cleo")]
    await ada.relate(bob, block=True)
    table = await ada.create(3)
    blocked = await refused(bob.join(table.id))
    await cleo.join(table.id)
    await ada.kick(table.id, 1)
    kicked = await refused(cleo.join(table.id))
    assert (blocked.reason, blocked.metadata, str(blocked)) == (kicked.reason, kicked.metadata, str(kicked))
    assert blocked.reason == "SENT_AWAY"
    # Who sits there may have blocked them, too, and a host need not sit there.
    await ada.leave(table.id)
    other = await cleo.create(3)
    await ada.join(other.id)
    assert (await refused(bob.join(other.id))).reason == "SENT_AWAY"
    await ada.leave(other.id)
    await bob.join(other.id)


async def test_who_is_blocked_is_shown_a_table_as_somebody_sent_away_is(house: House):
    ada, bob, cleo = [await regular(house, name) for name in ("Ada", "Bob", "Cleo")]
    await ada.relate(bob, block=True)
    table = await ada.create(3)
    await cleo.join(table.id)
    await ada.kick(table.id, 1)
    for look in (
        lambda guest: guest.table(table.id),
        lambda guest: guest.list(),
        lambda guest: guest.pairing.ListWaits(pairing_pb2.ListWaitsRequest(), metadata=guest.metadata),
        lambda guest: refused(guest.join(table.id)),
        lambda guest: refused(guest.ready(table.id)),
        lambda guest: refused(invite(guest, table.id, ada)),
    ):
        blocked, kicked = [await look(guest) for guest in (bob, cleo)]
        assert str(blocked) == str(kicked)


async def test_who_has_blocked_is_told_whom_and_sits_there_once_the_block_ends(house: House):
    ada, bob, cleo = [await regular(house, name) for name in ("Ada", "Bob", "Cleo")]
    await ada.relate(bob, block=True)
    table = await cleo.create(3)
    await bob.join(table.id)
    refusal = await refused(ada.join(table.id))
    assert (refusal.reason, dict(refusal.metadata)) == ("YOU_BLOCKED", {"player": "Bob"})
    # Of two who have blocked each other, each is told of their own block.
    await bob.relate(ada, block=True)
    assert (await refused(ada.join(table.id))).reason == "YOU_BLOCKED"
    await ada.relate(bob, block=False)
    assert (await refused(ada.join(table.id))).reason == "SENT_AWAY"
    await bob.relate(ada, block=False)
    await ada.join(table.id)


async def free_seats(guest: Guest) -> list[str]:
    """The tables at which somebody is offered a seat."""
    answer = await guest.pairing.ListWaits(pairing_pb2.ListWaitsRequest(), metadata=guest.metadata)
    return list(answer.table_ids)


async def test_neither_is_offered_a_seat_beside_the_other_nor_one_that_would_be_refused(house: House):
    ada, bob, cleo, dan = [await regular(house, name) for name in ("Ada", "Bob", "Cleo", "Dan")]
    await ada.relate(bob, block=True)
    adas, bobs, cleos = [await each.create(3) for each in (ada, bob, cleo)]
    await cleo.create(2, visibility=tables_pb2.VISIBILITY_PRIVATE)
    assert await free_seats(dan) == [cleos.id, bobs.id, adas.id]
    assert await free_seats(ada) == await free_seats(bob) == [cleos.id]
    await bob.join(cleos.id)
    await dan.join(bobs.id)
    await bob.kick(bobs.id, 1)

    async def are_read_anew() -> bool:
        return await free_seats(dan) == [cleos.id, adas.id]

    await eventually(are_read_anew)
    assert await free_seats(ada) == []
    assert await free_seats(bob) == []
    visitor = Guest(house.channels[0])
    assert list((await visitor.pairing.ListWaits(pairing_pb2.ListWaitsRequest())).table_ids) == []


async def test_a_block_holds_at_another_lobby_at_once(house: House):
    await house.open_lobby()
    ada, bob, cleo = [await regular(house, name) for name in ("Ada", "Bob", "Cleo")]
    await ada.relate(bob, block=True)
    assert await pairs(house, ada, bob, cleo, lobby=1) == {frozenset((ada.id, bob.id))}
    assert await pairs(house, ada, cleo) == set()
    table = await house.at(ada, 1).create(2)
    assert (await refused(house.at(bob, 1).join(table.id))).reason == "SENT_AWAY"


async def test_a_game_that_has_begun_goes_on_and_its_rematch_seats_nobody_beside_whom_they_blocked(house: House):
    table_id, [ada, bob, cleo] = await house.started(3, options={"rounds": "1"})
    await ada.relate(bob, block=True)
    for player in (ada, bob, cleo):
        await player.pick(table_id)
    table = await bob.rematch(table_id)
    assert [seat.player.id for seat in table.seats] == [bob.id, cleo.id, ""]
    # To Bob it looks as if Ada had left.
    assert (await bob.rematch(table_id)).id == table.id
    assert (await refused(ada.join(table.id))).reason == "YOU_BLOCKED"


@pytest.mark.parametrize("way", ["block", "mute"])
async def test_messages_of_the_silenced_are_not_shown(house: House, way):
    table_id, [ada, bob, cleo] = await house.started(3)
    await bob.say(table_id, "before")
    async with ada.watching(table_id, from_message=1) as updates:
        assert [each.text for each in (await updates.update()).messages] == ["before"]
        await ada.relate(bob, **{way: True})
        await bob.say(table_id, "unheard")
        await cleo.say(table_id, "heard")
        seen = [
            each for update in await updates.until(lambda each: each.update.messages) for each in update.update.messages
        ]
        assert [each.text for each in seen] == ["heard"]
    async with ada.watching(table_id, from_message=1) as updates:
        assert [each.text for each in (await updates.update()).messages] == ["heard"]
    assert await heard(ada, table_id) == ["heard"]
    assert await heard(cleo, table_id) == await heard(bob, table_id) == ["before", "unheard", "heard"]
    await ada.relate(bob, **{way: False})
    assert await heard(ada, table_id) == ["before", "unheard", "heard"]


async def test_another_lobby_silences_once_it_looks_which_it_does_every_second(house: House):
    assert LOOK_SECONDS <= 1.0
    await house.open_lobby()
    table_id, [ada, bob] = await house.started(2)
    there = house.at(ada, 1)
    async with there.watching(table_id, from_message=1) as updates:
        await updates.update()
        await ada.relate(bob, mute=True)
        silenced = await house.lobbies[1].relations.hearing(PlayerId(ada.id))
        await eventually(lambda: bob.id in silenced.silenced)
        await bob.say(table_id, "unheard")
        await ada.say(table_id, "heard")
        seen = await updates.until(lambda each: each.update.messages)
        assert [each.text for update in seen for each in update.update.messages] == ["heard"]


async def test_nobody_is_notified_of_what_the_silenced_write(house: House):
    with_private_endpoints(house)
    await house.open_lobby()
    ada, bob, cleo = [await regular(house, name, lobby=1) for name in ("Ada", "Bob", "Cleo")]
    async with receiving() as receiver, desk(house) as worker:
        await add_webhook(ada, receiver.url)
        table = await ada.create(3)
        await bob.join(table.id)
        await cleo.join(table.id)
        await ada.relate(bob, mute=True)
        await bob.say(table.id, "unheard")
        await worker.work()
        assert receiver.got == []
        await bob.say(table.id, "unheard again")
        await cleo.say(table.id, "heard")
        await worker.work()
        assert len(receiver.got) == 1
        assert "Cleo" in str(receiver.got[0])
        assert "Bob" not in str(receiver.got[0])


async def test_a_guest_brings_relations_along_and_stays_blocked(house: House):
    account = await signs_in(house, "ada")
    guest, bob, cleo = [await regular(house, name) for name in ("Ada away", "Bob", "Cleo")]
    await guest.relate(bob, follow=True, note="of the guest")
    await account.relate(bob, note="of the account")
    await guest.relate(account, follow=True)
    await bob.relate(guest, block=True)
    await cleo.relate(guest, follow=True)
    joined = await signs_in(house, "ada", guest)
    house.clock.ahead += SETTLED_MILLISECONDS / 1000
    assert await resumed(house) == 1
    [known] = await joined.all_relations()
    assert (known.player.id, known.follows, known.note) == (bob.id, True, "of the account")
    assert [(each.player.id, each.blocked) for each in await bob.all_relations()] == [(joined.id, True)]
    assert [(each.player.id, each.follows) for each in await cleo.all_relations()] == [(joined.id, True)]
    table = await bob.create(2)
    assert (await refused(joined.join(table.id))).reason == "SENT_AWAY"


async def test_a_guests_relations_end_by_themselves_and_an_accounts_do_not(house: House, redis_server):
    guest, bob = await regular(house, "Ada"), await regular(house, "Bob")
    await guest.relate(bob, follow=True)
    with redis_server.client() as client:
        [own] = client.keys(f"*relations:follow:{guest.id}")
        assert GUESTS_KEPT - 60_000 < client.pttl(own) <= GUESTS_KEPT
        account = await signs_in(house, "ada", guest)
        assert client.pttl(own) == -1
        await account.relate(bob, block=True)
        assert {client.pttl(key) for key in client.keys(f"*{account.id}") if b"relation" in key} == {-1}


async def present(guest: Guest) -> list[int]:
    return [each.presence for each in await guest.all_relations()]


async def test_a_follower_sees_where_one_is_unless_one_hides_it_or_has_blocked_them(house: House):
    ada, bob = await regular(house, "Ada"), await regular(house, "Bob")
    await ada.relate(bob, mute=True)
    assert await present(ada) == [relations_pb2.PRESENCE_STATE_UNSPECIFIED]
    await ada.relate(bob, follow=True)
    assert await present(ada) == [relations_pb2.PRESENCE_STATE_AWAY]
    async with bob.noticing():
        await eventually(lambda: _is(ada, relations_pb2.PRESENCE_STATE_ONLINE))
        table = await bob.create(2)
        async with bob.watching(table.id) as updates:
            await updates.update()
            assert await present(ada) == [relations_pb2.PRESENCE_STATE_AT_TABLE]
            await hides(bob, True)
            assert await present(ada) == [relations_pb2.PRESENCE_STATE_AWAY]
            await hides(bob, False)
            assert await present(ada) == [relations_pb2.PRESENCE_STATE_AT_TABLE]
            await bob.relate(ada, block=True)
            assert await present(ada) == [relations_pb2.PRESENCE_STATE_AWAY]


async def hides(guest: Guest, hidden: bool) -> None:
    request = relations_pb2.SetPresenceRequest(hidden=hidden)
    await guest.relations.SetPresence(request, metadata=guest.metadata)
    answer = await guest.relations.ListRelations(relations_pb2.ListRelationsRequest(), metadata=guest.metadata)
    assert answer.presence_hidden is hidden


async def _is(guest: Guest, state: int) -> bool:
    return await present(guest) == [state]


async def invite(host: Guest, table_id: str, other: Guest) -> None:
    request = relations_pb2.InvitePlayerRequest(table_id=table_id, player_id=other.id)
    await host.relations.InvitePlayer(request, metadata=host.metadata)


async def invitations(guest: Guest) -> Sequence[relations_pb2.Invitation]:
    request = relations_pb2.ListInvitationsRequest()
    return (await guest.relations.ListInvitations(request, metadata=guest.metadata)).invitations


async def test_who_is_invited_finds_it_and_joins_a_private_table(house: House):
    ada, bob = await regular(house, "Ada"), await regular(house, "Bob")
    table = await ada.create(2, visibility=tables_pb2.VISIBILITY_PRIVATE)
    for _ in range(2):
        await invite(ada, table.id, bob)
    [invitation] = await invitations(bob)
    assert (invitation.table.id, invitation.by.name, invitation.by.id) == (table.id, "Ada", ada.id)
    assert (await refused(bob.join(table.id))).reason == "INVITATION_REQUIRED"
    await bob.join(invitation.join_id)
    assert await invitations(bob) == []


async def test_an_invitation_ends_with_its_table_its_sender_or_by_hand(house: House):
    ada, bob, cleo = [await regular(house, name) for name in ("Ada", "Bob", "Cleo")]
    one, two, three = [await ada.create(3) for _ in range(3)]
    await cleo.join(two.id)
    for table in (one, two, three):
        await invite(ada, table.id, bob)
        house.clock.ahead += 1
    assert [each.table.id for each in await invitations(bob)] == [three.id, two.id, one.id]
    await ada.leave(one.id)
    await ada.kick(two.id, 1)
    dismissed = relations_pb2.DismissInvitationRequest(table_id=three.id)
    await bob.relations.DismissInvitation(dismissed, metadata=bob.metadata)
    assert [each.table.id for each in await invitations(bob)] == [two.id]
    await ada.leave(two.id)
    assert await invitations(bob) == []


async def test_nobody_is_invited_who_does_not_want_to_hear_of_it_and_nobody_learns_that(house: House):
    ada, bob, cleo = [await regular(house, name) for name in ("Ada", "Bob", "Cleo")]
    table = await ada.create(3)
    await bob.relate(ada, block=True)
    await cleo.relate(ada, mute=True)
    for other in (bob, cleo):
        await invite(ada, table.id, other)
        assert await invitations(other) == []
    await cleo.relate(ada, mute=False)
    await invite(ada, table.id, cleo)
    assert len(await invitations(cleo)) == 1
    await cleo.relate(ada, mute=True)
    assert await invitations(cleo) == []


async def decline(guest: Guest, table_id: str) -> None:
    request = relations_pb2.DismissInvitationRequest(table_id=table_id)
    await guest.relations.DismissInvitation(request, metadata=guest.metadata)


async def sees(guest: Guest, table_id: str) -> None:
    request = relations_pb2.MarkInvitationSeenRequest(table_id=table_id)
    await guest.relations.MarkInvitationSeen(request, metadata=guest.metadata)


async def challenged(guest: Guest, table_id: str) -> list[tuple[str, int, int]]:
    request = relations_pb2.ListInvitedRequest(table_id=table_id)
    answer = await guest.relations.ListInvited(request, metadata=guest.metadata)
    return [(each.player.name, each.state, each.presence) for each in answer.players]


async def test_a_table_shows_who_was_challenged_and_what_they_answered_and_never_who_hides_or_blocks(house: House):
    ada, bob, cleo, dan, eve = [await regular(house, name) for name in ("Ada", "Bob", "Cleo", "Dan", "Eve")]
    table = await ada.create(4)
    await cleo.relate(ada, block=True)
    await hides(dan, True)
    for other in (bob, cleo, dan, eve):
        await invite(ada, table.id, other)
        house.clock.ahead += 1
    sent, seen, declined = relations_pb2.INVITED_STATE_SENT, relations_pb2.INVITED_STATE_SEEN, 3
    away, online = relations_pb2.PRESENCE_STATE_AWAY, relations_pb2.PRESENCE_STATE_ONLINE
    async with bob.noticing() as one, cleo.noticing() as two, dan.noticing() as three:
        for notices in (one, two, three):
            await caught_up(notices)
        for other in (bob, cleo, dan):
            await sees(other, table.id)
        assert await challenged(ada, table.id) == [
            ("Bob", seen, online),
            ("Cleo", sent, away),
            ("Dan", sent, away),
            ("Eve", sent, away),
        ]
    await decline(bob, table.id)
    # Who got nothing answers nothing.
    await decline(cleo, table.id)
    await eve.join(table.id)
    assert [each[:2] for each in await challenged(ada, table.id)] == [("Bob", declined), ("Cleo", sent), ("Dan", sent)]
    assert (await refused(challenged(bob, table.id))).reason == "NOT_SEATED"
    await invite(ada, table.id, bob)
    assert (await challenged(ada, table.id))[-1][:2] == ("Bob", sent)


async def test_who_is_erased_stands_at_no_table_that_they_were_challenged_to(house: House):
    ada, bob = await regular(house, "Ada"), await regular(house, "Bob")
    table = await ada.create(2)
    await invite(ada, table.id, bob)
    await bob.accounts.EraseMe(accounts_pb2.EraseMeRequest(), metadata=bob.metadata)

    async def gone() -> bool:
        return await challenged(ada, table.id) == []

    await eventually(gone)


@pytest.mark.parametrize("opened_first", [True, False])
async def test_a_challenge_goes_once_the_two_have_begun_another_game(house: House, opened_first):
    ada, bob, cleo = [await regular(house, name) for name in ("Ada", "Bob", "Cleo")]
    earlier = await ada.create(2)
    await bob.join(earlier.id)
    await bob.ready(earlier.id)
    if not opened_first:
        await ada.start(earlier.id)
    house.clock.ahead += 1
    table = await ada.create(3)
    await invite(ada, table.id, bob)
    await invite(ada, table.id, cleo)
    # A game that had begun before is none that answers a challenge.
    assert len(await invitations(bob)) == 1
    house.clock.ahead += 1
    if not opened_first:
        earlier = await ada.create(2)
        await bob.join(earlier.id)
        await bob.ready(earlier.id)
    await ada.start(earlier.id)
    assert await invitations(bob) == []
    assert len(await invitations(cleo)) == 1


async def test_a_host_challenges_somebody_sent_away_who_may_sit_down_again(house: House):
    ada, bob, cleo = [await regular(house, name) for name in ("Ada", "Bob", "Cleo")]
    table = await ada.create(3)
    await bob.join(table.id)
    await cleo.join(table.id)
    await ada.kick(table.id, 1)
    assert (await refused(invite(cleo, table.id, bob))).reason == "NOT_HOST"
    assert await invitations(bob) == []
    assert (await refused(bob.join(table.id))).reason == "SENT_AWAY"
    await invite(ada, table.id, bob)
    [invitation] = await invitations(bob)
    assert invitation.table.id == table.id
    assert (await bob.join(table.id)).seat == 1


async def online(guest: Guest, **fields: int) -> list[tuple[str, bool, int]]:
    request = relations_pb2.ListOnlineRequest(**fields)
    answer = await guest.relations.ListOnline(request, metadata=guest.metadata)
    return [(each.player.name, each.friend, each.presence) for each in answer.relations]


async def test_who_is_online_is_seen_friends_first_but_nobody_who_hides_or_is_kept_apart(house: House):
    names = ("Ada", "Zoe", "Yan", "bea", "Cy", "Hal", "Bo", "Kim", "Off")
    ada, zoe, yan, bea, cy, hal, bo, kim, _ = [await regular(house, name) for name in names]
    await ada.relate(zoe, follow=True)
    await zoe.relate(ada, follow=True)
    await ada.relate(yan, follow=True)
    await hides(hal, True)
    await bo.relate(ada, block=True)
    await ada.relate(kim, block=True)
    async with AsyncExitStack() as open_streams:
        for each in (ada, zoe, yan, bea, cy, hal, bo, kim):
            await caught_up(await open_streams.enter_async_context(each.noticing()))
        here = relations_pb2.PRESENCE_STATE_ONLINE
        seen = [("Zoe", True, here), ("Yan", False, here), ("bea", False, here), ("Cy", False, here)]
        assert await online(ada) == seen
        assert await online(ada, page_size=2) == seen[:2]
        for apart in (bo, kim):
            assert "Ada" not in [name for name, *_ in await online(apart)]
        found = await ada.players.SearchPlayers(players_pb2.SearchPlayersRequest(name="BE"), metadata=ada.metadata)
        assert [each.name for each in found.players] == ["bea"]
        for name in ("Ha", "Bo", "Ki", "Of", "Ad"):
            request = players_pb2.SearchPlayersRequest(name=name)
            assert not (await ada.players.SearchPlayers(request, metadata=ada.metadata)).players
        # Who hides is gone at once, however new the list is that everybody shares.
        await hides(cy, True)
        assert await online(ada) == seen[:3]
    house.clock.ahead += PRESENT_MILLISECONDS / 1000 + 1

    async def nobody() -> bool:
        return await online(ada) == []

    await eventually(nobody)


async def test_whoever_is_online_can_be_challenged(house: House):
    ada, stranger = await regular(house, "Ada"), await house.guest("Stranger")
    table = await ada.create(2)
    assert (await refused(invite(ada, table.id, stranger))).reason == "UNKNOWN_PLAYER"
    async with stranger.noticing() as notices:
        await caught_up(notices)
        await invite(ada, table.id, stranger)
    assert len(await invitations(stranger)) == 1


async def test_not_everybody_invites_to_everything(house: House):
    ada, bob, cleo = [await regular(house, name) for name in ("Ada", "Bob", "Cleo")]
    table = await ada.create(2)
    assert (await refused(invite(bob, table.id, cleo))).reason == "NOT_SEATED"
    assert (await refused(invite(ada, table.id, ada))).reason == "NOT_YOURSELF"
    nobody = Guest(house.channels[0], player_id="nobody")
    assert (await refused(invite(ada, table.id, nobody))).reason == "UNKNOWN_PLAYER"
    await bob.join(table.id)
    assert (await refused(invite(ada, table.id, cleo))).reason == "TABLE_FULL"
    await bob.ready(table.id)
    await ada.start(table.id)
    assert (await refused(invite(ada, table.id, cleo))).reason == "TABLE_STARTED"


async def test_who_is_invited_is_notified_once_with_a_link_that_lets_them_in(house: House):
    with_private_endpoints(house)
    await house.open_lobby()
    ada, bob = [await regular(house, name, lobby=1) for name in ("Ada", "Bob")]
    async with receiving() as receiver, desk(house) as worker:
        await add_webhook(bob, receiver.url)
        table = await ada.create(2, visibility=tables_pb2.VISIBILITY_PRIVATE, name="Ours")
        for _ in range(2):
            await invite(ada, table.id, bob)
        await worker.work()
        [request] = receiver.got
        assert "Ada challenges you to a game at" in str(request)
        assert f"/#/table/{table.invitation}" in str(request)
        await invite(ada, table.id, bob)
        await ada.leave(table.id)
        await worker.work()
        assert len(receiver.got) == 1


async def test_one_gets_all_of_ones_own_and_nothing_of_others(house: House):
    ada, bob = await regular(house, "Ada"), await regular(house, "Bob")
    await ada.relate(bob, note="a secret of Ada's", mute=True)
    exported = {
        each.id: (await each.accounts.ExportMyData(accounts_pb2.ExportMyDataRequest(), metadata=each.metadata))
        for each in (ada, bob)
    }
    [own] = json.loads(exported[ada.id].json)["relations"]
    assert (own["player"], own["name"], own["note"]) == (bob.id, "Bob", "a secret of Ada's")
    assert own["mute"] > 0
    assert ada.id not in exported[bob.id].json
    await bob.accounts.EraseMe(accounts_pb2.EraseMeRequest(), metadata=bob.metadata)
    await eventually(lambda: _none(ada))


async def _none(guest: Guest) -> bool:
    return not await guest.all_relations()


async def test_the_python_client_has_these_calls(house: House):
    ada, bob = await regular(house, "Ada"), await regular(house, "Bob")
    async with Lobby(house.addresses[0], Bearer(ada.token)) as lobby:
        relation = await lobby.relations.set(bob.id, follow=True, note="quick")
        assert relation == await lobby.relations.get(bob.id)
        [listed] = await lobby.relations.list()
        assert (listed.note, listed.presence) == ("quick", relations_pb2.PRESENCE_STATE_AWAY)
        assert (relation.follows, relation.note, relation.blocked) == (True, "quick", False)
        await lobby.relations.hide_presence()
        assert await lobby.relations.hides_presence()
        table = await lobby.tables.create(NAME, seats=2)
        await lobby.relations.invite(table.id, bob.id)
    async with Lobby(house.addresses[0], Bearer(bob.token)) as lobby:
        assert [each.table.id for each in await lobby.relations.invitations()] == [table.id]
        await lobby.relations.mark_invitation_seen(table.id)
        await lobby.relations.dismiss_invitation(table.id)
        assert list(await lobby.relations.invitations()) == []
        assert list(await lobby.relations.online()) == []
    async with Lobby(house.addresses[0], Bearer(ada.token)) as lobby:
        assert [each.state for each in await lobby.relations.invited(table.id)] == [
            relations_pb2.INVITED_STATE_DECLINED
        ]


async def test_what_the_page_shows_works(house: House, capsys):
    blocks = [part.partition("```")[0] for part in PAGE.read_text("utf-8").split("```python\n")[1:]]
    code = "\n".join(blocks).replace("127.0.0.1:5100", house.addresses[0]).replace('"jump"', f'"{NAME}"')
    await asyncio.to_thread(exec, code, {})
    lines = [line for line in capsys.readouterr().out.splitlines() if "[info" not in line]
    assert lines == ["Bob True False plays fast", "Eve"]
