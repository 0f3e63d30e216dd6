"""`make bench-docs`: writes the last results into the pages of `PAGES`.

Places whose figures were never measured here stay as they are. If a part was measured again alone, only its places
change.
"""

import json
import re
from collections.abc import Sequence

from bench.figures import RESULTS, Figure, lines_of, read_results
from bench.pages import DOCS, places, write
from bench.peer.loads import Row, remarks, table_of
from bench.plots import Part, draw_bars

PAGES = (DOCS / "explanation/performance.md", DOCS / "reference/measurements.md")
# By place, the parts of `make bench` whose figures stand there.
PLACES = {
    "choice": ("platform",),
    "rules": ("rules", "apply"),
    "growth": ("idle", "deadlines", "watchers"),
    "sizes": ("sizes",),
    "environments": ("environments",),
    "past": ("past",),
    "instructions": ("instructions",),
    "replicas": ("replicas",),
    "notifications": ("notifications",),
    "pairing": ("pairing",),
    "tournaments": ("tournaments",),
    "standby": ("standby",),
}
_PROCESS = re.compile(r"(\w+), (\d+) tables: processor time of (\w+)")


def contents() -> dict[str, str]:
    """Return the text for each marked place of the pages, as far as its figures were measured."""
    found = {place: text for place, parts in PLACES.items() if (text := _figures(parts))}
    if peer := _peer():
        found["peer"] = peer
    return found


def _figures(parts: Sequence[str]) -> str:
    """The figures of some parts, those that were measured on the same machine below one head."""
    said, last = list[str](), ""
    for part in parts:
        kept = read_results(part)
        if kept is not None:
            head, figures = kept
            said += [*([head] if head != last else []), *lines_of(figures)]
            last = head
    return "\n".join(["```", *said, "```"]) if said else ""


def _peer() -> str:
    path = RESULTS / "peer.json"
    if not path.exists():
        return ""
    kept = json.loads(path.read_text())
    rows = [Row(**row) for row in kept["rows"]]
    return "\n".join(["```", kept["head"], table_of(rows), *remarks(rows), "```"])


def shares(figures: Sequence[Figure]) -> dict[str, dict[str, float]]:
    """Return the microseconds of each process, by game and number of tables."""
    found: dict[str, dict[str, float]] = {}
    for figure in figures:
        match = _PROCESS.fullmatch(figure.what)
        if match:
            game, tables, process = match.groups()
            bar = f"{game}\n{tables} table{'s' if tables != '1' else ''}"
            found.setdefault(bar, {})["rules" if process == game else process] = figure.value
    return found


def draw_choice(figures: Sequence[Figure]) -> None:
    """Draw the picture that shows which processes take the time of a choice."""
    bars = shares(figures)
    processes = list(dict.fromkeys(process for bar in bars.values() for process in bar))
    parts = [Part(process, [bar.get(process, 0.0) for bar in bars.values()]) for process in processes]
    draw_bars("a-choice", "A choice", "microseconds of processor time", list(bars), parts)


def main() -> None:
    """Write the pages and their picture."""
    found = contents()
    for page in PAGES:
        here = places(page.read_text())
        write(page, {place: found[place] for place in here if place in found})
    if kept := read_results("platform"):
        draw_choice(kept[1])
    print(f"written: {', '.join(found) or 'nothing'}")


if __name__ == "__main__":
    main()
