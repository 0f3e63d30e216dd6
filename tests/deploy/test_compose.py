"""compose.yaml names commands, settings and files that exist; no engine runs here."""

import importlib.util
import re
from pathlib import Path

import pytest
import yaml

from galaxytables_lobby.adapters.oidc.settings import SignInSettings
from galaxytables_lobby.admin.console_settings import ConsoleSettings
from galaxytables_lobby.admin.settings import AdminSettings
from galaxytables_lobby.settings import DeliverySettings
from galaxytables_platform.games import SERVICES, games_in
from galaxytables_serving.settings import variables_of
from galaxytables_web.console.app import is_loopback
from galaxytables_web.console.settings import ConsoleSettings as WebConsoleSettings
from tests.deploy.test_kubernetes import is_ours, pods
from tools.image import distributions
from tools.reference.settings_page import every_variable

DEPLOY = Path(__file__).parents[2] / "deploy"
FOLDER = DEPLOY / "compose"
SERVICES_BY_NAME = yaml.safe_load((FOLDER / "compose.yaml").read_text())["services"]
OURS = {name: each for name, each in SERVICES_BY_NAME.items() if each["image"].startswith("galaxytables")}
SECRET = re.compile(r"\$\{\w+:\?see compose\.yaml\}")
# What `.env` may set, with what holds otherwise.
OPTIONAL = re.compile(r"\$\{(\w+):-(\w*)\}")
KEYS = f"key:{32 * 'x'}"
# Who starts the profile must set these; `.env` needs them for nothing else, so they may be empty there.
NEEDED_BY_A_PROFILE = {"GALAXYTABLES_ADMIN_KEYS"}
OPERATORS = {"admin", "console"}


def check_settings(given):
    """Every variable is a setting of some process, and holds what that process reads."""
    for name, value in given.items():
        assert name in every_variable(), name
        needed = SECRET.sub(KEYS if name.endswith("KEYS") else "secret", value)
        if name in NEEDED_BY_A_PROFILE:
            needed = KEYS
        for variable in every_variable()[name]:
            variable.read({name: OPTIONAL.sub(r"\2", needed)})


@pytest.mark.parametrize("name", OURS)
def test_a_service_has_settings_and_a_command_that_exist(name):
    check_settings(OURS[name].get("environment", {}))
    assert importlib.util.find_spec(OURS[name]["command"][0]) is not None


@pytest.mark.parametrize("name", OURS)
def test_a_service_is_built_as_the_image_that_it_runs(name):
    service = OURS[name]["build"]["args"]["SERVICE"]
    assert OURS[name]["image"].split(":")[0] == service
    assert service in distributions()
    # The page is in the image of the gateway alone.
    assert (OURS[name]["build"].get("target") == "web") == (service == "galaxytables-web")


def test_a_wrong_setting_is_found():
    with pytest.raises(AssertionError, match="GALAXYTABLES_LISTEM"):
        check_settings({"GALAXYTABLES_LISTEM": "0.0.0.0:5100"})
    with pytest.raises(Exception, match="GALAXYTABLES_BOT_PACE"):
        check_settings({"GALAXYTABLES_BOT_PACE": "fast"})


def test_all_that_a_cluster_runs_is_there():
    commands = sorted(pod["containers"][0]["args"] for _, pod in pods() if is_ours(pod))
    rules = [[package] for package in games_in(SERVICES).values()]
    wanted = [args for args in commands if args != ["galaxytables_none"] and not BY_HAND & {*args}]
    assert sorted(each["command"] for each in OURS.values()) == sorted([*wanted, *rules])


BY_HAND = {"galaxytables_lobby.archive"}


def test_what_operators_use_starts_only_with_its_profile():
    assert {name for name, each in SERVICES_BY_NAME.items() if each.get("profiles")} == OPERATORS
    assert all(OURS[name]["profiles"] == ["operators"] for name in OPERATORS)
    for name, service in SERVICES_BY_NAME.items():
        if name not in OPERATORS:
            assert not OPERATORS & {*service.get("depends_on", [])}, name


def test_the_console_and_its_service_are_told_alike_how_operators_come_in():
    admin, console = (OURS[name]["environment"] for name in ("admin", "console"))
    asked_of = names_of(ConsoleSettings) & names_of(WebConsoleSettings)
    assert asked_of == {"GALAXYTABLES_CONSOLE_ADDRESS"}
    assert {name: admin[name] for name in asked_of} == {name: console[name] for name in asked_of}
    assert names_of(AdminSettings) <= admin.keys()
    assert {"GALAXYTABLES_CONSOLE_PROVIDER", "GALAXYTABLES_CONSOLE_OPERATORS"} <= admin.keys()
    # It is reached from outside its container, so it takes no secrets.
    host = console["GALAXYTABLES_LISTEN"].partition(":")[0]
    assert not is_loopback(host)
    assert console["GALAXYTABLES_ADMIN"] == f"admin:{admin['GALAXYTABLES_LISTEN'].partition(':')[2]}"


