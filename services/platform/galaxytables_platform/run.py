"""`make run`: a platform in the foreground."""

import asyncio

from galaxytables_platform.console import Console
from galaxytables_platform.layout import Layout
from galaxytables_platform.running import address_table, running_platform


async def run(layout: Layout, console: Console) -> None:
    """Run a platform until cancelled; print the addresses, and `ready` once all is healthy. Raises `StartError`."""
    began = False
    try:
        async with running_platform(layout, console) as supervisor:
            console.say(*address_table(layout, supervisor), "ready")
            began = True
            try:
                await asyncio.Event().wait()
            finally:
                console.say("stopping")
    finally:
        if began:
            console.say("stopped")
