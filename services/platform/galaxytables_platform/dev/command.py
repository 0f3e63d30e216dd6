"""`python -m <game> dev` serves the game on a small platform with the page, and reloads changed rules."""

import asyncio
import os
import secrets
from argparse import ArgumentParser
from dataclasses import replace
from pathlib import Path

from galaxytables_client import Rules
from galaxytables_platform.config import add_options, apply_options
from galaxytables_platform.console import Console
from galaxytables_platform.dev.reloading import Reloader
from galaxytables_platform.dev.tables import RunningTables
from galaxytables_platform.dev.watching import watched
from galaxytables_platform.games import package_of
from galaxytables_platform.layout import Layout, usual_layout
from galaxytables_platform.running import page_notice, running_platform
from galaxytables_platform.settings import RunSettings
from galaxytables_platform.signals import until_signal
from galaxytables_serving.caller_keys import RulesKeys
from galaxytables_serving.settings import read_settings

AUTHOR = "author"
_SECRET_BYTES = 32


def dev_command(game: str, package: str, folder: Path, arguments: list[str], program: str) -> int:
    """Serve a game, whose package is in `folder`, until a signal comes. Returns the exit code. Raises `StartError`."""
    parser = ArgumentParser(
        prog=program,
        description="Serves the game on a platform of its own, with the page. What changes in its package is played at "
        "once. Ctrl-C ends it.",
    )
    add_options(parser)
    apply_options(parser.parse_args(arguments))
    _make_importable(package, folder)
    layout = dev_layout(read_settings(RunSettings), game if package_of(game) == package else package)
    key = "".join(read_settings(RulesKeys).rules_keys[:1])
    return asyncio.run(until_signal(_serve(layout, game, package, folder, key), at_signal=0))


def dev_layout(settings: RunSettings, game: str) -> Layout:
    """Return the layout of a platform with one game and an admin service. Raises `SettingError`."""
    keys = f"{AUTHOR}:{secrets.token_hex(_SECRET_BYTES)}"
    return usual_layout(replace(settings, games=(game,), lobbies=1, rules=1, other_games={}, admin_keys=keys))


async def _serve(layout: Layout, game: str, package: str, folder: Path, key: str) -> int:
    console = Console()
    async with watched(folder) as changes, running_platform(layout, console) as supervisor:
        warning = [f"warning: {layout.exposure}"] if layout.exposure else []
        address = [] if layout.web is None else [f"  {game} is at {layout.web.url}", *page_notice(layout.web)]
        console.say(*address, f"  what changes in {folder} is played at once", *warning, "ready")
        ((name, served),) = layout.rules.items()
        async with Rules(served.port.address, key=key) as rules, RunningTables(layout) as tables:
            child = supervisor.children[name]
            reloader = Reloader(package=package, child=child, rules=rules, tables=tables, console=console)
            try:
                await reloader.follow(changes)
            finally:
                console.say("stopping")
    return 0


def _make_importable(package: str, folder: Path) -> None:
    """Put the package's folder into PYTHONPATH, so that child processes find it even if it is not installed."""
    top = folder.parents[package.count(".")]
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(top), os.environ.get("PYTHONPATH", ""))))
