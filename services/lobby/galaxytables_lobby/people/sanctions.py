"""Sanctions: somebody is kept from something until a time, by an operator who says why.

All that hold are in memory: whoever calls is looked up there at every call. The store has them. A process looks there
once a second whether they have changed, so that a sanction holds everywhere within two seconds; while the store is away
those known hold on.
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

_OWN_BITS = 64
_LONGEST = 200


class Kind(IntEnum):
    """What somebody is kept from; the numbers are those of `galaxytables.lobby.v1.SanctionKind`."""

    BAN = 1
    MUTE = 2
    REVOCATION = 3
    DRAIN = 4


class About(Enum):
    """What a sanction is about."""

    PLAYER = "player"
    ADDRESS = "address"
    GAME = "game"


class Subject(NamedTuple):
    """Whom or what a sanction is about: a player's id, a network, a game's name."""

    about: About
    name: str

    def __str__(self) -> str:
        """As `parse` reads it."""
        return f"{self.about.value}:{self.name}"

    @classmethod
    def player(cls, player_id: PlayerId) -> "Subject":
        """A player."""
        return cls(About.PLAYER, player_id)

    @classmethod
    def game(cls, name: str) -> "Subject":
        """A game."""
        return cls(About.GAME, name)

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
                # All of it is one caller's (`serving.sources`).
                network = ip_network((network.network_address, _OWN_BITS), strict=False)
            return cls(About.ADDRESS, str(network))
        return subject


class Sanction(msgspec.Struct, frozen=True, kw_only=True):
    """What holds for a subject; times in milliseconds since the epoch, `until` 0 for good."""

    kind: Kind
    subject: str
    reason: str
    operator: str
    since: int
    until: int = 0

    @property
    def name(self) -> str:
        """What it is kept under: a subject has one of each kind."""
        return f"{self.kind.name.lower()} {self.subject}"

    @property
    def end(self) -> str:
        """Its end for people; empty for good."""
        return datetime.fromtimestamp(self.until / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC") if self.until else ""

    def holds(self, now: int) -> bool:
        """Whether it holds now."""
        return not self.until or now < self.until


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Sanction)


def encode(sanction: Sanction) -> bytes:
    """The sanction as the store keeps it."""
    return _ENCODER.encode(sanction)


def decode(stored: bytes) -> Sanction:
    """The sanction that `encode` wrote."""
    return _DECODER.decode(stored)


_log = structlog.get_logger(__name__)

_SECONDS = 1.0
_ADDRESSES = 16_384
Network: TypeAlias = IPv4Network | IPv6Network


class Sanctions:
    """What this process knows of sanctions, and how operators change them."""

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        """Take the store, and the clock, in seconds since the epoch."""
        self._store = store
        self._clock = clock
        self._count = -1
        self._known: dict[str, Sanction] = {}
        self._banned: tuple[tuple[Network, Sanction], ...] = ()
        self._of_address = lru_cache(_ADDRESSES)(self._bans_of)

    def refusal(self, caller: Caller, address: str = "") -> GalaxyError | None:
        """Why nothing may be done for a caller, as an error that says so; None where it may."""
        if not self._known:
            return None
        subject = Subject.player(caller.player.id)
        revoked = self._of(Kind.REVOCATION, subject)
        if revoked is not None and caller.issued * 1000 <= revoked.since:
            return errors.token_revoked()
        ban = self._of(Kind.BAN, subject) or self._ban_of_address(address)
        return None if ban is None else errors.banned(ban.reason, ban.end)

    def check(self, caller: Caller, address: str) -> None:
        """Let a caller in, or not. Raises BANNED, TOKEN_REVOKED."""
        refusal = self.refusal(caller, address)
        if refusal is not None:
            SANCTIONED.labels(refusal.reason.lower()).inc()
            raise refusal

    def check_address(self, address: str) -> None:
        """Let somebody without a token in, or not. Raises BANNED."""
        ban = self._ban_of_address(address)
        if ban is not None:
            SANCTIONED.labels("banned").inc()
            raise errors.banned(ban.reason, ban.end)

    def check_talk(self, player_id: PlayerId) -> None:
        """Let a player write messages, or not. Raises MUTED."""
        mute = self._of(Kind.MUTE, Subject.player(player_id))
        if mute is not None:
            SANCTIONED.labels("muted").inc()
            raise errors.muted(mute.reason, mute.end)

    def check_opening(self, game: str) -> None:
        """Let tables of a game be opened, or not. Raises GAME_DRAINING."""
        if self._of(Kind.DRAIN, Subject.game(game)) is not None:
            SANCTIONED.labels("game_draining").inc()
            raise errors.game_draining(game)

    async def all(self) -> list[Sanction]:
        """All that hold, as the store has them. Raises STORE_UNAVAILABLE."""
        await self.look()
        now = self._now()
        return sorted((each for each in self._known.values() if each.holds(now)), key=lambda each: -each.since)

    async def impose(self, sanction: Sanction) -> None:
        """Have a sanction hold. Raises STORE_UNAVAILABLE."""
        await self._store.sanction(sanction.name, encode(sanction))
        await self.look()

    async def lift(self, kind: Kind, subject: Subject) -> None:
        """Take a sanction back. Raises NOT_SANCTIONED, STORE_UNAVAILABLE."""
        if not await self._store.lift_sanction(f"{kind.name.lower()} {subject}"):
            raise errors.not_sanctioned(str(subject))
        await self.look()

    async def look(self) -> None:
        """Take over what has changed; what has lapsed is cleared away. Raises STORE_UNAVAILABLE."""
        count = await self._store.sanctioned()
        if count == self._count:
            return
        known = {name: decode(value) for name, value in (await self._store.sanctions()).items()}
        self._count = count
        self._keep(known)

    async def follow_forever(self) -> None:
        """Look once a second."""
        while True:
            try:
                await self.look()
            except GalaxyError as error:
                _log.info("sanctions_unknown", reason=error.reason)
            await asyncio.sleep(_SECONDS)

    def _keep(self, known: dict[str, Sanction]) -> None:
        self._known = known
        self._banned = tuple(_networks(known.values()))
        self._of_address.cache_clear()
        for kind in Kind:
            SANCTIONS.labels(kind.name.lower()).set(sum(each.kind is kind for each in known.values()))

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
        """Bans of the networks that an address, as `serving.sources` names it, lies in."""
        try:
            own = ip_network(address)
        except ValueError:
            # A socket that has no address.
            return ()
        return tuple(
            ban
            for network, ban in self._banned
            if (isinstance(own, IPv4Network) and isinstance(network, IPv4Network) and own.subnet_of(network))
            or (isinstance(own, IPv6Network) and isinstance(network, IPv6Network) and own.subnet_of(network))
        )

    def _now(self) -> int:
        return int(self._clock() * 1000)


def _networks(known: Iterable[Sanction]) -> Iterable[tuple[Network, Sanction]]:
    for each in known:
        subject = Subject.parse(each.subject)
        if each.kind is Kind.BAN and subject.about is About.ADDRESS:
            yield ip_network(subject.name), each
