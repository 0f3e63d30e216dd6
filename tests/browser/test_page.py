"""The page that `make run` serves, in a real browser: whole games, by keys, by clicks, by touch, in two languages."""

import gzip

import pytest

from tests.browser.scenes import DIST, in_one_language

pytestmark = [pytest.mark.e2e, pytest.mark.long]

# What is asked for later, or by some: drawings and rules of games, what paints pictures, letters of some names, `/try`,
# the account, notifications, people, reports, tournaments and waiting for others, what looks back after a game, what an
# installed page has besides,
# and words: those in Japanese are the longest.
LATER = (
    "AccountPage",
    "Beyond-",
    "BoardNav-",
    "CardRow-",
    "Challenge",
    "ConductPage",
    "DecisionsPage",
    "DieView-",
    "Differences-",
    "EmailLinkPage",
    "Foreign-",
    "Hands-",
    "Jump-",
    "Learn-",
    "LessonsPage",
    "NewTable",
    "NotificationsPage",
    "PastPoints-",
    "PeoplePage",
    "Primer",
    "ProfilePage",
    "PuzzlePage",
    "PuzzlesPage",
    "RULES",
    "Race-",
    "RatingsAbout-",
    "RatingsPage",
    "ReportPage",
    "Roll-",
    "Room-",
    "RulesPage",
    "SeatPanel-",
    "Secret-",
    "SeekPage",
    "SignIn",
    "Slot-",
    "TimeField-",
    "Tournament",
    "Waiting",
    "WatchPage",
    "challenges",
    "device",
    "door",
    "en-",
    "painter",
    "panels-",
    "primers-",
    "push-",
    "chakra-petch-latin-ext",
    "try",
    "sign",
    "swagger-ui",
    "sw.js",
    "apple-touch",
    "icon-192",
    "icon-512",
    "icon-m",
    "tournaments-",
    "waysIn",
)
MAX_BYTES = 300_000
# Further whole games.
OTHERS = ("boards", "japanese", "people")


def test_what_the_page_asks_for_first_is_small_and_its_face_lies_beside_its_licence():
    first = [path for path in DIST.rglob("*.*") if not path.name.startswith(LATER)]
    assert {path.suffix for path in first} == {".html", ".js", ".css", ".svg", ".woff2", ".txt", ".webmanifest"}
    assert sum(len(gzip.compress(path.read_bytes())) for path in first) < MAX_BYTES
    assert "SIL OPEN FONT LICENSE" in (DIST / "assets" / "chakra-petch-licence.txt").read_text()


def test_a_game_is_played_by_keyboard_alone_while_gateway_lobby_and_network_are_lost_and_nobody_is_kept_out(
    stage, tmp_path
):
    said = stage.played(tmp_path, "keyboard")
    assert [line for line in said if line.startswith("outlived")] == [
        "outlived web",
        "outlived lobby",
        "outlived the network",
    ]


LESSONS = {"jump": 8, "beyond": 13, "race": 14, "roll": 14}


@pytest.mark.release
@pytest.mark.parametrize("games", [("jump",), ("beyond", "race", "roll")], ids=" and ".join)
def test_an_introduction_leads_who_follows_it_and_lets_go_who_does_not(stage, tmp_path, games):
    said = stage.played(tmp_path, "introductions", *games)
    assert [line for line in said if line.split()[0] in ("led", "alone")] == [
        *(f"led {game} {LESSONS[game]}" for game in games),
        "alone race",
    ]


@pytest.mark.parametrize("scene", ["phone", *(pytest.param(each, marks=pytest.mark.release) for each in OTHERS)])
def test_games_are_played_to_their_end_by_clicks(stage, tmp_path, scene):
    assert any(line.startswith("answers ") for line in stage.played(tmp_path, scene))


def test_a_die_is_dragged_to_another_phase(stage, tmp_path):
    assert "dragged" in stage.played(tmp_path, "dice")


def test_a_lesson_is_gone_on_with_a_game_is_told_where_it_turned_and_a_puzzle_is_judged(stage, tmp_path):
    assert stage.played(tmp_path, "lessons")[:-1] == ["learnt on", "turned", "puzzled"]


@in_one_language("en")
def test_the_end_counts_points_up_leads_back_to_rounds_and_is_shared_with_anybody_unless_it_was_private(
    stage, tmp_path, language
):
    assert stage.played(tmp_path, "ending", language)[:-1] == ["shared", "private"]
