"""`galaxytables doctor`: each thing that commonly is wrong is found, with what to do."""

import resource
import socket
import stat
from functools import partial
from pathlib import Path

import pytest

from galaxytables_platform.config import known_settings
from galaxytables_platform.doctor.command import doctor_command
from galaxytables_platform.doctor.diagnosis import check_names, diagnose
from galaxytables_platform.doctor.findings import Level
from galaxytables_platform.doctor.installation import check_games, check_packages, check_page, check_store_program
from galaxytables_platform.doctor.machine import check_data, check_files, check_private, check_python, check_space
from galaxytables_platform.doctor.network import check_exposure, check_ports, check_tls
from galaxytables_platform.layout import usual_layout
from galaxytables_platform.lock import DataLock, running_on
from galaxytables_platform.ports import Port
from galaxytables_platform.settings import RunSettings
from galaxytables_serving.settings import read_settings
from tests.platform.processes import Screen

CLIENT = Path(__file__).parents[1] / "client"
CERTIFICATE = {
    "GALAXYTABLES_TLS_CERTIFICATE": str(CLIENT / "localhost.pem"),
    "GALAXYTABLES_TLS_KEY": str(CLIENT / "localhost.key"),
}
OK, WARNING, PROBLEM = Level.OK, Level.WARNING, Level.PROBLEM


def settings(**variables):
    return read_settings(RunSettings, variables)


@pytest.mark.parametrize(
    ("version", "level"), [((3, 10, 9), PROBLEM), ((3, 11, 0), OK), ((3, 14, 2), OK), ((3, 15, 0), WARNING)]
)
def test_the_version_of_python(version, level):
    assert check_python(version).level is level


def test_the_packages(monkeypatch):
    assert check_packages().level is OK
    unmet = ["roll is missing, which all needs"]
    monkeypatch.setattr("galaxytables_platform.doctor.installation.unmet_requirements", lambda: iter(unmet))
    found = check_packages()
    assert (found.level, found.words) == (
        PROBLEM,
        "roll is missing, which all needs; install the platform again: `pip install galaxytables`",
    )


@pytest.mark.parametrize(("hard", "level"), [(4096, WARNING), (65536, OK), (resource.RLIM_INFINITY, OK)])
def test_the_files_that_a_process_may_open(hard, level, monkeypatch):
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1024, hard))
    assert check_files().level is level


def test_the_data_folder(tmp_path, monkeypatch):
    data = tmp_path / "data"
    assert check_data(data).level is OK
    data.mkdir(mode=0o700)
    assert check_data(data).level is OK
    data.chmod(0o755)
    assert (check_data(data).level, f"chmod 700 {data}" in check_data(data).words) == (WARNING, True)
    monkeypatch.setattr("os.access", lambda *_: False)
    assert check_data(data).level is PROBLEM
    assert check_data(tmp_path / "none" / "data").level is PROBLEM
    (tmp_path / "file").touch()
    assert "no folder" in check_data(tmp_path / "file").words


def test_the_room_on_the_disk(tmp_path, monkeypatch):
    assert check_space(tmp_path / "none").level is OK
    monkeypatch.setattr("galaxytables_platform.doctor.machine.LITTLE_SPACE", 1 << 62)
    assert check_space(tmp_path).level is WARNING


def test_a_configuration_that_others_may_read(tmp_path):
    file = tmp_path / "galaxytables.toml"
    file.touch(mode=0o600)
    assert check_private(file).level is OK
    file.chmod(0o640)
    assert check_private(file).level is WARNING


def test_games_and_page(tmp_path):
    assert check_games({}).level is PROBLEM
    assert check_games({"jump": "x"}).level is OK
    web = usual_layout(settings(GALAXYTABLES_WEB_PAGE=str(tmp_path))).web
    assert web is not None
    assert check_page(web).level is WARNING
    (tmp_path / "index.html").touch()
    assert check_page(web).level is OK


def test_the_program_of_the_store(tmp_path, monkeypatch):
    assert check_store_program().level is OK
    broken = tmp_path / "valkey-server"
    broken.write_text("not a program")
    broken.chmod(broken.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setattr("galaxytables_platform.doctor.installation.redis_executable", lambda: broken)
    assert "GALAXYTABLES_REDIS_URL" in check_store_program().words


def test_ports_that_are_taken():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = Port(taken.getsockname()[1], "web", "WEB_PORT")
        taken.listen()
        (found,) = check_ports([port])
    assert (found.level, "set WEB_PORT" in found.words) == (PROBLEM, True)
    assert [finding.level for finding in check_ports([port])] == [OK]


def test_who_can_read_what_is_sent():
    everywhere = {"GALAXYTABLES_HOST": "::"}
    for variables, words in (
        ({}, "nothing leaves"),
        (everywhere, "lobby and web listen beyond this machine without TLS"),
        ({**everywhere, **CERTIFICATE}, "nothing leaves"),
    ):
        assert words in check_exposure(usual_layout(settings(**variables))).words


def test_certificates(monkeypatch):
    good = partial(check_tls, settings(**CERTIFICATE))
    end = good(now=0.0).words
    assert good(now=0.0).level is OK, end
    for left, level in ((-60, PROBLEM), (3600, WARNING), (30 * 86_400, OK)):
        monkeypatch.setattr("galaxytables_platform.doctor.network.end_of", lambda _, left=left: 1e9 + left)
        assert good(now=1e9).level is level
    assert check_tls(settings()).level is OK


def test_settings_that_do_not_exist():
    (found,) = check_names(
        {"GALAXYTABLES_REDIS_ULR": "redis://:secret@host", "GALAXYTABLES_NATIVE": "off", "HOME": "x"}
    )
    assert (found.level, found.words) == (
        WARNING,
        "GALAXYTABLES_REDIS_ULR is no setting: did you mean GALAXYTABLES_REDIS_URL?",
    )
    assert not list(check_names(dict.fromkeys(known_settings(), "x")))


async def test_who_runs_on_a_folder(tmp_path):
    assert running_on(tmp_path) == ""
    async with DataLock(tmp_path, Screen()):
        assert running_on(tmp_path).isdecimal()
    assert running_on(tmp_path) == ""


async def found_with(**variables):
    return [finding async for finding in diagnose(variables)]


async def test_a_wrong_setting_ends_the_checks_with_what_to_do(tmp_path):
    *_, last = await found_with(GALAXYTABLES_DATA=str(tmp_path), GAMES="chess")
    assert last.level is PROBLEM
    assert "there is no game 'chess'" in last.words


async def test_a_store_that_nobody_serves_is_a_problem(tmp_path):
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        where = f"redis://:hunter22@127.0.0.1:{silent.getsockname()[1]}"
        found = await found_with(
            GALAXYTABLES_DATA=str(tmp_path),
            GALAXYTABLES_REDIS_URL=f"{where}/0",
            GALAXYTABLES_BROKER_URL=f"{where}/1",
            GALAXYTABLES_ARCHIVE_URL=f"{where.replace('redis', 'postgresql')}/galaxytables",
        )
    wrong = {finding.subject: finding.words for finding in found if finding.level is PROBLEM}
    assert {"store", "broker", "archive"} <= wrong.keys()
    assert "GALAXYTABLES_REDIS_URL" in wrong["store"]
    assert "hunter22" not in str(found)


def test_the_exit_code_says_whether_there_is_a_problem(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("GALAXYTABLES_DATA", str(tmp_path))
    monkeypatch.setenv("GAMES", "chess")
    assert doctor_command([]) == 1
    assert "problem  settings  GAMES: there is no game 'chess'" in capsys.readouterr().out
