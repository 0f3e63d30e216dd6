"""The calls of `AccountService`: the player's account, its sign-in methods, and the devices that are signed in."""

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from galaxytables.lobby.v1 import accounts_pb2
from galaxytables_client.building import build
from galaxytables_client.calls import Calls
from galaxytables_client.errors import UnauthenticatedError
from galaxytables_client.identity import Token
from galaxytables_client.pairs import go_on_with
from galaxytables_client.uncopied import Uncopied

if TYPE_CHECKING:
    from galaxytables.lobby.v1 import accounts_pb2_grpc


class Accounts(Uncopied):
    """The player's account. Every call raises `ClientError`; `accounts.proto` lists the reasons.

    To sign in, open the address of `begin_sign_in` in the player's browser. It leads back to the redirect address with
    `state`, `code` and perhaps `iss`, which `complete_sign_in` takes together with the secret. `Loopback` is such an
    address for a program. A guest who signs in becomes part of the account.
    """

    def __init__(self, calls: Calls, stub: "accounts_pb2_grpc.AccountServiceAsyncStub") -> None:
        self._calls = calls
        self.stub = stub

    async def providers(self) -> Sequence[accounts_pb2.Provider]:
        """Return the OpenID providers where players can sign in."""
        request = accounts_pb2.ListProvidersRequest()
        return (await self._calls.call(self.stub.ListProviders, request, open_to_all=True)).providers

    async def page_address(self) -> str:
        """Return where players open the page, like `https://tables.example`; empty if the operator has not set it."""
        request = accounts_pb2.ListProvidersRequest()
        return (await self._calls.call(self.stub.ListProviders, request, open_to_all=True)).page_address

    async def begin_sign_in(
        self, provider_id: str, redirect_address: str, *, name: str = "", link: bool = False
    ) -> accounts_pb2.BeginSignInResponse:
        """Begin a sign-in. Returns the address to open in the browser, and a secret for `complete_sign_in`.

        `name` is the name of a new account, if there is none yet. With `link`, the sign-in method is added to the
        caller's account. Raises UNKNOWN_PROVIDER, REDIRECT_NOT_ALLOWED, PROVIDER_UNAVAILABLE.
        """
        kind = accounts_pb2.SIGN_IN_INTENT_LINK if link else accounts_pb2.SIGN_IN_INTENT_SIGN_IN
        request = build(
            accounts_pb2.BeginSignInRequest,
            provider_id=provider_id,
            redirect_address=redirect_address,
            intent=kind,
            name=name,
        )
        return await self._calls.call(self.stub.BeginSignIn, request)

    async def complete_sign_in(
        self, *, state: str, code: str, secret: str, issuer: str = "", device: str = ""
    ) -> Token:
        """Complete a sign-in, and make all later calls as the account.

        `device` is the name of this device in the list of sessions. Returns a token for `SignedIn`, with which a
        program connects as the account elsewhere. Raises SIGN_IN_UNKNOWN, SIGN_IN_REFUSED, PROVIDER_UNAVAILABLE,
        SEATED_TWICE.
        """
        made = await self._complete(state, code, secret, issuer, device)
        return await go_on_with(self._calls, made, made.player_id)

    async def complete_link(self, *, state: str, code: str, secret: str, issuer: str = "") -> accounts_pb2.WayIn:
        """Complete a sign-in that began with `link`. Returns the new sign-in method (way in).

        Raises the errors of `complete_sign_in`, and WAY_IN_TAKEN, SIGN_IN_NOT_RECENT.
        """
        return (await self._complete(state, code, secret, issuer, "")).way_in

    async def get(self) -> accounts_pb2.GetAccountResponse:
        """Return the account with its sign-in methods (ways in), and the sessions."""
        return await self._calls.call(self.stub.GetAccount, accounts_pb2.GetAccountRequest())

    async def unlink(self, way_in_id: str) -> None:
        """Remove a sign-in method (way in) from the account.

        Raises LAST_WAY_IN, WAY_IN_NOT_FOUND, SIGN_IN_NOT_RECENT.
        """
        request = build(accounts_pb2.UnlinkWayInRequest, way_in_id=way_in_id)
        await self._calls.call(self.stub.UnlinkWayIn, request)

    async def end_session(self, session_id: str) -> None:
        """End one session of the account. Raises SESSION_NOT_FOUND."""
        request = build(accounts_pb2.EndSessionRequest, session_id=session_id)
        await self._calls.call(self.stub.EndSession, request)

    async def sign_out(self) -> None:
        """End the session of this connection, and delete its token here and in the keyring.

        The player comes back by signing in again. A guest who signs out cannot come back.
        """
        with suppress(UnauthenticatedError):
            for session in (await self.get()).sessions:
                if session.current:
                    await self.end_session(session.id)
        if self._calls.credentials is not None:
            await self._calls.credentials.sign_out()

    async def end_other_sessions(self) -> None:
        """End all sessions of the account except the one of this call."""
        await self._calls.call(self.stub.EndOtherSessions, accounts_pb2.EndOtherSessionsRequest())

    async def export(self) -> str:
        """Return all data about the player, as JSON. Raises SIGN_IN_NOT_RECENT."""
        return (await self._calls.call(self.stub.ExportMyData, accounts_pb2.ExportMyDataRequest())).json

    async def erase_me(self) -> None:
        """Erase the player and all data about the player for good. Raises SIGN_IN_NOT_RECENT.

        The connection's token is deleted here and in the keyring, as if the player had signed out.
        """
        await self._calls.call(self.stub.EraseMe, accounts_pb2.EraseMeRequest(), seconds=_ERASE_SECONDS)
        if self._calls.credentials is not None:
            await self._calls.credentials.sign_out()

    async def _complete(
        self, state: str, code: str, secret: str, issuer: str, device: str
    ) -> accounts_pb2.CompleteSignInResponse:
        request = build(
            accounts_pb2.CompleteSignInRequest,
            state=state,
            code=code,
            issuer=issuer,
            sign_in_secret=secret,
            device_label=device,
        )
        return await self._calls.call(self.stub.CompleteSignIn, request)


# All tables are searched for the player's name.
_ERASE_SECONDS = 120.0
