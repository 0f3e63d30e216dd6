import stat
from pathlib import Path

from galaxytables_client import Keyring, Token


def test_tokens_are_kept_by_server_and_name(tmp_path: Path) -> None:
    Keyring(tmp_path / "state").keep("a:1", "Ann", Token("one"))
    Keyring(tmp_path / "state").keep("a:1", "Bob", Token("two"))
    Keyring(tmp_path / "state").keep("b:1", "Ann", Token("three"))
    kept = Keyring(tmp_path / "state")
    assert [kept.token("a:1", "Ann"), kept.token("a:1", "Bob")] == [Token("one"), Token("two")]
    assert kept.token("b:1", "Ann") == Token("three")
    assert kept.token("b:1", "Bob") is None


def test_where_there_is_a_refresh_token_the_token_itself_is_not_kept(tmp_path: Path) -> None:
    token = Token("short", 1.0, refresh="next", request="its use", player="ann")
    Keyring(tmp_path).keep("a:1", "Ann", token)
    assert Keyring(tmp_path).token("a:1", "Ann") == Token("", refresh="next", request="its use", player="ann")
    assert "short" not in (tmp_path / "tokens.json").read_text()


def test_only_the_owner_can_read_them(tmp_path: Path) -> None:
    Keyring(tmp_path / "state").keep("a:1", "Ann", Token("secret"))
    assert stat.S_IMODE((tmp_path / "state" / "tokens.json").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "state").stat().st_mode) == 0o700
    assert [file.name for file in (tmp_path / "state").iterdir()] == ["tokens.json"]


def test_no_token_forgets(tmp_path: Path) -> None:
    keyring = Keyring(tmp_path)
    keyring.keep("a:1", "Ann", Token("one"))
    keyring.keep("a:1", "Ann", None)
    assert keyring.token("a:1", "Ann") is None
    assert "one" not in (tmp_path / "tokens.json").read_text()


def test_a_broken_file_is_an_empty_one(tmp_path: Path) -> None:
    odd = ("3", "null", "{}", '{"refresh": "next"}', '{"refresh": 3, "request": "x", "player": ""}')
    for content in ("{", "[]", '{"a:1": 3}', *(f'{{"a:1": {{"Ann": {entry}}}}}' for entry in odd)):
        (tmp_path / "tokens.json").write_text(content)
        assert Keyring(tmp_path).token("a:1", "Ann") is None
    Keyring(tmp_path).keep("a:1", "Ann", Token("new"))
    assert Keyring(tmp_path).token("a:1", "Ann") == Token("new")
