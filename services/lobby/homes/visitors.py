"""What other lobbies want to hear of here, and telling them.

A lobby whose clients follow a table asks its home to be told of it: of each change, with the views that its clients
want, as the home's own watchers hear of it. So it reads neither feed nor store, and no news of a table travel to a
lobby where nobody follows it. Players who follow all their tables, and those who follow the list of tables, are told of
likewise.

It is a help, not a promise: whoever is told too little or late looks at the store, as after any gap.
"""

from collections.abc import Collection, Iterable

from services.lobby.homes.frames import (
    FollowLists,
    FollowPlayers,
    Follows,
    Frame,
    Heard,
    Missed,
    Sync,
    Synced,
    Unwatch,
    Watch,
)
from services.lobby.homes.link import Link
from services.lobby.homes.packing import Packing
from services.lobby.ids import PlayerId, SeatNumber, TableId
from services.lobby.repository.tables import ChangeMade, TableRepository
from services.lobby.rules import Viewers
from services.lobby.store import News
from services.lobby.table.state import Table
from services.lobby.watching.tables import Watching


class Visitor:
    """A lobby that asks here."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self.tables: dict[TableId, Viewers] = {}
        self.players: set[PlayerId] = set()
        self.lists = False


class Visitors:
    """All of them."""

    def __init__(self, repository: TableRepository, watching: Watching) -> None:
        """Take the tables, and the watchers of this lobby."""
        self._watching = watching
        self._all: dict[Link, Visitor] = {}
        self._tables: dict[TableId, set[Visitor]] = {}
        self._players: dict[PlayerId, set[Visitor]] = {}
        self._lists: set[Visitor] = set()
        self._follows: list[int] = []
        repository.listen(self.changed)

    def viewers(self, table: Table, mover: SeatNumber | None) -> Viewers:
        """Whose views are wanted, here or at other lobbies, when a seat moves this table."""
        here = self._watching.viewers(table, mover)
        visitors = self._tables.get(table.id)
        if not visitors:
            return here
        always, if_asked = set(here.always), set(here.if_asked)
        for visitor in visitors:
            wanted = visitor.tables[table.id]
            always.update(viewer for viewer in wanted.always if viewer is not None or not table.delayed)
            # Who was asked before knows that prompt, unless it is answered now.
            if_asked.update(seat for seat in wanted.if_asked if seat == mover or seat not in table.to_move)
        return Viewers(always, if_asked - always)

    def come(self, link: Link) -> None:
        """A lobby begins to ask."""
        self._all[link] = Visitor(link)
        link.send(Follows(self._follows))

    def go(self, link: Link) -> None:
        """It asks no more."""
        visitor = self._all.pop(link, None)
        if visitor is None:
            return
        for table_id in visitor.tables:
            _remove(self._tables, table_id, visitor)
        for player_id in visitor.players:
            _remove(self._players, player_id, visitor)
        self._lists.discard(visitor)

    @property
    def links(self) -> Collection[Link]:
        """Where they ask."""
        return tuple(self._all)

    def take(self, link: Link, frame: Frame) -> None:
        """Hear what a visitor wants. Raises `TypeError` for anything else."""
        visitor = self._all[link]
        match frame:
            case Watch():
                visitor.tables[frame.table_id] = Viewers(frame.always, frame.if_asked)
                self._tables.setdefault(frame.table_id, set()).add(visitor)
            case Unwatch():
                if visitor.tables.pop(frame.table_id, None) is not None:
                    _remove(self._tables, frame.table_id, visitor)
            case FollowPlayers():
                for player_id in frame.more:
                    visitor.players.add(player_id)
                    self._players.setdefault(player_id, set()).add(visitor)
                for player_id in frame.less:
                    visitor.players.discard(player_id)
                    _remove(self._players, player_id, visitor)
            case FollowLists():
                visitor.lists = frame.wanted
                if frame.wanted:
                    self._lists.add(visitor)
                else:
                    self._lists.discard(visitor)
            case Sync():
                link.send(Synced(frame.number))
            case _:
                raise TypeError(f"not to be said by a visitor: {type(frame).__name__}")

    def follows(self, shards: Iterable[int]) -> None:
        """Of these shards everything is heard here from now on."""
        follows = sorted(shards)
        if follows != self._follows:
            self._follows = follows
            self._tell_all(Follows(follows))

    def missed(self, shards: Collection[int]) -> None:
        """News of these shards may have been missed here, and so by visitors."""
        self._tell_all(Missed(sorted(shards)))

    def changed(self, told: ChangeMade) -> None:
        """A table was changed here."""
        if not self._all:
            return
        watching = self._tables.get(told.after.table.id, ())
        others = self._listening(told.seating, told.concerned).difference(watching)
        if not watching and not others:
            return
        packing = Packing(told)
        for visitor in watching:
            wanted = visitor.tables[told.after.table.id]
            visitor.link.send(packing.whole({*wanted.always, *wanted.if_asked}))
        for visitor in others:
            visitor.link.send(packing.table())

    def heard(self, news: News) -> None:
        """Somebody else has changed a table."""
        if not self._all:
            return
        visitors = self._listening(news.seating, news.players).union(self._tables.get(news.table_id, ()))
        for visitor in visitors:
            visitor.link.send(Heard(news.origin, news.version, news.seating, news.table_id, list(news.players)))

    def _listening(self, seating: bool, players: frozenset[PlayerId]) -> set[Visitor]:  # as news have it
        """Who is told of a change though they may not follow its table."""
        found = set(self._lists) if seating else set()
        for player_id in self._players.keys() & players:
            found |= self._players[player_id]
        return found

    def _tell_all(self, frame: Frame) -> None:
        for link in self._all:
            link.send(frame)


def _remove(index: dict[TableId, set[Visitor]] | dict[PlayerId, set[Visitor]], name: str, visitor: Visitor) -> None:
    visitors = index.get(name)  # type: ignore[call-overload]  # either kind of name, each in its own index
    if visitors is not None:
        visitors.discard(visitor)
        if not visitors:
            del index[name]  # type: ignore[arg-type]  # as above
