"""Writes to the terminal: plain lines, and at most one progress line below them that is rewritten in place."""

import sys
from typing import TextIO

_CLEAR_LINE = "\r\x1b[2K"


class Console:
    """Writes lines to a stream; on a terminal, `progress` rewrites one line below them."""

    def __init__(self, stream: TextIO | None = None) -> None:
        """`stream` is where to write, by default stdout."""
        self._stream = stream if stream is not None else sys.stdout
        self._progress = ""

    @property
    def live(self) -> bool:
        """Return whether the stream is a terminal, on which a line can be rewritten."""
        return self._stream.isatty()

    def say(self, *lines: str) -> None:
        """Write whole lines; a progress line stays below them."""
        self._write("".join(f"{line}\n" for line in lines) + self._progress)

    def progress(self, line: str) -> None:
        """Show a progress line in place of the last one, or below it if this is no terminal. Empty text removes it."""
        if not self.live:
            if line:
                self.say(line)
            return
        self._write(line)
        self._progress = line

    def _write(self, text: str) -> None:
        self._stream.write((_CLEAR_LINE if self._progress else "") + text)
        self._stream.flush()
