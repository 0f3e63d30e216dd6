"""Runs all checks of a platform's set-up, in the order in which a person would make them."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from difflib import get_close_matches

from galaxytables_platform.config import known_settings
from galaxytables_platform.doctor.findings import Finding, Level, fine, problem, warning
from galaxytables_platform.doctor.installation import check_games, check_packages, check_page, check_store_program
from galaxytables_platform.doctor.machine import check_data, check_files, check_python, check_space
from galaxytables_platform.doctor.network import check_exposure, check_ports, check_tls
from galaxytables_platform.layout import Layout, OwnRedis, usual_layout
from galaxytables_platform.lock import running_on
from galaxytables_platform.probes import games_offered, http_serves
from galaxytables_platform.settings import RunSettings
from galaxytables_serving import StartError
from galaxytables_serving.settings import read_settings

OURS = "GALAXYTABLES_"
_CHECKS = "galaxytables_lobby.checks"
_SECONDS = 30.0
# Read before all others, or by clients: docs/how-to/operations.md.
_BESIDE = frozenset({"GALAXYTABLES_NATIVE", "GALAXYTABLES_STATE", "GALAXYTABLES_TOKEN"})


async def diagnose(variables: Mapping[str, str]) -> AsyncIterator[Finding]:
    """Run all checks of the platform that `run` starts with these environment variables. Yields the findings."""
    yield check_python()
    yield check_packages()
    yield check_files()
    for finding in check_names(variables):
        yield finding
    try:
        settings = read_settings(RunSettings, variables)
        layout = usual_layout(settings)
    except StartError as error:
        yield problem("settings", str(error))
        return
    yield check_games(layout.games)
    if layout.web is not None:
        yield check_page(layout.web)
    yield check_data(layout.data)
    yield check_space(layout.data)
    holder = running_on(layout.data)
    if holder:
        async for finding in _check_running(layout, holder):
            yield finding
    else:
        for finding in check_ports(layout.ports):
            yield finding
    if isinstance(layout.redis, OwnRedis) and not holder:
        yield check_store_program()
    else:
        async for finding in _check_by_lobby(layout, variables, "store", "broker"):
            yield finding
    async for finding in _check_by_lobby(layout, variables, "archive"):
        yield finding
    yield check_exposure(layout)
    yield check_tls(settings)


def check_names(variables: Mapping[str, str]) -> Iterator[Finding]:
    """Yield a warning for each environment variable that looks like a setting but is none."""
    for name in sorted(variables):
        if name.startswith(OURS) and name not in known_settings() and name not in _BESIDE:
            (meant,) = get_close_matches(name, known_settings(), n=1) or [""]
            yield warning("settings", f"{name} is no setting{f': did you mean {meant}?' if meant else '.'}")


async def _check_running(layout: Layout, holder: str) -> AsyncIterator[Finding]:
    yield fine("running", f"process {holder}")
    silent = [name for name, port in layout.metrics.items() if not await http_serves(port.address, "/alive")()]
    if silent:
        logs = layout.data / "logs"
        yield problem("running", f"{', '.join(silent)} do not answer: see {logs}, or start the platform again.")
    elif not await games_offered(layout.lobby, layout.games)():
        yield problem(
            "running", f"the lobby does not offer all games with bots: see {layout.data / 'logs' / 'lobby.log'}."
        )
    else:
        yield fine("running", "all processes answer, and all games are offered")


async def _check_by_lobby(layout: Layout, variables: Mapping[str, str], *subjects: str) -> AsyncIterator[Finding]:
    """Let the lobby's code, which knows stores and databases, make these checks in a process of its own."""
    environment = {
        **variables,
        "GALAXYTABLES_REDIS_URL": layout.redis.url,
        "GALAXYTABLES_BROKER_URL": layout.redis.broker_url,
        "GALAXYTABLES_ARCHIVE_URL": layout.archive_url,
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", _CHECKS, *subjects, env=environment, stdout=asyncio.subprocess.PIPE
    )
    try:
        async with asyncio.timeout(_SECONDS):
            answer, _ = await process.communicate()
    except TimeoutError:
        process.kill()
        await process.wait()
        yield problem(subjects[0], f"no answer within {_SECONDS:g} s.")
        return
    for line in answer.splitlines():
        found = json.loads(line)
        yield Finding(found["subject"], Level(found["level"]), found["words"])
