"""Passkeys as sign-in methods: adds one to an account, creates a guest's account with one, and signs players in."""

from collections.abc import Callable
from dataclasses import dataclass

import structlog

from galaxytables_lobby import errors
from galaxytables_lobby.domain.accounts import Entry, NewWayIn, WayIn
from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.metrics import PASSKEYS
from galaxytables_lobby.people.accounts import Accounts
from galaxytables_lobby.people.passkeys import Passkeys
from galaxytables_lobby.people.sessions import Pair, Sessions, id_of_secret, new_secret
from galaxytables_lobby.people.sign_in import guest_of
from galaxytables_lobby.people.tokens import Caller, new_player_id
from galaxytables_lobby.play.merging import Merges
from galaxytables_lobby.ports import Archive

_log = structlog.get_logger(__name__)

# How often a sign-in is looked at again because another one by the same passkey was faster.
_ATTEMPTS = 4


@dataclass(frozen=True)
class Registered:
    """A new passkey as a sign-in method. A guest who registered it also gets the first tokens of the new account."""

    way_in: WayIn
    pair: Pair | None = None


class PasskeyEntrance:
    """The calls by which players register a passkey and sign in with it.

    A guest who registers a passkey gets an account. A guest who signs in by one is merged into the passkey's account.
    """

    def __init__(
        self, archive: Archive, accounts: Accounts, sessions: Sessions, merges: Merges, passkeys: Passkeys
    ) -> None:
        self._archive = archive
        self._accounts = accounts
        self._sessions = sessions
        self._merges = merges
        self._passkeys = passkeys

    async def begin_registration(self, caller: Caller) -> str:
        """Return the options for a new passkey of the caller.

        Raises SIGN_IN_NOT_RECENT, PASSKEYS_UNAVAILABLE, ARCHIVE_UNAVAILABLE, STORE_UNAVAILABLE.
        """
        self._accounts.check_recent(caller)
        account = await self._archive.account(caller.player.id)
        return await self._passkeys.begin_registration(caller.player, account.ways_in if account is not None else ())

    async def register(self, caller: Caller, credential: str, *, name: str, device: str) -> Registered:
        """Add a new passkey to the caller's sign-in methods. A guest gets an account, and their earlier tokens end.

        Raises SIGN_IN_NOT_RECENT, CHALLENGE_UNKNOWN, PASSKEY_REFUSED, WAY_IN_TAKEN, TOO_MANY_WAYS_IN, SESSION_ENDED,
        PASSKEYS_UNAVAILABLE, ARCHIVE_UNAVAILABLE, STORE_UNAVAILABLE.
        """
        self._accounts.check_recent(caller)
        new = await self._passkeys.registered(caller.player, credential, name)
        now, player_id = self._accounts.now(), caller.player.id
        if caller.account:
            way_in = await self._archive.link(player_id, new, now)
            PASSKEYS.labels("registered").inc()
            _log.info("passkey_registered", player=player_id, way_in=way_in.number)
            return Registered(way_in)
        secret = new_secret()
        entered = await self._archive.found_account(
            Entry(
                shown=new,
                guest=player_id,
                name=caller.player.name,
                new_player_id=new_player_id(),
                session=id_of_secret(secret),
                now=now,
            )
        )
        if entered.merge is not None:
            await self._merges.merge(entered.merge)
        pair = await self._sessions.begin(caller.player, label=device, account=True, secret=secret)
        found = await self._archive.way_in(new.proof)
        if found is None:
            raise errors.way_in_not_found()
        PASSKEYS.labels("registered").inc()
        _log.info("passkey_registered", player=player_id, way_in=found[1].number)
        return Registered(found[1], pair)

    async def begin_sign_in(self, caller: Caller | None) -> str:
        """Return the options for a sign-in. Raises PASSKEYS_UNAVAILABLE, STORE_UNAVAILABLE."""
        return await self._passkeys.begin_sign_in(_id_of(caller))

    async def sign_in(
        self, caller: Caller | None, credential: str, device: str, let_in: Callable[[Caller], None]
    ) -> tuple[Person, Pair]:
        """Sign in the player whose passkey was used. If the caller is a guest, the guest is merged into the account.

        `let_in` raises if the player's calls are refused. Raises the errors of `let_in`, CHALLENGE_UNKNOWN,
        PASSKEY_REFUSED, PASSKEY_UNKNOWN, PASSKEY_CLONED, SEATED_TWICE, PASSKEYS_UNAVAILABLE, ARCHIVE_UNAVAILABLE,
        STORE_UNAVAILABLE.
        """
        shown, guest, secret = await self._passkeys.shown(credential, _id_of(caller)), guest_of(caller), new_secret()
        for _ in range(_ATTEMPTS):
            found = await self._archive.way_in(shown.proof)
            account = None if found is None else await self._archive.account(found[0])
            if found is None or account is None:
                PASSKEYS.labels("unknown").inc()
                raise errors.passkey_unknown()
            way_in, player, now = found[1], Person(account.player_id, account.name), self._accounts.now()
            kept = await self._passkeys.verified(shown, player.id, way_in)
            let_in(Caller(player, role="", expires=0, issued=now // 1000, account=True))
            if guest is not None and guest != player.id:
                await self._merges.check(guest, player.id)
            entry = Entry(
                shown=NewWayIn(proof=shown.proof, label=way_in.label, details=kept),
                guest=guest,
                name=player.name,
                new_player_id=player.id,
                session=id_of_secret(secret),
                now=now,
            )
            entered = await self._archive.enter_again(entry, way_in)
            if entered is None:
                continue
            if entered.merge is not None:
                await self._merges.merge(entered.merge)
            PASSKEYS.labels("signed_in").inc()
            _log.info("signed_in", player=player.id, provider="passkey", new=False)
            return player, await self._sessions.begin(player, label=device, account=True, secret=secret)
        raise errors.archive_unavailable()


def _id_of(caller: Caller | None) -> str:
    return "" if caller is None else caller.player.id
