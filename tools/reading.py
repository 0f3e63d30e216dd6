"""Measures the sentences of pages, and the prose between pictures, tables, code: `python -m tools.reading README.md`.

Only prose counts: no code, tables, headings or comments. The end of a list item ends a sentence.
"""

import re
import sys
from pathlib import Path

_LEFT_OUT = re.compile(r"^```.*?^```$|<!--.*?-->|^(?: *\||#|    \S)[^\n]*$", re.MULTILINE | re.DOTALL)
_ITEM = re.compile(r"^ *(?:[-*]|\d+\.) +", re.MULTILINE)
_END = re.compile(r"(?<=[.!?])[)*”\"]*\s+|\n\s*\n")
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_WORD = re.compile(r"[^\W_]")
_SHOWN = re.compile(r" *\||!\[| {4}\S")


def sentences(page: str) -> list[str]:
    """Return the sentences of a page in Markdown, each on one line."""
    text = re.sub(r"^(?=```)|^ +(?=```)", "", page, flags=re.MULTILINE)
    text = _ITEM.sub("\n\n", _LEFT_OUT.sub("\n\n", text))
    parts = (" ".join(part.split()) for part in _END.split(_LINK.sub(r"\1", text)))
    return [part for part in parts if _WORD.search(part)]


def words(sentence: str) -> int:
    """Return how many words a sentence has. Code and links count as the words that a reader sees."""
    return len([word for word in sentence.split() if _WORD.search(word)])


def average(page: str) -> float:
    """Return the average number of words in the sentences of a page; 0 for a page without prose."""
    found = sentences(page)
    return sum(map(words, found)) / len(found) if found else 0.0


def prose_lines(page: str) -> int:
    """Return the greatest number of lines in a row without a block of code, a table or a picture."""
    longest = here = 0
    inside = False
    for line in page.splitlines():
        fence = line.lstrip().startswith("```")
        shown = inside or fence or bool(_SHOWN.match(line))
        inside ^= fence
        here = 0 if shown else here + 1
        longest = max(longest, here)
    return longest


def main() -> int:
    """Print a line for each page given as argument, and return the exit code."""
    for name in sys.argv[1:]:
        page = Path(name).read_text(encoding="utf-8")
        found = sentences(page)
        longest = max(map(words, found), default=0)
        sys.stdout.write(
            f"{name}: {len(page.split())} words, {len(found)} sentences, {average(page):.1f} words a sentence, "
            f"{longest} in the longest, {prose_lines(page)} lines without code, table or picture\n"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
