"""The terminal signs in at a real provider, and shows and changes what a lobby has of its player."""

import asyncio
import json
import re
import stat
import webbrowser
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

import httpx2
import pytest
from textual.widgets import OptionList

from galaxytables.lobby.v1 import accounts_pb2, notifications_pb2, personal_tokens_pb2
from galaxytables_client import Bearer, Lobby
from galaxytables_client.loopback import Loopback
from galaxytables_lobby.adapters.oidc import SignInSettings
from galaxytables_terminal.account import Account, Switch, account_lines, switched
from galaxytables_terminal.app import TerminalApp
from galaxytables_terminal.screens.signing_in import SignInDialog
from galaxytables_terminal.settings import read_settings
from galaxytables_terminal.wording import ENGLISH, wording
from tests.lobby.counting import NAME
from tests.lobby.house import House
from tests.lobby.people.authenticator import Authenticator
from tests.provider.running import REDIRECT, running_provider, settings_of, sign_in_at
from tests.terminal.conftest import quick_fingers  # noqa: F401  # every key of a test counts
from tests.terminal.driving import Player

LOOPBACK = "http://127.0.0.1/sign-in"
"""What a provider knows of programs: their ports are theirs to choose (RFC 8252)."""


@pytest.fixture(scope="module")
def issuers() -> Iterator[list[str]]:
    program = {"application_type": "native", "redirect_uris": [REDIRECT, LOOPBACK]}
    with running_provider(**program) as one, running_provider(**program) as other:
        yield [one, other]


@pytest.fixture
async def server(house: House, issuers: list[str]) -> str:
    """The address of a lobby that knows two providers."""
    providers = tuple(settings_of(issuer, name) for issuer, name in zip(issuers, ("one", "other"), strict=True))
    house.sign_in = SignInSettings(providers=providers, public_address="https://tables.example")
    await house.open_lobby()
    return house.addresses[-1]


@dataclass
class Ann(Player):
    """Somebody at a terminal with a browser beside it."""

    async def chooses(self, words: str, *more: str) -> None:
        """Choose the line with these words, and press more keys."""
        await self.sees(words)
        menu = self.app.screen.query_one("#menu", OptionList)
        for index in range(menu.option_count):
            if words in str(menu.get_option_at_index(index).prompt):
                menu.highlighted = index
                break
        await self.press("enter", *more)

    async def provider(self) -> SignInDialog:
        """The page that leads to the provider."""
        await self.sees("Open this address in your browser")
        assert isinstance(self.app.screen, SignInDialog)
        return self.app.screen

    async def signs_in(self, who: str) -> str:
        """Sign in in the browser. Returns what the browser shows in the end."""
        address = (await self.provider()).address
        back = await sign_in_at(address, who)
        async with httpx2.AsyncClient(trust_env=False) as browser:
            redirect = httpx2.URL(address).params["redirect_uri"]
            return (await browser.get(f"{redirect}?{urlencode(back)}")).text


@asynccontextmanager
async def at_terminal(server: str, state: Path, *arguments: str) -> AsyncIterator[Ann]:
    settings = read_settings(
        {"HOME": str(state)}, [f"SERVER={server}", "NAME=Ann", f"GALAXYTABLES_STATE={state}", *arguments]
    )
    app = TerminalApp(settings)
    async with app.run_test(size=(120, 50)) as pilot:
        ann = Ann(app, pilot)
        await ann.sees("New table")
        await ann.press("a")
        await ann.sees("Tokens for programs")
        yield ann


