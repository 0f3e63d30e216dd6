"""The account screen: sign-in, devices, tokens for programs, notifications and data."""

import asyncio
import platform
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from galaxytables_client import Loopback, UnauthenticatedError
from galaxytables_client.loopback import Returned
from galaxytables_terminal.account import (
    SCOPES,
    Account,
    Act,
    AddPasskey,
    Appeal,
    EndDevice,
    EndOthers,
    EndToken,
    Erase,
    Export,
    MakeToken,
    Rename,
    SignIn,
    SignOut,
    Switch,
    Unlink,
    account_lines,
    load_account,
    switched,
)
from galaxytables_terminal.lines import Line
from galaxytables_terminal.screens.acting import ActingScreen
from galaxytables_terminal.screens.dialogs import LineDialog, PageDialog
from galaxytables_terminal.screens.naming import ask_name
from galaxytables_terminal.screens.own_data import erase_player, save_data
from galaxytables_terminal.screens.signing_in import SignInDialog, has_browser
from galaxytables_terminal.settings import LONGEST_NAME
from galaxytables_terminal.visit import Visit

# How long the lobby remembers a sign-in.
_SIGN_IN_SECONDS = 600.0
_TOKEN_DAYS = 30
# The part of the page about the account.
_ACCOUNT = "/#/account"


