"""Writes Markdown: code, tables, sections, pages."""

from collections.abc import Iterable, Sequence

BREAK = "<br>"
"""Begins a new line in a cell."""

ORIGIN = "<!-- Written by `make reference`. -->"
"""Marks a generated page."""


def code(text: str) -> str:
    """Return a text as inline code."""
    fence = "``" if "`" in text else "`"
    return f"{fence}{text}{fence}" if text else ""


def codes(texts: Iterable[str]) -> str:
    """Return texts as inline code, separated by commas."""
    return ", ".join(map(code, texts))


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; empty if there are no rows. Columns that are empty in every row are left out."""
    lines = [list(row) for row in rows]
    if not lines:
        return ""
    kept = [index for index in range(len(columns)) if any(line[index] for line in lines)]
    head = [[columns[index] for index in kept], ["---"] * len(kept)]
    body = [[line[index].replace("|", "\\|") for index in kept] for line in lines]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in head + body)


def section(title: str, *parts: str) -> str:
    """Return a section with a title; empty if all parts are empty."""
    said = [part for part in parts if part]
    return "\n\n".join([f"## {title}", *said]) if said else ""


def page(title: str, *parts: str) -> str:
    """Return a page with a title, and a comment that names the command that generates it."""
    return "\n\n".join([f"# {title}", ORIGIN, *filter(None, parts)]) + "\n"