@pytest.fixture(autouse=True)
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that the terminal opens in a browser, where there is one."""
    addresses: list[str] = []
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(TerminalApp, "open_url", lambda _, url: addresses.append(url))
    return addresses


async def test_a_guest_signs_in_adds_a_second_way_in_and_signs_out(server, tmp_path, opened):
    async with at_terminal(server, tmp_path) as ann:
        guest = ann.app.visit.me.id
        await ann.sees("so only this terminal knows you")
        await ann.chooses("With One")
        assert await ann.signs_in("ann") == "You can close this page, and go back to the terminal."
        await ann.sees(
            "You have an account now, Ann.", "Sign-in methods", "Sign out", "Terminal on Linux · this terminal"
        )
        assert ann.app.visit.me.id == guest
        assert opened[0].startswith("http://127.0.0.1:")
        await ann.chooses("Add Other")
        await ann.signs_in("ann")
        await ann.sees("You can sign in with Other from now on.", "Sign in again with Other")
        # Where there is no browser on this machine, its address is pasted.
        await ann.chooses("Sign in again with One")
        dialog = await ann.provider()
        back = await sign_in_at(dialog.address, "ann")
        await ann.press(*"nonsense", "enter")
        await ann.sees("This address does not belong to this sign-in.")
        dialog.query_one("Input").value = f"{LOOPBACK}?{urlencode(back)}"  # type: ignore[attr-defined]
        await ann.press("enter")
        await ann.sees("You are signed in as Ann.")
    tokens = tmp_path / "tokens.json"
    assert stat.S_IMODE(tokens.stat().st_mode) == 0o600
    assert guest in tokens.read_text()
    async with at_terminal(server, tmp_path) as ann:
        assert ann.app.visit.me.id == guest
        await ann.chooses("Sign out", "y")
        await ann.sees("You are signed out, and play as the guest Ann.", "With One")
        assert ann.app.visit.me.id != guest
        assert guest not in tokens.read_text()
        table = await ann.app.visit.lobby.tables.create(NAME, seats=2)
        await ann.chooses("With One")
        await ann.signs_in("ann")
        await ann.sees("You are signed in as Ann. What you did as Ann is yours there too.")
        assert (await ann.app.visit.lobby.tables.get(table.id)).seats[0].player.id == guest


async def test_devices_end_tokens_are_made_and_the_name_changes(house, server, tmp_path):
    async with at_terminal(server, tmp_path / "one") as phone, at_terminal(server, tmp_path / "two") as ann:
        for each in (phone, ann):
            await each.chooses("With One")
            await each.signs_in("bea")
            await each.sees("Sign-in methods")
            house.clock.ahead += 1
        await ann.press("r")
        await ann.chooses("End all others", "y")
        await ann.sees_no_longer("End all others")
        await phone.press("r")
        await phone.sees("You are signed out, and play as the guest Ann.", "With One")
        await ann.chooses("Take another name")
        await ann.press("a", "enter")
        await ann.sees("You are now called Anna.", "You are called Anna")
        await ann.chooses("Make a token")
        await ann.sees("What it is for")
        await ann.press(*"Bot", "enter")
        await ann.sees("read: to see what you see")
        await ann.press("backspace", "enter")
        await ann.sees("read: to see what you see")
        await ann.press("home", *"play, read", "delete", "delete", "delete", "enter")
        await ann.sees("It ends after so many days")
        await ann.press("enter")
        shown = await ann.sees("It is shown only now")
        [token] = [word for word in shown.split() if word.startswith("gxt_pat_")]
        async with Lobby(server, Bearer(token)) as program:
            assert (await program.players.me()).name == "Anna"
        await ann.press("enter")
        await ann.chooses("Bot · read, play", "y")
        await ann.sees_no_longer("Bot · read")
        await ann.app.visit.lobby.notifications.add_webhook("https://hooks.example/ann")
        await ann.press("r")
        await ann.chooses("[x] It is your turn · Webhook")
        await ann.sees("[ ] It is your turn · Webhook", "[x] A game has ended · Webhook")
        await ann.chooses("[ ] It is your turn · Webhook")
        await ann.sees("[x] It is your turn · Webhook")


async def test_a_sign_in_that_is_given_up_changes_nothing(server, tmp_path):
    with Loopback() as taken:
        port = taken.address.rpartition(":")[2].partition("/")[0]
        async with at_terminal(server, tmp_path, f"SIGN_IN_PORT={port}") as ann:
            await ann.chooses("With One")
            await ann.sees(f"Port {port} is taken")
            assert "With One" in ann.screen
    async with at_terminal(server, tmp_path) as ann:
        guest = ann.app.visit.me.id
        await ann.chooses("With One")
        await ann.provider()
        await ann.press("escape")
        await ann.sees("so only this terminal knows you")
        await ann.chooses("With Other")
        params = httpx2.URL((await ann.provider()).address).params
        refusal = urlencode({"state": params["state"], "error": "access_denied"})
        async with httpx2.AsyncClient(trust_env=False) as browser:
            await browser.get(f"{params['redirect_uri']}?{refusal}")
        await ann.sees("You did not sign in at Other. Nothing has changed.")
        assert (await ann.app.visit.lobby.players.me()).id == guest


async def test_a_passkey_is_listed_and_removed_and_a_browser_adds_one(server, tmp_path, opened):
    async with at_terminal(server, tmp_path) as ann:
        assert "Add a passkey" not in ann.screen
        await ann.chooses("With One")
        await ann.signs_in("pia")
        await ann.sees("Sign-in methods")
        passkeys = ann.app.visit.lobby.passkeys
        credential = Authenticator("https://tables.example", "tables.example").makes(
            await passkeys.begin_registration()
        )
        await passkeys.complete_registration(credential, "Phone")
        await ann.press("r")
        await ann.chooses("Passkey Phone", "n")
        await ann.sees("Passkey Phone")
        await ann.chooses("Passkey Phone", "y")
        await ann.sees_no_longer("Passkey Phone")
        await ann.chooses("Add a passkey")
        await ann.sees("A passkey is made in a browser", "https://tables.example/#/account")
        assert opened[-1] == "https://tables.example/#/account"


async def test_where_the_page_has_no_address_the_terminal_says_where_a_passkey_is_added(
    house, issuers, tmp_path, opened
):
    house.sign_in = SignInSettings(providers=(settings_of(issuers[0], "one"),))
    await house.open_lobby()
    async with at_terminal(house.addresses[-1], tmp_path) as ann:
        await ann.chooses("With One")
        await ann.signs_in("pat")
        before = len(opened)
        await ann.chooses("Add a passkey")
        await ann.sees("Open the page of this server")
        assert len(opened) == before


async def test_data_is_saved_in_a_new_file_and_erased_once_the_name_is_typed(server, tmp_path):
    file = tmp_path / "mine.json"
    async with at_terminal(server, tmp_path) as ann:
        guest = ann.app.visit.me.id
        table = await ann.app.visit.lobby.tables.create(NAME, seats=2, name="Long evening")
        for words in (f"Your data is in {file}.", f"{file} is there already: name another file."):
            await ann.chooses("Save it in a file")
            await ann.sees("All that this server keeps about you")
            ann.app.screen.query_one("Input").value = str(file)  # type: ignore[attr-defined]
            await ann.press("enter")
            await ann.sees(words)
        kept = file.read_text(encoding="utf-8")
        assert json.loads(kept)["player"] == guest
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        await ann.chooses("Save it in a file")
        await ann.sees("All that this server keeps about you")
        ann.app.screen.query_one("Input").value = str(tmp_path / "nowhere" / "mine.json")  # type: ignore[attr-defined]
        await ann.press("enter")
        await ann.sees("mine.json was not written: No such file or directory")
        await ann.chooses("Erase everything")
        await ann.sees("Type your name to erase everything: Ann", "This cannot be undone")
        await ann.press(*"yes", "enter")
        await ann.sees("That is not your name, so nothing was erased.")
        assert (await ann.app.visit.lobby.tables.get(table.id)).seats[0].player.id == guest
        await ann.chooses("Erase everything")
        await ann.sees("Type your name to erase everything: Ann")
        await ann.press(*"Ann", "enter")
        await ann.sees("Everything about you is erased. You play as the guest Ann.")
        assert ann.app.visit.me.id != guest
        assert guest not in (tmp_path / "tokens.json").read_text(encoding="utf-8")
        assert guest not in str(await ann.app.visit.lobby.tables.get(table.id))


async def test_the_program_of_the_documentation_signs_in(server, monkeypatch, capsys):
    page = (Path(__file__).parents[3] / "docs" / "how-to" / "sign-in.md").read_text(encoding="utf-8")
    [program] = [block.partition("```")[0] for block in page.split("```python\n")[1:]]
    program = program.replace("127.0.0.1:5100", server).replace('"example"', '"one"')

    async def signs_in(address: str) -> None:
        back = await sign_in_at(address, "pat")
        async with httpx2.AsyncClient(trust_env=False) as browser:
            await browser.get(f"{httpx2.URL(address).params['redirect_uri']}?{urlencode(back)}")

    monkeypatch.setattr(webbrowser, "open", lambda address: asyncio.run(signs_in(address)))
    await asyncio.to_thread(exec, compile(program, "sign-in.md", "exec"), {})
    assert capsys.readouterr().out.splitlines()[-1] == "One"


def told(*ways: notifications_pb2.NotificationWay.ValueType) -> notifications_pb2.GetNotificationSettingsResponse:
    """A player with e-mail and a webhook, at a host with these ways."""
    choice = notifications_pb2.NotificationChoice(
        kind=notifications_pb2.NOTIFICATION_KIND_YOUR_TURN, ways=[notifications_pb2.NOTIFICATION_WAY_EMAIL]
    )
    return notifications_pb2.GetNotificationSettingsResponse(
        settings=notifications_pb2.NotificationSettings(choices=[choice], daily_digest=True),
        ways=ways,
        email=notifications_pb2.Email(address="ann@example.org"),
        webhooks=[notifications_pb2.Webhook(id="w")],
    )


def test_notifications_are_turned_on_and_off_for_what_the_player_has():
    own = accounts_pb2.GetAccountResponse(name="Ann")
    mail, push = notifications_pb2.NOTIFICATION_WAY_EMAIL, notifications_pb2.NOTIFICATION_WAY_PUSH
    account = Account(own, notifications=told(push, mail))
    lines = [each for each in account_lines(account, ENGLISH) if isinstance(each.act, Switch)]
    # Push has no browser, and webhooks are not sent here.
    assert [each.text for each in lines[:2]] == ["[x] It is your turn · E-mail", "[ ] Your time is nearly up · E-mail"]
    turn = lines[0].act
    assert isinstance(turn, Switch)
    off = switched(told(mail).settings, turn)
    assert [list(each.ways) for each in off.choices] == [[]]
    assert off.daily_digest
    assert [list(each.ways) for each in switched(off, turn).choices] == [[mail]]
    japanese = "".join(each.text for each in account_lines(Account(own, notifications=told()), wording("ja")))
    assert "ここではプッシュ、メール、ウェブフックの通知を使えません。" in japanese
    assert re.findall("[A-Za-z]+", japanese) == ["Ann"]


def test_a_token_is_told_with_what_it_allows():
    token = personal_tokens_pb2.PersonalToken(name="Bot", scopes=[personal_tokens_pb2.TOKEN_SCOPE_PLAY])
    own = accounts_pb2.GetAccountResponse(name="Ann")
    lines = [each.text for each in account_lines(Account(own, tokens=[token]), ENGLISH)]
    assert any(line.startswith("Bot · play · until ") and line.endswith("never used") for line in lines)


async def test_who_was_met_is_followed_invited_and_blocked(house: House, tmp_path):
    bob = await house.guest("Bob")
    table = await bob.create(3)
    async with at_terminal(house.addresses[0], tmp_path) as ann:
        lobby = ann.app.visit.lobby
        await lobby.tables.join(table.id)
        await ann.press("q")
        await ann.sees("New table")
        await ann.press("p")
        await ann.sees("You follow nobody yet", "Met at your tables")
        await ann.chooses("Bob")
        await ann.chooses("Follow")
        await ann.sees("Bob · away", "Stop following")
        assert [(each.player.name, each.follows) for each in await lobby.relations.list()] == [("Bob", True)]
        await ann.chooses("Challenge to your table")
        await ann.sees("You have challenged Bob.")
        await ann.chooses("Block")
        await ann.sees("Nobody is told")
        await ann.press("y")
        await ann.sees("Bob · blocked", "Stop blocking")
        await ann.chooses("Hide where I am")
        await ann.sees("[x] Hide where I am")
        assert await lobby.relations.hides_presence()
