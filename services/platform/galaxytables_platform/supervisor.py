"""Starts all processes of a platform in order, keeps them alive, and stops them in reverse order."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from galaxytables_platform.child import Child, Plan
from galaxytables_platform.console import Console
from galaxytables_platform.logfile import ChildLog


class Supervisor:
    """Runs the processes of all plans, stage by stage; the processes of a stage may need those of earlier stages."""

    def __init__(
        self,
        stages: Sequence[Sequence[Plan]],
        logs: Path,
        console: Console,
        *,
        lock: int | None = None,
    ) -> None:
        """The logs of the children go to the folder `logs`; each child inherits `lock`."""
        logs.mkdir(parents=True, exist_ok=True)
        self._logs = [ChildLog(logs, plan.name, console) for stage in stages for plan in stage]
        unused = iter(self._logs)
        self._stages = [[Child(plan, next(unused), console, lock=lock) for plan in stage] for stage in stages]

    @property
    def children(self) -> dict[str, Child]:
        """Return every child process, by its name."""
        return {child.plan.name: child for stage in self._stages for child in stage}

    async def start(self) -> None:
        """Start all processes, and return once every one is healthy.

        Raises `ChildFailedError` for the first process that fails; call `stop` to stop the others.
        """
        for stage in self._stages:
            async with asyncio.TaskGroup() as group:
                for child in stage:
                    group.create_task(child.start())

    async def stop(self) -> None:
        """Stop all processes, the last stage first, each within its own time limit."""
        for stage in reversed(self._stages):
            await asyncio.gather(*(child.stop() for child in stage))
        for log in self._logs:
            log.close()

    def kill(self) -> None:
        """Kill all processes at once."""
        for child in self.children.values():
            child.kill()
