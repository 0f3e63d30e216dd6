"""Starts Redis on an append-only file that a killed Redis may have left with half a transaction at its end.

    python redis_start.py FOLDER SERVER COMMAND [WORD ...]

This is a program of its own that needs none of our packages, because everything else waits for Redis.

A server that finds half of a transaction at the end of its file cuts the file after the last whole command *inside*
that transaction (Redis 6.2, 7.0). Later writes then become part of that transaction. When the server starts from the
file again, it runs all of them, and entries of lists are there twice.

So the partial transaction is cut off before the start, at the place that `redis-check-aof` reports. That checker is the
program of the server itself (Redis or Valkey), started under this name. It checks only the last file: Valkey 9's
checker rejects the snapshot that Valkey 9 itself has written before it.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

_CHECKER = "redis-check-aof"
_WHOLE_UP_TO = re.compile(r"\bok_up_to=(\d+)\b")
# The checker's message about a transaction inside another one: whole commands may follow.
_NESTED = "Unexpected"
_HEAD = re.compile(rb"[*$](\d+)\r\n")
_PART_OF_HEAD = re.compile(rb"[*$]\d*\r?")


def cut_torn_transaction(folder: Path, program: Path) -> int:
    """Cut off a partial command or transaction at the end of a folder's append-only file.

    Returns how many bytes were removed. `program` is that of the server. A file that is damaged in another way is not
    changed.
    """
    file = written_last(folder)
    if not file.is_file():
        return 0
    words = [_CHECKER, str(file)]
    check = subprocess.run(  # noqa: S603  # the server that is started here
        words, executable=program, capture_output=True, text=True, check=False
    )
    whole = _WHOLE_UP_TO.search(check.stdout)
    if check.returncode == 0 or whole is None or _NESTED in check.stdout:
        return 0
    with file.open("r+b") as opened:
        opened.seek(int(whole[1]))
        rest = opened.read()
        if not _begins_commands(rest):
            return 0
        opened.truncate(int(whole[1]))
        os.fsync(opened.fileno())
    return len(rest)


def written_last(folder: Path) -> Path:
    """Return the append-only file that the server wrote to last; since Redis 7.0 there are several."""
    parts = folder.glob("appendonlydir/*.incr.aof")
    return max(parts, key=lambda part: int(part.name.split(".")[-3]), default=folder / "appendonly.aof")


def _begins_commands(rest: bytes) -> bool:
    """Return whether the bytes are whole commands, the last of which may be incomplete."""
    at = 0
    while at < len(rest):
        head = _HEAD.match(rest, at)
        if head is None:
            return _PART_OF_HEAD.fullmatch(rest, at) is not None
        at = head.end()
        if rest[head.start()] == ord("$"):
            at += int(head[1])
            if not b"\r\n".startswith(rest[at : at + 2]):
                return False
            at += 2
    return True


def main() -> None:
    """Cut the file, and replace this process by the server."""
    folder, server, *command = sys.argv[1:]
    torn = cut_torn_transaction(Path(folder), Path(server))
    if torn:
        sys.stdout.write(f"{torn} bytes of an unacknowledged change are cut off the append-only file\n")
        sys.stdout.flush()
    os.execvp(command[0], command)  # noqa: S606  # the words are those of `redis_command`


if __name__ == "__main__":
    main()
