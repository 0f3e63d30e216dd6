"""A guest who signs in to an account becomes part of it: all that was theirs is the account's, at once and whole."""

import pytest
from google.protobuf.duration_pb2 import Duration
from google.protobuf.timestamp_pb2 import Timestamp
from sqlalchemy import select

from galaxytables.admin.v1 import admin_pb2
from galaxytables.lobby.v1 import accounts_pb2, archive_pb2, personal_tokens_pb2, players_pb2, tables_pb2
from galaxytables_lobby.adapters.archive.engine import open_engine, read_url, reading, writing
from galaxytables_lobby.adapters.archive.ratings import recompute
from galaxytables_lobby.adapters.archive.schema import GAMES, RATINGS, SEATS
from galaxytables_lobby.domain.accounts import Proof, WayInKind
from galaxytables_lobby.people.sanctions import Kind, Sanction, Subject
from galaxytables_lobby.people.sign_in import Begun, Intent, Shown
from galaxytables_lobby.people.tokens import Caller
from galaxytables_lobby.play.merging import SETTLED_MILLISECONDS
from galaxytables_serving import GalaxyError
from tests.lobby.admin.test_admin import olga  # noqa: F401  # a fixture
from tests.lobby.house import Guest, House, eventually, refused
from tests.lobby.people.authenticator import Authenticator
from tests.lobby.people.test_passkeys import Visitor
from tests.lobby.people.test_sanctions import is_refused
from tests.lobby.workers import open_archiver, open_merges


def shown(subject: str, name: str = "Ada") -> Shown:
    """What a provider has shown, as if somebody had just come back from it."""
    begun = Begun("one", "", "", "", b"", Intent.SIGN_IN, "", name)
    return Shown(Proof(kind=WayInKind.OIDC, issuer="https://a.example", subject=subject), "One", begun)


async def signs_in(house: House, subject: str, guest: Guest | None = None) -> Guest:
    """Somebody comes back from a provider, under a guest's token or none."""
    lobby = house.lobbies[0]
    caller: Caller | None = None if guest is None else house.lobbies[0].access._tokens.read(guest.token)
    entered, pair = await lobby.entering.enter(caller, shown(subject), "a browser", lambda _: None)
    return Guest(house.channels[0], pair.token, entered.player_id)


async def finished(winner: Guest, loser: Guest, **fields) -> str:
    """A finished, rated game of two."""
    table = await winner.create(2, options={"rounds": "1"}, **fields)
    await loser.join(table.id)
    await loser.ready(table.id)
    await winner.start(table.id)
    for player in (winner, loser):
        await player.pick(table.id)
    if (await winner.table(table.id)).state == tables_pb2.TABLE_STATE_RUNNING:
        await loser.resign(table.id)
    return str(table.id)


async def archived(house: House) -> None:
    house.clock.ahead += 10
    async with open_archiver(house.settings, clock=house.clock) as archiver:
        await archiver.archive()


async def resumed(house: House) -> int:
    async with open_merges(house.settings, clock=house.clock) as merges:
        return await merges.resume()


async def history(guest: Guest) -> list[str]:
    answer = await guest.archive.ListHistory(archive_pb2.ListHistoryRequest(), metadata=guest.metadata)
    return [each.table_id for each in answer.games]


async def mine(guest: Guest) -> set[str]:
    return {each.table.id for each in (await guest.my_tables()).tables}