def test_every_game_is_served_under_its_name():
    games = OURS["lobby"]["environment"]["GALAXYTABLES_GAMES"].split(",")
    assert games == [f"{name}=dns:///{name}:5100" for name, each in OURS.items() if each["command"][0] in RULES]
    assert len(games) == len(RULES)


RULES = set(games_in(SERVICES).values())


@pytest.mark.parametrize("name", OURS)
def test_our_services_may_do_little(name):
    service = OURS[name]
    assert service["read_only"]
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]


def test_no_secret_stands_in_the_file():
    for service in SERVICES_BY_NAME.values():
        for name, value in (service.get("environment") or {}).items():
            if name.endswith(("KEYS", "PASSWORD", "ARCHIVE_URL")) and name not in NEEDED_BY_A_PROFILE:
                assert SECRET.search(value), name
            if name in OPTIONAL_SECRETS | OPERATORS_SECRETS:
                assert value in ("", f"${{{name}:-}}"), name


OPTIONAL_SECRETS = {"GALAXYTABLES_SIGN_IN_PROVIDERS", "GALAXYTABLES_VAPID_KEY", "GALAXYTABLES_SMTP_URL"}
OPERATORS_SECRETS = {*NEEDED_BY_A_PROFILE, "GALAXYTABLES_CONSOLE_PROVIDER"}


def test_secrets_of_operators_are_told_to_their_service_alone():
    for name, service in OURS.items():
        if name != "admin":
            assert not OPERATORS_SECRETS & service.get("environment", {}).keys(), name


def sends(variables):
    """The settings of a process that say how players are notified."""
    return {name: variables.get(name) for name in names_of(DeliverySettings)}


def test_lobby_and_worker_are_told_alike_how_players_are_notified_and_the_lobby_how_they_sign_in():
    lobby, worker = (OURS[name]["environment"] for name in ("lobby", "clock-worker"))
    assert sends(lobby) == sends(worker)
    assert None not in sends(lobby).values()
    assert names_of(SignInSettings) <= lobby.keys()
    assert worker["GALAXYTABLES_SIGN_IN_PROVIDERS"] == "", "it signs nobody in"
    for name, service in OURS.items():
        if name not in ("lobby", "clock-worker"):
            assert not OPTIONAL_SECRETS & service.get("environment", {}).keys(), name
    # What a variable is set from has its own name.
    assert all(OPTIONAL.sub(r"\1", value) == name for name, value in lobby.items() if OPTIONAL.match(value))


def names_of(settings):
    return {variable.name for variable in variables_of(settings)}


def test_the_world_comes_in_by_this_machine_alone():
    published = [port for service in SERVICES_BY_NAME.values() for port in service.get("ports", [])]
    assert len(published) > 2
    assert all(port.startswith("127.0.0.1:") for port in published)


def test_what_services_wait_for_and_mount_is_there():
    for name, service in SERVICES_BY_NAME.items():
        assert {*service.get("depends_on", [])} <= SERVICES_BY_NAME.keys(), name
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            if source.startswith("."):
                assert (FOLDER / source).exists(), source
    assert (FOLDER / OURS["lobby"]["build"]["context"] / OURS["lobby"]["build"]["dockerfile"]).is_file()


def test_the_store_keeps_what_it_is_given():
    command = SERVICES_BY_NAME["valkey"]["command"]
    options = dict(zip(command[1::2], command[2::2], strict=True))
    assert options["--maxmemory-policy"] == "noeviction"
    assert (options["--appendonly"], options["--appendfsync"]) == ("yes", "always")


def test_figures_of_every_service_are_read_and_shown():
    config = yaml.safe_load((FOLDER / "prometheus.yaml").read_text())
    mounted = {volume.split(":")[1] for volume in SERVICES_BY_NAME["prometheus"]["volumes"]}
    assert {*config["rule_files"]} <= mounted
    (job,) = config["scrape_configs"]
    assert job["job_name"] == "galaxytables", "alerts name it"
    (targets,) = job["static_configs"]
    assert sorted(targets["targets"]) == sorted(f"{name}:9100" for name in OURS if name not in OPERATORS)
    # Where the profile is off they have no names, and nobody is told that they are gone.
    (found,) = job["dns_sd_configs"]
    assert ({*found["names"]}, found["type"], found["port"]) == (OPERATORS, "A", 9100)
    (source,) = yaml.safe_load((FOLDER / "grafana/sources.yaml").read_text())["datasources"]
    assert source["url"] == "http://prometheus:9090"
    (provider,) = yaml.safe_load((FOLDER / "grafana/dashboards.yaml").read_text())["providers"]
    assert any(
        volume == f"../monitoring/dashboards:{provider['options']['path']}:ro"
        for volume in SERVICES_BY_NAME["grafana"]["volumes"]
    )
