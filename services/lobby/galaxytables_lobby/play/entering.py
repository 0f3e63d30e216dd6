"""Completes sign-ins at OpenID providers: finds or creates the player's account, and begins a session."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import structlog

from galaxytables_lobby import errors
from galaxytables_lobby.domain.accounts import Entered, Entry, NewWayIn, WayIn
from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.metrics import SIGN_INS
from galaxytables_lobby.people.accounts import Accounts
from galaxytables_lobby.people.sessions import Pair, Sessions, id_of_secret, new_secret
from galaxytables_lobby.people.sign_in import Shown, guest_of
from galaxytables_lobby.people.tokens import Caller, new_player_id
from galaxytables_lobby.play.merging import Merges
from galaxytables_lobby.ports import Archive
from galaxytables_serving import GalaxyError

_log = structlog.get_logger(__name__)


class Entering:
    """Signs players in, or links sign-in methods to their accounts, once a provider has confirmed who they are."""

    def __init__(self, archive: Archive, accounts: Accounts, sessions: Sessions, merges: Merges) -> None:
        self._archive = archive
        self._accounts = accounts
        self._sessions = sessions
        self._merges = merges

    async def link(self, caller: Caller | None, shown: Shown) -> WayIn:
        """Add a sign-in method to the caller's account.

        Raises NO_ACCOUNT, SIGN_IN_NOT_RECENT, WAY_IN_TAKEN, TOO_MANY_WAYS_IN, ARCHIVE_UNAVAILABLE.
        """
        if caller is None or not caller.account:
            raise errors.no_account()
        self._accounts.check_recent(caller)
        new = NewWayIn(proof=shown.proof, label=shown.label)
        way_in = await self._archive.link(caller.player.id, new, self._accounts.now())
        _log.info("way_in_linked", player=caller.player.id, provider=shown.begun.provider)
        SIGN_INS.labels("linked").inc()
        return way_in

    async def enter(
        self, caller: Caller | None, shown: Shown, label: str, let_in: Callable[[Caller], None]
    ) -> tuple[Entered, Pair]:
        """Sign in the player whom a provider has identified (`shown`), on a device called `label`.

        A player without an account gets one. If the account exists, `let_in` is called with its player, and raises if
        the player may not come in, for example because of a ban. Raises the errors of `let_in`, SEATED_TWICE,
        ARCHIVE_UNAVAILABLE, STORE_UNAVAILABLE.
        """
        guest, secret, now = guest_of(caller), new_secret(), self._accounts.now()
        existing = await self._archive.way_in(shown.proof)
        if existing is not None:
            let_in(Caller(Person(existing[0], ""), role="", expires=0, issued=now // 1000, account=True))
            if guest is not None and guest != existing[0]:
                await self._merges.check(guest, existing[0])
        entered = await self._archive.enter(
            Entry(
                shown=NewWayIn(proof=shown.proof, label=shown.label),
                guest=guest,
                name=shown.begun.name,
                new_player_id=new_player_id(),
                session=id_of_secret(secret),
                now=now,
            )
        )
        if entered.merge is not None:
            await self._merges.merge(entered.merge)
        player = Person(entered.player_id, entered.name)
        pair = await self._sessions.begin(player, label=label, account=True, secret=secret)
        _log.info("signed_in", player=player.id, provider=shown.begun.provider, new=entered.is_new)
        SIGN_INS.labels("signed_in").inc()
        return entered, pair


@contextmanager
def count_refusals() -> Iterator[None]:
    """Count a sign-in under the reason for which the `with` block refuses it."""
    try:
        yield
    except GalaxyError as error:
        SIGN_INS.labels(error.reason.lower()).inc()
        raise
