"""All processes of a platform, each of which can be replaced by that of another version."""

import asyncio
import os
import sys
from collections.abc import Iterable
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

from galaxytables_platform.blueprint import stages
from galaxytables_platform.child import Child, Plan
from galaxytables_platform.console import Console
from galaxytables_platform.layout import Layout, usual_layout
from galaxytables_platform.logfile import ChildLog
from galaxytables_platform.settings import RunSettings
from galaxytables_serving.settings import read_settings
from tests.ports import free_port_block

KEYS = "trial:of-thirty-two-bytes-or-a-few-more"
OPERATOR = "olga:operators-own-secret-of-thirty-two-bytes"
STORE = "redis"
KINDS = ("rules", "lobby", "clock", "beat", "bots", "web", "admin", "console")
"""The documented order (docs/how-to/hosting.md): there so, and back the other way round."""


def trial_layout(data: Path) -> Layout:
    """Two lobbies, all games, gateway and admin, on free ports."""
    first = free_port_block(60)
    places = ("LOBBY_PORT", "REDIS_PORT", "WEB_PORT", "ADMIN_PORT", "LOCAL_PORT")
    ports = {name: str(first + place) for place, name in enumerate(places)}
    ranges = {"HOME_PORT": str(first + 10), "RULES_PORT": str(first + 20), "METRICS_PORT": str(first + 30)}
    others = {"LOBBIES": "2", "GALAXYTABLES_DATA": str(data), "GALAXYTABLES_ADMIN_KEYS": OPERATOR}
    return usual_layout(read_settings(RunSettings, {**ports, **ranges, **others}))


class Fleet:
    """The processes, which all run one version at first."""

    def __init__(self, layout: Layout, python: Path, console: Console, open_logs: AsyncExitStack) -> None:
        """Create it with where its processes are, and the Python that runs their version."""
        self._layout = layout
        self._plans = {plan.name: plan for stage in stages(layout, token_keys=KEYS) for plan in stage}
        logs = layout.data / "logs"
        logs.mkdir()
        self._logs = {name: ChildLog(logs, name, console) for name in self._plans}
        for log in self._logs.values():
            open_logs.callback(log.close)
        self._console, self._python = console, python
        self._children: dict[str, Child] = {}
        self.restarts = 0
        """How often a process ended by itself."""

    async def start(self) -> None:
        """Start all, in order."""
        for name in self._plans:
            await self._start(name, sys.executable if name == STORE else str(self._python))

    async def move(self, version: str, python: Path, kinds: Iterable[str]) -> None:
        """Replace every process of these kinds, one after the other, by that of another version."""
        for kind in kinds:
            for name in self._of(kind):
                await self._end(name)
                await self._start(name, str(python))
                self._console.say(f"{name} is now that of {version}")

    async def stop(self) -> None:
        """Stop all, the store last."""
        for name in reversed(list(self._children)):
            await self._end(name)

    def _of(self, kind: str) -> list[str]:
        if kind == "rules":
            return [name for name in self._plans if name.partition("-")[0] in self._layout.rules]
        return [name for name in self._plans if name.partition("-")[0] == kind]

    async def _start(self, name: str, python: str) -> None:
        """Start a process, if the version has it."""
        plan: Plan = self._plans[name]
        if not await self._has(python, plan):
            return
        environment = {
            **plan.environment,
            # What is not theirs is not to be found where this runs, and finished games leave the store soon.
            "PYTHONSAFEPATH": "1",
            "PYTHONPATH": "",
            "GALAXYTABLES_RETENTION": "5",
            # Sessions are renewed meanwhile, by lobbies of either version.
            "GALAXYTABLES_ACCESS_SECONDS": "30",
        }
        moved = replace(plan, command=(python, *plan.command[1:]), environment=environment)
        self._children[name] = Child(moved, self._logs[name], self._console)
        await self._children[name].start()

    async def _has(self, python: str, plan: Plan) -> bool:
        """Whether the version of this Python has what the process runs: releases before it may not."""
        _, flag, *rest = plan.command
        if flag != "-m":
            return True
        command = (python, "-P", "-c", f"import importlib.util as it; exit(not it.find_spec('{rest[0]}'))")
        asked = await asyncio.create_subprocess_exec(*command, env={"PATH": os.environ["PATH"]})
        return await asked.wait() == 0

    async def _end(self, name: str) -> None:
        child = self._children.pop(name, None)
        if child is not None:
            self.restarts += child.restarts
            await child.stop()
