"""Asks the player for another name."""

from collections.abc import Callable

from galaxytables_client import ClientError
from galaxytables_terminal.screens.dialogs import LineDialog
from galaxytables_terminal.screens.spoken import SpokenScreen
from galaxytables_terminal.settings import LONGEST_NAME
from galaxytables_terminal.visit import Visit


def ask_name(screen: SpokenScreen, visit: Visit, renamed: Callable[[], None]) -> None:
    """Ask for a name, and call `renamed` once the lobby has accepted it.

    If the lobby refuses a name, the question is shown again with that name and the reason.
    """

    def ask(name: str, why: str = "") -> None:
        def typed(line: str | None) -> None:
            if line:
                screen.run_worker(rename(line), group="rename")

        dialog = LineDialog(visit.say("menu-rename"), visit.say, name, max_length=LONGEST_NAME, note=why)
        screen.app.push_screen(dialog, typed)

    async def rename(name: str) -> None:
        try:
            await visit.rename(name)
        except ClientError as error:
            ask(name, visit.explain(error))
        else:
            renamed()

    ask(visit.me.name)
