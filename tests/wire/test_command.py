"""`python -m galaxytables_contract`: a line for each law, and an exit code."""

import pytest

from galaxytables.rules.v1 import rules_pb2
from galaxytables_contract.__main__ import main
from galaxytables_contract.inspection import LAWS
from tests.wire.serving import Hook, served


@pytest.fixture(autouse=True)
def few_laws(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = {"a_service_says_what_it_is", "seats_are_bounded", "what_is_barred_has_a_reason"}
    few = [each for each in LAWS if each.name in wanted]
    assert len(few) == len(wanted)
    monkeypatch.setattr("galaxytables_contract.__main__.LAWS", few)


def without_title(call, request):
    answer: rules_pb2.DescribeResponse = call(request)
    answer.title = ""
    return answer


@pytest.mark.parametrize(
    ("hooks", "code", "line"),
    [
        ({}, 0, "holds     a service says what it is"),
        ({"describe": without_title}, 1, "BROKEN    a service says what it is: there is no title for people"),
    ],
)
def test_each_law_is_told_in_a_line(
    hooks: dict[str, Hook], code: int, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with served(hooks=hooks) as rules:
        assert main(["--target", rules.target, "--games", "4"]) == code
    printed = capsys.readouterr().out.splitlines()
    assert line in printed
    assert len(printed) == 3 + 1
    assert printed[-1] == f"{3 - code} of 3 laws hold at {rules.target}"


def test_what_a_game_is_said_to_lack_is_not_to_be_seen(capsys: pytest.CaptureFixture[str]) -> None:
    with served() as rules:
        assert main(["--target", rules.target, "--games", "4", "--lacks", "barred"]) == 1
    assert "the game is said to lack it, but it was seen: barred" in capsys.readouterr().out


def test_where_nobody_answers_is_told_in_a_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("galaxytables_contract.__main__.REACH_SECONDS", 0.2)
    assert main(["--target", "127.0.0.1:1"]) == 2
    assert capsys.readouterr().err == "nobody answers at 127.0.0.1:1\n"


def test_an_unknown_sight_is_told_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--target", "127.0.0.1:1", "--lacks", "everything"]) == 2
    assert "'everything' is not a valid Sight" in capsys.readouterr().err
