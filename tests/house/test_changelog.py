"""Fragments of the changelog: each has a name that `make release` reads, and says something."""

import re
import tomllib

import pytest

from tests.house.files import ROOT, committed

KINDS = [
    kind["directory"] for kind in tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["towncrier"]["type"]
]
NAME = re.compile(rf"(\d+|\+[a-z0-9]+(-[a-z0-9]+)*)\.({'|'.join(KINDS)})\.md")
MAX_WORDS = 80


def fault(name: str, text: str) -> str:
    """Say what is wrong with a fragment, or nothing."""
    if not NAME.fullmatch(name):
        return "named neither `<number>.<kind>.md` nor `+<some-words>.<kind>.md`"
    if not text.strip():
        return "empty"
    if text.lstrip().startswith(("-", "*", "#")):
        return "begins with a bullet or a heading, which the release adds"
    if len(text.split()) > MAX_WORDS:
        return f"longer than {MAX_WORDS} words"
    return ""


def test_every_fragment_can_be_released() -> None:
    found = [path for path in committed("changelog.d/*") if path.name != "README.md"]
    wrong = {path.name: fault(path.name, path.read_text(encoding="utf-8")) for path in found}
    assert not {name: why for name, why in wrong.items() if why}, "see changelog.d/README.md"


@pytest.mark.parametrize("name", ["123.fixed.md", "+longer-names.added.md", "7.rules.md"])
def test_well_formed_names_are_known(name: str) -> None:
    assert not fault(name, "Something.")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("123.md", "Something."),
        ("123.feature.md", "Something."),
        ("longer-names.added.md", "Something."),
        ("+Longer Names.added.md", "Something."),
        ("123.fixed.txt", "Something."),
        ("123.fixed.md", " \n"),
        ("123.fixed.md", "- Something."),
        ("123.fixed.md", "word " * 81),
    ],
)
def test_malformed_fragments_are_recognised(name: str, text: str) -> None:
    assert fault(name, text)


def test_the_readme_explains_every_kind() -> None:
    readme = (ROOT / "changelog.d/README.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(\w+)` \|", readme, re.MULTILINE) == KINDS


def test_what_is_written_by_hand_for_a_release_stays_short() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    unreleased = changelog.partition("## Unreleased\n")[2].partition("\n## ")[0]
    assert len(unreleased.split()) < 900
