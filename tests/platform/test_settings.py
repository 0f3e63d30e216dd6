import socket
import stat
from pathlib import Path

import pytest

from services.platform.blueprint import stages
from services.platform.keys import token_keys
from services.platform.ports import Port, free_ports, require_free
from services.platform.settings import OtherRedis, free_settings, read_settings
from services.serving import Environment, PortInUseError, SettingError, StartError

KEYS = "k:s"


def make_game(folder: Path) -> None:
    folder.mkdir(parents=True)
    for module in ("rules.py", "__main__.py"):
        (folder / module).touch()


@pytest.fixture
def top(tmp_path: Path) -> Path:
    """A repository with two games that can be started, one that cannot yet, and one among the examples."""
    for game in ("services/jump", "services/roll", "examples/tally"):
        make_game(tmp_path / game)
    (tmp_path / "services" / "race").mkdir()
    (tmp_path / "services" / "race" / "rules.py").touch()
    return tmp_path


def test_the_documented_ports_hold_unless_changed(top: Path) -> None:
    settings = read_settings(Environment({}), top=top)
    assert settings.lobby == "127.0.0.1:5100"
    assert {game: served.port.number for game, served in settings.rules.items()} == {"jump": 5101, "roll": 5102}
    assert settings.redis.url == "redis://127.0.0.1:5179/0"
    assert settings.redis.broker_url == "redis://127.0.0.1:5179/1"
    assert settings.lobbies[0].metrics.number == 5200
    assert settings.games == {"jump": "dns:///127.0.0.1:5101", "roll": "dns:///127.0.0.1:5102"}
    changed = Environment({"LOBBY_PORT": "6000", "RULES_PORT": "6001", "REDIS_PORT": "6079", "METRICS_PORT": "6200"})
    settings = read_settings(changed, top=top)
    assert sorted(port.number for port in settings.ports) == [6000, 6001, 6002, 6079, *range(6200, 6205)]
    assert len(settings.ports) == len({port.number for port in settings.ports})


def test_the_archive_lies_in_the_data_folder_unless_it_is_elsewhere(top: Path, tmp_path: Path) -> None:
    settings = read_settings(Environment({"GALAXY_DATA": "/data"}), top=top)
    assert settings.archive_url == "sqlite:////data/archive.db"
    elsewhere = {"GALAXY_ARCHIVE_URL": "postgresql://galaxy@db/galaxy"}
    assert read_settings(Environment(elsewhere), top=top).archive_url == elsewhere["GALAXY_ARCHIVE_URL"]
    own = free_settings(Environment(elsewhere), tmp_path, top=top)
    assert own.archive_url == f"sqlite:///{tmp_path}/archive.db", "tables of a demo stay in it"
    environments = {plan.name: plan.environment for stage in stages(own, token_keys=KEYS) for plan in stage}
    for name in ("lobby", "clock"):
        assert environments[name]["GALAXY_ARCHIVE_URL"] == own.archive_url


def test_a_new_game_is_found(top: Path) -> None:
    make_game(top / "services" / "zebra")
    (top / "services" / "lobby").mkdir()
    (top / "services" / "lobby" / "__main__.py").touch()
    settings = read_settings(Environment({}), top=top)
    ports = {game: served.port.number for game, served in settings.rules.items()}
    assert ports == {"jump": 5101, "roll": 5102, "zebra": 5103}


def test_a_game_keeps_its_port_whichever_others_are_served(top: Path) -> None:
    settings = read_settings(Environment({"GAMES": "roll"}), top=top)
    assert {game: served.port.number for game, served in settings.rules.items()} == {"roll": 5102}


def test_games_can_be_chosen_and_added(top: Path) -> None:
    environment = Environment({"GAMES": "roll", "GALAXY_GAMES": "chess=dns:///10.0.0.1:7000"})
    settings = read_settings(environment, top=top)
    assert settings.games == {"chess": "dns:///10.0.0.1:7000", "roll": "dns:///127.0.0.1:5102"}
    with pytest.raises(SettingError, match=r"^GAMES: there is no game 'race'; there are jump, roll\.$"):
        read_settings(Environment({"GAMES": "race"}), top=top)


