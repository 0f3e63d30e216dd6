from pathlib import Path

import pytest

from galaxytables_terminal.errors import SettingsError
from galaxytables_terminal.settings import DEFAULT_SERVER, Pace, read_settings


def test_arguments_stand_above_the_environment() -> None:
    settings = read_settings({"GAME": "race", "BOTS": "2", "HOME": "/home/ann"}, ["GAME=jump"])
    assert (settings.game, settings.bots) == ("jump", 2)


def test_the_state_folder_follows_the_desktop_standard() -> None:
    def folder(**environment: str) -> Path:
        return read_settings({"NAME": "Ann", **environment}).state

    assert folder(HOME="/home/ann") == Path("/home/ann/.local/state/galaxytables")
    assert folder(HOME="/home/ann", XDG_STATE_HOME="/state") == Path("/state/galaxytables")
    assert folder(HOME="/home/ann", XDG_STATE_HOME="/state", GALAXYTABLES_STATE="/own") == Path("/own")


@pytest.mark.parametrize(
    ("environment", "server", "named"),
    [
        ({}, DEFAULT_SERVER, False),
        ({"GALAXYTABLES_LOBBY": "localhost:6100"}, "localhost:6100", False),
        ({"GALAXYTABLES_LOBBY": "tables.example:443"}, "tables.example:443", True),
        ({"GALAXYTABLES_LOBBY": "localhost:6100", "SERVER": "127.0.0.1:7"}, "127.0.0.1:7", True),
        ({"SERVER": "[::1]:5100"}, "[::1]:5100", True),
    ],
)
def test_a_platform_of_ones_own_may_only_stand_in_for_an_unnamed_server_on_this_machine(
    environment: dict[str, str], server: str, *, named: bool
) -> None:
    settings = read_settings({"NAME": "Ann", "HOME": "/home/ann", **environment})
    assert (settings.server, settings.server_named) == (server, named)


@pytest.mark.parametrize(
    ("value", "pace"),
    [
        ("", Pace()),
        ("60", Pace(per_move=60)),
        ("600+5", Pace(budget=600, increment=5)),
        ("9+0", Pace(budget=9)),
        ("live", Pace(preset="live")),
    ],
)
def test_time_is_seconds_a_choice_or_budget_and_increment(value: str, pace: Pace) -> None:
    assert read_settings({"NAME": "Ann", "HOME": "/", "TIME": value}).pace == pace


@pytest.mark.parametrize(
    ("value", "rating"), [("", "rated"), ("rated", "rated"), ("strict", "strict"), ("casual", "casual")]
)
def test_a_game_is_rated_unless_the_settings_say_strict_or_casual(value: str, rating: str) -> None:
    assert read_settings({"NAME": "Ann", "HOME": "/", "RATING": value}).rating == rating


def test_rating_terms_that_do_not_exist_are_refused_with_those_that_do() -> None:
    with pytest.raises(SettingsError) as refused:
        read_settings({"NAME": "Ann", "HOME": "/", "RATING": "Strict"})
    assert "rated, strict or casual" in str(refused.value)


def test_options_are_pairs() -> None:
    assert read_settings({"NAME": "Ann", "HOME": "/", "OPTIONS": "hands=dealt, x=1,"}).options == {
        "hands": "dealt",
        "x": "1",
    }


@pytest.mark.parametrize(
    "argument",
    [
        *("SERVER=nowhere", "BOTS=many", "BOTS=-1", "SEATS=2.5", "OPTIONS=hands", "TIME=6 0", "TIME=0", "TIME=60+"),
        *("NAME=" + "x" * 41, "NAME=a\tb", "NAME= ", "COLOUR=red", "jump"),
    ],
)
def test_what_cannot_be_used_is_named_with_what_would_be_right(argument: str) -> None:
    with pytest.raises(SettingsError) as caught:
        read_settings({"NAME": "Ann", "HOME": "/"}, [argument])
    assert argument.partition("=")[0] in str(caught.value)
    assert "it must be" in str(caught.value)
