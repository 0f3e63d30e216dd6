"""The command `galaxytables demo`, which `make demo` runs."""

import asyncio

from galaxytables_platform.console import Console
from galaxytables_platform.demo.demo import run_demo
from galaxytables_platform.demo.settings import DemoSettings
from galaxytables_platform.settings import RunSettings
from galaxytables_platform.signals import until_signal
from galaxytables_serving.command_line import command_line
from galaxytables_serving.logs import LogSettings
from galaxytables_serving.settings import read_settings

EXIT_INTERRUPTED = 130


def demo_command(arguments: list[str]) -> int:
    """Play a demo and return the exit code. Raises `StartError`."""
    parser = command_line(
        "galaxytables_platform",
        "Plays tables of bots on a platform of its own, and verifies their records.",
        DemoSettings,
        RunSettings,
        LogSettings,
    )
    parser.prog = "galaxytables demo"
    parser.parse_args(arguments)
    demo = run_demo(read_settings(DemoSettings), read_settings(RunSettings), Console())
    return asyncio.run(until_signal(demo, at_signal=EXIT_INTERRUPTED))
