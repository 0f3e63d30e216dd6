"""Links between pages lead somewhere: to a file that git knows, and to a heading that is there."""

import re
from pathlib import Path

import pytest

from tests.house.files import ROOT, committed

PAGES = committed("*.md")
# Files with comments that send readers to a page of the docs.
NAMING = ("*.py", "*.proto", "*.yaml", "*.toml", "*.service", "*.sh", "*.ts", "*.mjs", "Makefile", "*Containerfile")
NAMED = re.compile(r"\bdocs/[\w/-]+\.md\b")
LINK = re.compile(r"\[[^\]\[]*\]\(([^)\s]+)\)")
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.MULTILINE | re.DOTALL)


def anchors(text: str) -> set[str]:
    """The names of a page's headings, as a forge makes them."""
    found: set[str] = set()
    for heading in re.findall(
        r"^#+ +(.+?) *$", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL), re.MULTILINE
    ):
        shown = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        name = re.sub(r"[^\w\- ]", "", shown).replace(" ", "-")
        found.add(name if name not in found else f"{name}-1")
    return found


def broken(page: Path) -> list[str]:
    """The links of a page that lead nowhere."""
    text = page.read_text(encoding="utf-8")
    wrong = []
    for target in LINK.findall(CODE.sub("", text)):
        path, _, anchor = target.partition("#")
        if "://" in path or path.startswith("mailto:"):
            continue
        file = (page.parent / path).resolve() if path else page
        if not file.exists() or (
            anchor and file.suffix == ".md" and anchor not in anchors(file.read_text(encoding="utf-8"))
        ):
            wrong.append(target)
    return wrong


def lost(text: str) -> list[str]:
    """The pages that a text names and that are not there."""
    return [page for page in NAMED.findall(text) if not (ROOT / page).is_file()]


def test_every_page_that_another_file_names_is_there() -> None:
    named = {path: lost(path.read_text(encoding="utf-8", errors="ignore")) for path in committed(*NAMING)}
    assert {path.relative_to(ROOT).as_posix(): pages for path, pages in named.items() if pages} == {}


def test_pages_that_are_not_there_are_recognised() -> None:
    nowhere = "docs/how-to/" + "nowhere.md"
    assert lost(f"# docs/README.md, and `{nowhere}`.") == [nowhere]


@pytest.mark.parametrize("page", [str(page.relative_to(ROOT)) for page in PAGES])
def test_every_link_leads_somewhere(page: str) -> None:
    assert not broken(ROOT / page)


def test_broken_links_are_recognised(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# A page\n\n[a](#a-page) [b](#b) [c](page.md#a-page) [d](no.md) `[e](no.md)` [f](https://x.example)\n"
    )
    assert broken(page) == ["#b", "no.md"]
