"""Makes challenges for passkeys, each valid for one use, and verifies the answers of browsers.

An answer is valid if it signs one of our challenges, at one of our pages, for our domain. The make of the authenticator
is not checked (attestation `none`). A passkey counts its uses. If the count does not grow from one use to the next, the
passkey was copied, and it is refused. Some passkeys always report 0; those cannot be checked in this way.
"""

import asyncio
import secrets
import sys
from collections.abc import Collection
from dataclasses import dataclass
from hashlib import sha256
from importlib import import_module
from ipaddress import ip_address
from json import loads
from types import ModuleType
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec
import structlog

from galaxytables_lobby import errors
from galaxytables_lobby.domain.accounts import NewWayIn, Proof, WayIn, WayInKind
from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.ids import PlayerId
from galaxytables_lobby.metrics import PASSKEYS
from galaxytables_lobby.people.passkey_key import encode, key_of
from galaxytables_lobby.ports import Store

if TYPE_CHECKING:
    from galaxytables_lobby.people import ceremonies

LASTING_SECONDS = 300
"""How long a challenge is good."""

_CEREMONIES = "galaxytables_lobby.people.ceremonies"
_LOCALHOST = "localhost"
_CHALLENGE_BYTES = 32
_log = structlog.get_logger(__name__)


class _Challenge(msgspec.Struct, frozen=True, array_like=True):
    """The purpose of a challenge, and the player whose token asked for it (empty if there was no token)."""

    registers: bool
    player_id: str = ""


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(_Challenge)


@dataclass(frozen=True)
class ShownPasskey:
    """A passkey that a browser says it has used; `Passkeys.verified` checks whether it has."""

    proof: Proof
    credential: dict[str, Any]  # JSON of any form
    challenge: bytes