async def test_everything_of_the_guest_is_the_accounts(house):
    ada = await signs_in(house, "ada")
    guest, bea = await house.guest("Ada away"), await house.guest("Bea")
    open_table = await guest.create(2, name="of the guest")
    running, players = await guest.create(2), bea
    await players.join(running.id)
    await players.ready(running.id)
    await guest.start(running.id)
    await guest.pick(running.id)
    await guest.say(running.id, "hello")
    old = await finished(guest, bea)
    await archived(house)
    waiting = await finished(guest, bea)

    joined = await signs_in(house, "ada", guest)
    assert joined.id == ada.id
    assert {open_table.id, running.id} <= await mine(joined)
    assert old in await history(joined)
    await archived(house)
    assert {old, waiting} <= set(await history(joined))
    table = await joined.table(running.id)
    assert [seat.player.id for seat in table.seats] == [ada.id, bea.id]
    # The name at the table stays; the account plays on from there.
    assert table.seats[0].player.name == "Ada away"
    await bea.pick(running.id)
    await joined.pick(running.id)
    await joined.say(running.id, "still me")
    assert [each.player.id for each in (await joined.view(running.id)).messages] in ([], [ada.id, ada.id])
    await joined.edit(open_table.id, name="of the account")
    ratings = await joined.archive.ListRatings(archive_pb2.ListRatingsRequest(), metadata=joined.metadata)
    assert [each.games for each in ratings.ratings] == [2]
    # The guest is nobody any more.
    assert (await refused(guest.my_tables())).reason == "SESSION_ENDED"
    house.clock.ahead += SETTLED_MILLISECONDS / 1000
    assert await resumed(house) == 1
    assert await resumed(house) == 0


async def test_a_guest_who_signs_in_by_a_passkey_becomes_part_of_its_account(house):
    passkey = Authenticator()
    ada = await (await Visitor.comes(house, "Ada")).registers(passkey)
    away, bea = await Visitor.comes(house, "Ada away"), await house.guest("Bea")
    guest = away.guest
    open_table = await guest.create(2, name="of the guest")
    old = await finished(guest, bea)
    await archived(house)
    running = await guest.create(2)
    await bea.join(running.id)
    await bea.ready(running.id)
    await guest.start(running.id)
    mute = Sanction(
        kind=Kind.MUTE, subject=str(Subject.parse(f"player:{guest.id}")), reason="spam", operator="olga", since=1
    )
    await house.lobbies[0].access.sanctions.impose(mute)

    joined = (await away.signs_in(passkey, with_token=True)).guest
    assert joined.id == ada.guest.id
    assert {open_table.id, running.id} <= await mine(joined)
    assert [seat.player.id for seat in (await joined.table(running.id)).seats] == [ada.guest.id, bea.id]
    assert await history(joined) == [old]
    ratings = await joined.archive.ListRatings(archive_pb2.ListRatingsRequest(), metadata=joined.metadata)
    assert [each.games for each in ratings.ratings] == [1]
    await joined.pick(running.id)
    assert (await refused(joined.say(running.id, "hello"))).reason == "MUTED"
    # The guest is nobody any more, and the account has a passkey as before.
    assert (await refused(guest.my_tables())).reason == "SESSION_ENDED"
    assert (await ada.signs_in(passkey)).guest.id == ada.guest.id
    house.clock.ahead += SETTLED_MILLISECONDS / 1000
    assert await resumed(house) == 1


async def test_a_passkey_joins_nobody_who_plays_beside_its_account(house):
    passkey = Authenticator()
    ada = await (await Visitor.comes(house, "Ada")).registers(passkey)
    away = await Visitor.comes(house, "Ada away")
    table = await ada.guest.create(2)
    await away.guest.join(table.id)
    await away.guest.ready(table.id)
    await ada.guest.start(table.id)
    error = await refused(away.signs_in(passkey, with_token=True))
    assert (error.reason, error.metadata["table"]) == ("SEATED_TWICE", table.id)
    await away.guest.pick(table.id)
    # Without the guest's token they come in, and the guest stays apart.
    assert (await away.signs_in(passkey)).guest.id == ada.guest.id


async def test_a_passkeys_sign_in_that_one_player_began_joins_no_other(house):
    passkey = Authenticator()
    ada = await (await Visitor.comes(house, "Ada")).registers(passkey)
    away, eve = await Visitor.comes(house, "Ada away"), await Visitor.comes(house, "Eve")
    for begins, completes in ((away, eve), (away, None), (None, eve)):
        options = await ada.asks_to_sign_in() if begins is None else await begins.asks_to_sign_in(with_token=True)
        credential = passkey.uses(options)
        shown = ada.shows(credential) if completes is None else completes.shows(credential, with_token=True)
        assert (await refused(shown)).reason == "CHALLENGE_UNKNOWN"
    assert await mine(eve.guest) == set()
    assert await house.lobbies[0].archive.merges(limit=10) == []


