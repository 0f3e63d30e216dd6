"""Names of accounts: changed once in a while, and kept from others when they are given up."""

from galaxytables.lobby.v1 import accounts_pb2, players_pb2
from galaxytables_lobby.domain.accounts import Entry, NewWayIn, Proof, WayInKind
from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.ids import PlayerId
from tests.lobby.house import Guest, House, refused

DAY = 24 * 3600


async def account(house: House, name: str) -> Guest:
    """Somebody with an account."""
    lobby, player = house.lobbies[0], Person(PlayerId(f"id of {name}"), name)
    proof = Proof(kind=WayInKind.OIDC, issuer="https://a.example", subject=name)
    entry = Entry(
        shown=NewWayIn(proof=proof, label="A"), guest=None, name=name, new_player_id=player.id, session="s", now=1
    )
    await lobby.archive.enter(entry)
    return await signed_in(house, player)


async def signed_in(house: House, player: Person) -> Guest:
    pair = await house.lobbies[0].sessions.begin(player, account=True)
    return Guest(house.channels[0], pair.token, player.id)


async def rename(guest: Guest, name: str) -> players_pb2.RenameResponse:
    return await guest.players.Rename(players_pb2.RenameRequest(name=name), metadata=guest.metadata)


async def test_an_account_changes_its_name_once_in_thirty_days(house):
    house.clock.stand_still()
    ada = await account(house, "Ada")
    assert (await rename(ada, "Countess")).player.name == "Countess"
    # A lost answer does no harm.
    assert (await rename(ada, "Countess")).player.name == "Countess"
    error = await refused(rename(ada, "Ada"))
    assert (error.reason, error.retry_after) == ("RENAMED_TOO_SOON", 30 * DAY)
    assert (error.metadata["days"], "30 days" in error.message) == ("30", True)
    shown = await ada.accounts.GetAccount(accounts_pb2.GetAccountRequest(), metadata=ada.metadata)
    assert shown.name == "Countess"
    assert shown.rename_from.seconds == int(house.clock()) + 30 * DAY
    house.clock.ahead += 30 * DAY
    ada = await signed_in(house, Person(PlayerId(ada.id), "Countess"))
    await rename(ada, "Ada")


async def test_the_old_name_of_an_account_is_kept_from_others_who_would_look_like_it(house):
    ada = await account(house, "Adela")
    await rename(ada, "Countess")
    assert (await refused(house.guest("ade1a"))).reason == "NAME_KEPT"
    bea = await house.guest("Bea")
    assert (await refused(rename(bea, "Adela"))).reason == "NAME_KEPT"
    assert (await refused(rename(await account(house, "Cleo"), "Adela"))).reason == "NAME_KEPT"
    # A guest's name is nobody's.
    await rename(bea, "Beatrix")
    await house.guest("Bea")


async def test_a_guest_changes_names_as_before(house):
    bea = await house.guest("Bea")
    for name in ("Beatrix", "Bea", "Beatrix"):
        await rename(bea, name)


async def test_a_kept_name_is_kept_for_thirty_days_and_named_nowhere(house, redis_server):
    await rename(await account(house, "Adela"), "Countess")
    with redis_server.client() as client:
        [key] = client.keys("kept-name:*")
        assert 29.9 * DAY < client.ttl(key) <= 30 * DAY
        assert b"dela" not in key
