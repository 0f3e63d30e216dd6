import stat
from pathlib import Path

from galaxy_client import Keyring


def test_tokens_are_kept_by_server_and_name(tmp_path: Path) -> None:
    Keyring(tmp_path / "state").keep("a:1", "Ann", "one")
    Keyring(tmp_path / "state").keep("a:1", "Bob", "two")
    Keyring(tmp_path / "state").keep("b:1", "Ann", "three")
    kept = Keyring(tmp_path / "state")
    assert [kept.token("a:1", "Ann"), kept.token("a:1", "Bob"), kept.token("b:1", "Ann")] == ["one", "two", "three"]
    assert kept.token("b:1", "Bob") == ""


def test_only_the_owner_can_read_them(tmp_path: Path) -> None:
    Keyring(tmp_path / "state").keep("a:1", "Ann", "secret")
    assert stat.S_IMODE((tmp_path / "state" / "tokens.json").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "state").stat().st_mode) == 0o700
    assert [file.name for file in (tmp_path / "state").iterdir()] == ["tokens.json"]


def test_an_empty_token_forgets(tmp_path: Path) -> None:
    keyring = Keyring(tmp_path)
    keyring.keep("a:1", "Ann", "one")
    keyring.keep("a:1", "Ann", "")
    assert keyring.token("a:1", "Ann") == ""
    assert "one" not in (tmp_path / "tokens.json").read_text()


def test_a_broken_file_is_an_empty_one(tmp_path: Path) -> None:
    for content in ("{", "[]", '{"a:1": 3}'):
        (tmp_path / "tokens.json").write_text(content)
        assert Keyring(tmp_path).token("a:1", "Ann") == ""
    Keyring(tmp_path).keep("a:1", "Ann", "new")
    assert Keyring(tmp_path).token("a:1", "Ann") == "new"
