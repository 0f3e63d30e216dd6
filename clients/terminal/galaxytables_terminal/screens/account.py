"""The account screen: sign-in, devices, tokens for programs, notifications and data."""

import asyncio
import platform
from datetime import UTC, datetime, timedelta
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from galaxytables_client import ClientError, Loopback
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
    Line,
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
from galaxytables_terminal.screens.dialogs import ConfirmDialog, LineDialog, PageDialog
from galaxytables_terminal.screens.naming import ask_name
from galaxytables_terminal.screens.own_data import erase_player, save_data
from galaxytables_terminal.screens.signing_in import SignInDialog, has_browser
from galaxytables_terminal.screens.spoken import SpokenScreen
from galaxytables_terminal.settings import LONGEST_NAME
from galaxytables_terminal.visit import Visit

# How long the lobby remembers a sign-in.
_SIGN_IN_SECONDS = 600.0
_TOKEN_DAYS = 30
# The part of the page about the account.
_ACCOUNT = "/#/account"


class AccountScreen(SpokenScreen):
    """Lists the parts of the player's account. Enter makes the change for which the line under the cursor stands."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "look", "key-look"),
        Binding("f1,question_mark", "app.help", "key-help", key_display="f1"),
        Binding("q,escape", "app.leave", "key-back"),
    ]

    def __init__(self, visit: Visit) -> None:
        super().__init__(visit.say)
        self._visit = visit
        self._account: Account | None = None
        self._lines: list[Line] = []

    def compose(self) -> ComposeResult:
        """Build the screen."""
        yield Static(self.say("account-title"), id="title")
        yield OptionList(id="menu", markup=False)
        yield Static(id="note", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        """Load the account."""
        self.action_look()

    def action_look(self) -> None:
        """Load the account again."""
        self.run_worker(self._look(), group="look", exclusive=True)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Make the change that the chosen line stands for."""
        act = self._lines[event.option_index].act
        if isinstance(act, Rename):
            ask_name(self, self._visit, self._renamed)
        elif act is not None:
            self.run_worker(self._do(act), group="act", exclusive=True)

    def _renamed(self) -> None:
        self._note(self.say("menu-renamed", name=self._visit.me.name))
        self.action_look()

    async def _do(self, act: Act) -> None:
        """Do an act, tell how it went, and show the account as it is then."""
        try:
            self._note(await (self._appeal(act) if isinstance(act, Appeal) else self._done(act)))
        except ClientError as error:
            self._note(self._visit.explain(error))
        self.action_look()

    async def _done(self, act: Act) -> str:
        """Do an act. Returns what to tell. Raises `ClientError`."""
        match act:
            case SignIn():
                return await self._sign_in(act)
            case SignOut() if await self._sure("sign-out-sure"):
                return await self._sign_out()
            case EndDevice(session) if session.current and await self._sure("sign-out-sure"):
                return await self._sign_out()
            case AddPasskey():
                await self._open_page()
            case MakeToken():
                await self._make_token()
            case Export():
                return await save_data(self._visit, self.app)
            case Erase():
                return await erase_player(self._visit, self.app)
            case _:
                await self._change(act)
        return ""

    async def _change(self, act: Act) -> None:
        """Do an act that only changes the account at the lobby. Raises `ClientError`."""
        lobby = self._visit.lobby
        match act:
            case Unlink(way_in) if await self._sure("ways-remove-sure", way=way_in.label):
                await lobby.accounts.unlink(way_in.id)
            case EndDevice(session) if not session.current and await self._sure("devices-end-one-sure"):
                await lobby.accounts.end_session(session.id)
            case EndOthers() if await self._sure("devices-end-sure"):
                await lobby.accounts.end_other_sessions()
            case EndToken(token) if await self._sure("tokens-end-sure", name=token.name):
                await lobby.personal_tokens.end(token.id)
            case Switch() if self._account is not None and self._account.notifications is not None:
                await lobby.notifications.set(switched(self._account.notifications.settings, act))
            case _:
                pass

    async def _appeal(self, act: Appeal) -> str:
        """Ask why, and appeal against a decision of a moderator. Returns what to tell. Raises `ClientError`."""
        why = LineDialog(self.say("appeal-text"), self.say, note=act.sanction.reason)
        text = await self.app.push_screen_wait(why)
        if not text:
            return ""
        await self._visit.lobby.reports.appeal(act.sanction.sanction_id, text)
        return self.say("appeal-done")

    async def _sign_in(self, act: SignIn) -> str:
        visit, label = self._visit, act.provider.label
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
        visit = self._visit
        await visit.lobby.accounts.sign_out()
        visit.me = await visit.lobby.players.me()
        return self.say("signed-out", name=visit.me.name)

    async def _open_page(self) -> None:
        """Open the page where a browser adds a passkey, and tell the player to do so."""
        page = await self._visit.lobby.accounts.page_address()
        address = f"{page}{_ACCOUNT}" if page else ""
        if address and has_browser():
            self.app.open_url(address)
        words = self.say("passkeys-how", address=address) if address else self.say("passkeys-how-somewhere")
        await self.app.push_screen_wait(PageDialog(words, self.say("passkeys-add"), self.say))

    async def _make_token(self) -> None:
        name = await self.app.push_screen_wait(LineDialog(self.say("tokens-name"), self.say, most=LONGEST_NAME))
        if not name:
            return
        scopes = await self._scopes()
        days = await self._days() if scopes else None
        if scopes and days is not None:
            made = await self._visit.lobby.personal_tokens.create(
                name, scopes, datetime.now(UTC) + timedelta(days=days)
            )
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
            text = await self.app.push_screen_wait(LineDialog(self.say("tokens-days"), self.say, text, most=3)) or ""
            if not text or text.isdecimal():
                return int(text) if text else None

    async def _sure(self, question: str, **variables: str) -> bool:
        answer = await self.app.push_screen_wait(ConfirmDialog(self.say(question, **variables), self.say))
        return bool(answer)

    async def _look(self) -> None:
        try:
            self._account = await load_account(self._visit.lobby)
        except ClientError as error:
            self._note(self._visit.explain(error))
            return
        self._lines = account_lines(self._account, self.say)
        for menu in self.query("#menu").results(OptionList):
            before = menu.highlighted
            menu.clear_options()
            menu.add_options(
                [Option(line.text if line.heading else f"  {line.text}", disabled=not line.act) for line in self._lines]
            )
            menu.focus()
            if before is not None and before < len(self._lines) and self._lines[before].act:
                menu.highlighted = before
            else:
                menu.action_first()

    def _note(self, words: str) -> None:
        """Write below the lines, unless the screen is being closed."""
        for note in self.query("#note").results(Static):
            note.update(words)
