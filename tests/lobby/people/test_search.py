"""Players are found by how their names begin, by anybody and not too often."""

from galaxytables.lobby.v1 import players_pb2
from galaxytables_client import Bearer, Lobby
from galaxytables_lobby.domain.accounts import Entry, NewWayIn, Proof, WayInKind
from galaxytables_lobby.domain.limits import Rate, Scope
from galaxytables_lobby.ids import PlayerId
from galaxytables_lobby.people.limit_settings import LimitSettings
from tests.lobby.house import House, refused


async def test_players_are_found_though_they_have_blocked_the_one_who_looks(house: House):
    house.limits = LimitSettings(searches={Scope.PLAYER: Rate(4, 600)})
    lobby = await house.open_lobby()
    ada, bob = await house.guest("Adam", lobby=1), await house.guest("Bob", lobby=1)
    for number, (player_id, name) in enumerate(((ada.id, "Adam"), ("cal", "Adele"), (bob.id, "Bob"))):
        proof = Proof(kind=WayInKind.OIDC, issuer="https://a.example", subject=str(number))
        shown, new_id = NewWayIn(proof=proof, label="A"), PlayerId(player_id)
        await lobby.archive.enter(
            Entry(shown=shown, guest=None, name=name, new_player_id=new_id, session="s", now=1_000)
        )
    await ada.relate(bob, block=True)
    async with Lobby(house.addresses[1], Bearer(bob.token)) as client:
        assert [(each.id, each.name) for each in await client.players.search("ad")] == [
            (ada.id, "Adam"),
            ("cal", "Adele"),
        ]
        assert len(await client.players.search("ad", limit=1)) == 1
        assert await client.players.search("bob") == []
    request = players_pb2.SearchPlayersRequest(name=" a ")
    error = await refused(bob.players.SearchPlayers(request, metadata=bob.metadata))
    assert (error.reason, error.metadata["least"]) == ("INVALID_NAME", "2")
    request.name = "Ad"
    assert (await bob.players.SearchPlayers(request, metadata=bob.metadata)).players
    error = await refused(bob.players.SearchPlayers(request, metadata=bob.metadata))
    assert (error.reason, error.metadata["limit"]) == ("RATE_LIMITED", "searches")
