"""Which keys count: none that was meant for something else."""

from galaxytables_terminal import keys
from galaxytables_terminal.keys import KeyGate

BEAT, REPEAT, HELD = 0.4, 0.1, 0.8


class Hands:
    """A gate and a clock that a test moves."""

    def __init__(self) -> None:
        self.now = 100.0
        self.gate = KeyGate(lambda: self.now)

    def press(self, key: str, after: float) -> bool:
        self.now += after
        return self.gate.accepts(key, self.now)


def hands(monkeypatch) -> Hands:
    monkeypatch.setattr(keys, "BEAT_SECONDS", BEAT)
    monkeypatch.setattr(keys, "REPEAT_SECONDS", REPEAT)
    monkeypatch.setattr(keys, "HELD_SECONDS", HELD)
    return Hands()


def test_keys_that_are_typed_at_any_speed_count(monkeypatch):
    hand = hands(monkeypatch)
    assert all(hand.press(key, 0.01) for key in "1234")
    assert hand.press("4", 0.2)


def test_a_key_that_is_held_down_counts_once(monkeypatch):
    hand = hands(monkeypatch)
    assert hand.press("1", 5.0)
    assert [hand.press("1", 0.03) for _ in range(20)] == [False] * 20
    assert hand.press("2", 0.01)


def test_keys_do_nothing_for_a_beat_after_a_question_has_changed_and_until_they_are_let_alone(monkeypatch):
    hand = hands(monkeypatch)
    hand.gate.turn()
    assert [hand.press(key, 0.3) for key in "123"] == [False] * 3
    assert hand.press("4", 2 * BEAT)


def test_the_key_that_changed_the_question_does_not_answer_the_next_one_while_it_is_held(monkeypatch):
    hand = hands(monkeypatch)
    assert hand.press("u", 5.0)
    hand.now += 0.1
    hand.gate.turn()
    assert not hand.press("u", 0.5), "the first repetition comes late"
    assert not any(hand.press("u", 0.03) for _ in range(20))
    assert hand.press("u", 2 * HELD)


def test_another_key_may_follow_as_soon_as_the_beat_is_over(monkeypatch):
    hand = hands(monkeypatch)
    assert hand.press("enter", 5.0)
    hand.gate.turn()
    assert hand.press("2", 2 * BEAT)
    assert hand.press("enter", 0.01)


def test_a_key_that_was_pressed_before_the_change_does_not_count_after_it(monkeypatch):
    hand = hands(monkeypatch)
    pressed = hand.now
    hand.now += 0.2
    hand.gate.turn()
    assert not hand.gate.accepts("enter", pressed)
