"""Writes measured figures into pages of the docs, at places that lie between two marks.

<!-- written: NAME by COMMAND -->
...
<!-- end of NAME -->
"""

import re
from collections.abc import Mapping
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"
_PLACE = re.compile(r"(<!-- written: ([a-z-]+) by `[^`]+` -->\n)(.*?)(<!-- end of \2 -->\n)", re.DOTALL)


def places(text: str) -> list[str]:
    """Return the names of a page's marked places."""
    return [name for _, name, _, _ in _PLACE.findall(text)]


def filled(text: str, contents: Mapping[str, str]) -> str:
    """Return a page with new contents in its marked places; places without new contents stay as they are.

    Raises `LookupError` if the page lacks a place for which there are contents.
    """
    missing = set(contents) - set(places(text))
    if missing:
        raise LookupError(f"no place for {', '.join(sorted(missing))}")

    def fill(place: re.Match[str]) -> str:
        begin, name, body, end = place.groups()
        return f"{begin}{contents[name].strip()}\n{end}" if name in contents else f"{begin}{body}{end}"

    return _PLACE.sub(fill, text)


def write(page: Path, contents: Mapping[str, str]) -> bool:
    """Fill the marked places of a page. Returns whether that changed the page."""
    before = page.read_text()
    after = filled(before, contents)
    page.write_text(after)
    return after != before


def table(heads: list[str], rows: list[list[str]]) -> str:
    """Return a table in Markdown. All columns except the first and last are aligned to the right."""
    edges = {0, len(heads) - 1}
    rule = ["---" if column in edges else "---:" for column in range(len(heads))]
    return "\n".join("| " + " | ".join(line) + " |" for line in (heads, rule, *rows))


def number(value: float) -> str:
    """Return a figure as text with about three significant digits."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:,.1f}" if value >= 10 else f"{value:,.3g}"
