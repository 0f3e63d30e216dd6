"""Makes, lists, ends and reads personal tokens. The archive's database keeps each under a hash of its secret.

Once a process has read a token, it keeps it in memory, so later calls cost no look-up. It reads the token again once a
minute, and records at most once an hour that the token was used. An ended token is refused everywhere within two
seconds (`revocations.py`). While the archive is unavailable, tokens that are in memory stay valid.
"""

from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass
from hashlib import sha256
from uuid import uuid4

import structlog

from galaxytables_lobby import errors
from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.personal_tokens import PersonalToken
from galaxytables_lobby.domain.scopes import TokenScope
from galaxytables_lobby.ids import PlayerId
from galaxytables_lobby.people import token_form
from galaxytables_lobby.people.revocations import Revocations
from galaxytables_lobby.people.tokens import DAY, Caller
from galaxytables_lobby.ports import Archive
from galaxytables_serving import GalaxyError

MAX_DAYS = 366
MAX_TOKENS = 16
"""How many a player may have at once."""

READ_AGAIN_SECONDS = 60.0
_USED_MILLISECONDS = 3600 * 1000
_CACHED = 4_096
_log = structlog.get_logger(__name__)


class UnreadTokenError(Exception):
    """A personal token is not in memory. It must first be read from the archive by `PersonalTokens.learn`."""

    def __init__(self, token: str) -> None:
        super().__init__("a personal token was not read yet")
        self.token = token


@dataclass(slots=True)
class _Cached:
    """A token in memory: its owner as a caller, and when it was read, in seconds since the epoch."""

    caller: Caller
    read: float
    ended: bool


class PersonalTokens:
    """The personal tokens of all players, as this process knows them."""

    def __init__(self, archive: Archive, revocations: Revocations, clock: Callable[[], float]) -> None:
        """`clock` returns seconds since the epoch."""
        self._archive = archive
        self._revocations = revocations
        self._clock = clock
        self._cache: OrderedDict[bytes, _Cached] = OrderedDict()

    async def make(
        self, player: Person, name: str, scopes: Collection[TokenScope], *, expires: int
    ) -> tuple[PersonalToken, str]:
        """Make a personal token that expires at `expires`, in milliseconds since the epoch. Returns it and its secret.

        Raises INVALID_TOKEN_END, TOO_MANY_TOKENS, ARCHIVE_UNAVAILABLE.
        """
        now = self._now()
        if not now < expires <= now + MAX_DAYS * DAY * 1000:
            raise errors.invalid_token_end(MAX_DAYS)
        made = PersonalToken(
            token_id=uuid4().hex,
            player_id=player.id,
            player_name=player.name,
            name=name,
            scopes=frozenset(scopes),
            created=now,
            expires=expires,
        )
        secret = token_form.new_token()
        if not await self._archive.add_personal_token(made, _digest(secret), now=now, limit=MAX_TOKENS):
            raise errors.too_many_tokens(MAX_TOKENS)
        return made, secret

    async def of(self, player_id: PlayerId) -> list[PersonalToken]:
        """Return a player's valid personal tokens, newest first. Raises ARCHIVE_UNAVAILABLE."""
        now = self._now()
        found = await self._archive.personal_tokens(player_id)
        return [each for each in found if not each.ended and now < each.expires]

    async def end_all(self, player_id: PlayerId, *, made_by: int | None = None) -> None:
        """End all of a player's personal tokens, or those made by a time, in milliseconds since the epoch.

        Raises ARCHIVE_UNAVAILABLE, STORE_UNAVAILABLE.
        """
        for token in await self._archive.personal_tokens(player_id):
            if not token.ended and (made_by is None or token.created <= made_by):
                await self.end(player_id, token.token_id)

    async def end(self, player_id: PlayerId, token_id: str) -> None:
        """End one of a player's personal tokens. If it has ended already, all processes are notified again.

        Raises UNKNOWN_TOKEN, ARCHIVE_UNAVAILABLE, STORE_UNAVAILABLE.
        """
        if not await self._archive.end_personal_token(player_id, token_id, now=self._now()):
            raise errors.unknown_token(token_id)
        # After the archive: who reads the token from now on sees that it has ended.
        await self._revocations.revoke_token(token_id)

    async def rename(self, player: Person) -> None:
        """Change a player's name in all of the player's personal tokens.

        All processes use the new name within a minute.

        Raises ARCHIVE_UNAVAILABLE.
        """
        await self._archive.rename_personal_tokens(player.id, player.name)

    def read(self, token: str) -> Caller:
        """Return the owner of a personal token that is in memory.

        Raises TOKEN_INVALID, TOKEN_EXPIRED, TOKEN_ENDED, and `UnreadTokenError` for a token that is not in memory.
        """
        if not token_form.is_token(token):
            raise errors.token_invalid()
        cached = self._cache.get(_digest(token))
        now = self._clock()
        if cached is None or cached.read + READ_AGAIN_SECONDS <= now:
            raise UnreadTokenError(token)
        if cached.ended:
            raise errors.token_ended()
        if cached.caller.expires <= now:
            raise errors.token_expired()
        return cached.caller

    async def learn(self, token: str) -> None:
        """Read a personal token from the archive into memory.

        If the archive is unavailable, a token that is in memory stays there. Raises TOKEN_INVALID, ARCHIVE_UNAVAILABLE.
        """
        digest = _digest(token)
        cached = self._cache.get(digest)
        try:
            found = await self._archive.personal_token(digest)
        except GalaxyError:
            if cached is None:
                raise
            cached.read = self._clock()
            return
        if found is None:
            self._cache.pop(digest, None)
            raise errors.token_invalid()
        self._cache[digest] = _Cached(_caller(found), self._clock(), ended=found.ended > 0)
        self._cache.move_to_end(digest)
        if len(self._cache) > _CACHED:
            self._cache.popitem(last=False)
        await self._note_use(found)

    async def _note_use(self, token: PersonalToken) -> None:
        now = self._now()
        hour = now - now % _USED_MILLISECONDS
        if token.used >= hour or token.ended:
            return
        try:
            await self._archive.use_personal_token(token.token_id, hour)
        except GalaxyError as error:
            _log.info("use_of_token_not_noted", reason=error.reason)

    def _now(self) -> int:
        return int(self._clock() * 1000)


def _caller(token: PersonalToken) -> Caller:
    return Caller(
        Person(token.player_id, token.player_name),
        role="",
        expires=token.expires // 1000,
        issued=token.created // 1000,
        scopes=token.scopes,
        token_id=token.token_id,
    )


def _digest(token: str) -> bytes:
    # The token is random and long, so a fast hash is as good as a slow one.
    return sha256(token.encode()).digest()
