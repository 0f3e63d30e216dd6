"""The screen of finished games, the player's ratings, and the leaderboards."""

import asyncio
from collections.abc import Mapping
from typing import ClassVar

from rich.console import Group, RenderableType
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from galaxytables_client import ClientError, TableId
from galaxytables_terminal.past import game_line, leaderboard_grid, pool_text, pools_of, ratings_line
from galaxytables_terminal.screens.dialogs import PageDialog
from galaxytables_terminal.screens.spoken import SpokenScreen
from galaxytables_terminal.titles import titles_of
from galaxytables_terminal.visit import Visit


class PastScreen(SpokenScreen):
    """Lists finished games, page by page. The chosen game is shown as it ended, or step by step."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,s", "replay", "key-replay"),
        Binding("m", "more", "key-more"),
        Binding("b", "best", "key-best"),
        Binding("f1,question_mark", "app.help", "key-help", key_display="f1"),
        Binding("q,escape", "app.leave", "key-back"),
    ]

    class Chosen(Message):
        """Posted when the player wants to see a finished table."""

        def __init__(self, table: TableId) -> None:
            self.table = table
            super().__init__()

    class Replayed(Message):
        """Posted when the player wants to step through a game."""

        def __init__(self, table: TableId) -> None:
            self.table = table
            super().__init__()

    def __init__(self, visit: Visit) -> None:
        super().__init__(visit.say)
        self._visit = visit
        self._titles: Mapping[str, str] = {}
        self._tables: list[TableId] = []
        # Token of the next page; None after the last one.
        self._page: str | None = ""

    def compose(self) -> ComposeResult:
        """Build the screen."""
        yield Static(self.say("past-title"), id="title")
        yield OptionList(id="menu", markup=False)
        yield Static(id="note", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        """Load the first page."""
        self.run_worker(self._look(), exclusive=True)

    def action_more(self) -> None:
        """List the next page."""
        self.run_worker(self._list_page(), exclusive=True)

    def action_best(self) -> None:
        """Show the leaderboards."""
        self.run_worker(self._show_best(), exclusive=True)

    def action_replay(self) -> None:
        """Step through the game under the cursor."""
        index = self.query_one("#menu", OptionList).highlighted
        if index is not None:
            self.post_message(self.Replayed(self._tables[index]))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Show the chosen table."""
        self.post_message(self.Chosen(self._tables[event.option_index]))

    async def _look(self) -> None:
        lobby = self._visit.lobby
        try:
            self._titles = titles_of((await lobby.tables.games()).games)
            self._tell(ratings_line(await lobby.archive.ratings(), self._titles, self.say))
        except ClientError as error:
            self._tell(self._visit.explain(error))
            return
        await self._list_page()
        menu = self.query_one("#menu", OptionList)
        menu.focus()
        menu.action_first()

    async def _list_page(self) -> None:
        if self._page is None:
            self._tell(self.say("past-no-more"))
            return
        try:
            history = await self._visit.lobby.archive.history(page_token=self._page)
        except ClientError as error:
            self._tell(self._visit.explain(error))
            return
        self._page = history.next_page_token or None
        vocabulary = self._visit.lobby_vocabulary
        lines = [game_line(game, self._visit.my_id, self._titles, vocabulary, self.say) for game in history.games]
        self._tables += [TableId(game.table_id) for game in history.games]
        self.query_one("#menu", OptionList).add_options([Option(line) for line in lines])
        if not self._tables:
            self._tell(self.say("past-none"))

    async def _show_best(self) -> None:
        parts: list[RenderableType] = []
        try:
            for game, title in self._titles.items():
                parts += await self._boards_of(game, title)
        except ClientError as error:
            self._tell(self._visit.explain(error))
            return
        parts += [Text(self.say("past-provisional")), Text(self.say("past-uncounted"))]
        await self.app.push_screen(PageDialog(Group(*parts), self.say("past-best"), self.say))

    async def _boards_of(self, game: str, title: str) -> list[RenderableType]:
        """Return the leaderboards of a game: of each pool in which somebody is rated, people and bots apart."""
        kinds = [(pool, bots) for pool in pools_of(game) for bots in (False, True)]
        boards = await asyncio.gather(
            *[
                self._visit.lobby.archive.leaderboard(game, seats=pool.seats, speed=pool.speed, bots=bots)
                for pool, bots in kinds
            ]
        )
        parts: list[RenderableType] = []
        for (pool, bots), board in zip(kinds, boards, strict=True):
            if board.places:
                words = [title, pool_text(pool, self.say), *([self.say("past-bots")] if bots else [])]
                parts.append(Text(" · ".join(words), style="bold"))
                parts += [leaderboard_grid(board.places, self._visit.my_id, self.say), Text()]
        return parts or [Text(title, style="bold"), Text(self.say("past-nobody")), Text()]

    def _tell(self, words: str) -> None:
        self.query_one("#note", Static).update(words)
