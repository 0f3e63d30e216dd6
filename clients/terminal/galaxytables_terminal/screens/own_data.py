"""Dialogs to save all data about the player in a file, and to erase the player."""

import asyncio
import os
from pathlib import Path

from textual.app import App

from galaxytables_terminal.screens.dialogs import LineDialog
from galaxytables_terminal.visit import Visit

_FILE = "~/galaxytables.json"
# Nobody else on this machine may read the data.
_MODE = 0o600


async def save_data(visit: Visit, app: App[str]) -> str:
    """Ask for a file name, and save all data about the player there. Raises `ClientError`.

    Returns the message to show, which is empty if the player gave no name.
    """
    say = visit.say
    named = await app.push_screen_wait(LineDialog(say("data-file"), say, _FILE, note=say("data-about")))
    if not named:
        return ""
    data = await visit.lobby.accounts.export()
    try:
        file = await asyncio.to_thread(_save, named, data)
    except FileExistsError:
        return say("data-file-exists", file=named)
    except (OSError, RuntimeError) as error:
        return say("data-file-failed", file=named, why=str(getattr(error, "strerror", None) or error))
    return say("data-saved", file=str(file))


async def erase_player(visit: Visit, app: App[str]) -> str:
    """Erase the player if they type their name. Returns a message for the player. Raises `ClientError`."""
    say, name = visit.say, visit.me.name
    typed = await app.push_screen_wait(LineDialog(say("data-erase-type", name=name), say, note=say("data-erase-sure")))
    if not typed:
        return ""
    if typed != name:
        return say("data-kept")
    await visit.lobby.accounts.erase_me()
    visit.me = await visit.lobby.players.me()
    return say("data-erased", name=visit.me.name)


def _save(named: str, data: str) -> Path:
    """Write a new file that only its owner can read. Raises `OSError`, or `RuntimeError` if there is no such home."""
    file = Path(named).expanduser().absolute()
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _MODE), "w", encoding="utf-8") as opened:
        opened.write(data)
    return file
