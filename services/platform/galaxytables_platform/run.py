"""The command `galaxytables run`, which `make run` uses: a platform in the foreground."""

import asyncio

from galaxytables_platform.config import add_options, apply_options
from galaxytables_platform.console import Console
from galaxytables_platform.layout import Layout, usual_layout
from galaxytables_platform.running import address_table, running_platform
from galaxytables_platform.settings import RunSettings
from galaxytables_platform.signals import until_signal
from galaxytables_serving.command_line import command_line
from galaxytables_serving.logs import LogSettings
from galaxytables_serving.settings import read_settings


def run_command(arguments: list[str]) -> int:
    """Run a platform until a signal comes, and return the exit code. Raises `StartError`."""
    parser = command_line(
        "galaxytables_platform",
        "Keeps a platform up on this machine, and prints `ready` once people can play. Ctrl-C ends it.",
        RunSettings,
        LogSettings,
    )
    parser.prog = "galaxytables run"
    add_options(parser)
    apply_options(parser.parse_args(arguments))
    layout = usual_layout(read_settings(RunSettings))
    return asyncio.run(until_signal(_run(layout), at_signal=0))


async def _run(layout: Layout) -> int:
    await run(layout, Console())
    return 0


async def run(layout: Layout, console: Console) -> None:
    """Run a platform until cancelled; print the addresses, and `ready` once all is healthy. Raises `StartError`."""
    began = False
    try:
        async with running_platform(layout, console) as supervisor:
            warning = [f"warning: {layout.exposure}"] if layout.exposure else []
            entrance = [layout.entrance] if layout.entrance else []
            console.say(*address_table(layout, supervisor), layout.ways.sentence, *entrance, *warning, "ready")
            began = True
            try:
                await asyncio.Event().wait()
            finally:
                console.say("stopping")
    finally:
        if began:
            console.say("stopped")
