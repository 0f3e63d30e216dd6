from galaxytables.rules.v1 import game_pb2
from galaxytables_terminal.answer import Answer
from galaxytables_terminal.digits import Digits
from galaxytables_terminal.wording import ENGLISH


def prompt(options: int, least: int, most: int, *, ordered: bool = False) -> game_pb2.Prompt:
    return game_pb2.Prompt(
        id="p",
        options=[game_pb2.Option(id=f"o{number}") for number in range(options)],
        least=least,
        most=most,
        ordered=ordered,
    )


def test_marks_keep_the_order_in_which_they_were_set() -> None:
    answer = Answer(prompt(4, 2, 3, ordered=True), ENGLISH)
    for option in ("o3", "o0", "o2", "o3"):
        assert answer.toggle(option) == ""
    assert answer.picks == ("o0", "o2")
    assert [answer.rank(f"o{number}") for number in range(4)] == [1, 0, 2, 0]


def test_more_marks_than_allowed_are_refused_with_what_to_do() -> None:
    answer = Answer(prompt(3, 1, 2), ENGLISH)
    answer.toggle("o0")
    answer.toggle("o1")
    assert answer.toggle("o2") == "No more than 2: take one away first."
    assert answer.picks == ("o0", "o1")


def test_what_is_missing_is_counted() -> None:
    answer = Answer(prompt(3, 2, 2), ENGLISH)
    assert (answer.missing(), answer.complete) == ("Mark 2 more.", False)
    answer.toggle("o1")
    assert answer.missing() == "Mark 1 more."
    answer.toggle("o2")
    assert (answer.missing(), answer.complete) == ("", True)


def test_strangers_are_not_options() -> None:
    answer = Answer(prompt(1, 0, 1), ENGLISH)
    assert answer.toggle("x") == "That is not among the options."
    assert answer.picks == ()


def test_bounds_are_said_in_words() -> None:
    def bounds(least: int, most: int, *, ordered: bool = False) -> str:
        return Answer(prompt(4, least, most, ordered=ordered), ENGLISH).bounds()

    assert bounds(1, 1) == "choose 1"
    assert bounds(0, 1) == "choose one or none"
    assert bounds(0, 4) == "choose any number"
    assert bounds(0, 3) == "choose up to 3"
    assert bounds(2, 3, ordered=True) == "choose 2 to 3, in order"


def test_marks_survive_only_for_the_same_question() -> None:
    answer = Answer(prompt(3, 1, 2), ENGLISH)
    assert answer.fits(prompt(3, 1, 2))
    assert not answer.fits(prompt(4, 1, 2))


def test_among_nine_options_every_digit_is_a_number() -> None:
    assert Digits().press("1", 9) == (1, True)
    assert Digits().press("9", 9) == (9, True)
    assert Digits().press("0", 9) == (None, False)


def test_among_twelve_options_a_one_waits_for_a_second_digit() -> None:
    digits = Digits()
    assert digits.press("1", 12) == (1, False)
    assert digits.typed == "1"
    assert digits.press("2", 12) == (12, True)
    assert digits.typed == ""
    assert digits.press("2", 12) == (2, True)


def test_a_digit_that_cannot_follow_begins_a_new_number() -> None:
    digits = Digits()
    digits.press("1", 12)
    assert digits.press("5", 12) == (5, True)
