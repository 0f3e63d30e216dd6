"""All sessions, which lie in the store: beginning one, using its refresh token, ending it."""

from collections.abc import Callable
from dataclasses import dataclass

import structlog
from msgspec.structs import replace

from galaxytables_lobby import errors
from galaxytables_lobby.domain.person import Person
from galaxytables_lobby.ids import PlayerId
from galaxytables_lobby.metrics import REFRESHES
from galaxytables_lobby.people.session import RefreshToken, Session, decode, encode, new_session
from galaxytables_lobby.people.session_settings import DAY, SessionSettings
from galaxytables_lobby.people.tokens import GUEST_DAYS, Caller, Tokens
from galaxytables_lobby.ports import Store

_log = structlog.get_logger(__name__)

# Browsers and terminals that one player may be in at once; who was away for the longest leaves.
MOST_SESSIONS = 16
# How often a use is tried again because another one was faster.
_ATTEMPTS = 8


@dataclass(frozen=True)
class Pair:
    """A token and the refresh token that gives the next; both expire, in seconds since the epoch."""

    token: str
    expires: int
    refresh_token: str
    refresh_expires: int


async def sessions_of(store: Store, player_id: PlayerId) -> list[Session]:
    """A player's sessions, the oldest first. Raises STORE_UNAVAILABLE."""
    return sorted(map(decode, (await store.sessions_of(player_id)).values()), key=lambda each: each.begun)


class Sessions:
    """The sessions of players."""

    def __init__(self, store: Store, tokens: Tokens, settings: SessionSettings, clock: Callable[[], float]) -> None:
        """Take the store, what makes tokens, what is set, and the clock, in seconds since the epoch."""
        self._store = store
        self._tokens = tokens
        self._settings = settings
        self._clock = clock
        self._lasting = int(settings.refresh_days * DAY * 1000)

    def lasting_token(self, player: Person, *, role: str = "", issued: int | None = None) -> tuple[str, int]:
        """A token without a refresh token, and when it expires; those of bots' hosts last as long as they used to."""
        days = GUEST_DAYS if role else max(self._settings.unrefreshed_days, self._settings.access / DAY)
        return self._tokens.make(player, role=role, days=days, issued=issued)

    async def begin(self, player: Person, *, issued: int | None = None) -> Pair:
        """Begin a session, of whoever showed who they are by a token that was issued then. Raises STORE_UNAVAILABLE."""
        now = self._now()
        begun = now if issued is None else issued * 1000
        session, secret = new_session(player.name, begun=begun, until=now + self._lasting)
        if issued is not None:
            await self._make_room(player.id, now)
        token = session.token(player.id, secret)
        await self._store.keep_session(player.id, token.name, encode(session), instead_of=b"", lasting=self._lasting)
        return self._pair(token, session)

    async def refresh(self, text: str, request_id: str, let_in: Callable[[Caller], None]) -> Pair:
        """Use a refresh token, unless its player is not let in.

        Raises what `let_in` raises, REFRESH_TOKEN_INVALID, REFRESH_TOKEN_SPENT, STORE_UNAVAILABLE.
        """
        shown = RefreshToken.parse(text)
        for _ in range(_ATTEMPTS):
            stored = await self._store.session(shown.player_id, shown.name)
            session, now = None if stored is None else decode(stored), self._now()
            if stored is None or session is None or session.until <= now:
                REFRESHES.labels("unknown").inc()
                raise errors.refresh_token_invalid()
            player = Person(shown.player_id, session.player_name)
            let_in(Caller(player, role="", expires=session.until // 1000, issued=session.begun // 1000))
            use = session.used(
                shown, request_id, now=now, until=now + self._lasting, grace=int(self._settings.grace * 1000)
            )
            if use is None:
                await self._store.end_session(shown.player_id, shown.name)
                REFRESHES.labels("spent").inc()
                _log.warning("session_ended", player=shown.player_id, why="spent")
                raise errors.refresh_token_spent()
            if use.repeated or await self._store.keep_session(
                shown.player_id, shown.name, encode(use.session), instead_of=stored, lasting=self._lasting
            ):
                REFRESHES.labels("repeated" if use.repeated else "refreshed").inc()
                return self._pair(use.session.token(shown.player_id, shown.secret), use.session)
        raise errors.store_unavailable()

    async def rename(self, player: Person) -> None:
        """Give a player's sessions the name that they bear now. Raises STORE_UNAVAILABLE."""
        for _ in range(_ATTEMPTS):
            found = (await self._store.sessions_of(player.id)).items()
            others = [(name, stored) for name, stored in found if decode(stored).player_name != player.name]
            if not others:
                return
            for name, stored in others:
                renamed = replace(decode(stored), player_name=player.name)
                await self._store.keep_session(
                    player.id, name, encode(renamed), instead_of=stored, lasting=self._lasting
                )
        raise errors.store_unavailable()

    def access_token(self, player: Person, *, issued: int) -> tuple[str, int]:
        """A token for who has a session, and when it expires, in seconds since the epoch."""
        return self._tokens.make_refreshable(player, seconds=self._settings.access, issued=issued)

    async def _make_room(self, player_id: PlayerId, now: int) -> None:
        """Leave out what has expired, and of too many those that were not used for the longest."""
        found = {name: decode(stored) for name, stored in (await self._store.sessions_of(player_id)).items()}
        newest = sorted(found, key=lambda name: -found[name].until)
        for place, name in enumerate(newest):
            if place >= MOST_SESSIONS - 1 or found[name].until <= now:
                await self._store.end_session(player_id, name)

    def _pair(self, token: RefreshToken, session: Session) -> Pair:
        player = Person(token.player_id, session.player_name)
        text, expires = self.access_token(player, issued=session.begun // 1000)
        return Pair(text, expires, str(token), session.until // 1000)

    def _now(self) -> int:
        return int(self._clock() * 1000)
