"""Sanctions: an operator bans, mutes or restricts a subject until some time, with a reason.

Every call is checked against all sanctions, so each process keeps them in memory. It asks the store once a second if
they have changed, so a sanction holds everywhere within two seconds. While the store is unavailable, the known
sanctions still hold.
"""

import asyncio
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from enum import Enum, IntEnum
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import NamedTuple, TypeAlias

import msgspec
import structlog

from galaxytables_lobby import errors
from galaxytables_lobby.ids import PlayerId
from galaxytables_lobby.metrics import SANCTIONED, SANCTIONS
from galaxytables_lobby.people.tokens import Caller
from galaxytables_lobby.ports import Store
from galaxytables_serving import GalaxyError
from galaxytables_serving.rhythm import until_next

_OWN_BITS = 64
_WIDE_V4, _WIDE_V6 = 16, 48
_LONGEST = 200


class Kind(IntEnum):
    """Kinds of sanctions; the numbers are those of `galaxytables.lobby.v1.SanctionKind`."""

    BAN = 1
    MUTE = 2
    REVOCATION = 3
    DRAIN = 4
    # Keeps nobody from anything, so it is only in the log of acts.
    WARNING = 5


class About(Enum):
    """What a sanction can be about: a player, an address or a game."""

    PLAYER = "player"
    ADDRESS = "address"
    GAME = "game"


class Subject(NamedTuple):
    """The subject of a sanction: a player's id, a network, or a game's name."""

    about: About
    name: str

    def __str__(self) -> str:
        """Return the text that `parse` reads."""
        return f"{self.about.value}:{self.name}"

    @classmethod
    def player(cls, player_id: PlayerId) -> "Subject":
        """Return a player as a subject."""
        return cls(About.PLAYER, player_id)

    @classmethod
    def game(cls, name: str) -> "Subject":
        """Return a game as a subject."""
        return cls(About.GAME, name)

    @property
    def is_wide(self) -> bool:
        """Return whether the subject is a network of more than 65,536 callers. A single provider may have that many."""
        if self.about is not About.ADDRESS:
            return False
        network = ip_network(self.name)
        return network.prefixlen < (_WIDE_V4 if isinstance(network, IPv4Network) else _WIDE_V6)

    @classmethod
    def parse(cls, text: str) -> "Subject":
        """Read `player:<id>`, `address:<address or network>`, `game:<name>`. Raises `ValueError`."""
        about, _, name = text.partition(":")
        subject = cls(About(about), name.strip())
        if not 0 < len(subject.name) <= _LONGEST:
            raise ValueError
        if subject.about is About.ADDRESS:
            network = ip_network(subject.name, strict=False)
            if network.version == 6 and network.prefixlen > _OWN_BITS:  # noqa: PLR2004  # IPv6
                # The whole network belongs to one caller (`serving.sources`).
                network = ip_network((network.network_address, _OWN_BITS), strict=False)
            return cls(About.ADDRESS, str(network))
        return subject


class Sanction(msgspec.Struct, frozen=True, kw_only=True):
    """A sanction of a subject; times are in milliseconds since the epoch, and `until` is 0 if it never ends."""

    kind: Kind
    subject: str
    reason: str
    operator: str
    since: int
    until: int = 0

    @property
    def name(self) -> str:
        """Return the sanction's key in the store. A subject has at most one sanction of each kind."""
        return f"{self.kind.name.lower()} {self.subject}"

    @property
    def end(self) -> str:
        """Return when the sanction ends, as text for people; empty if it never does."""
        return datetime.fromtimestamp(self.until / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC") if self.until else ""

    def holds(self, now: int) -> bool:
        """Return whether the sanction holds now."""
        return not self.until or now < self.until


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Sanction)


def encode(sanction: Sanction) -> bytes:
    """Return a sanction as the bytes that the store keeps."""
    return _ENCODER.encode(sanction)


def decode(stored: bytes) -> Sanction:
    """Return the sanction that `encode` wrote."""
    return _DECODER.decode(stored)


_log = structlog.get_logger(__name__)

_SECONDS = 1.0
_ADDRESSES = 16_384
Network: TypeAlias = IPv4Network | IPv6Network


