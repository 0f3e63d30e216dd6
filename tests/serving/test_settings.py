from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from galaxytables_serving import Address, Limits, SettingError
from galaxytables_serving.settings import (
    Kind,
    choice,
    flag,
    integer,
    optional_address,
    pairs,
    paths,
    read_settings,
    seconds,
    secret,
    text,
    variable,
    variables_of,
    words,
)


@dataclass(frozen=True)
class Meal:
    """Settings of a meal."""

    dish: str = variable("DISH", text, "what is eaten", default="soup")
    guests: int = variable("GUESTS", integer(0, 12), "who comes", default="7")
    boiled: float = variable("BOILED", seconds(), "how long it boils", default="1.5")
    salted: bool = variable("SALTED", flag, "whether there is salt", default="on")
    table: Address | None = variable("TABLE", optional_address, "where it stands")
    sauces: Mapping[str, str] = variable("SAUCES", pairs("=", example="a=b,c=d"), "what goes with what")
    courses: tuple[str, ...] = variable("COURSES", words(example="one,two"), "what comes when")
    style: str = variable("STYLE", choice("plain", "rich"), "how it is served", default="plain")
    cook: str = "nobody in particular"


@dataclass(frozen=True)
class Cellar:
    """Settings that must be given."""

    key: str = variable("KEY", secret, "what opens the door", default=None)
    wines: Mapping[str, str] = variable(
        "WINES", pairs(":", example="red:1,white:2", minimum=1), "wines", default="red:1"
    )


def meal(**variables: str) -> Meal:
    return read_settings(Meal, variables)


@pytest.mark.parametrize(
    ("written", "host", "port"),
    [
        ("127.0.0.1:5100", "127.0.0.1", 5100),
        ("[::1]:0", "::1", 0),
        ("lobby.galaxytables:65535", "lobby.galaxytables", 65535),
    ],
)
def test_an_address_is_read_and_written_alike(written: str, host: str, port: int) -> None:
    address = Address.parse(written)
    assert (address.host, address.port) == (host, port)
    assert str(address) == written


@pytest.mark.parametrize("written", ["", "5100", "host:", ":5100", "host:65536", "a b:1", "::1:5", "host:-1"])
def test_what_is_no_address_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match=r"is not host:port"):
        Address.parse(written)


def test_unset_and_empty_variables_mean_the_default() -> None:
    usual = Meal("soup", 7, 1.5, salted=True, table=None, sauces={}, courses=(), style="plain")
    assert meal() == meal(DISH="", GUESTS="  ", TABLE="") == Meal() == usual


def test_values_are_read_by_kind() -> None:
    read = meal(GUESTS="12", BOILED="0.25", SALTED="Off", TABLE="9100", SAUCES="a=b:1, c=d=e", COURSES="one, two,")
    assert (read.guests, read.boiled, read.salted) == (12, 0.25, False)
    assert read.table == Address("127.0.0.1", 9100)
    assert read.sauces == {"a": "b:1", "c": "d=e"}
    assert read.courses == ("one", "two")
    assert [str(path) for path in paths.parse("/a:/b")] == ["/a", "/b"]


def test_values_that_are_given_stand_above_variables() -> None:
    assert read_settings(Meal, {"DISH": "stew"}, dish="pie", cook="Ada") == Meal(dish="pie", cook="Ada")


@pytest.mark.parametrize(
    ("name", "value", "wanted"),
    [
        *(("GUESTS", value, "a whole number from 0 to 12") for value in ("13", "-1", "1.0", "x", "1e3", "\u0663")),
        ("BOILED", "-1", "seconds from 0 to 86400"),
        ("BOILED", "86401", "seconds from 0 to 86400"),
        ("SALTED", "maybe", "on or off"),
        ("STYLE", "xml", "one of plain, rich"),
        ("TABLE", "x:y:z", "a port or host:port, for example 9100"),
    ],
)
def test_what_makes_no_sense_is_refused_with_variable_value_and_what_is_right(name, value, wanted) -> None:
    with pytest.raises(SettingError) as caught:
        meal(**{name: value})
    assert str(caught.value) == f"{name}={value!r}: must be {wanted}."


@pytest.mark.parametrize("value", ["kid", "kid:", ":hush", "a:hush,a:other", ","])
def test_what_may_be_secret_is_not_quoted(value: str) -> None:
    with pytest.raises(SettingError) as caught:
        read_settings(Cellar, {"KEY": "k", "WINES": value})
    assert str(caught.value) == "WINES: must be like red:1,white:2, each name once."


def test_what_must_be_set_is_asked_for() -> None:
    with pytest.raises(SettingError, match=r"^KEY is not set: it must hold what opens the door\.$"):
        read_settings(Cellar, {})


def test_a_kind_may_say_itself_what_is_wrong() -> None:
    def refuse(value: str) -> str:
        raise SettingError(f"{len(value)} letters are not enough.")

    @dataclass(frozen=True)
    class Named:
        name: str = variable("NAME", Kind(refuse, "a name"), "a name")

    with pytest.raises(SettingError, match=r"^3 letters are not enough\.$"):
        read_settings(Named, {"NAME": "Ada"})


def test_declared_variables_can_be_listed() -> None:
    assert [(each.name, each.default) for each in variables_of(Cellar)] == [("KEY", None), ("WINES", "red:1")]
    assert [each.meaning for each in variables_of(Meal)][:2] == ["what is eaten", "who comes"]


def test_limits_are_read_over_defaults() -> None:
    limits = read_settings(Limits, {"GALAXYTABLES_DRAIN": "3", "GALAXYTABLES_REUSE_PORT": "on"}, send_bytes=77)
    assert (limits.drain, limits.reuse_port, limits.send_bytes) == (3.0, True, 77)
    arguments = dict(limits.channel_arguments())
    assert arguments["grpc.so_reuseport"] == 1
    assert arguments["grpc.max_send_message_length"] == 77


def test_a_connection_age_of_zero_means_for_ever() -> None:
    assert "grpc.max_connection_age_ms" not in dict(Limits(connection_age=0).channel_arguments())
    assert dict(Limits(connection_age=60).channel_arguments())["grpc.max_connection_age_ms"] == 60_000