def test_games_elsewhere_are_named_by_their_package(top: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_game(top / "elsewhere" / "mine" / "chess")
    monkeypatch.syspath_prepend(top / "elsewhere")
    settings = read_settings(Environment({"GAMES": "roll,tally,mine.chess"}), top=top)
    _, rules, *_ = stages(settings, token_keys=KEYS)
    assert {plan.name: plan.command[-1] for plan in rules} == {
        "roll": "services.roll",
        "tally": "examples.tally",
        "chess": "mine.chess",
    }
    assert settings.rules["chess"].port.number == 5104
    for missing in ("chess", "mine.draughts", "services.lobby"):
        with pytest.raises(SettingError, match=f"^GAMES: there is no game '{missing}'"):
            read_settings(Environment({"GAMES": missing}), top=top)


def test_bots_in_the_folder_of_a_game_are_hosted(top: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for game in ("tally", "chess"):
        make_game(top / "elsewhere" / "mine" / game)
    bots = top / "elsewhere" / "mine" / "chess" / "bots"
    bots.mkdir()
    (bots / "__init__.py").touch()
    monkeypatch.syspath_prepend(top / "elsewhere")
    settings = read_settings(Environment({"GAMES": "jump,mine.tally,mine.chess"}), top=top)
    *_, (_, _, hosting) = stages(settings, token_keys=KEYS)
    assert (hosting.name, hosting.environment["GALAXY_BOTS"]) == ("bots", "chess=mine.chess.bots")


def test_a_redis_of_ones_own_needs_a_broker_too(top: Path) -> None:
    with pytest.raises(SettingError, match=r"^GALAXY_BROKER_URL is not set"):
        read_settings(Environment({"GALAXY_REDIS_URL": "redis://r/0"}), top=top)
    environment = Environment({"GALAXY_REDIS_URL": "redis://r/0", "GALAXY_BROKER_URL": "redis://r/1"})
    settings = read_settings(environment, top=top)
    assert settings.redis == OtherRedis(url="redis://r/0", broker_url="redis://r/1")
    assert all(port.purpose != "Redis" for port in settings.ports)


def test_free_ports_are_all_different_and_free(top: Path, tmp_path: Path) -> None:
    settings = free_settings(Environment({"LOBBIES": "3", "LOBBY_PORT": "1"}), tmp_path, top=top)
    numbers = [port.number for port in settings.ports]
    assert len(numbers) == len(set(numbers))
    assert len(settings.lobbies) == 3
    require_free(settings.ports)


def test_only_what_is_needed_is_started(top: Path, tmp_path: Path) -> None:
    every = {"jump", "roll"}
    for needed, games in (("roll", {"roll"}), ("tally", {"tally"}), ("chess", every), ("", every)):
        settings = free_settings(Environment({}), tmp_path, needed=needed, top=top)
        assert set(settings.rules) == games
    assert set(free_settings(Environment({"GAMES": "jump"}), tmp_path, needed="tally", top=top).rules) == {"jump"}


def test_several_lobbies_share_the_port_but_not_their_figures(top: Path, tmp_path: Path) -> None:
    settings = free_settings(Environment({"LOBBIES": "2"}), tmp_path, top=top)
    _, rules, lobbies, rest = stages(settings, token_keys=KEYS)
    assert [each.name for each in rules] == ["jump", "roll"]
    assert [each.name for each in lobbies] == ["lobby", "lobby-2"]
    assert [each.name for each in rest] == ["clock", "beat", "bots"]
    first, second = (dict(each.environment) for each in lobbies)
    assert first["GALAXY_LISTEN"] == second["GALAXY_LISTEN"]
    assert first["GALAXY_METRICS_PORT"] != second["GALAXY_METRICS_PORT"]
    assert first["GALAXY_REUSE_PORT"] == "on"
    assert first["GALAXY_TOKEN_KEYS"] == KEYS
    assert first["GALAXY_GAMES"].startswith("jump=dns:///127.0.0.1:")


def test_a_port_in_use_is_told_with_its_purpose_and_variable() -> None:
    (number,) = free_ports(1)
    require_free([Port(number, "lobby", "LOBBY_PORT")])
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", number))
        taken.listen()
        with pytest.raises(PortInUseError) as caught:
            require_free([Port(number, "lobby", "LOBBY_PORT")])
    assert str(caught.value) == f"Port {number} (lobby) is in use; set LOBBY_PORT to a free one."


def test_token_keys_are_made_once_and_for_the_owner_only(tmp_path: Path) -> None:
    keys = token_keys(tmp_path)
    assert token_keys(tmp_path) == keys
    key_id, _, secret = keys.partition(":")
    assert key_id
    assert len(bytes.fromhex(secret)) == 32
    assert stat.S_IMODE((tmp_path / "token-keys").stat().st_mode) == 0o600
    (tmp_path / "token-keys").write_text("")
    with pytest.raises(StartError, match="is empty; delete it"):
        token_keys(tmp_path)
