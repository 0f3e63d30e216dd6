"""Changes that players make to their own accounts and sessions: renaming, unlinking sign-in methods, signing out."""

from collections.abc import Callable
from dataclasses import dataclass

import structlog

from galaxytables_lobby import errors
from galaxytables_lobby.domain.accounts import Account, Merge
from galaxytables_lobby.ids import PlayerId
from galaxytables_lobby.metrics import SESSIONS_ENDED
from galaxytables_lobby.people.names import KeptNames
from galaxytables_lobby.people.personal_tokens import PersonalTokens
from galaxytables_lobby.people.revocations import Revocations
from galaxytables_lobby.people.sessions import Session, decode, session_id, sessions_of
from galaxytables_lobby.people.tokens import DAY, Caller
from galaxytables_lobby.ports import Archive, Store

_log = structlog.get_logger(__name__)

RECENT_SECONDS = 600
"""How long after a sign-in its token is good for what a stolen one must not do."""

RENAME_PAUSE = 30 * DAY * 1000
"""How long an account keeps a name at least, and how long its old name is kept from others, in milliseconds."""


@dataclass(frozen=True)
class OwnAccount:
    """A player's account (None for a guest), and the player's sessions by id, the last used first."""

    account: Account | None
    sessions: dict[str, Session]

    @property
    def rename_from(self) -> int:
        """Return when the player may change the account's name again, in milliseconds since the epoch.

        That is 0 if the name was never changed.
        """
        if self.account is None or not self.account.renamed:
            return 0
        return self.account.renamed + RENAME_PAUSE


class Accounts:
    """Reads and changes the accounts and sessions of players."""

    def __init__(
        self,
        archive: Archive,
        store: Store,
        revocations: Revocations,
        personal_tokens: PersonalTokens,
        clock: Callable[[], float],
    ) -> None:
        """`clock` returns seconds since the epoch."""
        self._personal_tokens = personal_tokens
        self._names_kept = KeptNames(store)
        self._archive = archive
        self._store = store
        self._revocations = revocations
        self._clock = clock

    async def own(self, caller: Caller) -> OwnAccount:
        """Return the caller's account and sessions.

        Raises STORE_UNAVAILABLE, and ARCHIVE_UNAVAILABLE if the caller has an account.
        """
        account = await self._archive.account(caller.player.id) if caller.account else None
        sessions, now = await sessions_of(self._store, caller.player.id), self.now()
        newest = sorted(sessions.items(), key=lambda each: -last_used(each[1]))
        return OwnAccount(account, {session: each for session, each in newest if each.until > now})

    async def check_name(self, name: str, caller: Caller | None = None) -> None:
        """Raise NAME_KEPT if a name is reserved for somebody else than the caller (None: a new guest).

        Raises STORE_UNAVAILABLE.
        """
        await self._names_kept.check(name, None if caller is None else caller.player.id)

    async def rename(self, caller: Caller, name: str) -> None:
        """Give the caller's account another name, and reserve the old name for the account for a while.

        Raises NAME_KEPT, RENAMED_TOO_SOON, ARCHIVE_UNAVAILABLE, STORE_UNAVAILABLE.
        """
        await self.check_name(name, caller)
        old = await self._archive.rename(caller.player.id, name, self.now(), RENAME_PAUSE)
        if old != name:
            await self._names_kept.keep(old, caller.player.id, lasting=RENAME_PAUSE)

    async def unlink(self, caller: Caller, number: int) -> None:
        """Remove one of the caller's sign-in methods. Raises SIGN_IN_NOT_RECENT, WAY_IN_NOT_FOUND, LAST_WAY_IN."""
        self.check_recent(caller)
        await self._archive.unlink(caller.player.id, number)
        _log.info("way_in_unlinked", player=caller.player.id)

    async def end_session(self, caller: Caller, session: str) -> None:
        """End one of the caller's sessions. Raises SESSION_NOT_FOUND, STORE_UNAVAILABLE."""
        names = await self._names(caller.player.id)
        if session not in names:
            raise errors.session_not_found()
        # In this order: a session that cannot be refreshed, but whose token is good, would look as if it had ended.
        await self._revocations.revoke_session(session)
        await self._store.end_session(caller.player.id, names[session])
        SESSIONS_ENDED.labels("one").inc()

    async def end_other_sessions(self, caller: Caller) -> None:
        """End all of the caller's sessions except the one of this call, and all of the caller's personal tokens.

        Raises STORE_UNAVAILABLE, ARCHIVE_UNAVAILABLE.
        """
        if caller.session:
            await self.end_all(caller.player.id, since=int(self._clock()), kept=caller.session)
        else:
            for session in await self._names(caller.player.id):
                await self.end_session(caller, session)
            await self._personal_tokens.end_all(caller.player.id)
        SESSIONS_ENDED.labels("others").inc()

    async def end_all(self, player_id: PlayerId, *, since: int, kept: str = "") -> None:
        """End all sessions of a player except `kept`, and all personal tokens.

        Every other token of the player that was issued at or before `since`, in Unix seconds, is revoked, whether or
        not it belongs to a session; only those of the session `kept` stay valid. Raises STORE_UNAVAILABLE,
        ARCHIVE_UNAVAILABLE.
        """
        await self._revocations.revoke_all(player_id, since=since, kept=kept)
        for session, name in (await self._names(player_id)).items():
            if session != kept:
                await self._store.end_session(player_id, name)
        await self._personal_tokens.end_all(player_id)

    async def end_guest(self, merge: Merge) -> None:
        """End the sessions, tokens and personal tokens that a guest got before signing in to an account.

        Those of the account stay valid, so a repeat does no harm. Raises STORE_UNAVAILABLE, ARCHIVE_UNAVAILABLE.
        """
        guest, begun = merge.guest, merge.begun
        await self._revocations.revoke_all(guest, since=begun // 1000, kept=merge.session, guests=True)
        for name, stored in (await self._store.sessions_of(guest)).items():
            if not decode(stored).account:
                await self._store.end_session(guest, name)
        await self._personal_tokens.end_all(guest, made_by=begun)

    def check_recent(self, caller: Caller) -> None:
        """Raise SIGN_IN_NOT_RECENT if the caller has an account, and signed in more than `RECENT_SECONDS` ago."""
        if caller.account and caller.issued + RECENT_SECONDS < self._clock():
            raise errors.sign_in_not_recent(RECENT_SECONDS)

    def now(self) -> int:
        """Return the time in milliseconds since the epoch."""
        return int(self._clock() * 1000)

    async def _names(self, player_id: PlayerId) -> dict[str, bytes]:
        """Return the store's names of a player's sessions by their ids."""
        return {session_id(name): name for name in await self._store.sessions_of(player_id)}


def last_used(session: Session) -> int:
    """Return when a session began or was last refreshed, in milliseconds since the epoch."""
    return max(session.begun, session.used_at)