async def test_ratings_after_a_joining_are_those_that_all_games_give(archived_at):
    house = archived_at
    ada = await signs_in(house, "ada")
    guest, bea, cal = await house.guest("Ada away"), await house.guest("Bea"), await house.guest("Cal")
    for one, other in ((ada, bea), (guest, bea), (bea, cal), (ada, cal), (cal, guest), (guest, ada)):
        await finished(one, other)
        await archived(house)
    joined = await signs_in(house, "ada", guest)
    engine = open_engine(read_url(house.settings.archive_url), connections=1)
    with reading(engine) as connection:
        before = sorted(connection.execute(select(RATINGS)).all())
        # The game against oneself stays one of two players, and does not count.
        assert len(connection.execute(select(SEATS).where(SEATS.c.who == guest.id)).all()) == 1
        own = select(GAMES.c.unrated).where(GAMES.c.rated.is_(False))
        assert list(connection.execute(own).scalars()) == [tables_pb2.UNRATED_REASON_OWN_GUEST]
    assert {row.who for row in before} == {joined.id, bea.id, cal.id}
    with writing(engine) as connection:
        assert recompute(connection).changed == 0
        assert sorted(connection.execute(select(RATINGS)).all()) == before
    engine.dispose()


async def test_who_plays_at_one_table_twice_is_told_which_and_nothing_has_changed(house):
    ada, guest = await signs_in(house, "ada"), await house.guest("Ada away")
    table = await ada.create(2)
    await guest.join(table.id)
    await guest.ready(table.id)
    await ada.start(table.id)
    with pytest.raises(GalaxyError) as caught:
        await signs_in(house, "ada", guest)
    assert caught.value.reason == "SEATED_TWICE"
    assert caught.value.metadata["table"] == table.id
    # Both play on.
    await guest.pick(table.id)
    await ada.pick(table.id)
    assert await house.lobbies[0].archive.merges(limit=10) == []


async def test_at_an_open_table_where_both_sit_one_seat_becomes_free(house):
    ada, guest = await signs_in(house, "ada"), await house.guest("Ada away")
    table = await guest.create(2)
    await ada.join(table.id)
    joined = await signs_in(house, "ada", guest)
    seats = (await joined.table(table.id)).seats
    assert [seat.player.id for seat in seats] == ["", ada.id]
    assert (await joined.table(table.id)).host == ada.id


async def test_a_mute_goes_along(house):
    ada, guest = await signs_in(house, "ada"), await house.guest("Ada away")
    mute = Sanction(
        kind=Kind.MUTE, subject=str(Subject.parse(f"player:{guest.id}")), reason="spam", operator="olga", since=1
    )
    await house.lobbies[0].access.sanctions.impose(mute)
    joined = await signs_in(house, "ada", guest)
    table = await joined.create(2)
    assert (await refused(joined.say(table.id, "hello"))).reason == "MUTED"
    assert ada.id == joined.id


async def test_who_is_sanctioned_as_the_guest_that_they_were_is_sanctioned_and_what_is_lifted_stays_so(house, olga):  # noqa: F811
    ada, guest = await signs_in(house, "ada"), await house.guest("Ada away")
    joined = await signs_in(house, "ada", guest)
    # A moderator still looks at the guest.
    mute, hour = admin_pb2.SANCTION_KIND_MUTE, Duration(seconds=3600)
    await olga.does(
        "Sanction", admin_pb2.SanctionRequest(kind=mute, subject=f"player:{guest.id}", lasting=hour, reason="spam")
    )
    table = await joined.create(2)
    await eventually(lambda: is_refused(lambda: joined.say(table.id, "hello"), "MUTED"))
    [own] = await joined.my_sanctions()
    assert own.in_force
    lift = admin_pb2.LiftSanctionRequest(kind=mute, subject=f"player:{ada.id}", reason="said sorry")
    await olga.does("LiftSanction", lift)
    # The merge goes on, and carries along what the guest has.
    house.clock.ahead += SETTLED_MILLISECONDS / 1000
    assert await resumed(house) == 1
    assert not (await olga.does("ListSanctions", admin_pb2.ListSanctionsRequest())).sanctions
    [own] = await joined.my_sanctions()
    assert not own.in_force


