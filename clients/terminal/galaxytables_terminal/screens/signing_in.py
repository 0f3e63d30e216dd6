"""The page that leads to a provider's sign-in page, and waits until the browser comes back."""

import os
import sys
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Input, Static

from galaxytables_client.loopback import Returned, returned, state_of
from galaxytables_terminal.screens.dialogs import Dialog
from galaxytables_terminal.wording import Wording

# Longer than any redirect: a code has up to 4,096 characters.
_LONGEST_ADDRESS = 8_192


def has_browser() -> bool:
    """Return whether a browser can be opened that does not take over the terminal."""
    return sys.platform in {"darwin", "win32"} or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


class SignInDialog(Dialog[Returned]):
    """Shows the provider's address; the result is None if the player cancels.

    A browser on another machine cannot come back to this machine. So the player can paste the address at which that
    browser ends.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss"),
        Binding("f2", "copy"),
    ]

    def __init__(self, address: str, say: Wording) -> None:
        super().__init__()
        self.address = address
        self._say = say

    def compose(self) -> ComposeResult:
        """Build the widgets."""
        with VerticalScroll(classes="box") as box:
            box.border_title = self._say("sign-in")
            box.border_subtitle = self._say("dialog-sign-in")
            yield Static(self._say("sign-in-open"), markup=False)
            yield Static(Text(self.address, style=f"link {self.address}"), id="address")
            yield Static(self._say("sign-in-elsewhere"), markup=False)
            yield Input(max_length=_LONGEST_ADDRESS)
            yield Static(id="note", markup=False)

    def on_mount(self) -> None:
        """Focus the input line, and open the browser if there is one."""
        self.set_focus(self.query_one(Input))
        if has_browser():
            self.app.open_url(self.address)

    def action_copy(self) -> None:
        """Copy the address to the clipboard, in terminals that allow that."""
        self.app.copy_to_clipboard(self.address)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Close with the address that the player has pasted, if it belongs to this sign-in."""
        back = returned(event.value, state_of(self.address))
        if back is not None:
            self.dismiss(back)
        elif event.value.strip():
            self.query_one("#note", Static).update(self._say("sign-in-unknown"))
