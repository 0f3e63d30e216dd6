"""What a lobby does with what another one says."""

import msgspec

from services.lobby.homes.frames import LENGTH_BYTES, Frame, Greeting, Hello, Welcome, pack, unpack
from services.lobby.homes.handshake import ANSWERS, PeerKeys, new_challenge
from services.lobby.homes.link import Link
from services.lobby.homes.neighbour import Neighbour, Wanted
from services.serving import Address
from tests.lobby.house import KEYS


class Heard(Link):
    """A link that remembers what was sent, and is never lost."""

    def __init__(self):
        super().__init__(on_open=lambda _: None, on_frame=lambda *_: None, on_lost=lambda _: None)
        self.sent = []

    def send(self, frame):
        self.sent.append(frame)


async def test_a_welcome_that_comes_as_the_time_to_wait_for_it_runs_out_is_no_failure():
    keys, origin, own, challenge, link = PeerKeys(KEYS), b"other", b"own", new_challenge(), Heard()
    neighbour = Neighbour(
        origin,
        Address("127.0.0.1", 1),
        own=own,
        keys=keys,
        tls=None,
        ping_seconds=0.5,
        wanted=Wanted({}, set()),
        on_told=lambda _: None,
        on_covering=lambda: None,
    )
    neighbour._take(link, Greeting(origin, challenge))
    [hello] = link.sent
    assert isinstance(hello, Hello)
    neighbour._trusted.cancel()
    neighbour._take(link, Welcome(keys.proof(keys.own, ANSWERS, own, origin, hello.challenge, challenge)))
    assert link.trusted
    assert not link.lost


def test_lobbies_of_before_and_after_clients_were_told_of_homes_read_each_others_welcome():
    class Before(Frame, frozen=True, tag="Welcome"):
        proof: bytes

    content = pack(Before(b"proof"))[LENGTH_BYTES:]
    assert unpack(content) == Welcome(b"proof")
    told = pack(Welcome(b"proof", "lobby-2:5100"))[LENGTH_BYTES:]
    assert msgspec.msgpack.decode(told, type=Before) == Before(b"proof")