async def test_what_a_lobby_left_undone_a_worker_goes_on_with(house, monkeypatch):
    ada, guest = await signs_in(house, "ada"), await house.guest("Ada away")
    table = await guest.create(2)

    async def dies(_joining):
        raise ConnectionError

    with monkeypatch.context() as patch:
        patch.setattr(house.lobbies[0].entering._merges, "merge", dies)
        with pytest.raises(ConnectionError):
            await signs_in(house, "ada", guest)
    house.clock.ahead += 11
    assert await resumed(house) == 0
    again = await signs_in(house, "ada")
    assert table.id in await mine(again)
    assert again.id == ada.id


async def test_what_an_account_got_before_its_first_sign_in_is_completed_later_stays(house, monkeypatch):
    guest, lobby = await house.guest("Ada"), house.lobbies[0]

    async def dies(_joining):
        raise ConnectionError

    with monkeypatch.context() as patch:
        patch.setattr(lobby.entering._merges, "merge", dies)
        with pytest.raises(ConnectionError):
            await signs_in(house, "ada", guest)
    house.clock.ahead += 2
    again = await signs_in(house, "ada")
    expires = Timestamp(seconds=int(house.clock()) + 3600)
    made = await again.personal_tokens.CreatePersonalToken(
        personal_tokens_pb2.CreatePersonalTokenRequest(
            name="mine", scopes=[personal_tokens_pb2.TOKEN_SCOPE_READ], expires=expires
        ),
        metadata=again.metadata,
    )
    house.clock.ahead += 11
    await resumed(house)
    await lobby.access.revocations.load()
    assert again.id == guest.id
    for token in (again.token, made.token):
        present = Guest(house.channels[0], token, guest.id)
        answer = await present.players.GetMe(players_pb2.GetMeRequest(), metadata=present.metadata)
        assert answer.player.id == guest.id
    assert len(await lobby.tables.store.sessions_of(guest.id)) == 1
    error = await refused(guest.players.GetMe(players_pb2.GetMeRequest(), metadata=guest.metadata))
    assert error.reason == "SESSION_ENDED"


async def test_who_is_erased_is_erased_as_a_guest_too(house):
    ada, guest = await signs_in(house, "ada"), await house.guest("Perpetua Quillfeather")
    bea = await house.guest("Bea")
    left = await guest.create(2)
    await bea.join(left.id)
    await guest.say(left.id, "Perpetua Quillfeather was here")
    await guest.leave(left.id)
    joined = await signs_in(house, "ada", guest)
    await joined.accounts.EraseMe(accounts_pb2.EraseMeRequest(), metadata=joined.metadata)
    said = await house.lobbies[0].tables.store.messages(left.id)
    assert [(each.player.name, each.text) for each in said] == [("", "")]
    assert await house.lobbies[0].archive.account(ada.id) is None
    error = await refused(joined.players.GetMe(players_pb2.GetMeRequest(), metadata=joined.metadata))
    assert error.reason == "TOKEN_REVOKED"


async def test_a_stolen_token_erases_nobody(house):
    ada = await signs_in(house, "ada")
    house.clock.ahead += 660
    error = await refused(ada.accounts.EraseMe(accounts_pb2.EraseMeRequest(), metadata=ada.metadata))
    assert error.reason == "SIGN_IN_NOT_RECENT"
    assert await house.lobbies[0].archive.account(ada.id) is not None
