import pytest

from galaxytables_kit import Seat
from galaxytables_kit.errors import ChoiceRefused, OutOfBounds, UnknownOption
from galaxytables_kit.prompt import Prompt, forced_answer


def refuse_odd(picks):
    if sum(picks) % 2:
        raise ChoiceRefused("even sums only", "T1.1")


@pytest.mark.parametrize(
    ("prompt", "answer"),
    [
        (Prompt(Seat(0), "t", (), 0, 0), ()),
        (Prompt(Seat(0), "t", (1, 2), 0, 0), ()),
        (Prompt(Seat(0), "t", (1,)), (1,)),
        (Prompt(Seat(0), "t", (1, 2), 2, 2), (1, 2)),
        (Prompt(Seat(0), "t", (1, 2), 2, 2, ordered=True), None),
        (Prompt(Seat(0), "t", (1,), 0, 1), None),
        (Prompt(Seat(0), "t", (1, 2)), None),
        (Prompt(Seat(0), "t", (1, 2, 3), 1, 1, rule=refuse_odd, default=(2,)), (2,)),
        (Prompt(Seat(0), "t", (1, 3, 4), 1, 2, rule=refuse_odd, default=(4,)), None),
    ],
)
def test_only_answers_are_found(prompt, answer):
    assert forced_answer(prompt) == answer


@pytest.mark.parametrize("bounds", [(2, 1), (0, 3), (-1, 1), (3, 3)])
def test_bounds_that_do_not_fit_are_a_mistake_of_the_game(bounds):
    with pytest.raises(ValueError, match="options"):
        forced_answer(Prompt(Seat(0), "t", (1, 2), *bounds))


def test_a_question_without_legal_answer_is_a_mistake_of_the_game():
    with pytest.raises(ValueError, match="no legal answer"):
        forced_answer(Prompt(Seat(0), "t", (1, 3), 1, 1, rule=refuse_odd))


@pytest.mark.parametrize(
    ("picks", "error"),
    [
        ((), OutOfBounds),
        ((1, 2, 3), OutOfBounds),
        ((9,), UnknownOption),
        ((1, 1), UnknownOption),
        ((1,), ChoiceRefused),
    ],
)
def test_answers_are_checked(picks, error):
    with pytest.raises(error):
        Prompt(Seat(0), "t", (1, 2, 3), 1, 2, rule=refuse_odd).check(picks)


def test_refusals_carry_reason_and_paragraph():
    with pytest.raises(ChoiceRefused) as refused:
        Prompt(Seat(0), "t", (1, 2), rule=refuse_odd).check((1,))
    assert refused.value.metadata == {"paragraph": "T1.1"}
    assert "even sums only" in refused.value.message


def test_the_default_is_the_least_answer_unless_said():
    assert Prompt(Seat(0), "t", (1, 2, 3), 2, 3).default_picks == (1, 2)
    assert Prompt(Seat(0), "t", (1, 2, 3), 1, 3, default=(3,)).default_picks == (3,)
