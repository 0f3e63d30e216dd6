"""The systemd units: what they name exists, systemd finds nothing wrong, and under a real systemd people play."""

import importlib.util
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from galaxytables_lobby.adapters.oidc.settings import SignInSettings
from galaxytables_lobby.settings import DeliverySettings
from galaxytables_platform.commands import COMMANDS
from galaxytables_platform.games import SERVICES, games_in
from galaxytables_platform.redis_server import redis_executable
from tests.deploy.test_compose import OURS, check_settings, names_of

FOLDER = Path(__file__).parents[2] / "deploy" / "systemd"
UNITS = sorted((FOLDER / "services").glob("*.service"))
SHARED = FOLDER / "services" / "galaxytables-.service.d" / "service.conf"
SETTINGS = FOLDER / "services" / "settings"
MACHINE = Path(__file__).parent / "machine"
PYTHON = "/opt/galaxytables/bin/python"
ANALYZE, MANAGER = shutil.which("systemd-analyze") or "", Path("/lib/systemd/systemd")
GAMES = games_in(SERVICES)


def keys_of(file: Path) -> dict[str, dict[str, list[str]]]:
    """The keys of a unit, by section; a key may be there several times."""
    found: dict[str, dict[str, list[str]]] = {}
    for line in file.read_text().splitlines():
        if line.startswith("["):
            section = found.setdefault(line.strip("[]"), {})
        elif line and not line.startswith("#"):
            key, _, value = line.partition("=")
            section.setdefault(key, []).append(value)
    return found


def variables_in(file: Path) -> dict[str, str]:
    lines = [line for line in file.read_text().splitlines() if line and not line.startswith("#")]
    return {name: value.replace("...", 32 * "x") for name, _, value in (line.partition("=") for line in lines)}


def test_the_platform_in_one_unit_has_the_configuration_and_the_folder_that_it_is_given():
    service = keys_of(FOLDER / "galaxytables.service")["Service"]
    (start,) = service["ExecStart"]
    program, command, *options = shlex.split(start)
    assert Path(program).name == "galaxytables"
    assert command in COMMANDS
    given = dict(zip(options[::2], options[1::2], strict=True))
    (folder,) = service["StateDirectory"]
    assert given["--data"] == f"/var/lib/{folder}"
    (credential,) = service["LoadCredential"]
    assert given["--config"] == f"${{CREDENTIALS_DIRECTORY}}/{credential.partition(':')[0]}"
    assert given.keys() == {"--data", "--config"}


def test_what_runs_in_containers_has_a_unit_each():
    commands = [shlex.split(keys_of(unit)["Service"]["ExecStart"][0]) for unit in UNITS]
    assert all(command[:2] == [PYTHON, "-m"] for command in commands)
    units = sorted(command[2:] for command in commands if command[2] != "galaxytables_%i")
    contained = [each["command"] for each in OURS.values() if each["command"][0] not in GAMES.values()]
    assert units == sorted(contained)
    assert {f"galaxytables_{game}" for game in GAMES} == set(GAMES.values())
    for command in commands:
        assert command[2] == "galaxytables_%i" or importlib.util.find_spec(command[2]) is not None


def test_the_settings_of_units_exist_and_the_files_that_they_read_are_there():
    for unit in UNITS:
        service = keys_of(unit)["Service"]
        check_settings(dict(each.split("=") for line in service.get("Environment", []) for each in line.split()))
        # A file after `-` need not be there.
        for file in (Path(named.removeprefix("-")) for named in service.get("EnvironmentFile", [])):
            assert file.parent == Path("/etc/galaxytables")
            for game in GAMES if "%i" in file.name else ("",):
                check_settings(variables_in(SETTINGS / file.name.replace("%i", game)))
    targets = variables_in(SETTINGS / "state.env")["GALAXYTABLES_GAMES"].split(",")
    listening = {game: variables_in(SETTINGS / f"rules-{game}.env")["GALAXYTABLES_LISTEN"] for game in GAMES}
    assert sorted(targets) == sorted(f"{game}=dns:///{address}" for game, address in listening.items())


def test_lobby_and_clock_read_how_players_come_back_and_are_notified_and_no_other_unit_does():
    readers = {unit.stem for unit in UNITS if "people.env" in unit.read_text()}
    assert readers == {"galaxytables-lobby", "galaxytables-clock"}
    assert variables_in(SETTINGS / "people.env").keys() == names_of(DeliverySettings) | names_of(SignInSettings)


@pytest.mark.parametrize("unit", [FOLDER / "galaxytables.service", SHARED], ids=lambda unit: unit.name)
def test_a_service_may_do_little(unit):
    service = keys_of(unit)["Service"]
    assert service["DynamicUser"] == ["yes"]
    assert service["CapabilityBoundingSet"] == [""]
    assert service["ProtectSystem"] == ["strict"]
    assert service["SystemCallFilter"] == ["@system-service"]
    assert int(service["LimitNOFILE"][0]) > 20_000


def test_what_is_kept_is_for_its_owner_alone():
    kept = [keys_of(unit)["Service"] for unit in (FOLDER / "galaxytables.service", *UNITS)]
    kept = [service for service in kept if "StateDirectory" in service]
    assert len(kept) > 2
    assert all(service["StateDirectoryMode"] == ["0700"] for service in kept), "the store holds hidden cards"


def laid_out(folder: Path) -> Path:
    """The units in a folder, with an instance for each game."""
    shutil.copytree(FOLDER / "services", folder, ignore=shutil.ignore_patterns("settings"))
    shutil.copy(FOLDER / "galaxytables.service", folder)
    return folder


