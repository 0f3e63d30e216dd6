"""The menu: another name, and whether new tables are rated."""

from pathlib import Path

import pytest

from galaxytables.lobby.v1 import tables_pb2
from tests.terminal.driving import playing
from tests.terminal.fake_lobby import FakeLobby


@pytest.mark.parametrize(
    ("language", "keys"),
    [
        ("en", ["p People", "t Over days", "h Played", "a Account", "g Rated or not", "f1 Help", "q Quit"]),
        ("ja", ["p 人々", "t 数日かけて", "h 履歴", "a アカウント", "g レーティング", "f1 ヘルプ", "q 終了"]),
    ],
)
async def test_the_last_line_has_the_keys_of_the_menu_at_80_columns(
    lobby: FakeLobby, tmp_path: Path, language: str, keys: list[str]
) -> None:
    async with playing(lobby, tmp_path, f"LANGUAGE={language}", size=(80, 40)) as ann:
        await ann.sees("Jump Drive", *keys)


async def test_another_name_is_taken_in_the_menu(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path) as ann:
        await ann.sees("New table: Jump Drive")
        await ann.press("n")
        await ann.sees("Your new name")
        await ann.press("a", "b", "enter")
        await ann.sees("You are now called Annab.")
        await ann.press("n")
        await ann.sees("Your new name")
        await ann.press("escape")
        await ann.sees("You are now called Annab.")
    assert [player.name for player in lobby.players.values()] == ["Annab"]


async def test_a_name_that_is_refused_is_told_in_the_menu(lobby: FakeLobby, tmp_path: Path) -> None:
    lobby.allowed_names = {"Ann"}
    async with playing(lobby, tmp_path) as ann:
        await ann.sees("New table: Jump Drive")
        await ann.press("n")
        await ann.sees("Your new name")
        await ann.press("a", "enter")
        await ann.sees("Say a name.", "Anna")
    assert [player.name for player in lobby.players.values()] == ["Ann"]


@pytest.mark.parametrize(
    ("presses", "said", "rating"),
    [
        (0, "New tables are rated: they count for everybody.", tables_pb2.RATING_TERMS_RATED),
        (1, "New tables are rated, and choices are never taken back.", tables_pb2.RATING_TERMS_STRICT),
        (2, "New tables are casual: not rated.", tables_pb2.RATING_TERMS_CASUAL),
        (3, "New tables are rated: they count for everybody.", tables_pb2.RATING_TERMS_RATED),
    ],
)
async def test_the_menu_says_and_changes_whether_new_tables_are_rated(
    lobby: FakeLobby, tmp_path: Path, presses: int, said: str, rating: "tables_pb2.RatingTerms.ValueType"
) -> None:
    async with playing(lobby, tmp_path) as ann:
        await ann.sees("New table: Jump Drive")
        await ann.press(*["g"] * presses)
        await ann.sees(said)
        await ann.press("enter")
        await ann.sees("What do you place?")
    assert lobby.board.table.rating == rating


async def test_private_tables_are_said_to_be_unrated_in_japanese_too(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, "PRIVATE=1", "LANGUAGE=ja") as ann:
        await ann.sees("新しいテーブル：非公開なので、レーティング対象外")
        await ann.press("n")
        await ann.sees("新しい名前")
