"""The settings file of `galaxytables run`: names that exist, in TOML; the environment beats it."""

from argparse import ArgumentParser

import pytest

from galaxytables_platform.config import add_options, apply_options, read_config
from galaxytables_serving import SettingError

SECRET = "correct-horse-battery-staple"  # noqa: S105  # nobody's


@pytest.fixture
def file(tmp_path):
    return tmp_path / "galaxytables.toml"


def test_values_are_as_the_environment_would_hold_them(file):
    file.write_text('GAMES = ["race", "jump"]\nWEB_PORT = 6180\nDASHBOARD = true\nGALAXYTABLES_BOT_PACE = 0.5\n')
    assert read_config(file) == {
        "GAMES": "race,jump",
        "WEB_PORT": "6180",
        "DASHBOARD": "on",
        "GALAXYTABLES_BOT_PACE": "0.5",
    }


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "GALAXYTABLES_ADMIN_KEY = 'SECRET'",
            "no setting GALAXYTABLES_ADMIN_KEY; did you mean GALAXYTABLES_ADMIN_KEYS?",
        ),
        ("xyz = 'SECRET'", "there is no setting xyz; docs/reference/settings.md lists all."),
        ("GALAXYTABLES_ADMIN_KEYS = SECRET", "is no TOML"),
        ("GALAXYTABLES_ADMIN_KEYS = {olga = 'SECRET'}", "GALAXYTABLES_ADMIN_KEYS must be a text"),
    ],
)
def test_what_is_wrong_is_said_without_what_may_be_secret(file, text, words):
    file.write_text(text.replace("SECRET", SECRET))
    with pytest.raises(SettingError) as refused:
        read_config(file)
    assert words in str(refused.value)
    assert SECRET not in str(refused.value)


def test_a_file_that_is_not_there_is_named(file):
    with pytest.raises(SettingError, match=r"galaxytables\.toml cannot be read: No such file"):
        read_config(file)


def test_options_beat_the_environment_which_beats_the_file(file, monkeypatch):
    file.write_text('GALAXYTABLES_DATA = "file"\nLOBBY_PORT = 1\nWEB_PORT = 1\nGALAXYTABLES_HOST = "10.0.0.1"\n')
    environment = {"GALAXYTABLES_DATA": "environment", "LOBBY_PORT": "2", "WEB_PORT": ""}
    monkeypatch.setattr("os.environ", environment)
    parser = ArgumentParser()
    add_options(parser)
    apply_options(parser.parse_args(["--config", str(file), "--data", "option"]))
    assert environment == {
        "GALAXYTABLES_DATA": "option",
        "LOBBY_PORT": "2",
        "WEB_PORT": "1",
        "GALAXYTABLES_HOST": "10.0.0.1",
    }
