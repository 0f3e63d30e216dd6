import pytest
from rich.cells import cell_len

from galaxytables.lobby.v1 import players_pb2, tables_pb2
from galaxytables.rules.v1 import rules_pb2
from galaxytables_client import PlayerId
from galaxytables_client.words import Words
from galaxytables_lobby.domain.personas import personas
from galaxytables_lobby.subscriptions.sentences import lobby_languages, lobby_words
from galaxytables_terminal.people import People
from galaxytables_terminal.screens.room import room_text
from galaxytables_terminal.vocabulary import Vocabulary
from galaxytables_terminal.wording import ENGLISH, wording


def seat(
    number: int, name: str = "", *, bot: str = "", persona: str = "", player: str = "", resigned: bool = False
) -> tables_pb2.Seat:
    made = tables_pb2.Seat(number=number, persona=persona, resigned=resigned)
    if bot:
        made.bot = bot
    elif name:
        made.player.CopyFrom(players_pb2.Player(id=player or f"id-{name}", name=name))
    return made


def test_sentences_name_the_seats() -> None:
    people = People([seat(0, "Ann"), seat(1, bot="greedy")])
    assert people.tell("{seat 0} sends {seat 1} 2 cards, {seat 7} none.") == "Ann sends Hasty bot 2 cards, seat 8 none."


def test_equal_names_are_told_apart_by_their_seats() -> None:
    people = People(
        [seat(0, "Ann", player="a"), seat(1, bot="greedy"), seat(2, bot="greedy"), seat(3, "Ann", player="b")]
    )
    assert [people.name(number) for number in people.seats] == ["Ann 1", "Hasty bot 2", "Hasty bot 3", "Ann 4"]


@pytest.mark.parametrize(("language", "name"), [("en", "Ann's bot"), ("ja", "Annのボット")])
def test_a_seat_that_a_program_plays_for_somebody_is_their_bots(language: str, name: str) -> None:
    automated = seat(0, "Ann")
    automated.automated = True
    assert People([automated, seat(1, "Ann", player="b")], say=wording(language)).name(0) == name


def test_the_reader_is_you() -> None:
    people = People([seat(0, "Ann", player="a"), seat(1, "Bob"), seat(2, "Cy")], me=PlayerId("a"))
    assert people.own_seat == 0
    assert people.named([0, 1, 2]) == "Bob, Cy and you"
    assert people.named([1]) == "Bob"
    assert people.named([0]) == "you"
    assert people.named([]) == ""
    assert People([seat(0, "Ann")], me=PlayerId("x")).own_seat is None


def test_those_who_resigned_are_noted() -> None:
    people = People([seat(0, "Ann", resigned=True), seat(1, bot="greedy"), seat(2)])
    assert [people.note(number) for number in (0, 1, 2, 9)] == ["resigned", "", "", ""]


LOBBY = """
level-hard = looks ahead
persona-tin-otter = Tin Otter!
manner-tin-otter = Floats.
"""


def test_bots_are_called_by_whom_they_appear_as_in_the_lobbys_words() -> None:
    words = Words("en", [LOBBY], {})
    seats = [seat(0, "Ann"), seat(1, bot="hard", persona="tin_otter"), seat(2, bot="hard", persona="brass_owl")]
    people = People([*seats, seat(3, bot="hard")], words=words)
    assert [people.name(number) for number in people.seats] == ["Ann", "Tin Otter!", "Brass Owl", "Hard bot"]
    assert [people.level(number) for number in people.seats] == ["", "Hard bot", "Hard bot", ""]
    assert [people.is_bot(number) for number in range(5)] == [False, True, True, True, False]


def test_the_waiting_room_tells_how_a_bot_plays_and_its_manner() -> None:
    table = tables_pb2.Table(id="t", seats=[seat(0, bot="hard", persona="tin_otter"), seat(1, bot="hard")])
    vocabulary = Vocabulary("en", rules_pb2.WordsResponse(language="en", messages=LOBBY))
    lines = room_text(table, PlayerId("a"), ENGLISH, vocabulary).plain.splitlines()
    assert lines[:3] == [
        "  seat 1   Tin Otter!                         looks ahead",
        "           Hard bot · Floats.",
        "  seat 2   Hard bot                           ready",
    ]


@pytest.mark.parametrize("language", lobby_languages())
def test_every_line_on_a_bot_fits_into_the_narrowest_terminal(language: str) -> None:
    vocabulary = Vocabulary(language, lobby_words(language))
    for bot in ("random", "easy", "normal", "hard", "best", "heuristic", "greedy"):
        for persona in personas():
            table = tables_pb2.Table(id="t", seats=[seat(0, bot=bot, persona=persona)])
            text = room_text(table, PlayerId("a"), wording(language), vocabulary).plain
            assert max(map(cell_len, text.splitlines()[:2])) <= 80
