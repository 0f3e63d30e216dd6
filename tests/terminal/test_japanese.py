"""The screens around a game in Japanese: nothing English but names, keys and commands."""

import re
from pathlib import Path

from galaxytables_terminal.settings import read_settings, wanted_language
from galaxytables_terminal.wording import wording
from tests.terminal.driving import Player, playing
from tests.terminal.fake_lobby import FakeLobby
from tests.terminal.test_past import LOST, WON

LETTERS = re.compile(r"[A-Za-z]{2,}")
AS_THEY_ARE = {
    *("Ann", "Bea", "Cal", "Galaxy", "Tables", "Jump", "Drive"),  # names
    *("enter", "space", "esc", "tab", "backspace", "page", "up", "down", "home", "end", "pgup", "pgdn"),  # keys
    *("make", "play", "TABLE", "COME", "IN", "name", "value"),  # commands, and what is typed
    *("hands", "dealt", "VP"),  # an option as this fake names it, and a unit
}


def english_on(ann: Player) -> set[str]:
    shown = re.sub(r"table\d+|127\.0\.0\.1:\d+|Ann's table", " ", ann.screen)
    return {word for word in LETTERS.findall(shown) if word not in AS_THEY_ARE}


def test_the_language_comes_from_the_environment_or_above_it_an_argument() -> None:
    home = {"HOME": "/home/ann", "NAME": "Ann"}
    assert read_settings(home).language == "en"
    assert read_settings({**home, "LANGUAGE": "de_DE:ja:en"}).language == "ja"
    assert read_settings({**home, "LANGUAGE": "ja"}, ["LANGUAGE=en"]).language == "en"
    assert wanted_language({"LANGUAGE": "ja"}, ["COLOUR=red"]) == "ja"


def test_the_command_line_explains_itself_in_both_languages() -> None:
    for language in ("en", "ja"):
        lines = wording(language)("command-help").splitlines()
        assert [line.split()[0] for line in lines if line.startswith("  GAME=")] == ["GAME=jump"]
        assert any("LANGUAGE=ja" in line for line in lines)


async def test_menu_waiting_room_and_help(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, "LANGUAGE=ja", size=(110, 60)) as ann:
        await ann.sees("新しいテーブル：Jump Drive", "ボット1体と対戦", "履歴")
        assert not english_on(ann)
        await ann.press("f1")
        await ann.sees("番号で選択肢を選ぶ")
        assert not english_on(ann)
    arguments = ("LANGUAGE=ja", "GAME=jump", "BOTS=0", "SEATS=2", "OPTIONS=hands=dealt", "PRIVATE=1", "DELAY=3")
    async with playing(lobby, tmp_path, *arguments, size=(110, 40)) as ann:
        await ann.sees("Ann（あなた）", "ホスト", "空席1：", "3手遅れで見られる", "発言できない")
        assert not english_on(ann)
        await ann.press("k")
        await ann.sees("他に誰もいません。")
        await ann.press("f")
        await ann.sees("席を他の人に譲りますか？", "はい")
        assert not english_on(ann)


async def test_past_games(lobby: FakeLobby, tmp_path: Path) -> None:
    lobby.past = [WON, LOST]
    async with playing(lobby, tmp_path, "LANGUAGE=ja", size=(110, 30)) as ann:
        await ann.sees("新しいテーブル")
        await ann.press("h")
        await ann.sees(
            "54点で勝ち", "相手：せっかちなボット 48", "31点で投了", "レーティング対象のゲームはまだありません"
        )
        assert not english_on(ann)


async def test_a_table_at_its_end(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, "LANGUAGE=ja", "GAME=jump", "BOTS=1", size=(110, 40)) as ann:
        await ann.sees("あなたの番です", "1つ選択", "軍事力1", "決定", "理由")
        await ann.press("R")
        await ann.sees("投了しますか？", "いいえ")
        await ann.press("n")
        lobby.left_alone = True
        async with lobby.board.changed:
            lobby.board.table.version += 1
        await ann.sees("他の全員がいなくなりました")
        await ann.press("E")
        await ann.sees("ゲームを終了しますか？")
        await ann.press("y")
        await ann.sees("合計", "同点時", "順位", "あなたの勝ちです！", "すべての乱数")


async def test_a_server_that_is_not_there(tmp_path: Path) -> None:
    nowhere = FakeLobby.__new__(FakeLobby)
    nowhere.port = 9
    async with playing(nowhere, tmp_path, "LANGUAGE=ja") as ann:
        await ann.sees("サーバー127.0.0.1:9が応答しません。", "r：再試行")
        assert not english_on(ann)
