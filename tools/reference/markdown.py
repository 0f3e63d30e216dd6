"""Markdown: tables and code."""

from collections.abc import Iterable, Sequence

BREAK = "<br>"
"""Begins a new line in a cell."""

ORIGIN = "<!-- Written by `make reference`. -->"
"""Marks a generated page."""


def code(text: str) -> str:
    """Text as it is written."""
    fence = "``" if "`" in text else "`"
    return f"{fence}{text}{fence}" if text else ""


def codes(texts: Iterable[str]) -> str:
    """Several of these, in order."""
    return ", ".join(map(code, texts))


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table, nothing without rows; columns that are empty in every row are left out."""
    lines = [list(row) for row in rows]
    if not lines:
        return ""
    kept = [index for index in range(len(columns)) if any(line[index] for line in lines)]
    head = [[columns[index] for index in kept], ["---"] * len(kept)]
    body = [[line[index].replace("|", "\\|") for index in kept] for line in lines]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in head + body)


def section(title: str, *parts: str) -> str:
    """A section; nothing where no part says anything."""
    said = [part for part in parts if part]
    return "\n\n".join([f"## {title}", *said]) if said else ""


def page(title: str, *parts: str) -> str:
    """A page that says where it comes from."""
    return "\n\n".join([f"# {title}", ORIGIN, *filter(None, parts)]) + "\n"
