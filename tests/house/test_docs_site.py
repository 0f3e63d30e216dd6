"""The documentation as a site: links follow their pages, the contents follow from docs/README.md, nothing is inline."""

import re
from pathlib import Path, PurePosixPath

import pytest

from tools.docs_site.__main__ import build, publish
from tools.docs_site.staging import Staging, place


def lay_out(top: Path, **pages: str) -> None:
    for name, text in pages.items():
        file = top / name.replace("__", "/").replace("_md", ".md")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


def staged(top: Path, **pages: str) -> dict[str, str]:
    lay_out(top / "top", **pages)
    Staging(top / "top", top / "site").stage()
    return {str(path.relative_to(top / "site")): path.read_text() for path in (top / "site").rglob("*.*")}


LINKS = "[up](../../README.md) [code](../../tools/act.py)"


def test_links_lead_to_the_places_of_the_site_and_examples_stay_as_they_are(tmp_path):
    (tmp_path / "top/tools").mkdir(parents=True)
    (tmp_path / "top/tools/act.py").write_text("pass")
    site = staged(
        tmp_path,
        README_md="# Top\n",
        docs__README_md="# All\n\n## How\n\n[act](how-to/act.md#now)\n",
        **{"docs__how-to__act_md": f"# Act\n{LINKS}\n```\n{LINKS}\n```\n"},
    )
    assert site["how-to/act.md"].splitlines()[1] == "[up](../repository/README.md) [code](../repository/tools/act.py)"
    assert site["how-to/act.md"].splitlines()[3] == LINKS
    assert site["repository/tools/act.py"] == "pass"
    assert site["repository/README.md"].startswith("---\norphan: true\n---\n")
    assert "[act](how-to/act.md#now)" in site["index.md"]
    assert site["index.md"].endswith("```{toctree}\n:hidden:\n:caption: How\n\nact </how-to/act>\n```\n")


def test_a_link_to_what_is_not_there_is_found(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"missing\.py"):
        staged(tmp_path, docs__README_md="[gone](../missing.py)\n")


def test_notes_for_developers_are_left_out(tmp_path):
    assert staged(tmp_path, docs__README_md="# All\n<!-- a note -->\nrest\n")["index.md"] == "# All\nrest\n"


def test_a_page_is_found_where_its_name_says():
    assert place(PurePosixPath("docs/how-to/hosting.md")) == PurePosixPath("how-to/hosting.md")
    assert place(PurePosixPath("services/race/RULES.ja.md")) == PurePosixPath("repository/services/race/RULES.ja.md")


@pytest.mark.release
@pytest.mark.filterwarnings("ignore::PendingDeprecationWarning")  # of MyST by Sphinx
def test_the_site_is_built_without_a_warning_and_can_be_searched(tmp_path):
    site = tmp_path / "html"
    assert build(site) == 0
    index = (site / "index.html").read_text()
    rules = [f"repository/services/{game}/RULES{tongue}.html" for game in GAMES for tongue in ("", ".ja")]
    for page in ("how-to/hosting.html", "reference/lobby.html", *rules):
        assert (site / page).is_file()
        assert f'href="{page}"' in index, "a page that no list names"
    assert "hosting" in (site / "searchindex.js").read_text()
    for page in site.rglob("*.html"):
        text = page.read_text()
        assert "<script>" not in text, page
        loaded = re.findall(r'<(?:script|link|img)\b[^>]*\b(?:src|href)="(\w+:[^"]+)"', text)
        assert loaded == [], page


GAMES = ("beyond", "jump", "race", "roll")


def test_a_version_is_published_beside_others(tmp_path):
    lay_out(tmp_path / "site", **{"index.html": "now"})
    for version in ("0.9.0", "0.10.0"):
        publish(tmp_path / "site", tmp_path / "all", version)
    versions = re.findall(r'href="([^"]+)/"', (tmp_path / "all/index.html").read_text())
    assert versions == ["0.10.0", "0.9.0"]
    assert (tmp_path / "all/0.9.0/index.html").read_text() == "now"
