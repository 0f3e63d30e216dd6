"""What the operators say stands above every screen, until it is over or the player has dismissed it."""

from pathlib import Path

from galaxytables.lobby.v1 import platform_pb2
from tests.terminal.driving import playing
from tests.terminal.fake_lobby import FakeLobby

TEXTS = {"en": "The server restarts\nat 8.", "ja": "8時に再起動します。"}
SOON = platform_pb2.Announcement(
    announcement_id="a", texts=TEXTS, severity=platform_pb2.ANNOUNCEMENT_SEVERITY_CRITICAL, games=["jump"]
)
FINE = platform_pb2.Announcement(
    announcement_id="b",
    texts={"en": "All is well.", "ja": "順調です。"},
    severity=platform_pb2.ANNOUNCEMENT_SEVERITY_INFO,
)


async def test_an_announcement_stands_in_the_menu_and_at_the_table_and_goes_when_it_is_over(
    lobby: FakeLobby, tmp_path: Path
) -> None:
    async with playing(lobby, tmp_path) as ann:
        await ann.sees("New table: Jump Drive")
        lobby.announcements = [SOON]
        await ann.sees("Important: Jump Drive: The server restarts at 8.", "Ctrl+N")
        await ann.press("enter")
        await ann.sees("What do you place?", "Important: Jump Drive: The server restarts at 8.")
        lobby.announcements = []
        await ann.sees_no_longer("The server restarts")


async def test_what_is_dismissed_stays_away_and_the_next_one_comes(lobby: FakeLobby, tmp_path: Path) -> None:
    lobby.announcements = [SOON]
    async with playing(lobby, tmp_path, "LANGUAGE=ja") as ann:
        await ann.sees("重要： Jump Drive: 8時に再起動します。", "Ctrl+Nで閉じる")
        await ann.press("ctrl+n")
        await ann.sees_no_longer("再起動", "Ctrl+N")
        lobby.announcements = [SOON, FINE]
        await ann.sees("順調です。")
        await ann.sees_no_longer("再起動")
