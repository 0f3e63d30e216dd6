import pytest

from galaxytables_kit.advance import Ended, advance, reply, run
from galaxytables_kit.chance import SeededChance
from galaxytables_kit.flow import in_order, together
from galaxytables_kit.play import Play
from galaxytables_kit.prompt import Prompt


@pytest.fixture
def play():
    return Play(3, None, None, SeededChance(bytes(32)), None, rules_version=1)


def ask(play, seat, questions=1):
    answers = []
    for number in range(questions):
        answers += yield Prompt(seat, f"q{number}", (10, 20))
        play.tell("answered", seat)
    return answers


def prompts(opened):
    return (opened,) if isinstance(opened, Prompt) else opened


def seats(opened):
    return [prompt.seat for prompt in prompts(opened)]


def answer(flow, opened, seat, *picks):
    prompt = next(each for each in prompts(opened) if each.seat == seat)
    return advance(flow, reply(opened, prompt, picks))


def test_together_opens_all_prompts_and_takes_answers_in_any_order(play):
    flow = run(together(play, [ask(play, 0), ask(play, 1, 2)]))
    opened = advance(flow, None)
    assert seats(opened) == [0, 1]
    opened = answer(flow, opened, 1, 20)
    assert [(prompt.seat, prompt.kind) for prompt in prompts(opened)] == [(0, "q0"), (1, "q1")]
    opened = answer(flow, opened, 0, 10)
    assert answer(flow, opened, 1, 10).result == [[10], [20, 10]]


def test_together_holds_events_back_until_all_are_done(play):
    flow = run(together(play, [ask(play, 0), ask(play, 1)]))
    opened = advance(flow, None)
    opened = answer(flow, opened, 0, 10)
    assert not play.events
    assert play.holding
    assert isinstance(answer(flow, opened, 1, 10), Ended)
    assert [told.seat for told in play.events] == [0, 1]
    assert not play.holding


def test_together_may_be_nested(play):
    def pair():
        return (yield from together(play, [ask(play, 1), ask(play, 2)]))

    flow = run(together(play, [ask(play, 0), pair()]))
    opened = advance(flow, None)
    assert seats(opened) == [0, 1, 2]
    opened = answer(flow, opened, 2, 20)
    opened = answer(flow, opened, 0, 10)
    assert play.holding
    assert answer(flow, opened, 1, 10).result == [[10], [[10], [20]]]


def test_forced_prompts_never_come_out(play):
    def forced(seat):
        return (yield Prompt(seat, "q", (7,)))

    ended = advance(run(together(play, [forced(0), forced(1)])), None)
    assert isinstance(ended, Ended)
    assert ended.result == [(7,), (7,)]


def test_in_order_asks_one_after_another(play):
    flow = run(in_order([ask(play, 2), ask(play, 0)]))
    opened = advance(flow, None)
    assert seats(opened) == [2]
    opened = answer(flow, opened, 2, 10)
    assert seats(opened) == [0]
    assert answer(flow, opened, 0, 20).result == [[10], [20]]
