"""Writes the output of a child process to a bounded file, and important lines to the terminal too."""

import json
import time
from collections import deque
from pathlib import Path

from galaxytables_platform.console import Console

FILE_BYTES = 8 * 1024 * 1024
LINE_BYTES = 64 * 1024
_KEPT_LINES = 6
_BURST, _BURST_SECONDS = 5, 10.0
_LOUD = ("warning", "error", "critical")
_LEFT_OUT = frozenset({"event", "level", "process", "timestamp", "logger", "exception"})


class ChildLog:
    """The log of one child: `<name>.log`, with earlier output in `<name>.log.1`.

    Structured lines of level warning and above also go to the console, at most a few in ten seconds; further ones are
    only counted there.
    """

    def __init__(self, folder: Path, name: str, console: Console, *, file_bytes: int = FILE_BYTES) -> None:
        self.path = folder / f"{name}.log"
        self._name, self._console, self._bound = name, console, file_bytes
        self._file = self.path.open("ab")
        self._size = self._file.tell()
        self._last: deque[str] = deque(maxlen=_KEPT_LINES)
        self._window = 0.0
        self._shown = self._unshown = 0

    @property
    def last_lines(self) -> tuple[str, ...]:
        """Return the last lines that the child has written since it was last started."""
        return tuple(self._last)

    def start_anew(self) -> None:
        """Forget the last lines, because a new process was started."""
        self._last.clear()

    def take(self, line: bytes) -> None:
        """Log one line, given without its newline."""
        self._keep(line[:LINE_BYTES] + b"\n")
        text = line[:LINE_BYTES].decode(errors="replace").rstrip()
        if text:
            self._last.append(text)
            self._tell(text)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _keep(self, line: bytes) -> None:
        if self._size + len(line) > self._bound:
            self._file.close()
            self.path.replace(self.path.with_suffix(".log.1"))
            self._file = self.path.open("wb")
            self._size = 0
        self._file.write(line)
        self._file.flush()
        self._size += len(line)

    def _tell(self, text: str) -> None:
        said = _loud(text)
        if not said:
            return
        now = time.monotonic()
        if now - self._window > _BURST_SECONDS:
            if self._unshown:
                self._console.say(f"{self._name}: {self._unshown} more such lines in {self.path}")
            self._window, self._shown, self._unshown = now, 0, 0
        if self._shown >= _BURST:
            self._unshown += 1
            return
        self._shown += 1
        self._console.say(f"{self._name}: {said}")


def _loud(text: str) -> str:
    """Return a structured line of an important level as one short readable line; empty for all others."""
    if not text.startswith("{"):
        return ""
    try:
        line = json.loads(text)
    except ValueError:
        return ""
    if not isinstance(line, dict) or line.get("level") not in _LOUD:
        return ""
    values = " ".join(f"{name}={value}" for name, value in line.items() if name not in _LEFT_OUT)
    return f"{line['level']}: {line.get('event', '')} {values}".rstrip()
