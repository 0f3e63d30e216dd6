"""Endings: notes that a player's sessions, personal tokens or earlier tokens are no longer valid.

A token is valid until it expires, unless an ending says otherwise. So every process keeps all endings in memory, and
reads new ones from the store once a second. An ended session is thus refused everywhere within two seconds. While the
store is unavailable, the known endings still hold.
"""

import asyncio
from collections.abc import Callable

import msgspec
import structlog

from galaxytables_lobby import errors
from galaxytables_lobby.ids import PlayerId
from galaxytables_lobby.metrics import ENDINGS
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


class Ending(msgspec.Struct, frozen=True, array_like=True):
    """A note that tokens are refused: those of a session, or those that a player got up to `since`, in Unix seconds."""

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
_DECODER = msgspec.msgpack.Decoder(Ending)
_log = structlog.get_logger(__name__)


class Endings:
    """Ends sessions and tokens, and knows which have ended, as far as this process has read."""

    def __init__(self, store: Store, settings: SessionSettings, clock: Callable[[], float]) -> None:
        """`clock` returns seconds since the epoch."""
        self._store = store
        self._clock = clock
        self._longest = int(max(settings.unrefreshed_days, GUEST_DAYS) * DAY * 1000)
        self._known: dict[str, Ending] = {}
        self._number = 0
        self._listeners: list[Callable[[], None]] = []

    def listen(self, listener: Callable[[], None]) -> None:
        """Have a listener called whenever more tokens are refused."""
        self._listeners.append(listener)

    def refusal(self, caller: Caller) -> GalaxyError | None:
        """Return SESSION_ENDED or TOKEN_ENDED if a caller's token is refused, else None."""
        if not self._known:
            return None
        if caller.token_id:
            # Each personal token is ended by itself.
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
        """Raise SESSION_ENDED or TOKEN_ENDED if a caller's token is refused."""
        refusal = self.refusal(caller)
        if refusal is not None:
            raise refusal

    async def end_session(self, session: str) -> None:
        """Refuse all tokens of a session. Raises STORE_UNAVAILABLE."""
        await self._end(Ending(f"session {session}", self._now() + _SESSION_KEPT))

    async def end_token(self, token_id: str) -> None:
        """Make all processes refuse a personal token, which the archive no longer has. Raises STORE_UNAVAILABLE."""
        await self._end(Ending(f"token {token_id}", self._now() + _TOKEN_KEPT))

    async def end_all(self, player_id: PlayerId, *, since: int, kept: str = "", guests: bool = False) -> None:
        """Revoke a player's tokens that were issued at or before `since`, in Unix seconds.

        Tokens of the session `kept` stay valid, and so do personal tokens; with `guests` those of the player's account,
        too. Raises STORE_UNAVAILABLE.
        """
        await self._end(Ending(f"player {player_id}", self._now() + self._longest, since, kept, guests))

    async def look(self) -> None:
        """Load from the store which sessions and tokens have ended since the last call. Raises STORE_UNAVAILABLE."""
        number = await self._store.ended()
        if number == self._number:
            return
        # A store that was put back from a copy counts from where it was then.
        after = self._number if number > self._number else 0
        for note in await self._store.endings(after, number):
            self._keep(_DECODER.decode(note))
        self._number = number
        now = self._now()
        self._known = {subject: each for subject, each in self._known.items() if each.until > now}
        ENDINGS.set(len(self._known))
        for listener in self._listeners:
            listener()

    async def follow_forever(self) -> None:
        """Read new endings once a second."""
        while True:
            try:
                await self.look()
            except GalaxyError as error:
                _log.info("endings_not_loaded", reason=error.reason)
            await asyncio.sleep(until_next(_SECONDS))

    async def _end(self, ending: Ending) -> None:
        await self._store.end_tokens(_ENCODER.encode(ending), until=ending.until, now=self._now())
        await self.look()

    def _keep(self, ending: Ending) -> None:
        previous = self._known.get(ending.subject)
        # Of two endings in the same second, one that spares the account does not replace one that does not.
        if (
            previous is None
            or previous.since < ending.since
            or (previous.since == ending.since and previous.guests >= ending.guests)
        ):
            self._known[ending.subject] = ending

    def _now(self) -> int:
        return int(self._clock() * 1000)
