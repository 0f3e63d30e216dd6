"""docs/tutorials/adding-a-game.md walks through the code as it is, and docs/reference/kit.md names it."""

import re

from goofspiel.rules import GOOFSPIEL
from tests.house.files import ROOT

WALK = (ROOT / "docs/tutorials/adding-a-game.md").read_text()
KIT = (ROOT / "docs/reference/kit.md").read_text()
TEMPLATE = ROOT / "services/kit/galaxytables_kit/authoring/template"
FOLDER = ROOT / "examples" / "goofspiel" / "goofspiel"


def test_what_it_quotes_stands_in_the_code():
    modules = [*sorted(FOLDER.glob("*.py")), *sorted((TEMPLATE / "newgame").glob("*.py"))]
    code = "\n".join(unindented(module.read_text()) for module in modules)
    quoted = re.findall(r"```python\n(.*?)```", WALK, re.DOTALL)
    assert len(quoted) == 4
    for block in quoted:
        assert unindented(block) in code, block


def test_what_is_quoted_of_a_board_stands_in_it():
    page = (ROOT / "docs/how-to/boards.md").read_text()
    board = unindented((FOLDER / "board" / "board.js").read_text())
    quoted = re.findall(r"```js\n(.*?)```", page, re.DOTALL)
    assert len(quoted) == 3
    assert [block for block in quoted if unindented(block) not in board] == []
    model = (ROOT / "clients/web/src/model/ownBoards.ts").read_text()
    named = set(re.findall(r"^\| `(?:prompt\.)?(\w+)(?:\(.*?\))?` \|", page, re.MULTILINE))
    declared = set(re.findall(r"^  (?:readonly )?(\w+)\??[:(]", model, re.MULTILINE))
    assert named == declared - {"id", "text", "stands", "picked", "kind", "least", "most", "update", "destroy"}


def unindented(text: str) -> str:
    """Text without indents, so that what stands in a class can be quoted without it."""
    return "\n".join(line.strip() for line in text.splitlines())


def test_the_page_of_contents_is_the_one_that_is_printed():
    assert "```\n" + "\n".join(GOOFSPIEL.contents.lines()) + "\n```" in WALK


def test_the_files_that_they_name_are_there():
    named = set(re.findall(r"`((?:examples|services|tests|docs|deploy|clients|protos)/[\w./-]+)`", WALK + KIT))
    assert len(named) > 15
    assert not [name for name in named if not (ROOT / name).exists()]


def test_every_room_of_the_example_is_in_its_table():
    rooms = set(re.findall(r"^\| `([\w./]+)`", WALK[WALK.index("## The rooms") :], re.MULTILINE))
    lying = {
        path.name
        for path in FOLDER.iterdir()
        if path.name not in {"__init__.py", "__pycache__", "words", "bots", "board"}
    }
    assert rooms == lying | {"README.md", "words/en", "bots/", "board/"}
