"""A bot at an introduction answers as that says where it is asked what that foresees, else as it does elsewhere."""

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_bots.scripted import Scripted
from galaxytables_bots.strategy import Pondering

SCRIPT = [
    rules_pb2.IntroductionStep(seat=1, prompt_id="1.1.0", kind="choose.card", picks=["b"]),
    rules_pb2.IntroductionStep(seat=1, prompt_id="2.1.0", kind="choose.world", picks=[]),
]


class Other:
    """Picks the first option."""

    needs_view = False

    def choose(self, prompt, view, catalogue):
        del view, catalogue
        return [prompt.options[0].id]


class Slow(Other):
    ponders = True

    def choose_at_once(self, prompt, view, catalogue):
        del view, catalogue
        return [prompt.options[-1].id]


def asked(prompt_id: str, kind: str = "choose.card", *options: str) -> list[str]:
    prompt = game_pb2.Prompt(id=prompt_id, kind=kind, options=[game_pb2.Option(id=each) for each in options or "ab"])
    return list(Scripted(SCRIPT, Other()).choose(prompt, None, {}))


def test_a_prompt_of_the_script_is_answered_by_it():
    assert asked("1.1.0") == ["b"]
    assert asked("2.1.0", "choose.world") == []


def test_any_other_prompt_is_left_to_the_bot():
    assert asked("1.1.1") == ["a"]
    assert asked("1.1.0", "choose.world") == ["a"]
    assert asked("1.1.0", "choose.card", "c", "d") == ["c"]


def test_others_who_wait_hurry_what_the_script_does_not_foresee():
    prompts = [
        game_pb2.Prompt(id=each, kind="choose.card", options=[game_pb2.Option(id=option) for option in "abc"])
        for each in ("1.1.0", "1.1.1")
    ]
    picks = [
        [Scripted(SCRIPT, other).choose_at_once(each, None, {}) for each in prompts] for other in (Slow(), Other())
    ]
    assert [list(map(list, each)) for each in picks] == [[["b"], ["c"]], [["b"], ["a"]]]


def test_who_thinks_long_is_still_asked_in_a_thread():
    assert isinstance(Scripted(SCRIPT, Slow()), Pondering)
    assert not isinstance(Scripted(SCRIPT, Other()), Pondering)
