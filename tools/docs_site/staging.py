"""Copies pages to their places in the site: those of `docs` at the top, all others below `repository`.

Links are adapted to these places. If a page lists other pages, as docs/README.md does, that list becomes the table of
contents of the site.
"""

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

PATTERNS = (
    "*.md",
    "docs/**/*.md",
    "clients/*/README.md",
    "clients/web/sdk/README.md",
    "examples/*/README.md",
    "protos/README.md",
    "services/*/*.md",
    "bench/peer/README.md",
    "changelog.d/README.md",
    "tests/oracle/README.md",
)
"""The pages of the repository."""

_CONTENTS = PurePosixPath("docs/README.md")
_LINK = re.compile(r"(?<=\]\()(?!\w+:)([^)#\s]*)(#[^)\s]*)?(?=\))")
_TITLED = re.compile(r"\[([^\]]+)\]\(([^)#\s]+\.md)(?:#[^)\s]*)?\)")
_PICTURE = re.compile(r"(?<=src=\")(?!\w+:)([^\"]+)(?=\")")
_NOTE = re.compile(r"<!--.*?-->\n?", re.DOTALL)
_EXAMPLE = re.compile(r"^(```.*?^```$)", re.DOTALL | re.MULTILINE)
_SECTION = re.compile(r"^## ", re.MULTILINE)
_IN_FOLDERS = ("README.md", "__init__.py")
"""What is read of a folder that a page links to."""


def place(path: PurePosixPath) -> PurePosixPath:
    """Return the path that a file of the repository has in the site."""
    if path == _CONTENTS:
        return PurePosixPath("index.md")
    return path.relative_to("docs") if path.is_relative_to("docs") else PurePosixPath("repository", path)


class Staging:
    """Writes the pages of a repository, and the files that they link to, into a folder."""

    def __init__(self, top: Path, site: Path) -> None:
        """`site` is a folder; it is emptied."""
        self._top, self._site = top, site
        found = {PurePosixPath(file.relative_to(top)) for pattern in PATTERNS for file in top.glob(pattern)}
        self._pages = sorted(found, key=lambda page: (page != _CONTENTS, page))
        self._listed = {_CONTENTS}

    def stage(self) -> None:
        """Write all pages and linked files. Raises `FileNotFoundError` if a page links to a missing file."""
        shutil.rmtree(self._site, ignore_errors=True)
        texts = {page: _NOTE.sub("", (self._top / page).read_text(encoding="utf-8")) for page in self._pages}
        contents = {page: self._contents(page, texts[page]) for page in self._pages if _is_list(page)}
        for page, text in texts.items():
            # Sphinx warns of a page that no list names, unless it says so.
            orphan = "" if page in self._listed else "---\norphan: true\n---\n\n"
            file = self._site / place(page)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(f"{orphan}{self._with_links(page, text)}{contents.get(page, '')}", encoding="utf-8")

    def _contents(self, page: PurePosixPath, text: str) -> str:
        """Return the lists of contents that follow from a page's links, a list for each of its sections."""
        lists = ""
        for section in _SECTION.split(text):
            entries = [_entry(title, target) for title, target in self._named(page, section)]
            caption = f":caption: {section.partition(':')[0].splitlines()[0]}\n" if page == _CONTENTS else ""
            lists += f"\n```{{toctree}}\n:hidden:\n{caption}\n{''.join(entries)}```\n" if entries else ""
        return lists

    def _named(self, page: PurePosixPath, section: str) -> Iterator[tuple[str, PurePosixPath]]:
        for title, path in _TITLED.findall(section):
            target = _resolved(page, path)
            if target in self._pages and target not in self._listed:
                self._listed.add(target)
                yield title, target

    def _with_links(self, page: PurePosixPath, text: str) -> str:
        """Return the text with links that lead to the places of the site; examples stay as they are."""
        parts = _EXAMPLE.split(text)
        for index in range(0, len(parts), 2):
            parts[index] = _LINK.sub(lambda found: self._link(page, found[1], found[2] or ""), parts[index])
            parts[index] = _PICTURE.sub(lambda found: self._link(page, found[1], ""), parts[index])
        return "".join(parts)

    def _link(self, page: PurePosixPath, path: str, anchor: str) -> str:
        if not path:
            return anchor
        target = _resolved(page, path)
        if (self._top / target).is_dir():
            target = self._in_folder(target)
        if target not in self._pages:
            file = self._site / place(target)
            file.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(self._top / target, file)
        return os.path.relpath(place(target), place(page).parent) + anchor

    def _in_folder(self, folder: PurePosixPath) -> PurePosixPath:
        names = (*_IN_FOLDERS, *sorted(path.name for path in (self._top / folder).iterdir()))
        return next(folder / name for name in names if (self._top / folder / name).is_file())


def _is_list(page: PurePosixPath) -> bool:
    return page.name == _CONTENTS.name and page.is_relative_to(_CONTENTS.parent)


def _resolved(page: PurePosixPath, path: str) -> PurePosixPath:
    return PurePosixPath(os.path.normpath(page.parent / path))


def _entry(title: str, page: PurePosixPath) -> str:
    """Return a line of contents; where a link is but a number, the page's own title is said."""
    path = f"/{place(page).with_suffix('')}"
    return f"{path}\n" if title.isdecimal() else f"{title} <{path}>\n"