@pytest.mark.skipif(not ANALYZE, reason="systemd is not installed")
def test_systemd_finds_nothing_wrong(tmp_path):
    units = laid_out(tmp_path / "units")
    environment = {**os.environ, "SYSTEMD_UNIT_PATH": f"{units}:"}
    names = [*(unit.name.replace("@", "@jump") for unit in UNITS), "galaxytables.service"]
    shutil.copy(units / "galaxytables-rules@.service", units / "galaxytables-rules@jump.service")
    command = [ANALYZE, "verify", *(str(units / name) for name in (*names, "galaxytables.target"))]
    said = subprocess.run(command, env=environment, capture_output=True, text=True, check=False).stderr
    missing = [line for line in said.splitlines() if "is not executable: No such file" in line]
    assert said.splitlines() == missing, "but for our programs, which are not installed here"
    for name in names:
        command = [ANALYZE, "security", "--offline=yes", name]
        shown = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
        exposure = re.search(r"exposure level for \S+: (\d+\.\d)", shown)
        assert exposure is not None
        assert float(exposure[1]) <= 1.7, shown


ROOT_HERE = os.geteuid() == 0 and MANAGER.exists() and Path("/sys/fs/cgroup").is_dir()
BARE = ("sysinit", "basic", "shutdown", "umount", "final", "network-online", "multi-user")
STORE = f"""[Service]
ExecStart={redis_executable()} --port 6379 --appendonly yes --dir /run --save ""
"""
TRIAL = """[Unit]
SuccessAction=exit-force
FailureAction=exit-force
[Service]
Type=oneshot
TimeoutStartSec=100
ExecStart={python} {program} /run/trial {units}
StandardOutput=append:/run/trial/trial.log
StandardError=inherit
"""
LOGS = "[Service]\nStandardOutput=append:/run/trial/%N.log\nStandardError=inherit\n"


@pytest.mark.e2e
@pytest.mark.release
@pytest.mark.skipif(not ROOT_HERE, reason="needs root and systemd")
@pytest.mark.parametrize("alone", [False, True], ids=["a unit each", "one unit"])
def test_people_play_on_a_machine_that_systemd_started(alone, tmp_path):
    """No unit but ours is on that machine: none of the system's own could clean or mount anything of this one."""
    units, seen, settings = laid_out(tmp_path / "units"), tmp_path / "seen", tmp_path / "settings"
    shutil.copytree(SETTINGS, settings)
    seen.mkdir(mode=0o777)
    seen.chmod(0o777)
    for file in settings.iterdir():
        file.write_text(file.read_text().replace("...", 32 * "x"))
        file.chmod(0o600)
    (settings / "galaxytables.toml").write_text('GAMES = ["jump"]\n')
    names = ["lobby", "clock", "beat", "bots", "web", "admin", "console", *(f"rules@{game}" for game in GAMES)]
    services = ["galaxytables.service"] if alone else [f"galaxytables-{name}.service" for name in names]
    wanted = "" if alone else "store.service galaxytables.target"
    trial = {
        "trial.target": f"[Unit]\nWants=trial.service {wanted} {' '.join(services)}\n",
        "trial.service": TRIAL.format(python=PYTHON, program=MACHINE / "trial.py", units=",".join(services)),
        "store.service": STORE,
        "systemd-exit.service": "[Unit]\nDefaultDependencies=no\n[Service]\nType=oneshot\nExecStart=/bin/true\n",
        "galaxytables-.service.d/log.conf": LOGS,
        "galaxytables.service.d/log.conf": LOGS,
        **{f"{name}.target": f"[Unit]\nDescription={name}\n" for name in BARE},
    }
    for name, text in trial.items():
        (units / name).parent.mkdir(exist_ok=True)
        (units / name).write_text(text)
    namespaces = ["--pid", "--fork", "--kill-child", "--mount", "--uts", "--ipc", "--net", "--cgroup", "--mount-proc"]
    command = ["timeout", "-s", "KILL", "120", "unshare", *namespaces, "sh", MACHINE / "boot.sh"]
    folders = [units, settings, sys.prefix, seen]
    inside = f'echo $$ >"$0/cgroup.procs"; exec {shlex.join(map(str, [*command, *folders]))}'
    group = next(Path(each) for each in CGROUPS if Path(each, "cgroup.procs").exists()) / f"trial-{os.getpid()}"
    group.mkdir()
    try:
        booted = subprocess.run(["sh", "-c", inside, group], capture_output=True, text=True, check=False)
    finally:
        for each in sorted(group.rglob("*/"), reverse=True):
            each.rmdir()
        group.rmdir()
    logs = "".join(f"{file.name}:\n{file.read_text()}" for file in seen.glob("*.log"))
    assert (seen / "seen.json").exists(), f"{booted.stderr}\n{logs}"
    told = json.loads((seen / "seen.json").read_text())
    assert (told["scores"], told["web"], told["figures"]) == (2, "serving\n", True)
    assert told["archive"] == ["archive.db"]
    assert told["units"].keys() == {*services}
    for unit in told["units"].values():
        assert (unit["ActiveState"], unit["NRestarts"]) == ("active", "0")
        assert int(unit["Uid"]) > 60_000, "a user of systemd's, which nobody can log in as"
        assert int(unit["CapEff"], 16) == int(unit["CapBnd"], 16) == 0
        assert (unit["NoNewPrivs"], unit["Seccomp"]) == ("1", "2")


CGROUPS = ("/sys/fs/cgroup", "/sys/fs/cgroup/unified")
