import json
import socket
import stat
import sys
from collections.abc import Mapping
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from galaxytables_lobby.people.limit_settings import LimitSettings
from galaxytables_lobby.settings import HomeSettings
from galaxytables_platform.blueprint import stages
from galaxytables_platform.console import Console
from galaxytables_platform.keys import token_keys
from galaxytables_platform.layout import Layout, OtherRedis, free_layout, usual_layout
from galaxytables_platform.ports import Port, free_ports, require_free
from galaxytables_platform.running import address_table, running_platform
from galaxytables_platform.settings import RunSettings
from galaxytables_platform.supervisor import Supervisor
from galaxytables_serving import PortInUseError, SettingError, StartError
from galaxytables_serving.settings import read_settings
from galaxytables_serving.sources import Source, Sources
from tests.platform.processes import Screen

KEYS = "k:s"


def make_game(folder: Path) -> None:
    folder.mkdir(parents=True)
    for module in ("rules.py", "__main__.py"):
        (folder / module).touch()


@pytest.fixture
def top(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with two games that can be started, one that cannot yet, and an installed one of its examples."""
    tally = EntryPoint("tally", "tally", "galaxytables.games")
    monkeypatch.setattr("galaxytables_platform.games.entry_points", lambda **_: (tally,))
    for game in ("services/jump/galaxytables_jump", "services/roll/galaxytables_roll", "examples/tally/tally"):
        make_game(tmp_path / game)
    (tmp_path / "examples" / "tally" / "tally" / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path / "examples" / "tally")
    monkeypatch.delitem(sys.modules, "tally", raising=False)  # that of an earlier test
    unfinished = tmp_path / "services" / "race" / "galaxytables_race"
    unfinished.mkdir(parents=True)
    (unfinished / "rules.py").touch()
    return tmp_path


def test_the_documented_ports_hold_unless_changed(top: Path) -> None:
    layout = usual_layout(read_settings(RunSettings, {}), top=top)
    assert layout.lobby == "127.0.0.1:5100"
    assert {game: served.port.number for game, served in layout.rules.items()} == {"jump": 5101, "roll": 5102}
    assert layout.redis.url == "redis://127.0.0.1:5179/0"
    assert layout.redis.broker_url == "redis://127.0.0.1:5179/1"
    assert layout.lobbies[0].metrics.number == 5200
    assert layout.games == {"jump": "dns:///127.0.0.1:5101", "roll": "dns:///127.0.0.1:5102"}
    assert layout.web is not None
    assert (layout.web.port.address, layout.web.metrics.number) == ("127.0.0.1:5180", 5205)
    changed = {
        "LOBBY_PORT": "6000",
        "RULES_PORT": "6001",
        "REDIS_PORT": "6079",
        "WEB_PORT": "6080",
        "METRICS_PORT": "6200",
    }
    layout = usual_layout(read_settings(RunSettings, changed), top=top)
    assert sorted(port.number for port in layout.ports) == [6000, 6001, 6002, 6079, 6080, *range(6200, 6206)]
    assert len(layout.ports) == len({port.number for port in layout.ports})


def test_a_second_platform_has_other_ports_altogether(top: Path) -> None:
    given = {"GALAXYTABLES_ADMIN_KEYS": "ann:" + "s" * 32, "LOBBIES": "2", "WEB_PORT": "7000"}
    first, second = (
        {port.variable: port.number for port in usual_layout(read_settings(RunSettings, each), top=top).ports}
        for each in (given, given | {"PORT_OFFSET": "1000"})
    )
    assert second == {name: number + 1000 for name, number in first.items()}
    assert {"LOBBY_PORT", "WEB_PORT", "RULES_PORT", "REDIS_PORT", "ADMIN_PORT", "CONSOLE_PORT"} < second.keys()
    with pytest.raises(SettingError, match="PORT_OFFSET"):
        usual_layout(read_settings(RunSettings, {"PORT_OFFSET": "60000", "WEB_PORT": "5180"}), top=top)


def test_the_archive_lies_in_the_data_folder_unless_it_is_elsewhere(top: Path, tmp_path: Path) -> None:
    layout = usual_layout(read_settings(RunSettings, {"GALAXYTABLES_DATA": "/data"}), top=top)
    assert layout.archive_url == "sqlite:////data/archive.db"
    elsewhere = {"GALAXYTABLES_ARCHIVE_URL": "postgresql://galaxytables@db/galaxytables"}
    assert (
        usual_layout(read_settings(RunSettings, elsewhere), top=top).archive_url
        == elsewhere["GALAXYTABLES_ARCHIVE_URL"]
    )
    own = free_layout(read_settings(RunSettings, elsewhere), tmp_path, top=top)
    assert own.archive_url == f"sqlite:///{tmp_path}/archive.db", "tables of a demo stay in it"
    environments = {plan.name: plan.environment for stage in stages(own, token_keys=KEYS) for plan in stage}
    for name in ("lobby", "clock"):
        assert environments[name]["GALAXYTABLES_ARCHIVE_URL"] == own.archive_url


def test_a_new_game_is_found(top: Path) -> None:
    make_game(top / "services" / "zebra" / "galaxytables_zebra")
    lobby = top / "services" / "lobby" / "galaxytables_lobby"
    lobby.mkdir(parents=True)
    (lobby / "__main__.py").touch()
    layout = usual_layout(read_settings(RunSettings, {}), top=top)
    ports = {game: served.port.number for game, served in layout.rules.items()}
    assert ports == {"jump": 5101, "roll": 5102, "zebra": 5103}


def test_a_game_keeps_its_port_whichever_others_are_served(top: Path) -> None:
    layout = usual_layout(read_settings(RunSettings, {"GAMES": "roll"}), top=top)
    assert {game: served.port.number for game, served in layout.rules.items()} == {"roll": 5102}


def test_games_can_be_chosen_and_added(top: Path) -> None:
    variables = {"GAMES": "roll", "GALAXYTABLES_GAMES": "chess=dns:///10.0.0.1:7000"}
    layout = usual_layout(read_settings(RunSettings, variables), top=top)
    assert layout.games == {"chess": "dns:///10.0.0.1:7000", "roll": "dns:///127.0.0.1:5102"}
    with pytest.raises(SettingError, match=r"^GAMES: there is no game 'race'; there are jump, roll\.$"):
        usual_layout(read_settings(RunSettings, {"GAMES": "race"}), top=top)


def test_games_elsewhere_are_named_by_their_package(top: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_game(top / "elsewhere" / "mine" / "chess")
    monkeypatch.syspath_prepend(top / "elsewhere")
    layout = usual_layout(read_settings(RunSettings, {"GAMES": "roll,tally,mine.chess"}), top=top)
    _, (_, *rules), *_ = stages(layout, token_keys=KEYS)
    assert {plan.name: plan.command[-1] for plan in rules} == {
        "roll": "galaxytables_roll",
        "tally": "tally",
        "chess": "mine.chess",
    }
    assert layout.rules["chess"].port.number == 5104
    for missing in ("chess", "mine.draughts", "galaxytables_lobby"):
        with pytest.raises(SettingError, match=f"^GAMES: there is no game '{missing}'"):
            usual_layout(read_settings(RunSettings, {"GAMES": missing}), top=top)


def test_bots_in_the_folder_of_a_game_are_hosted(top: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for game in ("tally", "chess"):
        make_game(top / "elsewhere" / "mine" / game)
    bots = top / "elsewhere" / "mine" / "chess" / "bots"
    bots.mkdir()
    (bots / "__init__.py").touch()
    monkeypatch.syspath_prepend(top / "elsewhere")
    layout = usual_layout(read_settings(RunSettings, {"GAMES": "jump,mine.tally,mine.chess"}), top=top)
    *_, (hosting, _) = stages(layout, token_keys=KEYS)
    assert (hosting.name, hosting.environment["GALAXYTABLES_BOTS"]) == ("bots", "chess=mine.chess.bots")


def test_a_redis_of_ones_own_needs_a_broker_too(top: Path) -> None:
    with pytest.raises(SettingError, match=r"^GALAXYTABLES_BROKER_URL is not set"):
        usual_layout(read_settings(RunSettings, {"GALAXYTABLES_REDIS_URL": "redis://r/0"}), top=top)
    variables = {"GALAXYTABLES_REDIS_URL": "redis://r/0", "GALAXYTABLES_BROKER_URL": "redis://r/1"}
    layout = usual_layout(read_settings(RunSettings, variables), top=top)
    assert layout.redis == OtherRedis(url="redis://r/0", broker_url="redis://r/1")
    assert all(port.purpose != "Redis" for port in layout.ports)


def test_free_ports_are_all_different_and_free_and_given_to_no_outgoing_connection(top: Path, tmp_path: Path) -> None:
    layout = free_layout(read_settings(RunSettings, {"LOBBIES": "3", "LOBBY_PORT": "1"}), tmp_path, top=top)
    numbers = [port.number for port in layout.ports]
    assert len(numbers) == len(set(numbers))
    assert len(layout.lobbies) == 3
    assert max(numbers) < 32_768
    require_free(layout.ports)


def test_only_what_is_needed_is_started(top: Path, tmp_path: Path) -> None:
    every = {"jump", "roll"}
    for needed, games in (("roll", {"roll"}), ("tally", {"tally"}), ("chess", every), ("", every)):
        layout = free_layout(read_settings(RunSettings, {}), tmp_path, needed=needed, top=top)
        assert set(layout.rules) == games
    assert set(free_layout(read_settings(RunSettings, {"GAMES": "jump"}), tmp_path, needed="tally", top=top).rules) == {
        "jump"
    }


def test_browsers_come_to_a_platform_that_is_run_and_to_no_other(top: Path, tmp_path: Path) -> None:
    settings = read_settings(RunSettings, {"GALAXYTABLES_WEB_PAGE": str(tmp_path / "dist")})
    layout = usual_layout(settings, top=top)
    *_, (*_, web) = stages(layout, token_keys=KEYS)
    assert (web.name, web.command[-1], web.address) == ("web", "galaxytables_web", "http://127.0.0.1:5180")
    assert web.environment["GALAXYTABLES_LOBBY"] == layout.lobby
    assert web.environment["GALAXYTABLES_WEB_PAGE"] == str(tmp_path / "dist")
    assert free_layout(settings, tmp_path, top=top).web is None


def test_the_table_of_addresses_says_how_to_get_the_page_where_it_is_not_built(top: Path, tmp_path: Path) -> None:
    page = tmp_path / "dist"
    layout = usual_layout(read_settings(RunSettings, {"GALAXYTABLES_WEB_PAGE": str(page)}), top=top)
    supervisor = Supervisor(stages(layout, token_keys=KEYS), tmp_path / "logs", Console())
    missing = [
        "  the page is not there yet: web serves it once it is built",
        "  (`make run` builds it meanwhile and tells .tools/web.log about it; else `make web` does)",
    ]
    assert address_table(layout, supervisor)[-3:-1] == missing
    page.mkdir()
    (page / "index.html").touch()
    lines = address_table(layout, supervisor)
    assert not set(missing) & set(lines)
    assert ["web", "http://127.0.0.1:5180", "http://127.0.0.1:5205/metrics"] in [line.split() for line in lines]


def test_several_lobbies_share_the_port_but_neither_their_figures_nor_their_homes(top: Path, tmp_path: Path) -> None:
    layout = free_layout(read_settings(RunSettings, {"LOBBIES": "2"}), tmp_path, top=top)
    _, rules, (clock, *lobbies), rest = stages(layout, token_keys=KEYS)
    assert [each.name for each in rules] == ["beat", "jump", "roll"]
    assert [each.name for each in (clock, *lobbies)] == ["clock", "lobby", "lobby-2"]
    assert [each.name for each in rest] == ["bots"]
    first, second = (dict(each.environment) for each in lobbies)
    assert first["GALAXYTABLES_LISTEN"] == second["GALAXYTABLES_LISTEN"]
    assert first["GALAXYTABLES_METRICS_PORT"] != second["GALAXYTABLES_METRICS_PORT"]
    assert first["GALAXYTABLES_REUSE_PORT"] == "on"
    homes = [lobby.home.address for lobby in layout.lobbies if lobby.home is not None]
    assert [each["GALAXYTABLES_HOME_LISTEN"] for each in (first, second)] == homes
    assert len({*homes, first["GALAXYTABLES_LISTEN"]}) == 3
    assert first["GALAXYTABLES_TOKEN_KEYS"] == KEYS
    assert first["GALAXYTABLES_GAMES"].startswith("jump=dns:///127.0.0.1:")


def test_the_machines_own_programs_have_no_limits_unless_the_operator_says_otherwise(top: Path, tmp_path: Path) -> None:
    def lobby(variables: dict[str, str]) -> LimitSettings:
        layout = free_layout(read_settings(RunSettings, variables), tmp_path, top=top)
        return read_settings(LimitSettings, dict(stages(layout, token_keys=KEYS)[2][1].environment))

    own = Sources(lobby({}).proxies, lobby({}).exempt)
    assert own.of("ipv4:127.0.0.1:1", "127.0.0.1").exempt
    assert own.of("ipv4:127.0.0.1:1", "198.51.100.7, 127.0.0.1") == Source("198.51.100.7")
    assert not Sources((), lobby({"GALAXYTABLES_UNLIMITED": "192.0.2.0/24"}).exempt).of("ipv4:127.0.0.1:1", "").exempt


def test_a_port_in_use_is_told_with_its_purpose_and_variable() -> None:
    (number,) = free_ports(1)
    require_free([Port(number, "lobby", "LOBBY_PORT")])
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", number))
        taken.listen()
        with pytest.raises(PortInUseError) as caught:
            require_free([Port(number, "lobby", "LOBBY_PORT")])
    assert str(caught.value) == f"Port {number} (lobby) is in use; set LOBBY_PORT to a free one."


@pytest.mark.parametrize(("there", "mode"), [(None, 0o700), (0o755, 0o755)])
async def test_a_new_data_folder_is_private_and_one_that_is_there_stays_as_it_is(
    top: Path, tmp_path: Path, there: int | None, mode: int
) -> None:
    data = tmp_path / "var" / "data"
    if there is not None:
        data.mkdir(mode=there, parents=True)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        variables = {"GALAXYTABLES_DATA": str(data), "LOBBY_PORT": str(taken.getsockname()[1])}
        layout = usual_layout(read_settings(RunSettings, variables), top=top)
        with pytest.raises(PortInUseError):
            await running_platform(layout, Screen()).__aenter__()
    assert stat.S_IMODE(data.stat().st_mode) == mode


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


def test_prometheus_reads_every_process_that_has_figures(top: Path, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("galaxytables_platform.prometheus.shutil.which", lambda name: f"/bin/{name}")
    layout = usual_layout(read_settings(RunSettings, {"GALAXYTABLES_DATA": str(tmp_path), "DASHBOARD": "1"}), top=top)
    *others, [plan] = stages(layout, token_keys=KEYS)
    assert (plan.name, plan.address) == ("prometheus", "http://127.0.0.1:5190")
    [groups] = json.loads((tmp_path / "prometheus" / "prometheus.json").read_text())["scrape_configs"]
    read = {group["labels"]["instance"]: group["targets"] for group in groups["static_configs"]}
    assert read == {plan.name: [plan.metrics] for stage in others for plan in stage if plan.metrics}
    assert 5190 in {port.number for port in layout.ports}


def test_a_prometheus_that_is_not_installed_is_said_in_a_line(top: Path, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("galaxytables_platform.prometheus.shutil.which", lambda _: None)
    layout = usual_layout(read_settings(RunSettings, {"GALAXYTABLES_DATA": str(tmp_path), "DASHBOARD": "1"}), top=top)
    with pytest.raises(StartError, match="prometheus is missing"):
        stages(layout, token_keys=KEYS)


def test_a_game_may_have_several_pods_beside_those_of_other_games(top: Path, tmp_path: Path) -> None:
    layout = usual_layout(read_settings(RunSettings, {"RULES": "2"}), top=top)
    assert layout.games["roll"] == "dns:///127.0.0.1:5102|dns:///127.0.0.1:5104"
    assert len(layout.ports) == len({port.number for port in layout.ports})
    _, (_, *rules), *_ = stages(layout, token_keys=KEYS)
    assert [plan.name for plan in rules] == ["jump", "jump-2", "roll", "roll-2"]
    free = free_layout(read_settings(RunSettings, {"RULES": "3"}), tmp_path, needed="jump", top=top)
    assert len(free.rules["jump"].pods) == 3
    assert len(free.ports) == len({port.number for port in free.ports})


def test_operators_have_a_process_where_they_have_secrets_which_no_other_is_told(top: Path) -> None:
    assert usual_layout(read_settings(RunSettings, {}), top=top).admin is None
    secrets = "olga:" + 32 * "x"
    layout = usual_layout(
        read_settings(RunSettings, {"GALAXYTABLES_ADMIN_KEYS": secrets, "ADMIN_PORT": "6150"}), top=top
    )
    plans = {plan.name: plan for stage in stages(layout, token_keys=KEYS) for plan in stage}
    assert plans["admin"].address == "127.0.0.1:6150"
    told = {name for name, plan in plans.items() if plan.environment.get("GALAXYTABLES_ADMIN_KEYS")}
    assert told == {"admin"}
    assert len(layout.ports) == len({port.number for port in layout.ports})


def test_their_console_is_for_this_machine_and_knows_no_secret(top: Path) -> None:
    nobody = usual_layout(read_settings(RunSettings, {}), top=top)
    assert (nobody.console, nobody.entrance) == (None, "")
    variables = {"GALAXYTABLES_ADMIN_KEYS": "olga:" + 32 * "x", "GALAXYTABLES_HOST": "::", "CONSOLE_PORT": "6155"}
    layout = usual_layout(read_settings(RunSettings, variables), top=top)
    assert layout.entrance == (
        "operators open the console at http://127.0.0.1:6155 and come in by their secrets, from this machine only"
    )
    provided = variables | {"GALAXYTABLES_CONSOLE_PROVIDER": "a client's secret"}
    told = environments(usual_layout(read_settings(RunSettings, provided), top=top))
    assert told["console"]["GALAXYTABLES_LISTEN"] == "127.0.0.1:6155"
    assert told["console"]["GALAXYTABLES_ADMIN"] == "127.0.0.1:5150"
    knowing = {name for name, environment in told.items() if "a client's secret" in environment.values()}
    assert knowing == {"admin"}


def environments(layout: Layout) -> dict[str, Mapping[str, str]]:
    return {plan.name: plan.environment for stage in stages(layout, token_keys=KEYS) for plan in stage}


def test_on_an_address_for_others_lobby_and_gateway_listen_and_nobody_else(top: Path, tmp_path: Path) -> None:
    variables = {"GALAXYTABLES_HOST": "::", "GALAXYTABLES_DATA": str(tmp_path), "LOBBIES": "2"}
    layout = usual_layout(read_settings(RunSettings, variables), top=top)
    told = environments(layout)
    public = {name for name, each in told.items() if each.get("GALAXYTABLES_LISTEN", "").startswith("[::]")}
    assert public == {"lobby", "lobby-2", "web"}
    assert layout.lobby == told["web"]["GALAXYTABLES_LOBBY"] == "[::1]:5100"
    assert told["lobby"]["GALAXYTABLES_HOME_FOR"] == "bots", "homes are at addresses that others cannot reach"
    assert layout.exposure.startswith("lobby and web listen beyond this machine without TLS")
    usual = usual_layout(read_settings(RunSettings, {"LOBBIES": "2"}), top=top)
    assert usual.exposure == ""
    assert environments(usual)["lobby"]["GALAXYTABLES_HOME_FOR"] == "all"


def test_the_gateways_calls_from_an_address_of_this_machine_are_believed(top: Path) -> None:
    layout = usual_layout(read_settings(RunSettings, {"GALAXYTABLES_HOST": "192.0.2.7"}), top=top)
    assert layout.lobby == "192.0.2.7:5100"
    told = read_settings(LimitSettings, dict(environments(layout)["lobby"]))
    assert Sources(told.proxies, ()).of("ipv4:192.0.2.7:1", "198.51.100.7").address == "198.51.100.7"
    with pytest.raises(SettingError, match="GALAXYTABLES_HOST='here': must be an IP address"):
        read_settings(RunSettings, {"GALAXYTABLES_HOST": "here"})
    with pytest.raises(SettingError, match=r"192\.0\.2\.7 is no address of this machine"):
        require_free([layout.lobbies[0].port])


def test_with_a_certificate_lobby_and_gateway_speak_tls_and_the_machines_own_programs_need_none(
    top: Path, tmp_path: Path
) -> None:
    client = Path(__file__).parents[1] / "client"
    certificate = {name: str(client / f"localhost.{end}") for name, end in zip(TLS, ("pem", "key"), strict=True)}
    variables = {"GALAXYTABLES_HOST": "::", "GALAXYTABLES_DATA": str(tmp_path), **certificate}
    layout = usual_layout(read_settings(RunSettings, variables), top=top)
    assert layout.exposure == ""
    assert layout.lobby == "127.0.0.1:5099"
    told = environments(layout)
    for name, each in told.items():
        wanted = certificate if name in {"lobby", "web"} else dict.fromkeys(TLS, "")
        assert name == "redis" or {variable: each[variable] for variable in TLS} == wanted, name
        assert name == "redis" or each["GALAXYTABLES_LOBBY"] == layout.lobby
    assert layout.web is not None
    assert (layout.lobbies[0].url, layout.web.url) == ("https://[::]:5100", "https://[::]:5180")
    assert told["lobby"]["GALAXYTABLES_LOCAL_LISTEN"] == layout.lobby
    assert told["lobby"]["GALAXYTABLES_HOME_LISTEN"] == ""
    assert free_layout(read_settings(RunSettings, variables), tmp_path, top=top).lobbies[0].local is None
    several = usual_layout(read_settings(RunSettings, {**variables, "LOBBIES": "2", "LOCAL_PORT": "6099"}), top=top)
    second = read_settings(HomeSettings, dict(environments(several)["lobby-2"]))
    assert [str(each) for each in second.local] == ["127.0.0.1:6099", "127.0.0.1:5301"]
    assert (second.home_listen, second.for_clients, second.tells_all) == (None, "127.0.0.1:5301", False)
    assert {6099, 5300, 5301} <= {port.number for port in several.ports}
    with pytest.raises(SettingError, match="GALAXYTABLES_TLS_"):
        usual_layout(read_settings(RunSettings, {**variables, TLS[1]: str(tmp_path / "none")}), top=top)


TLS = ("GALAXYTABLES_TLS_CERTIFICATE", "GALAXYTABLES_TLS_KEY")


def test_secrets_of_providers_reach_the_lobbies_and_no_other_process(top: Path) -> None:
    given = '[{"name": "one", "client_secret": "SECRET"}]'
    settings = read_settings(RunSettings, {"GALAXYTABLES_SIGN_IN_PROVIDERS": given, "LOBBIES": "2"})
    layout = usual_layout(settings, top=top)
    environments = {plan.name: plan.environment for stage in stages(layout, token_keys=KEYS) for plan in stage}
    holding = {name for name, environment in environments.items() if "SECRET" in str(environment)}
    assert holding == {name for name in environments if name.startswith("lobby")}
    assert len(holding) == 2
