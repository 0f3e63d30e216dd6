"""Games that are over: their lines, and the screen that lists them."""

from datetime import UTC
from pathlib import Path

import pytest

from galaxytables.lobby.v1 import archive_pb2, players_pb2, tables_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_client import PlayerId
from galaxytables_lobby.subscriptions.sentences import lobby_words
from galaxytables_terminal.page import flat_console
from galaxytables_terminal.past import game_line, leaderboard_grid, ratings_line
from galaxytables_terminal.vocabulary import Vocabulary
from galaxytables_terminal.wording import ENGLISH
from tests.terminal.driving import playing
from tests.terminal.fake_lobby import FakeLobby

ANN = PlayerId("p1")


def seat(number: int, name: str, total: int, rank: int, **fields) -> archive_pb2.FinishedSeat:
    who = archive_pb2.RatedPlayer(bot=name)
    if name[0].isupper():
        who = archive_pb2.RatedPlayer(player=players_pb2.Player(id=ANN if name == "Ann" else name, name=name))
    score = game_pb2.SeatScore(seat=number, total=total, rank=rank)
    return archive_pb2.FinishedSeat(number=number, who=who, score=score, **fields)


def rating(value: float) -> archive_pb2.Rating:
    return archive_pb2.Rating(mean=value + 90, deviation=30, value=value)


def finished(*seats: archive_pb2.FinishedSeat, table: str = "t", day: int = 1) -> archive_pb2.FinishedGame:
    game = archive_pb2.FinishedGame(table_id=table, game="jump", seats=seats, rated=True)
    game.finished.FromJsonString(f"2026-03-0{day}T12:30:00Z")
    return game


def place(number: int, name: str, value: float, won: int) -> archive_pb2.LeaderboardPlace:
    pool = archive_pb2.RatingPool(game="jump", seats=archive_pb2.SEATS_KIND_TWO, speed=archive_pb2.RATING_SPEED_LIVE)
    who, provisional = seat(0, name, 0, 0).who, number > 1
    standing = archive_pb2.GameRating(
        game="jump", who=who, rating=rating(value), games=9, won=won, pool=pool, provisional=provisional, place=number
    )
    return archive_pb2.LeaderboardPlace(place=number, rating=standing)


LOBBY = Vocabulary("en", lobby_words("en"))
WON = finished(seat(0, "Ann", 54, 1, before=rating(1030), after=rating(1068)), seat(1, "greedy", 48, 2))
LOST = finished(seat(0, "Bea", 60, 1), seat(1, "Ann", 31, 3, resigned=True), seat(2, "Cal", 55, 2), table="u", day=2)
TIED = finished(seat(0, "Bea", 40, 1), seat(1, "Ann", 40, 1), table="v", day=3)


def test_a_game_is_told_in_a_line() -> None:
    titles = {"jump": "Jump Drive"}
    for game, line in (
        (WON, "2026-03-01 12:30 · Jump Drive · won with 54 · against Hasty bot 48 · rating +38"),
        (LOST, "2026-03-02 12:30 · Jump Drive · resigned with 31 · against Bea 60, Cal 55"),
        (TIED, "2026-03-03 12:30 · Jump Drive · shared the victory with 40 · against Bea 40"),
    ):
        assert game_line(game, ANN, titles, LOBBY, ENGLISH, zone=UTC) == line
    assert (
        game_line(WON, PlayerId("Bea"), {}, LOBBY, ENGLISH, zone=UTC)
        == "2026-03-01 12:30 · jump · Ann 54, Hasty bot 48"
    )
    second = finished(seat(0, "Bea", 60, 1), seat(1, "Ann", 31, 2))
    assert "2. of 2 with 31" in game_line(second, ANN, titles, LOBBY, ENGLISH, zone=UTC)
    long = finished(seat(0, "Ann", 1, 1), seat(1, "B" * 80, 0, 2))
    assert f"against {'B' * 59}…" in game_line(long, ANN, titles, LOBBY, ENGLISH, zone=UTC)


@pytest.mark.parametrize("reason", tables_pb2.UnratedReason.values())
def test_a_game_that_does_not_count_says_why_in_the_words_of_its_end(
    reason: "tables_pb2.UnratedReason.ValueType",
) -> None:
    game = finished(seat(0, "Ann", 9, 1), seat(1, "Bea", 2, 2, resigned=True))
    game.rated, game.unrated = False, reason
    why = LOBBY.end_rating(tables_pb2.UNRATED_REASON_UNSPECIFIED, tables_pb2.RATING_TERMS_RATED, game)
    assert why.startswith("Not rated")
    assert game_line(game, ANN, {}, LOBBY, ENGLISH, zone=UTC).endswith(f" · {why}")


