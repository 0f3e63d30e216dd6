"""A game that no client has drawn: the terminal shows it by its fields, in the game's own words."""

import pytest

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_terminal.drawing import gallery
from galaxytables_terminal.page import lay_out
from tests.probe.test_terminal import Table


def bid_of_all(table: Table) -> None:
    """Everybody bids the lowest card."""
    for prompt in list(table.standing.prompts):
        request = rules_pb2.ApplyRequest(
            choice=game_pb2.Choice(seat=prompt.seat, prompt_id=prompt.id, picks=[prompt.options[0].id])
        )
        request.position.digest = table.standing.position_digest
        table.standing = table.calls.apply(request).standing


ENGLISH = """\
Goofspiel
round 3
rounds 4

Prizes to bid for
  ♦3   ♦4   ♦2

Prizes to come
  ♦A

名0 · Hand
  <1> 3   <2> 4

名0 · Bids made
  1   2

名1 · Hand
  3   4

名1 · Bids made
  1   2"""

JAPANESE = """\
グーフシュピール
ラウンド 3
全ラウンド 4

今の賞品
  ♦3   ♦4   ♦2

残りの賞品
  ♦A

名0 · 手札
  <1> 3   <2> 4

名0 · 出した入札
  1   2

名1 · 手札
  3   4

名1 · 出した入札
  1   2"""


@pytest.mark.parametrize(("language", "shown"), [("en", ENGLISH), ("ja", JAPANESE)])
def test_it_is_drawn_by_its_fields_in_the_words_of_the_game(language: str, shown: str) -> None:
    table = Table("goofspiel", 2, {"prizes": "4"}, 3, language)
    bid_of_all(table)
    bid_of_all(table)
    (prompt,) = [prompt for prompt in table.standing.prompts if prompt.seat == 0]
    picture = gallery.picture(table.view(0), table.look(prompt, 76))
    assert "\n".join(line.plain.rstrip() for line in lay_out(picture.areas, 76).lines) == shown
