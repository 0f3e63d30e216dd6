"""A package that is installed beside the lobby refuses words."""

from pathlib import Path

import pytest

from galaxytables_lobby.people.word_filters import TextKind, WordFilters
from tests.lobby.house import refused

MODULE = """
def allows(text, place):
    if "broken" in text:
        raise ValueError(text)
    return "gosh" not in text.lower() or place == "table_name"
"""


@pytest.fixture
def polite(tmp_path: Path, monkeypatch) -> None:
    """An installed package with a filter."""
    (tmp_path / "polite_words.py").write_text(MODULE)
    metadata = tmp_path / "polite_words-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: polite-words\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[galaxytables.word_filters]\npolite = polite_words:allows\n")
    monkeypatch.syspath_prepend(str(tmp_path))


@pytest.mark.usefixtures("polite")
async def test_an_installed_filter_refuses_messages_and_names_and_knows_what_they_are(house):
    house.word_filters = None
    await house.open_lobby()
    ada = await house.guest("Ada", lobby=1)
    table = await ada.create(name="Gosh")
    for call in (ada.say(table.id, "Gosh!"), house.guest("Gosh", lobby=1)):
        assert (await refused(call)).reason == "WORDS_REFUSED"
    await ada.say(table.id, "hello")
    # A filter that fails refuses nothing.
    await ada.say(table.id, "it is broken")
    assert await ada.messages(table.id) == ["hello", "it is broken"]


def test_without_a_filter_everything_passes():
    assert WordFilters({}).check("gosh", TextKind.MESSAGE) == "gosh"
