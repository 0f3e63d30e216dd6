"""The calls of `PasskeyService`: passkeys as a way for players to sign in."""

from typing import TYPE_CHECKING

from galaxytables.lobby.v1 import accounts_pb2, passkeys_pb2
from galaxytables_client.building import build
from galaxytables_client.calls import Calls
from galaxytables_client.identity import Token
from galaxytables_client.pairs import go_on_with
from galaxytables_client.uncopied import Uncopied

if TYPE_CHECKING:
    from galaxytables.lobby.v1 import passkeys_pb2_grpc


class Passkeys(Uncopied):
    """The player's passkeys. Every call raises `ClientError`; `passkeys.proto` lists the reasons.

    Options and credentials are the JSON of WebAuthn. An authenticator answers the options of a `begin` call with a
    credential, which the `complete` call takes: once, and within five minutes.
    """

    def __init__(self, calls: Calls, stub: "passkeys_pb2_grpc.PasskeyServiceAsyncStub") -> None:
        self._calls = calls
        self.stub = stub

    async def begin_registration(self) -> str:
        """Begin to add a passkey. Returns its options, a `PublicKeyCredentialCreationOptionsJSON`.

        Raises SIGN_IN_NOT_RECENT, PASSKEYS_UNAVAILABLE.
        """
        request = passkeys_pb2.BeginPasskeyRegistrationRequest()
        return (await self._calls.call(self.stub.BeginPasskeyRegistration, request)).options

    async def complete_registration(self, credential: str, name: str, *, device: str = "") -> accounts_pb2.WayIn:
        """Add a passkey called `name`. Returns it as a new sign-in method (way in) of the account.

        `credential` is the `RegistrationResponseJSON` of the passkey. A guest who adds a passkey becomes an account.
        `device` is the name of this device in the list of sessions. Raises PASSKEY_REFUSED, CHALLENGE_UNKNOWN,
        WAY_IN_TAKEN, TOO_MANY_WAYS_IN.
        """
        request = build(
            passkeys_pb2.CompletePasskeyRegistrationRequest, credential=credential, name=name, device_label=device
        )
        made = await self._calls.call(self.stub.CompletePasskeyRegistration, request)
        if made.token:
            credentials = self._calls.credentials
            await go_on_with(self._calls, made, "" if credentials is None else credentials.player)
        return made.way_in

    async def begin_sign_in(self) -> str:
        """Begin a sign-in. Returns the options for the authenticator, a `PublicKeyCredentialRequestOptionsJSON`.

        Raises PASSKEYS_UNAVAILABLE.
        """
        request = passkeys_pb2.BeginPasskeySignInRequest()
        return (await self._calls.call(self.stub.BeginPasskeySignIn, request)).options

    async def complete_sign_in(self, credential: str, *, device: str = "") -> Token:
        """Sign in by a passkey, and make all later calls as its account.

        `credential` is an `AuthenticationResponseJSON`. A guest who signs in becomes part of the account. Returns a
        token for `SignedIn`, with which a program connects as the account elsewhere. Raises PASSKEY_REFUSED,
        PASSKEY_UNKNOWN, PASSKEY_CLONED, CHALLENGE_UNKNOWN, SEATED_TWICE.
        """
        request = build(passkeys_pb2.CompletePasskeySignInRequest, credential=credential, device_label=device)
        made = await self._calls.call(self.stub.CompletePasskeySignIn, request)
        return await go_on_with(self._calls, made, made.player_id)
