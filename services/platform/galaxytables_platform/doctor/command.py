"""The command `galaxytables doctor`, which checks a platform's set-up."""

import asyncio
import os
from argparse import ArgumentParser

from galaxytables_platform.config import add_options, apply_options
from galaxytables_platform.console import Console
from galaxytables_platform.doctor.diagnosis import diagnose
from galaxytables_platform.doctor.findings import Level
from galaxytables_platform.doctor.machine import check_private

FINE, WRONG = 0, 1
"""Exit codes; warnings alone are fine."""


def doctor_command(arguments: list[str]) -> int:
    """Print a line for each check and return the exit code. Raises `StartError`."""
    parser = ArgumentParser(
        prog="galaxytables doctor",
        description="What is wrong with this set-up, and what to do. Reads the settings of `galaxytables run`; the "
        "platform may run meanwhile. The exit code is 1 if there is a problem.",
    )
    add_options(parser)
    given = parser.parse_args(arguments)
    apply_options(given)
    console = Console()
    if given.config is not None:
        console.say(str(check_private(given.config)))
    return asyncio.run(_tell(console))


async def _tell(console: Console) -> int:
    code = FINE
    async for finding in diagnose(os.environ):
        console.say(str(finding))
        if finding.level is Level.PROBLEM:
            code = WRONG
    return code
