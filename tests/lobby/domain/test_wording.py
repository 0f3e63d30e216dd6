"""What people may be called, and what they may say."""

import pytest

from galaxytables.lobby.v1 import archive_pb2, play_pb2, players_pb2, tables_pb2
from galaxytables.rules.v1 import rules_pb2
from galaxytables_lobby.domain.wording import MESSAGE, PLAYER_NAME, checked_message, checked_name
from galaxytables_lobby.errors import InvalidRequestError
from tests.lobby.counting import NAME
from tests.lobby.house import refused

FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467"
PERSIAN = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"


@pytest.mark.parametrize(
    "name",
    [
        *("Ada", "O'Neil {the} First", "李雷", "Zoë", "🦉", "नमस्ते", "x" * 40),
        # Names and emoji that pick the form of a character.
        *("葛\U000e0100城", "\u2764\ufe0f", "1\ufe0f\u20e3", "Nguyễn Thị", "กิ่ง", "مُحَمَّد", "김철수"),
    ],
)
def test_names_that_can_be_seen_are_taken_as_they_are(name):
    assert checked_name(f" {name} ", PLAYER_NAME) == name


def test_names_are_composed_so_that_the_same_looks_the_same():
    assert checked_name("Zoe\u0308", PLAYER_NAME) == "Zoë"


@pytest.mark.parametrize(
    "name",
    [
        *("", " ", "x" * 41, "a\nb", "bell\x07", "a\u200bb", "\u202eadA", "a\u200db", "\ufeffAda"),
        *("\u3164", "A\u115fda", "\u2800", "\u0301\u0302", "A" + "\u0301" * 6),
        # Marks and variation selectors on no character; blanks of all kinds; characters that turn the line.
        *("\u0301Ada", "Ada \u0301", "\ufe0f", "\U000e0100Ada", "\ufffc", "Ada\U0001d159", "\U00016fe4"),
        *("Ad\u2066a", "Ad\u200fa", "Ad\u061ca", "Ada\U000e0061\U000e007f", "\u00ad\u00ad"),
        *("{seat 1}", "Ada {seat 2} wins", "{ SEAT 0 }"),
    ],
)
def test_names_that_hide_something_or_read_like_a_seat_are_refused(name):
    with pytest.raises(InvalidRequestError) as error:
        checked_name(name, PLAYER_NAME)
    assert error.value.reason == "INVALID_NAME"


@pytest.mark.parametrize("text", [FAMILY, PERSIAN, "{seat 1}, hello", "na\u0308chste Runde?"])
def test_messages_may_join_emoji_and_part_letters(text):
    assert checked_message(f" {text}\n") == text


@pytest.mark.parametrize(
    "text", ["", " \u200d ", "\u200c\u200d", "two\nlines", "\u202etxet", "x" * (MESSAGE[1] + 1), "\u3164"]
)
def test_messages_that_show_nothing_or_turn_the_line_are_refused(text):
    with pytest.raises(InvalidRequestError) as error:
        checked_message(text)
    assert error.value.reason == "INVALID_MESSAGE"


async def test_values_that_no_enum_has_are_refused(house):
    guest = await house.guest()
    request = tables_pb2.CreateTableRequest(game=NAME, seats=2)
    request.visibility = 7  # type: ignore[assignment]  # what a client of a later contract might send
    error = await refused(guest.tables.CreateTable(request, metadata=guest.metadata))
    assert (error.reason, error.metadata) == ("UNKNOWN_VALUE", {"field": "visibility", "value": "7"})
    for state in (0, 9):
        error = await refused(guest.list(states=[state]))
        assert (error.reason, error.metadata) == ("UNKNOWN_VALUE", {"field": "states", "value": str(state)})


async def test_games_and_components_can_be_asked_for_without_a_token(house):
    guest = await house.guest()
    (offer,) = (await guest.tables.ListGames(tables_pb2.ListGamesRequest())).games
    assert offer.description.game == NAME
    catalogue = (await guest.tables.GetComponents(tables_pb2.GetComponentsRequest(game=NAME))).catalogue
    assert catalogue.components
    assert (await refused(guest.tables.ListTables(tables_pb2.ListTablesRequest()))).reason == "TOKEN_MISSING"


def test_calls_that_only_look_say_so():
    looking = {
        method.name
        for module in (archive_pb2, play_pb2, players_pb2, tables_pb2)
        for service in module.DESCRIPTOR.services_by_name.values()
        for method in service.methods
        if method.GetOptions().idempotency_level == method.GetOptions().NO_SIDE_EFFECTS
    }
    every = {
        method.name
        for module in (archive_pb2, play_pb2, players_pb2, tables_pb2)
        for service in module.DESCRIPTOR.services_by_name.values()
        for method in service.methods
        if not method.server_streaming
    }
    looks = ("Check", "Get", "List", "Search", "Download", "Verify", "Explain")
    assert looking == {name for name in every if name.startswith(looks)}
    # Rules are pure: each of their calls only works something out.
    for method in rules_pb2.DESCRIPTOR.services_by_name["RulesService"].methods:
        pure = method.GetOptions().idempotency_level == method.GetOptions().NO_SIDE_EFFECTS
        assert pure == (not method.client_streaming), method.name
