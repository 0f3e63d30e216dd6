"""`galaxytables bundle`: nothing secret and nothing hidden is in it, whatever settings and logs hold."""

import json
import stat
import zipfile

import pytest

from galaxytables_platform.bundle import REMOVED, bundle_command, log_lines, shown_line, shown_settings, write
from galaxytables_platform.config import known_settings

SECRETS = {
    "GALAXYTABLES_TOKEN_KEYS": "kid:token-secret-0123456789abcdef0123456789",
    "GALAXYTABLES_ADMIN_KEYS": "olga:admin-secret-0123456789abcdef0123456789",
    "GALAXYTABLES_ADMIN_SECRET": "admin-secret-0123456789abcdef0123456789",
    "GALAXYTABLES_RULES_KEYS": "rules-secret-0123456789abcdef0123456789,rules-secret-of-old-0123456789abcdef",
    "GALAXYTABLES_REDIS_URL": "redis://:redis-password@127.0.0.1:1/0",
    "GALAXYTABLES_BROKER_URL": "redis://:redis-password@127.0.0.1:1/1",
    "GALAXYTABLES_ARCHIVE_URL": "postgresql://olga:archive-password@127.0.0.1:1/galaxytables",
    "GALAXYTABLES_BOTS_TOKEN": "bots-token-0123456789",
}
PARTS = [
    *("token-secret", "admin-secret", "rules-secret", "redis-password", "archive-password", "bots-token"),
    *("made-here", "Hidden World"),
]


@pytest.fixture
def bundle(tmp_path, monkeypatch):
    """All files of a bundle, of a folder whose logs tell what they must not."""
    data = tmp_path / "data"
    (data / "logs").mkdir(parents=True)
    (data / "token-keys").write_text("local:made-here-0123456789abcdef\n")
    event = {"event": "served", "level": "info", "process": "lobby"}
    lines = [
        json.dumps(event),
        json.dumps({**event, "level": "debug", "card": "Hidden World"}),
        json.dumps({**event, "level": "error", "exception": EXCEPTION}),
        "Traceback: ValueError: Hidden World",
        json.dumps({**event, "key": "made-here-0123456789abcdef"}),
        *(json.dumps({**event, "value": value}) for value in SECRETS.values()),
        json.dumps({**event, "refused": "redis-password is wrong, and admin-secret-0123456789abcdef0123456789"}),
    ]
    (data / "logs" / "lobby.log").write_text("\n".join(lines) + "\n")
    for name, value in {**SECRETS, "GALAXYTABLES_DATA": str(data), "WEB_PORT": "6180"}.items():
        monkeypatch.setenv(name, value)
    assert bundle_command([str(tmp_path / "bundle.zip")]) == 0
    with zipfile.ZipFile(tmp_path / "bundle.zip") as opened:
        return {name: opened.read(name).decode() for name in opened.namelist()}


EXCEPTION = """Traceback (most recent call last):
  File "rules.py", line 7, in settle
    raise ValueError("Hidden World")
ValueError: Hidden World"""


def test_nothing_secret_and_nothing_hidden_is_in_it(bundle):
    assert {"versions.json", "settings.json", "doctor.txt", "health.json", "logs/lobby.log"} <= bundle.keys()
    assert [(name, part) for name, text in bundle.items() for part in PARTS if part in text] == []


def test_what_helps_is_in_it(bundle):
    settings = json.loads(bundle["settings.json"])
    assert settings["WEB_PORT"] == "6180"
    assert settings["GALAXYTABLES_ADMIN_KEYS"] == "(set, and withheld)"
    assert "galaxytables" in json.loads(bundle["versions.json"])["packages"]
    assert "problem  store" in bundle["doctor.txt"]
    log = bundle["logs/lobby.log"]
    assert '"event": "served"' in log
    assert REMOVED in log
    assert "(2 lines that are not structured, or of level debug, are left out)" in log
    assert r"File \"rules.py\", line 7, in settle" in log


def test_settings_that_may_hold_secrets_are_never_shown():
    shown = shown_settings(dict.fromkeys(known_settings(), "value"))
    assert shown.keys() == known_settings().keys()
    open_ones = {name for name, value in shown.items() if value == "value"}
    assert "WEB_PORT" in open_ones
    assert not {name for name in open_ones if name.endswith(("KEYS", "URL", "SECRET", "TOKEN"))}


@pytest.mark.parametrize(
    "line", ["", "plain", "[1]", '{"event": "without a level"}', '{"event": "x", "level": "debug"}']
)
def test_lines_that_may_not_leave(line):
    assert shown_line(line) == ""


def test_only_the_end_of_a_long_log_is_in_it(tmp_path, monkeypatch):
    monkeypatch.setattr("galaxytables_platform.bundle.LOG_BYTES", 200)
    log = tmp_path / "x.log"
    log.write_text("".join(json.dumps({"event": number, "level": "info"}) + "\n" for number in range(100)))
    assert json.loads(list(log_lines(log))[-2])["event"] == 99
    assert len(list(log_lines(log))) < 10


def test_the_file_is_its_owners_and_replaces_none(tmp_path):
    file = tmp_path / "bundle.zip"
    write(file, {"a": "b"})
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with pytest.raises(FileExistsError):
        write(file, {"a": "b"})
