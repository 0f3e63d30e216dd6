"""Checks the store, the broker and the archive: `python -m galaxytables_lobby.checks store broker archive`.

The command reads the settings of lobby and clock, and prints a line of JSON for each finding: subject, level (`ok`,
`warning`, `problem`) and words. `galaxytables doctor` shows these findings.
"""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from typing import NamedTuple

from galaxytables_lobby.adapters.archive import reach
from galaxytables_lobby.adapters.redis.inspection import StoreSilentError, inspect
from galaxytables_lobby.broker_settings import BrokerSettings
from galaxytables_lobby.settings import ArchiveSettings, StoreSettings
from galaxytables_serving import StartError
from galaxytables_serving.settings import read_settings

OLDEST = (6, 2)
FULL = 0.85
SKEW_SECONDS = 1.0


class Finding(NamedTuple):
    """One result of a check."""

    subject: str
    level: str
    words: str


async def check_store() -> AsyncIterator[Finding]:
    """Check the store: its version, whether it keeps what is written to it, and its clock. Yields the findings."""
    try:
        reports = await inspect(read_settings(StoreSettings).redis_url)
    except StoreSilentError as error:
        yield Finding("store", "problem", f"it {error}: start it, or change GALAXYTABLES_REDIS_URL.")
        return
    for report in reports:
        for finding in about(report.fields):
            yield finding
    yield about_clock(max((report.skew for report in reports), key=abs))


async def check_broker() -> AsyncIterator[Finding]:
    """Check whether the broker of the clock's ticks answers and is not the store. Yields the findings."""
    url = read_settings(BrokerSettings).url
    if url == read_settings(StoreSettings).redis_url:
        yield Finding(
            "broker", "problem", "it is the database of the tables: set GALAXYTABLES_BROKER_URL to another, such as /1."
        )
        return
    try:
        await inspect(url)
    except StoreSilentError as error:
        yield Finding("broker", "problem", f"it {error}: start it, or change GALAXYTABLES_BROKER_URL.")
        return
    yield Finding("broker", "ok", "answers")


async def check_archive() -> AsyncIterator[Finding]:
    """Check whether the archive's database answers; a SQLite file is always fine. Yields the findings."""
    url = read_settings(ArchiveSettings).archive_url
    if url.startswith("sqlite"):
        yield Finding("archive", "ok", "is a file")
        return
    try:
        await asyncio.to_thread(reach, url)
    except StartError as error:
        yield Finding("archive", "problem", f"{error}: start PostgreSQL, or change GALAXYTABLES_ARCHIVE_URL.")
        return
    yield Finding("archive", "ok", "answers")


def about(fields: Mapping[str, str]) -> Iterator[Finding]:
    """Yield a finding for each fault of a Redis server or, if there is none, a finding that all is well.

    `fields` are those of the server's `ServerReport`.
    """
    version = fields.get("redis_version", "0.0")
    room, used = int(fields.get("maxmemory", "0")), int(fields.get("used_memory", "0"))
    problems = {
        f"version {version} is too old: use Redis 6.2 or newer, or Valkey.": _numbers(version) < OLDEST,
        "it throws tables away when it is full: set `maxmemory-policy noeviction`.": (
            fields.get("maxmemory_policy", "noeviction") != "noeviction"
        ),
        "it forgets all tables when it ends: set `appendonly yes` and `appendfsync always`.": (
            fields.get("aof_enabled") == "0"
        ),
        "it failed to write to its disk: make room there, and see its log.": (
            fields.get("aof_last_write_status", "ok") != "ok"
        ),
    }
    found = [Finding("store", "problem", words) for words, wrong in problems.items() if wrong]
    if room and used > FULL * room:
        found.append(
            Finding("store", "warning", f"{used / room:.0%} full; it refuses changes once it is: raise `maxmemory`.")
        )
    flush = fields.get("appendfsync", "always")
    if fields.get("aof_enabled") == "1" and flush != "always":
        lost = "the choices of up to two seconds" if flush == "everysec" else "the latest choices"
        found.append(
            Finding(
                "store",
                "warning",
                f"`appendfsync {flush}`: a crash may lose {lost}; set `appendfsync always`.",
            )
        )
    known = "appendfsync" in fields
    unknown = "; whether it has `appendfsync always` is not known, since it forbids CONFIG GET"
    yield from found or [Finding("store", "ok", f"{_name(fields)} keeps what it is given{'' if known else unknown}")]


def about_clock(skew: float) -> Finding:
    """Return the finding about this machine's clock; `skew` is how far the store's clock is ahead, in seconds."""
    if abs(skew) > SKEW_SECONDS:
        return Finding("clock", "warning", f"this machine and the store are {abs(skew):.1f} s apart: run NTP on both.")
    return Finding("clock", "ok", "this machine and the store agree")


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".")[:2] if part.isdecimal())


def _name(fields: Mapping[str, str]) -> str:
    valkey = fields.get("valkey_version")
    return f"Valkey {valkey}" if valkey else f"Redis {fields.get('redis_version', '')}".rstrip()


CHECKS = {"store": check_store, "broker": check_broker, "archive": check_archive}


async def run(names: list[str]) -> None:
    """Run the checks with these names and print their findings."""
    for name in names:
        try:
            async for finding in CHECKS[name]():
                print(json.dumps(finding._asdict()))  # noqa: T201  # what it is asked for
        except StartError as error:
            print(json.dumps(Finding(name, "problem", str(error))._asdict()))  # noqa: T201  # as above


if __name__ == "__main__":
    asyncio.run(run(sys.argv[1:]))