class Sanctions:
    """The sanctions that this process knows; operators impose and lift them here."""

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        """`clock` returns seconds since the epoch."""
        self._store = store
        self._clock = clock
        self._count = -1
        self._known: dict[str, Sanction] = {}
        self._banned: tuple[tuple[Network, Sanction], ...] = ()
        self._listeners: list[Callable[[], None]] = []
        self._of_address = lru_cache(_ADDRESSES)(self._bans_of)

    def refusal(self, caller: Caller, address: str = "") -> GalaxyError | None:
        """Return the error that refuses a caller who is banned or whose tokens are revoked; otherwise None."""
        if not self._known:
            return None
        if self._is_revoked(caller):
            return errors.token_revoked()
        ban = self._of(Kind.BAN, Subject.player(caller.player.id)) or self._ban_of_address(address)
        return None if ban is None else errors.banned(ban.reason, ban.end)

    def check(self, caller: Caller, address: str) -> None:
        """Raise BANNED or TOKEN_REVOKED if the calls of a caller are refused."""
        refusal = self.refusal(caller, address)
        if refusal is not None:
            SANCTIONED.labels(refusal.reason.lower()).inc()
            raise refusal

    def check_revoked(self, caller: Caller) -> None:
        """Raise TOKEN_REVOKED if a caller's tokens are revoked; a ban does not matter here."""
        if self._is_revoked(caller):
            SANCTIONED.labels("token_revoked").inc()
            raise errors.token_revoked()

    def check_address(self, address: str) -> None:
        """Raise BANNED if calls from an address are refused."""
        ban = self._ban_of_address(address)
        if ban is not None:
            SANCTIONED.labels("banned").inc()
            raise errors.banned(ban.reason, ban.end)

    def check_talk(self, player_id: PlayerId) -> None:
        """Raise MUTED if a player may not write messages."""
        mute = self._of(Kind.MUTE, Subject.player(player_id))
        if mute is not None:
            SANCTIONED.labels("muted").inc()
            raise errors.muted(mute.reason, mute.end)

    def check_opening(self, game: str) -> None:
        """Raise GAME_DRAINING if no new tables of a game may be opened."""
        if self._of(Kind.DRAIN, Subject.game(game)) is not None:
            SANCTIONED.labels("game_draining").inc()
            raise errors.game_draining(game)

    def listen(self, listener: Callable[[], None]) -> None:
        """Call `listener` from now on whenever this process has loaded other sanctions."""
        self._listeners.append(listener)

    @property
    def drained(self) -> list[str]:
        """Return the games of which no new tables may be opened."""
        return sorted(Subject.parse(each.subject).name for each in self._known.values() if each.kind is Kind.DRAIN)

    async def all(self) -> list[Sanction]:
        """Load all sanctions from the store, and return those in force. Raises STORE_UNAVAILABLE."""
        await self.load()
        now = self._now()
        return sorted((each for each in self._known.values() if each.holds(now)), key=lambda each: -each.since)

    async def impose(self, sanction: Sanction) -> None:
        """Put a sanction into force, and delete those that have ended. Raises STORE_UNAVAILABLE."""
        await self._store.sanction(sanction.name, encode(sanction))
        await self.load()
        now = self._now()
        for each in list(self._known.values()):
            if not each.holds(now):
                # Unless another has taken its place at this moment.
                await self._store.forget_sanction(each.name, encode(each))

    async def lift(self, kind: Kind, subject: Subject) -> None:
        """Lift a sanction. Raises NOT_SANCTIONED, STORE_UNAVAILABLE."""
        if not await self._store.lift_sanction(f"{kind.name.lower()} {subject}"):
            raise errors.not_sanctioned(str(subject))
        await self.load()

    async def load(self) -> None:
        """Load the sanctions from the store if they have changed. Raises STORE_UNAVAILABLE."""
        count = await self._store.sanctioned()
        if count == self._count:
            return
        sanctions = {name: decode(value) for name, value in (await self._store.sanctions()).items()}
        self._count = count
        self._keep(sanctions)

    async def follow_forever(self) -> None:
        """Load the sanctions once a second, if they have changed."""
        while True:
            try:
                await self.load()
            except GalaxyError as error:
                _log.info("sanctions_not_loaded", reason=error.reason)
            await asyncio.sleep(until_next(_SECONDS))

    def _keep(self, sanctions: dict[str, Sanction]) -> None:
        self._known = sanctions
        self._banned = tuple(_networks(sanctions.values()))
        self._of_address.cache_clear()
        for kind in Kind:
            SANCTIONS.labels(kind.name.lower()).set(sum(each.kind is kind for each in sanctions.values()))
        for listener in self._listeners:
            listener()

    def _is_revoked(self, caller: Caller) -> bool:
        revoked = self._of(Kind.REVOCATION, Subject.player(caller.player.id))
        return revoked is not None and caller.issued * 1000 <= revoked.since

    def _of(self, kind: Kind, subject: Subject) -> Sanction | None:
        if not self._known:
            return None
        found = self._known.get(f"{kind.name.lower()} {subject}")
        return found if found is not None and found.holds(self._now()) else None

    def _ban_of_address(self, address: str) -> Sanction | None:
        if not self._banned or not address:
            return None
        now = self._now()
        return next((ban for ban in self._of_address(address) if ban.holds(now)), None)

    def _bans_of(self, address: str) -> tuple[Sanction, ...]:
        """Return the bans of all networks that contain an address; its form is that of `serving.sources`."""
        try:
            own = ip_network(address)
        except ValueError:
            # The socket has no address.
            return ()
        return tuple(
            ban
            for network, ban in self._banned
            if (isinstance(own, IPv4Network) and isinstance(network, IPv4Network) and own.subnet_of(network))
            or (isinstance(own, IPv6Network) and isinstance(network, IPv6Network) and own.subnet_of(network))
        )

    def _now(self) -> int:
        return int(self._clock() * 1000)


def _networks(sanctions: Iterable[Sanction]) -> Iterable[tuple[Network, Sanction]]:
    for each in sanctions:
        subject = Subject.parse(each.subject)
        if each.kind is Kind.BAN and subject.about is About.ADDRESS:
            yield ip_network(subject.name), each