class AccountScreen(ActingScreen[Act]):
    """Lists the parts of the player's account. Enter makes the change for which the line under the cursor stands."""

    title_words = "account-title"

    def __init__(self, visit: Visit) -> None:
        super().__init__(visit)
        self._account: Account | None = None

    async def load(self) -> Sequence[Line[Act]]:
        """Return the lines of the account. A player whose session was ended elsewhere goes on as a new guest.

        Raises `ClientError`.
        """
        try:
            self._account = await load_account(self.visit.lobby)
        except UnauthenticatedError:
            self.note(await self._sign_out())
            self._account = await load_account(self.visit.lobby)
        return account_lines(self._account, self.say)

    def choose(self, act: Act) -> None:
        """Begin an act whose line was chosen."""
        if isinstance(act, Rename):
            ask_name(self, self.visit, self._renamed)
        else:
            super().choose(act)

    def _renamed(self) -> None:
        self.note(self.say("menu-renamed", name=self.visit.me.name))
        self.action_look()

    async def perform(self, act: Act) -> str:
        """Do an act. Returns a message for the player, or an empty text. Raises `ClientError`."""
        match act:
            case SignIn():
                return await self._sign_in(act)
            case SignOut() if await self.sure("sign-out-sure"):
                return await self._sign_out()
            case EndDevice(session) if session.current and await self.sure("sign-out-sure"):
                return await self._sign_out()
            case Export():
                return await save_data(self.visit, self.app)
            case Erase():
                return await erase_player(self.visit, self.app)
            case _:
                return await self._change(act)

    async def _change(self, act: Act) -> str:
        """Do an act that does not change who the player is. Returns a message for the player. Raises `ClientError`."""
        lobby = self.visit.lobby
        match act:
            case AddPasskey():
                await self._open_page()
            case MakeToken():
                await self._make_token()
            case Appeal():
                return await self._appeal(act)
            case Unlink(way_in) if await self.sure("ways-remove-sure", way=way_in.label):
                await lobby.accounts.unlink(way_in.id)
            case EndDevice(session) if not session.current and await self.sure("devices-end-one-sure"):
                await lobby.accounts.end_session(session.id)
            case EndOthers() if await self.sure("devices-end-sure"):
                await lobby.accounts.end_other_sessions()
            case EndToken(token) if await self.sure("tokens-end-sure", name=token.name):
                await lobby.personal_tokens.end(token.id)
            case Switch() if self._account is not None and self._account.notifications is not None:
                await lobby.notifications.set(switched(self._account.notifications.settings, act))
            case _:
                pass
        return ""

    async def _appeal(self, act: Appeal) -> str:
        """Ask for a reason, and appeal against a sanction. Returns a message for the player. Raises `ClientError`."""
        why = LineDialog(self.say("appeal-text"), self.say, note=act.sanction.reason)
        text = await self.app.push_screen_wait(why)
        if not text:
            return ""
        await self.visit.lobby.reports.appeal(act.sanction.sanction_id, text)
        return self.say("appeal-done")

    async def _sign_in(self, act: SignIn) -> str:
        visit, label = self.visit, act.provider.label
        try:
            loopback = Loopback(visit.settings.sign_in_port, said=self.say("sign-in-close"))
        except OSError:
            return self.say("sign-in-port", port=str(visit.settings.sign_in_port))
        with loopback:
            begun = await visit.lobby.accounts.begin_sign_in(act.provider.id, loopback.address, link=act.link)
            back = await self._back(loopback, begun.authorization_address)
        if back is None:
            return ""
        if back.error:
            return self.say("sign-in-cancelled", provider=label)
        answer = {"state": back.state, "code": back.code, "issuer": back.issuer, "secret": begun.sign_in_secret}
        if act.link:
            await visit.lobby.accounts.complete_link(**answer)
            return self.say("sign-in-linked", provider=label)
        guest, was_guest = visit.me, self._account is None or self._account.is_guest
        device = self.say("device-label", system=platform.system())
        await visit.lobby.accounts.complete_sign_in(**answer, device=device)
        visit.me = await visit.lobby.players.me()
        if visit.me.id == guest.id and was_guest:
            return self.say("signed-in-new-guest", name=visit.me.name)
        words = "signed-in-joined" if was_guest else "signed-in-back"
        return self.say(words, name=visit.me.name, guest=guest.name)

    async def _back(self, loopback: Loopback, address: str) -> Returned | None:
        """Wait until the browser comes back or the player pastes its address; None if they cancel or it takes long."""
        closed = asyncio.get_running_loop().create_future()
        dialog = SignInDialog(address, self.say)
        self.app.push_screen(dialog, closed.set_result)
        waiting = asyncio.create_task(loopback.back(address))
        try:
            await asyncio.wait({waiting, closed}, timeout=_SIGN_IN_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        finally:
            arrived = waiting.result() if waiting.done() else None
            waiting.cancel()
        if not closed.done():
            dialog.dismiss(arrived)
        back: Returned | None = await closed
        return back

    async def _sign_out(self) -> str:
        visit = self.visit
        await visit.lobby.accounts.sign_out()
        visit.me = await visit.lobby.players.me()
        return self.say("signed-out", name=visit.me.name)

    async def _open_page(self) -> None:
        """Open the page where a browser adds a passkey, and tell the player to do so."""
        page = await self.visit.lobby.accounts.page_address()
        address = f"{page}{_ACCOUNT}" if page else ""
        if address and has_browser():
            self.app.open_url(address)
        words = self.say("passkeys-how", address=address) if address else self.say("passkeys-how-somewhere")
        await self.app.push_screen_wait(PageDialog(words, self.say("passkeys-add"), self.say))

    async def _make_token(self) -> None:
        name = await self.app.push_screen_wait(LineDialog(self.say("tokens-name"), self.say, max_length=LONGEST_NAME))
        if not name:
            return
        scopes = await self._scopes()
        days = await self._days() if scopes else None
        if scopes and days is not None:
            made = await self.visit.lobby.personal_tokens.create(name, scopes, datetime.now(UTC) + timedelta(days=days))
            words = f"{self.say('tokens-secret')}\n\n{made.token}"
            await self.app.push_screen_wait(PageDialog(words, made.personal_token.name, self.say))

    async def _scopes(self) -> list[str]:
        """Ask what a token allows; empty if the player cancels."""
        text, why = "read", self.say("tokens-scopes-which")
        while True:
            dialog = LineDialog(self.say("tokens-scopes"), self.say, text, note=why)
            text = await self.app.push_screen_wait(dialog) or ""
            scopes = text.replace(",", " ").split()
            if all(scope in SCOPES for scope in scopes):
                return scopes

    async def _days(self) -> int | None:
        """Ask after how many days a token ends; None if the player cancels."""
        text = str(_TOKEN_DAYS)
        while True:
            text = (
                await self.app.push_screen_wait(LineDialog(self.say("tokens-days"), self.say, text, max_length=3)) or ""
            )
            if not text or text.isdecimal():
                return int(text) if text else None
