"""Once more: a table like one that is finished.

The new table's id is committed to the finished table first: whoever asks later, or at the same time at another
process, finds it there. Then the table is made under that id; if that did not come about (the process died between the
two), whoever asks next makes it.
"""

import contextlib
import dataclasses

from msgspec.structs import replace

from services.lobby import errors, seating
from services.lobby.bots import BotDesk
from services.lobby.keeper import Keeper, Loaded
from services.lobby.moves import unchanged
from services.lobby.once import Once
from services.lobby.playing import Change
from services.lobby.store import Answer
from services.lobby.table import Stage, TableState
from services.serving import GalaxyError


class Rematches:
    """Opens tables for those who want to play on."""

    def __init__(self, keeper: Keeper, bots: BotDesk) -> None:
        """Take the tables, and which bots are on offer."""
        self._keeper = keeper
        self._bots = bots

    async def rematch(self, table_id: str, player_id: str, entropy: bytes, once: Once) -> Loaded | Answer:
        """The one rematch of a finished table. Raises NOT_SEATED, GAME_NOT_OVER, ENTROPY_TOO_LONG."""
        seating.checked_entropy(entropy)
        earlier = await self._keeper.answered(table_id, once)
        if earlier is not None:
            return earlier
        table = (await self._keeper.load(table_id)).table
        if table.seat_of(player_id) is None:
            raise errors.not_seated()
        if table.stage != Stage.FINISHED:
            raise errors.game_not_over()
        new = await self._find_ever(table.rematch)
        if not table.rematch or (new is not None and new.stage == Stage.CLOSED):
            table = await self._link(table)
            new = await self._find(table.rematch)
        new = new if new is not None else await self._make(table, player_id, entropy)
        return await self._answer(table_id, new, once)

    async def _answer(self, table_id: str, new: TableState, once: Once) -> Loaded | Answer:
        """Have the finished table remember how the request is answered: by the new one."""
        answer = Change(new, None, (), ())

        async def step(loaded: Loaded) -> Change:
            return unchanged(loaded.table)

        with contextlib.suppress(errors.Untimely):
            noted = dataclasses.replace(once, respond=lambda _: once.answered_by(answer))
            return await self._keeper.change(table_id, step, noted)
        # It is in the archive, where nothing can be added.
        once.answered_by(answer)
        return Loaded(new)

    async def _find_ever(self, table_id: str) -> TableState | None:
        """A table, even if it is over and in the archive: its id must never be given to another."""
        if not table_id:
            return None
        with contextlib.suppress(errors.Missing):
            return (await self._keeper.load(table_id)).table
        return None

    async def _find(self, table_id: str) -> TableState | None:
        return (await self._keeper.store.load_states([table_id]))[0] if table_id else None

    async def _link(self, seen: TableState) -> TableState:
        """Give the finished table a new rematch, unless somebody has done so since it was seen."""

        async def step(loaded: Loaded) -> Change:
            table = loaded.table
            if table.rematch != seen.rematch:
                raise _LinkedError
            linked = replace(table, rematch=seating.new_table_id(), version=table.version + 1)
            return Change(linked, None, (), ())

        with contextlib.suppress(_LinkedError):
            await self._keeper.change(seen.id, step)
        return (await self._keeper.load(seen.id)).table

    async def _make(self, table: TableState, player_id: str, entropy: bytes) -> TableState:
        bots = await self._bots.bots_of(table.game)
        now = self._keeper.now()
        new = seating.rematch(table, player_id, table.rematch, bots=bots, entropy=entropy, now=now)
        try:
            await self._keeper.create(new)
        except errors.Unavailable:
            # Somebody was faster, or the store is away, which loading tells.
            return (await self._keeper.load(new.id)).table
        return new


class _LinkedError(GalaxyError):
    """The table has another rematch by now. A refusal like others, so that the keeper makes sure; stays in here."""

    def __init__(self) -> None:
        super().__init__("There is a rematch.")