class Passkeys:
    """Makes challenges for passkeys, and verifies the answers that sign them."""

    def __init__(self, store: Store, public_address: str, verified: bool) -> None:  # two settings
        """`verified` says whether a passkey must check its owner."""
        self._store = store
        self._verified = verified
        self._domain = _domain_of(public_address)
        # Everything at `localhost` is the player's own, whatever its port.
        self._origin = public_address if self._domain != _LOCALHOST else None

    async def begin_registration(self, player: Person, ways_in: Collection[WayIn]) -> str:
        """Return the options by which a browser makes a new passkey, as JSON.

        `ways_in` are the sign-in methods that the player has. Raises PASSKEYS_UNAVAILABLE, STORE_UNAVAILABLE.
        """
        options: str = (await _loaded()).registration_options(
            player,
            [way.subject for way in ways_in if way.kind is WayInKind.PASSKEY],
            challenge=await self._challenge(_Challenge(registers=True, player_id=player.id)),
            domain=self._rp_id,
            seconds=LASTING_SECONDS,
            verified=self._verified,
        )
        return options

    async def registered(self, player: Person, text: str, name: str) -> NewWayIn:
        """Verify the answer to a registration, and return the new passkey as a sign-in method.

        Raises CHALLENGE_UNKNOWN, PASSKEY_REFUSED, PASSKEYS_UNAVAILABLE, STORE_UNAVAILABLE.
        """
        credential, challenge = await self._taken(text, _Challenge(registers=True, player_id=player.id))
        rules = await _loaded()
        try:
            subject, key = rules.registered(credential, self._expected(rules, credential, challenge))
        except Exception as error:  # noqa: BLE001  # a stranger's bytes: whatever the library makes of them
            raise _refused(error) from None
        proof = Proof(kind=WayInKind.PASSKEY, issuer=self._rp_id, subject=subject)
        return NewWayIn(proof=proof, label=name, details=encode(key))

    async def begin_sign_in(self, player_id: str) -> str:
        """Return the options by which a browser signs a player in with a passkey, as JSON.

        `player_id` is the player of the caller's token, empty if there is no token. Raises PASSKEYS_UNAVAILABLE,
        STORE_UNAVAILABLE.
        """
        options: str = (await _loaded()).sign_in_options(
            challenge=await self._challenge(_Challenge(registers=False, player_id=player_id)),
            domain=self._rp_id,
            seconds=LASTING_SECONDS,
            verified=self._verified,
        )
        return options

    async def shown(self, text: str, player_id: str) -> ShownPasskey:
        """Return the passkey that a browser's answer names; `player_id` must be the same as in `begin_sign_in`.

        Raises CHALLENGE_UNKNOWN, PASSKEY_REFUSED, PASSKEYS_UNAVAILABLE, STORE_UNAVAILABLE.
        """
        credential, challenge = await self._taken(text, _Challenge(registers=False, player_id=player_id))
        rules = await _loaded()
        try:
            subject = rules.to_text(rules.to_bytes(credential["id"]))
        except (KeyError, TypeError, ValueError) as error:
            raise _refused(error) from None
        return ShownPasskey(Proof(kind=WayInKind.PASSKEY, issuer=self._rp_id, subject=subject), credential, challenge)

    async def verified(self, shown: ShownPasskey, player_id: PlayerId, way_in: WayIn) -> bytes:
        """Verify that a passkey was used, and return the new details of the sign-in method, to be stored.

        Raises PASSKEY_REFUSED, PASSKEY_CLONED.
        """
        key, rules = key_of(way_in), await _loaded()
        try:
            expected = self._expected(rules, shown.credential, shown.challenge)
            used = rules.used(shown.credential, expected, key, player_id.encode())
        except Exception as error:  # noqa: BLE001  # as above
            raise _refused(error) from None
        if (used.count or key.count) and used.count <= key.count:
            PASSKEYS.labels("cloned").inc()
            _log.warning("passkey_cloned", player=player_id, way_in=way_in.number)
            raise errors.passkey_cloned()
        return encode(used)

    @property
    def _rp_id(self) -> str:
        if self._domain is None:
            raise errors.passkeys_unavailable()
        return self._domain

    def _expected(
        self,
        rules: ModuleType,
        credential: dict[str, Any],  # JSON of any form
        challenge: bytes,
    ) -> "ceremonies.Expected":
        origins = [self._origin or ""]
        if self._origin is None:
            found = urlsplit(str(rules.client_data(credential).get("origin")))
            origins = [f"{found.scheme}://{found.netloc}"] if found.hostname == _LOCALHOST else []
        expected: ceremonies.Expected = rules.Expected(
            challenge=challenge, domain=self._rp_id, origins=origins, verified=self._verified
        )
        return expected

    async def _challenge(self, expected: _Challenge) -> bytes:
        _ = self._rp_id
        challenge = secrets.token_bytes(_CHALLENGE_BYTES)
        await self._store.begin_sign_in(_digest(challenge), _ENCODER.encode(expected), lasting=LASTING_SECONDS * 1000)
        return challenge

    async def _taken(self, text: str, expected: _Challenge) -> tuple[dict[str, Any], bytes]:  # JSON of any form
        """Return the credential in a browser's answer, and the challenge that it signs.

        The challenge is deleted from the store, so that it is accepted only once.
        """
        rules = await _loaded()
        try:
            credential = loads(text)
            challenge = rules.to_bytes(rules.client_data(credential)["challenge"])
        except (KeyError, TypeError, ValueError, RecursionError, AttributeError) as error:
            raise _refused(error) from None
        kept = await self._store.take_sign_in(_digest(challenge))
        if kept is None or _DECODER.decode(kept) != expected:
            raise errors.challenge_unknown()
        return credential, challenge


async def _loaded() -> ModuleType:
    """Return the ceremonies; the first time they are imported on a thread, since that takes long."""
    module = sys.modules.get(_CEREMONIES)
    return module if module is not None else await asyncio.to_thread(import_module, _CEREMONIES)


def _domain_of(address: str) -> str | None:
    """Return the domain for the passkeys of a page; None if the page is at an IP address, except loopback.

    A page at a loopback address has the domain `localhost`.
    """
    host = urlsplit(address).hostname or _LOCALHOST
    try:
        number = ip_address(host)
    except ValueError:
        return host
    # WebAuthn has no passkeys for numbers; a page on this machine has a name, too.
    return _LOCALHOST if number.is_loopback else None


def _refused(error: Exception) -> errors.LobbyError:
    PASSKEYS.labels("refused").inc()
    # The error's text may quote what strangers sent.
    _log.info("passkey_refused", error=type(error).__name__)
    return errors.passkey_refused()


def _digest(challenge: bytes) -> str:
    return sha256(challenge).hexdigest()
