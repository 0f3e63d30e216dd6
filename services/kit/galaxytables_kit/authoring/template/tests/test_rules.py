"""Paragraphs of the rules, a scene each: README.md has them."""

from galaxytables_kit.live import AnyLive
from galaxytables_kit.pack import load_packs
from galaxytables_kit.playout import begin

from newgame.rules import GAME
from newgame.state import Options

PACKS = load_packs(GAME)


def table(*, seats: int = 2, row: int = 3) -> AnyLive:
    """A table at its first question."""
    return begin(GAME, PACKS, seats, Options(row=row), seed=1)


def take(live: AnyLive, place: int) -> str:
    """Take the card at a place of the row; return its id."""
    ((prompt_id, prompt),) = live.prompts.items()
    card = prompt.options[place]
    live.answer(prompt.seat, prompt_id, (card,))
    return str(card)


def test_1_2_as_many_cards_lie_open_as_was_chosen() -> None:
    assert [len(table(row=row).play.state.row) for row in (2, 3, 4)] == [2, 3, 4]


def test_2_2_the_next_card_joins_the_row() -> None:
    live = table()
    hidden = live.play.state.deck[-1]
    taken = take(live, 0)
    assert live.play.state.row[-1] == hidden
    assert taken not in live.play.state.row


def test_3_3_most_cards_of_a_colour_are_worth_5_and_a_draw_nothing() -> None:
    live = table()
    live.play.state.taken = [["red_1", "red_2", "blue_1"], ["red_3", "blue_2"]]
    assert [score.parts["colours"] for score in GAME.scores(live.play)] == [5, 0]
