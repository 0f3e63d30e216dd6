"""Revocations: they say which sessions, personal tokens or earlier tokens of a player are no longer valid.

A token is valid until it expires, unless a revocation covers it. So every process keeps all revocations in memory, and
loads new ones from the store once a second. A revoked session is thus refused everywhere within two seconds. While the
store is unavailable, the known revocations still hold.
"""

import asyncio
from collections.abc import Callable

import msgspec
import structlog

from galaxytables_lobby import errors
from galaxytables_lobby.ids import PlayerId
from galaxytables_lobby.metrics import REVOCATIONS
from galaxytables_lobby.people.sessions import SessionSettings
from galaxytables_lobby.people.tokens import DAY, GUEST_DAYS, Caller
from galaxytables_lobby.ports import Store
from galaxytables_serving import GalaxyError
from galaxytables_serving.rhythm import until_next

_SECONDS = 1.0
# Longer than any process takes a personal token from memory (`personal_tokens.READ_AGAIN_SECONDS`).
_TOKEN_KEPT = DAY * 1000
# Longer than any token of a session is good (`GALAXYTABLES_ACCESS_SECONDS`).
_SESSION_KEPT = DAY * 1000


class Revocation(msgspec.Struct, frozen=True, array_like=True):
    """Says which tokens are refused: one personal token, those of a session, or those that a player got until `since`.

    `since` is in seconds since the epoch, and that second still counts.
    """

    # `session <id>`, `token <id>` or `player <id>`.
    subject: str
    # When the last of these tokens expires, in milliseconds since the epoch.
    until: int
    since: int = 0
    # The id of the one session that goes on; empty if none does.
    kept: str = ""
    # Refused are only the tokens that the player got as a guest, and not those of the account.
    guests: bool = False


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Revocation)
_log = structlog.get_logger(__name__)


class Revocations:
    """Revokes sessions and tokens, and refuses callers whose token is revoked.

    It knows only the revocations that this process has loaded from the store.
    """

    def __init__(self, store: Store, settings: SessionSettings, clock: Callable[[], float]) -> None:
        """`clock` returns seconds since the epoch."""
        self._store = store
        self._clock = clock
        self._longest = int(max(settings.unrefreshed_days, GUEST_DAYS) * DAY * 1000)
        self._known: dict[str, Revocation] = {}
        self._number = 0
        self._listeners: list[Callable[[], None]] = []

    def listen(self, listener: Callable[[], None]) -> None:
        """Call `listener` from now on whenever this process has loaded new revocations."""
        self._listeners.append(listener)

    def refusal(self, caller: Caller) -> GalaxyError | None:
        """Return SESSION_ENDED or TOKEN_ENDED if a caller's token is revoked, else None."""
        if not self._known:
            return None
        if caller.token_id:
            # Each personal token is revoked by itself.
            return errors.token_ended() if f"token {caller.token_id}" in self._known else None
        if caller.session and f"session {caller.session}" in self._known:
            return errors.session_ended()
        cut = self._known.get(f"player {caller.player.id}")
        if cut is None or caller.issued > cut.since or (cut.kept and caller.session == cut.kept):
            return None
        if cut.guests and caller.account:
            return None
        return errors.session_ended()

    def check(self, caller: Caller) -> None:
        """Raise SESSION_ENDED or TOKEN_ENDED if a caller's token is revoked."""
        refusal = self.refusal(caller)
        if refusal is not None:
            raise refusal

    async def revoke_session(self, session: str) -> None:
        """Make all processes refuse the tokens of a session. Raises STORE_UNAVAILABLE."""
        await self._revoke(Revocation(f"session {session}", self._now() + _SESSION_KEPT))

    async def revoke_token(self, token_id: str) -> None:
        """Make all processes refuse a personal token that has ended in the archive. Raises STORE_UNAVAILABLE."""
        await self._revoke(Revocation(f"token {token_id}", self._now() + _TOKEN_KEPT))

    async def revoke_all(self, player_id: PlayerId, *, since: int, kept: str = "", guests: bool = False) -> None:
        """Make all processes refuse a player's tokens that were issued at or before `since`.

        `since` is in seconds since the epoch. Personal tokens and the tokens of the session `kept` stay valid. With
        `guests`, the tokens of the player's account stay valid too. Raises STORE_UNAVAILABLE.
        """
        await self._revoke(Revocation(f"player {player_id}", self._now() + self._longest, since, kept, guests))

    async def load(self) -> None:
        """Load the revocations that were added to the store since the last call. Raises STORE_UNAVAILABLE."""
        number = await self._store.last_revocation()
        if number == self._number:
            return
        # A store that was put back from a copy counts from where it was then.
        after = self._number if number > self._number else 0
        for encoded in await self._store.revocations(after, number):
            self._keep(_DECODER.decode(encoded))
        self._number = number
        now = self._now()
        self._known = {subject: each for subject, each in self._known.items() if each.until > now}
        REVOCATIONS.set(len(self._known))
        for listener in self._listeners:
            listener()

    async def follow_forever(self) -> None:
        """Load new revocations once a second. If the store is unavailable, try again a second later."""
        while True:
            try:
                await self.load()
            except GalaxyError as error:
                _log.info("revocations_not_loaded", reason=error.reason)
            await asyncio.sleep(until_next(_SECONDS))

    async def _revoke(self, revocation: Revocation) -> None:
        await self._store.add_revocation(_ENCODER.encode(revocation), until=revocation.until, now=self._now())
        await self.load()

    def _keep(self, revocation: Revocation) -> None:
        previous = self._known.get(revocation.subject)
        # Of two revocations in the same second, one that spares the account does not replace one that does not.
        if (
            previous is None
            or previous.since < revocation.since
            or (previous.since == revocation.since and previous.guests >= revocation.guests)
        ):
            self._known[revocation.subject] = revocation

    def _now(self) -> int:
        return int(self._clock() * 1000)