def test_before_the_archive_has_a_game_its_rating_is_pending_unless_the_table_knows_better() -> None:
    rated = tables_pb2.RATING_TERMS_RATED
    open_, casual = tables_pb2.UNRATED_REASON_UNSPECIFIED, tables_pb2.UNRATED_REASON_CASUAL
    assert LOBBY.end_rating(open_, rated).startswith("Rating pending")
    assert LOBBY.end_rating(casual, rated) == LOBBY.unrated(casual)
    assert LOBBY.end_rating(open_, rated, WON) == LOBBY.rating(open_, rated)


def test_ratings_are_told_in_a_line() -> None:
    assert "No rated game yet" in ratings_line([], {}, ENGLISH)
    ratings = [place(2, "Ann", 1066, 4).rating]
    line = "Rating: Jump Drive (for two, live) 1066?, skill 1156 ± 30, place 2 (4 of 9 won)"
    assert ratings_line(ratings, {"jump": "Jump Drive"}, ENGLISH) == line


def test_a_leaderboard_marks_bots_and_oneself() -> None:
    console = flat_console(60)
    with console.capture() as printed:
        console.print(
            leaderboard_grid(
                [place(1, "greedy", 1285, 8), place(2, "Ann", 1060, 1), place(3, "A[b]x", 1030, 0)], ANN, ENGLISH
            )
        )
    lines = printed.get().splitlines()
    assert lines[1].split() == ["1.", "Hasty", "bot", "1285", "1375", "±", "30", "8", "of", "9"]
    assert "A[b]x" in lines[3]
    assert lines[2].split() == ["▸", "2.", "Ann", "1060?", "1150", "±", "30", "1", "of", "9"]


async def test_the_menu_leads_to_ones_past_and_back(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path) as ann:
        await ann.sees("New table: Jump Drive", "Played")
        lobby.past, lobby.ratings = [TIED, LOST, WON], [place(1, "Ann", 1068, 4).rating]
        lobby.places = [place(1, "greedy", 1285, 8), place(2, "Ann", 1060, 1)]
        await ann.press("h")
        screen = await ann.sees(
            "shared the victory with 40", "resigned with 31", "Rating: Jump Drive (for two, live) 1068"
        )
        assert "won with 54" not in screen
        await ann.press("m")
        await ann.sees("won with 54 · against Hasty bot 48 · rating +38")
        await ann.press("m")
        await ann.sees("There are no earlier games.")
        await ann.press("b")
        await ann.sees("Who is best", "Jump Drive · for two, live · bots", "1. Hasty bot 1285", "▸ 2. Ann 1060?")
        await ann.press("escape")
        await ann.sees_no_longer("esc: back")
        await ann.press("q")
        await ann.sees("New table: Jump Drive")


async def test_a_game_of_the_past_is_looked_at_as_it_ended(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path, "GAME=jump", "BOTS=1") as ann:
        await ann.sees("What do you place?")
        await ann.press("2", "enter")
        await ann.sees("Pay for Survey HQ.")
        await ann.press("3", "4", "enter")
        await ann.sees("In which order")
        await ann.press("3", "1", "enter")
        await ann.sees("A second world?")
        await ann.press("0", "enter")
        await ann.sees("You win!")
        lobby.past = [finished(seat(0, "Ann", 12, 1), seat(1, "greedy", 3, 2), table=lobby.board.table.id)]
        await ann.press("q")
        await ann.sees("New table: Jump Drive")
        await ann.press("h")
        await ann.sees("won with 12 · against Hasty bot 3")
        await ann.press("enter")
        await ann.sees("You win!", "seed promised before the game")


async def test_without_games_or_without_archive_words_say_so(lobby: FakeLobby, tmp_path: Path) -> None:
    async with playing(lobby, tmp_path) as ann:
        await ann.sees("New table: Jump Drive")
        await ann.press("h")
        await ann.sees("You have not finished a game yet.")
        await ann.press("b")
        await ann.sees("Nobody yet.")
        await ann.press("escape")
        await ann.press("q")
        await ann.sees("New table: Jump Drive")
        lobby.archive_away = True
        await ann.press("h")
        await ann.sees("The archive does not answer now.")
