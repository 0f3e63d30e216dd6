"""What a table says in the terminal: words and numbers of players, none of programs."""

import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from galaxytables.lobby.v1 import play_pb2
from galaxytables_client import PlayerId
from galaxytables_kit.game import Game
from galaxytables_kit.pack import load_packs
from galaxytables_terminal.answer import Answer
from galaxytables_terminal.catalogue import Catalogue, details
from galaxytables_terminal.drawing import gallery
from galaxytables_terminal.drawing.scene import Look
from galaxytables_terminal.page import lay_out, rendered
from galaxytables_terminal.people import People
from galaxytables_terminal.question import option_area, question_text
from galaxytables_terminal.wording import wording
from tests.browser.positions import BOARDS, POSITIONS, position
from tests.kit.sentences import words_of
from tests.terminal.test_people import seat

WIDTH = 110
# Names and numbers that only programs know: `tests/browser/crowded.mjs` looks for the same in a browser.
PROGRAMS = [
    r"\b[Ss]lot (I+V?\d|[AB]\d)",
    r"スロット(I+V?\d|[AB]\d)",
    r"IIII",
    r"\bafter event \d",
    r"\bstart world \d \(",
    r"\bfaction \d",
    r"\$0\b",
    r"\b(undefined|NaN|None)\b(?! of these)",
    r"([^\d\W].+), \1, and \1",
    r"-\d+ VP in the pool",
    # Identifiers: of components, kinds, places.
    r"\b[a-z]+(_[a-z0-9]+)+\b",
    r"\b[a-z]+(\.[a-z]+)+\b",
    r"[{}\u2068\u2069]|\?\?",
]


def shown(of: str, language: str) -> Iterator[str]:
    """Everything that the terminal writes of a position, a piece of text at a time."""
    where = (POSITIONS | BOARDS)[of]
    game: Game[Any, Any, Any] = getattr(import_module(f"galaxytables_{where.game}.rules"), where.game.upper())
    packs = load_packs(game)
    said = words_of(game, language)
    components = list(game.components(packs.get(packs.default)))
    for component in components:
        component.name = said.name(component.id)
        component.lines[:] = said.lines(component)
    say = wording(language)
    people = People(
        [seat(0, "Ann", player="a"), *(seat(number, f"Bob {number}") for number in (1, 2, 3))], PlayerId("a"), say
    )
    update: play_pb2.TableUpdate = position(where).update
    look = Look(Catalogue(components), people, 0, WIDTH, words=said)
    picture = gallery.picture(update.view, look)
    yield picture.headline
    yield from picture.figures.values()
    yield from (line.plain for line in lay_out(picture.areas, WIDTH).lines)
    yield from (people.tell(said.event(each.event, 0)) for each in update.events)
    for prompt in update.prompts:
        prompt.text, prompt.rule = said.prompt(prompt), said.rule(prompt)
        for option in prompt.options:
            option.label = said.option(prompt, option)
        answer = Answer(prompt, say)
        yield question_text(answer, look).plain
        areas = option_area(answer, update.view.TypeName(), look, WIDTH)
        yield from (line.plain for line in lay_out(areas, WIDTH).lines)
    for component in components:
        yield from (line.plain for line in rendered(details(component, say), WIDTH))


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("of", [*POSITIONS, *BOARDS])
def test_a_table_of_each_game_shows_no_name_or_number_that_only_programs_know(of: str, language: str) -> None:
    texts = list(shown(of, language))
    assert len(texts) > 100
    found = {
        f"{match[0]!r} in {text.strip()!r}" for text in texts for each in PROGRAMS if (match := re.search(each, text))
    }
    assert not found, "\n".join(sorted(found)[:40])
