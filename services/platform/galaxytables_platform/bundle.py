"""`galaxytables bundle` writes what is needed to diagnose a platform into a ZIP file without secrets.

Only what is listed here gets into the file. The value of a setting is written only if it can hold no secret. Logs are
structured lines above level debug. Their tracebacks are reduced to types and places, since at level debug the texts of
exceptions may quote hidden cards. At the end every secret that is left anywhere is removed.
"""

import asyncio
import json
import os
import platform
import re
import sys
import zipfile
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from importlib.metadata import distributions
from pathlib import Path

from galaxytables_platform.config import add_options, apply_options, known_settings
from galaxytables_platform.console import Console
from galaxytables_platform.doctor.diagnosis import diagnose
from galaxytables_platform.keys import KEYS_FILE
from galaxytables_platform.layout import Layout, usual_layout
from galaxytables_platform.probes import fetch
from galaxytables_platform.settings import RunSettings
from galaxytables_serving import StartError
from galaxytables_serving.settings import read_settings

LOG_BYTES = 256 * 1024
"""How much of the end of each log goes in."""
SHORTEST_SECRET = 8
"""Shorter ones are words, ports and numbers."""
REMOVED, WITHHELD = "[removed]", "(set, and withheld)"
# In `kid:secret,…` and `scheme://user:password@host`.
_SECRET_PART = re.compile(r":([^:,@/\s]+)(?=[,@]|$)")
_PLACE = re.compile(r'  File "[^"]*", line \d+, in \S+|[\w.]+(?=:|$)')


def bundle_command(arguments: list[str]) -> int:
    """Write the ZIP file, print its name, and return the exit code. Raises `StartError`."""
    parser = ArgumentParser(
        prog="galaxytables bundle",
        description="Writes what a supporter needs to know into a ZIP file: versions, settings without secrets, what "
        "`doctor` finds, health and metrics of a platform that runs, and the ends of its logs. Look into it before you "
        "pass it on: logs name tables, players by their ids, and addresses.",
    )
    parser.add_argument("file", type=Path, nargs="?", help="where to write it (default: galaxytables-<time>.zip, here)")
    add_options(parser)
    given = parser.parse_args(arguments)
    apply_options(given)
    file = given.file or Path(f"galaxytables-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.zip")
    parts = asyncio.run(collect(os.environ))
    try:
        write(file, parts)
    except OSError as error:
        raise StartError(f"{file} cannot be written: {error.strerror}.") from error
    Console().say(f"{file}: {', '.join(parts)}")
    return 0


def write(file: Path, parts: Mapping[str, str]) -> None:
    """Write the parts, texts by name, into a new ZIP file that only its owner may read.

    Raises `OSError` if that fails or if the file exists already.
    """
    with (
        os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as opened,
        zipfile.ZipFile(opened, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        for name, text in parts.items():
            archive.writestr(name, text)


async def collect(variables: Mapping[str, str]) -> dict[str, str]:
    """Return the files of a bundle, texts by name, for the platform that these environment variables describe."""
    parts = {
        "versions.json": _as_json(versions()),
        "settings.json": _as_json(shown_settings(variables)),
        "doctor.txt": "".join([f"{finding}\n" async for finding in diagnose(variables)]),
    }
    secrets = list(secret_values(variables))
    try:
        layout = usual_layout(read_settings(RunSettings, variables))
    except StartError:  # doctor.txt says why
        pass
    else:
        parts |= await _of_processes(layout)
        parts |= {f"logs/{log.name}": "".join(log_lines(log)) for log in sorted(layout.data.glob("logs/*.log"))}
        keys = layout.data / KEYS_FILE
        if keys.is_file():
            secrets += _parts_of(keys.read_text(encoding="ascii", errors="replace"))
    return {name: without(text, secrets) for name, text in parts.items()}


def versions() -> dict[str, object]:
    """Return the versions of the operating system, of Python, and of all installed packages."""
    found = {each.name: each.version for each in distributions()}
    return {
        "python": sys.version,
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "processors": os.cpu_count(),
        "packages": dict(sorted(found.items())),
    }


def shown_settings(variables: Mapping[str, str]) -> dict[str, str]:
    """Return the settings that are set, with their values if those can hold no secret."""
    kinds = known_settings()
    return {
        name: variables[name] if kinds[name] == "plain" else WITHHELD for name in sorted(kinds) if variables.get(name)
    }


def secret_values(variables: Mapping[str, str]) -> Iterator[str]:
    """Yield the values of secret settings, and the secrets that are parts of them, such as passwords in URLs."""
    for name, kind in known_settings().items():
        if kind == "secret" and variables.get(name):
            yield from _parts_of(variables[name])


def _parts_of(value: str) -> list[str]:
    return [value.strip(), *value.strip().split(","), *_SECRET_PART.findall(value.strip())]


def without(text: str, secrets: list[str]) -> str:
    """Return a text from which these secrets are removed. Longer secrets are removed first."""
    long_enough = {secret for secret in secrets if len(secret) >= SHORTEST_SECRET}
    for secret in sorted(long_enough, key=len, reverse=True):
        text = text.replace(secret, REMOVED)
    return text


async def _of_processes(layout: Layout) -> dict[str, str]:
    """Return health and metrics of each process that runs."""
    health, parts = {}, {}
    for name, port in layout.metrics.items():
        health[name], _ = await fetch(port.address, "/alive")
        there, page = await fetch(port.address, "/metrics")
        if there:
            parts[f"metrics/{name}.txt"] = page.decode(errors="replace")
    return {"health.json": _as_json(health), **parts}


def log_lines(log: Path) -> Iterator[str]:
    """Yield the last lines of a log, each without the parts that others may not see."""
    with log.open("rb") as opened:
        opened.seek(max(0, log.stat().st_size - LOG_BYTES))
        lines = opened.read().decode(errors="replace").splitlines()
    left_out = 0
    for line in lines:
        shown = shown_line(line)
        if shown:
            yield f"{shown}\n"
        left_out += not shown
    if left_out:
        yield f"({left_out} lines that are not structured, or of level debug, are left out)\n"


def shown_line(line: str) -> str:
    """Return the part of a log line that may be shown to others; empty if there is none."""
    try:
        event = json.loads(line)
    except ValueError:
        return ""
    if not isinstance(event, dict) or event.get("level", "debug") == "debug":
        return ""
    if "exception" in event:
        places = (_PLACE.match(part) for part in str(event["exception"]).splitlines())
        event["exception"] = "\n".join(place[0] for place in places if place)
    return json.dumps(event, ensure_ascii=False)


def _as_json(value: object) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"
