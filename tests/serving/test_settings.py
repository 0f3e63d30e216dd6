import pytest

from services.serving import Address, Environment, Limits, SettingError


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [("127.0.0.1:5100", "127.0.0.1", 5100), ("[::1]:0", "::1", 0), ("lobby.galaxy:65535", "lobby.galaxy", 65535)],
)
def test_an_address_is_read_and_written_alike(text: str, host: str, port: int) -> None:
    address = Address.parse(text)
    assert (address.host, address.port) == (host, port)
    assert str(address) == text


@pytest.mark.parametrize("text", ["", "5100", "host:", ":5100", "host:65536", "a b:1", "::1:5", "host:-1"])
def test_what_is_no_address_is_refused_with_the_variable(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not host:port"):
        Address.parse(text)
    with pytest.raises(SettingError, match=r"^GALAXY_LISTEN='x:y': must be host:port"):
        Environment({"GALAXY_LISTEN": "x:y"}).address("GALAXY_LISTEN", "127.0.0.1:1")


def test_unset_and_empty_variables_mean_the_default() -> None:
    for variables in ({}, {"A": ""}, {"A": "  "}):
        environment = Environment(variables)
        assert environment.text("A", "x") == "x"
        assert environment.integer("A", 7, least=0, most=9) == 7
        assert environment.seconds("A", 1.5) == 1.5
        assert environment.flag("A", True) is True
        assert environment.optional_address("A") is None
        assert environment.pairs("A", between="=", example="a=b") == {}
        with pytest.raises(SettingError, match=r"^A is not set: it must hold the key\.$"):
            environment.required("A", "the key")


def test_values_are_read_by_type() -> None:
    environment = Environment({"N": "12", "S": "0.25", "F": "Off", "P": "9100", "M": "jump=dns:///a:1, race=b:2"})
    assert environment.integer("N", 0, least=0, most=12) == 12
    assert environment.seconds("S", 1) == 0.25
    assert environment.flag("F", True) is False
    assert environment.optional_address("P") == Address("127.0.0.1", 9100)
    assert environment.pairs("M", between="=", example="a=b") == {"jump": "dns:///a:1", "race": "b:2"}


@pytest.mark.parametrize("value", ["13", "-1", "1.0", "x", "1e3"])
def test_a_number_out_of_bounds_is_refused(value: str) -> None:
    with pytest.raises(SettingError, match=r"^N='.*': must be a whole number from 0 to 12\.$"):
        Environment({"N": value}).integer("N", 0, least=0, most=12)


def test_other_wrong_values_are_refused() -> None:
    environment = Environment({"S": "-1", "F": "maybe", "C": "xml", "P": "x:y:z"})
    with pytest.raises(SettingError, match=r"^S='-1': must be seconds from 0 to"):
        environment.seconds("S", 1)
    with pytest.raises(SettingError, match=r"^F='maybe': must be on or off\.$"):
        environment.flag("F", True)
    with pytest.raises(SettingError, match=r"^C='xml': must be one of json, console\.$"):
        environment.choice("C", "json", ("json", "console"))
    with pytest.raises(SettingError, match=r"^P='x:y:z': must be a port or host:port"):
        environment.optional_address("P")


@pytest.mark.parametrize("value", ["kid", "kid:", ":secret", "a:hush,a:other"])
def test_a_wrong_map_is_refused_without_quoting_what_may_be_secret(value: str) -> None:
    with pytest.raises(SettingError) as caught:
        Environment({"KEYS": value}).pairs("KEYS", between=":", example="kid1:secret1,kid2:secret2")
    assert str(caught.value) == "KEYS: must look like kid1:secret1,kid2:secret2, each name once."


def test_limits_are_read_over_defaults() -> None:
    limits = Limits.read(Environment({"GALAXY_DRAIN": "3", "GALAXY_REUSE_PORT": "on"}), drain=9.0, send_bytes=77)
    assert (limits.drain, limits.reuse_port, limits.send_bytes) == (3.0, True, 77)
    arguments = dict(limits.channel_arguments())
    assert arguments["grpc.so_reuseport"] == 1
    assert arguments["grpc.max_send_message_length"] == 77


def test_a_connection_age_of_zero_means_for_ever() -> None:
    assert "grpc.max_connection_age_ms" not in dict(Limits(connection_age=0).channel_arguments())
    assert dict(Limits(connection_age=60).channel_arguments())["grpc.max_connection_age_ms"] == 60_000
