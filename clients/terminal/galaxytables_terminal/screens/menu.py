"""The menu screen: the player's own tables, tables with a free seat, and new games."""

from collections.abc import Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass, replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from galaxytables.lobby.v1 import pairing_pb2, tables_pb2
from galaxytables_client import ClientError, Lost
from galaxytables_client.words import Words
from galaxytables_terminal.bots import seated_bot
from galaxytables_terminal.screens.naming import ask_name
from galaxytables_terminal.screens.spoken import SpokenScreen
from galaxytables_terminal.settings import RATINGS, Settings
from galaxytables_terminal.tickets import waits_words
from galaxytables_terminal.titles import titles_of
from galaxytables_terminal.visit import Visit
from galaxytables_terminal.wording import Wording

_MAX_TABLES = 50
_STATES = {tables_pb2.TABLE_STATE_OPEN: "menu-open", tables_pb2.TABLE_STATE_RUNNING: "menu-running"}


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the menu: a heading, a table to go to, or settings for a new game or for a search for other players."""

    text: str
    table: str = ""
    wishes: Settings | None = None

    @property
    def key(self) -> str | None:
        """Return a key that identifies the line even if its words change; None for a heading."""
        if self.wishes is not None and self.wishes.now:
            return f"now {self.wishes.game}"
        if self.wishes is not None:
            return f"new {self.wishes.game} {self.wishes.seats} {self.wishes.bots}"
        return f"table {self.table}" if self.table else None

    @property
    def heading(self) -> bool:
        """Return whether the line is a heading, which cannot be chosen."""
        return not self.table and self.wishes is None


def menu_entries(
    offers: Sequence[tables_pb2.GameOffer],
    mine: Sequence[tables_pb2.MyTable],
    free: Sequence[tables_pb2.Table],
    settings: Settings,
    say: Wording,
    *,
    words: Words,
    waits: pairing_pb2.ListWaitsResponse | None = None,
) -> list[Entry]:
    """Return the lines of the menu, with a heading for each kind.

    `words` are the words of the lobby. `waits` has the people who wait for each game, and the tables that have a seat
    for the player; it is None if the lobby has no tickets.
    """
    titles = titles_of(offers)
    entries: list[Entry] = []
    if mine:
        entries.append(Entry(say("menu-yours")))
        entries.extend(_table_entry(each.table, titles, say, words, your_turn=each.your_turn) for each in mine)
    own = {each.table.id for each in mine}
    joinable = [
        table
        for table in free
        if table.id not in own
        and table.state == tables_pb2.TABLE_STATE_OPEN
        and (waits is None or table.id in waits.table_ids)
    ]
    if joinable:
        entries.append(Entry(say("menu-free-seat")))
        entries.extend(_table_entry(table, titles, say, words) for table in joinable)
    for offer in offers:
        game = offer.description
        if not offer.available:
            entries.append(Entry(say("menu-unavailable", game=game.title or game.game)))
            continue
        entries.append(Entry(say("menu-new", game=game.title or game.game)))
        if waits is not None:
            now = replace(_wishes(settings, game.game, None, None), now=True)
            parts = [say("menu-now"), waits_words(waits.waits, game.game, say)]
            entries.append(Entry(" · ".join(filter(None, parts)), wishes=now))
        if offer.bots:
            for bots in range(max(1, game.least_seats - 1), game.most_seats):
                text = say("menu-against-bots", count=bots)
                entries.append(Entry(text, wishes=_wishes(settings, game.game, bots + 1, bots)))
        entries.extend(
            Entry(say("menu-for-people", count=seats), wishes=_wishes(settings, game.game, seats, 0))
            for seats in range(max(2, game.least_seats), game.most_seats + 1)
        )
    return entries


class MenuScreen(SpokenScreen):
    """Lets the player choose a table or a new game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "look", "key-look", show=False),
        Binding("p", "app.people", "key-people"),
        Binding("t", "app.tickets", "key-tickets"),
        Binding("h", "app.past", "key-past"),
        Binding("a", "app.account", "key-account"),
        Binding("c", "app.tournaments", "key-tournaments", show=False),
        Binding("n", "rename", "key-rename", show=False),
        Binding("g", "rating", "key-rating"),
        Binding("f1,question_mark", "app.help", "key-help", key_display="f1"),
        Binding("q,escape", "app.quit", "key-quit"),
    ]

    class Chosen(Message):
        """Posted when the player has chosen a table, or a new game with its settings."""

        def __init__(self, entry: Entry) -> None:
            self.entry = entry
            super().__init__()

    def __init__(self, visit: Visit, word: str = "") -> None:
        super().__init__(visit.say)
        self._visit = visit
        self._word = word
        self._entries: list[Entry] = []

    def compose(self) -> ComposeResult:
        """Build the screen."""
        yield Static(self.say("title"), id="title")
        yield OptionList(id="menu", markup=False)
        yield Static(self._rating, id="rating", markup=False)
        yield Static(self._word, id="note", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        """List the tables, now and whenever one of the player's own tables changes."""
        self.action_look()
        self.run_worker(self._follow(), group="notices")

    def action_look(self) -> None:
        """Refresh the list of tables."""
        self.run_worker(self._look(), group="look", exclusive=True)

    @property
    def _rating(self) -> str:
        """Return whether tables opened here are rated, and why not."""
        settings = self._visit.settings
        return self.say("menu-rating", terms="private" if settings.private else settings.rating)

    def action_rating(self) -> None:
        """Switch to the next rating terms for new tables. Private tables are never rated."""
        visit, terms = self._visit, list(RATINGS)
        following = terms[(terms.index(visit.settings.rating) + 1) % len(terms)]
        visit.settings = replace(visit.settings, rating=following)
        self.query_one("#rating", Static).update(self._rating)

    def action_rename(self) -> None:
        """Ask for a new name, and change the player's name."""
        ask_name(self, self._visit, self._renamed)

    def _renamed(self) -> None:
        self._note(self.say("menu-renamed", name=self._visit.me.name))
        self.action_look()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Post the player's choice."""
        entry = self._entries[event.option_index]
        if entry.wishes is not None:
            entry = replace(entry, wishes=replace(entry.wishes, rating=self._visit.settings.rating))
        self.post_message(self.Chosen(entry))

    async def _follow(self) -> None:
        """Refresh the list whenever something happens at one's own tables; reconnect if the network fails."""
        began = was_lost = False

        def lost(loss: Lost) -> None:
            nonlocal began, was_lost
            began, was_lost = False, True
            self._note(self._visit.explain(loss.error))

        try:
            async with aclosing(self._visit.lobby.tables.watch_mine(lost)) as responses:
                async for response in responses:
                    if response.caught_up and was_lost:
                        was_lost = False
                        self._note(self.say("lobby-connected-again"))
                    if response.caught_up or began:
                        began = True
                        self.action_look()
        except ClientError as error:
            self._note(self._visit.explain(error))

    async def _look(self) -> None:
        lobby = self._visit.lobby
        try:
            self._entries = menu_entries(
                (await lobby.tables.games()).games,
                (await lobby.tables.list_mine(page_size=_MAX_TABLES)).tables,
                (await lobby.tables.list(free_seats=True, page_size=_MAX_TABLES)).tables,
                self._visit.settings,
                self.say,
                words=self._visit.words,
                waits=await self._waits(),
            )
        except ClientError as error:
            self._note(self._visit.explain(error))
            return
        menu = next(iter(self.query("#menu").results(OptionList)), None)
        if menu is None:
            # The screen is being closed.
            return
        before = menu.highlighted_option
        menu.clear_options()
        menu.add_options(
            [
                Option(entry.text if entry.heading else f"  {entry.text}", id=entry.key, disabled=entry.heading)
                for entry in self._entries
            ]
        )
        menu.focus()
        keys = [entry.key for entry in self._entries]
        if before is not None and before.id in keys:
            menu.highlighted = keys.index(before.id)
        else:
            menu.action_first()

    async def _waits(self) -> pairing_pb2.ListWaitsResponse | None:
        """Return how many players wait for each game; None if the lobby does not say."""
        with suppress(ClientError):
            return await self._visit.lobby.pairing.waits()
        return None

    def _note(self, words: str) -> None:
        """Write below the menu, unless the screen is being closed."""
        for note in self.query("#note").results(Static):
            note.update(words)


def _table_entry(
    table: tables_pb2.Table, titles: dict[str, str], say: Wording, words: Words, *, your_turn: bool = False
) -> Entry:
    people = say.listed([_who(seat, say, words) for seat in table.seats])
    title = titles.get(table.game) or table.game
    state = "menu-stranded" if table.stranded else "menu-your-turn" if your_turn else _STATES.get(table.state, "")
    parts = [title, *([table.name] if table.named else []), people, state and say(state)]
    return Entry(" · ".join(parts), table=table.id)


def _who(seat: tables_pb2.Seat, say: Wording, words: Words) -> str:
    return seated_bot(seat, say, words) if seat.bot else seat.player.name or say("menu-free")


def _wishes(settings: Settings, game: str, seats: int | None, bots: int | None) -> Settings:
    """Return the player's settings for this game; options given for another game are dropped."""
    options = settings.options if settings.game == game else {}
    return replace(settings, game=game, now=False, seats=seats, bots=bots, table="", options=options)
