"""Columns and other parts of the lines that the admin command prints."""

from collections.abc import Iterable, Iterator, Sequence

from google.protobuf.timestamp_pb2 import Timestamp

_GAP = "  "


def columns(head: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Yield a header and rows as lines of text, with each column as wide as its widest entry."""
    texts = [head, *([plain(str(each)) for each in row] for row in rows)]
    widths = [max(len(row[place]) for row in texts) for place in range(len(head))]
    for row in texts:
        yield _GAP.join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()


def next_page(token: str) -> Iterator[str]:
    """Yield a line that says how to see the next page; nothing if `token` is empty, since there is none."""
    if token:
        yield f"More: --page {token}"


def time_of(time: Timestamp) -> str:
    """Return a time as text in UTC, such as `2030-01-31 20:00:00`."""
    return time.ToDatetime().strftime("%Y-%m-%d %H:%M:%S")


def plain(text: str) -> str:
    """Return a text without characters that could control the terminal, since players choose their names."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
