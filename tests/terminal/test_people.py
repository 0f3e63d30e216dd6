from galaxytables.lobby.v1 import players_pb2, tables_pb2
from galaxytables_client import PlayerId
from galaxytables_terminal.people import People


def seat(number: int, name: str = "", *, bot: str = "", player: str = "", resigned: bool = False) -> tables_pb2.Seat:
    made = tables_pb2.Seat(number=number, resigned=resigned)
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
