"""`docs/reference/` is what the code declares."""

import inspect
import json
from difflib import unified_diff

import pytest

from galaxytables.race.v1 import race_pb2
from galaxytables_client import Lobby, Seat
from galaxytables_client.words import Words
from galaxytables_jump.rules import JUMP
from galaxytables_kit.declared import EventKind, Maybe, OneOf
from galaxytables_kit.event import Components
from galaxytables_platform.config import KNOWN
from tools.reference.calls import every_service, named
from tools.reference.game_page import game_page
from tools.reference.pages import FOLDER, generated_files, pages
from tools.reference.refused import every_error, own_errors
from tools.reference.settings_page import known_settings
from tools.reference.views import view_section


def test_the_reference_has_these_pages_and_no_others() -> None:
    assert {file.name for file in generated_files()} == pages().keys(), "make reference"


def test_an_installed_platform_knows_every_setting() -> None:
    assert KNOWN.read_text(encoding="utf-8") == known_settings(), "make reference"
    kinds = json.loads(KNOWN.read_text(encoding="utf-8"))
    assert kinds["WEB_PORT"] == "plain"
    assert {kinds[name] for name in kinds if name.endswith(("_KEYS", "_SECRET", "_TOKEN", "_URL"))} == {"secret"}


def test_pages_that_people_wrote_are_not_generated() -> None:
    written = {file.name for file in FOLDER.glob("*.md")} - {file.name for file in generated_files()}
    assert "glossary.md" in written
    assert not written & pages().keys()


@pytest.mark.parametrize("name", sorted(pages()))
def test_a_page_is_current(name: str) -> None:
    lies = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    difference = "\n".join(unified_diff(lies, pages()[name].splitlines(), "lies there", "make reference", lineterm=""))
    assert not difference, f"docs/reference/{name} is not what the code says: make reference\n{difference}"


def test_what_is_declared_is_told_with_its_forms(monkeypatch: pytest.MonkeyPatch) -> None:
    before = game_page(JUMP, {}).splitlines()
    sold = EventKind({"why": Maybe(OneOf(("need", "boredom"), joined=True))}, {"cards": Components})
    monkeypatch.setattr(JUMP, "events", {**JUMP.events, "sold": sold}, raising=False)
    (new,) = set(game_page(JUMP, {}).splitlines()) - set(before)
    why = "`why` word: `boredom`, `need`, or several joined by a comma and a blank ?"
    assert new == f"| `sold` | {why} | `cards` components |  |"


def test_nothing_is_told_of_what_a_game_does_not_declare(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "## Why something is no option\n" in game_page(JUMP, {})
    monkeypatch.setattr(JUMP, "reasons", {}, raising=False)
    assert "## Why something is no option\n" not in game_page(JUMP, {})


def test_a_view_is_told_with_all_its_messages_fields_and_values() -> None:
    lines = view_section(race_pb2.RaceView).splitlines()
    assert "| `round` | uint32 | From 1; 0 before the first round. |" in lines
    assert "| `against` | repeated [Fact](#fact) |" in "\n".join(lines)
    assert "| `defense` | optional sint32 |" in "\n".join(lines)
    assert "| `PHASE_ORB` | The orb, also its set-up (R20). |" in lines
    for file in (race_pb2.DESCRIPTOR, *race_pb2.DESCRIPTOR.dependencies[:2]):
        for kind in file.message_types_by_name.values():
            start = lines.index(f"### {kind.name}")
            told = [line for line in lines[start + 1 :] if line.startswith(("### ", "| `"))]
            assert [line.split("`")[1] for line in told[: len(kind.fields)]] == [field.name for field in kind.fields]


def test_the_page_of_the_client_has_every_public_method_with_its_docstring() -> None:
    sections = {part.split("\n")[0]: part for part in pages()["python-client.md"].split("\n## ")}
    lobby = Lobby("127.0.0.1:1")
    services = {name: value for name, value in vars(lobby).items() if not name.startswith("_")}
    assert len(services) > 10
    kinds = {f"lobby.{name}": type(value) for name, value in services.items() if hasattr(value, "stub")}
    for title, kind in {**kinds, "Seat": Seat, "Words": Words, "Lobby": Lobby}.items():
        for name, method in vars(kind).items():
            if inspect.isfunction(method) and not name.startswith("_"):
                (line,) = (line for line in sections[title].split("\n") if f" `{name}(" in line)
                assert (inspect.getdoc(method) or "?").split("\n")[0] in line
                assert line.startswith("| `await` |") == inspect.iscoroutinefunction(method)
    assert "on_lost: OnLost \\| None=None) -> AsyncGenerator[TableList, None]` |" in sections["lobby.tables"]


def test_errors_tell_their_values_and_what_they_mean() -> None:
    told = {each.reason: each for each in every_error()}
    assert told["NOT_READY"].values == ("seats",)
    assert told["TABLE_BUSY"].retry
    assert not told["TABLE_FULL"].retry
    assert told["OPTIONS_CONFLICT"].figures
    assert all(each.meaning for each in told.values())


# What any call may be refused for: its caller, its request, the store, or that others were quicker.
OF_ANY_CALL = {
    *("TOKEN_MISSING", "TOKEN_INVALID", "TOKEN_EXPIRED", "OPERATOR_UNKNOWN", "NOT_A_PROXY", "REQUEST_ID_REUSED"),
    *("STORE_UNAVAILABLE", "STORE_FULL", "ARCHIVE_UNAVAILABLE", "TABLE_BUSY", "TABLE_STRANDED"),
}


def test_every_error_of_the_lobby_is_named_by_a_call() -> None:
    reasons = frozenset(each.reason for each in own_errors())
    told = {reason for service in every_service() for call in service.calls for reason in named(call.comment, reasons)}
    told |= {reason for service in every_service() for reason in named(service.comment, reasons)}
    assert reasons - told == OF_ANY_CALL - told
    assert not OF_ANY_CALL - reasons


def test_every_call_says_what_it_does() -> None:
    calls = [call for service in every_service() for call in service.calls]
    assert len(calls) > 40
    assert all(call.comment for call in calls)
    assert {call.name for call in calls if not call.token} == {
        *("CreateGuest", "Refresh", "ListGames", "GetComponents", "GetWords", "GetPuzzle", "CheckOptions"),
        *("GetPushKey", "ConfirmEmail", "StopEmail"),
        *("ListProviders", "BeginSignIn", "CompleteSignIn", "GetSignIn"),
        *("BeginPasskeySignIn", "CompletePasskeySignIn", "GetConduct", "GetPlatform", "ListWaits"),
    }
    assert not any(call.read_only and call.request_id for call in calls)
