"""The use case of a rematch: a new table like a finished one.

The new table's id is first committed to the finished table, where all later or concurrent requests find it. Then the
table is created under that id. If the process dies between the two, the next request creates it.
"""

from msgspec.structs import replace

from galaxytables_lobby import errors
from galaxytables_lobby.domain import seating
from galaxytables_lobby.domain.endings import is_rated
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.domain.playing import Change
from galaxytables_lobby.domain.requests import Answer, IdempotentRequest
from galaxytables_lobby.domain.stages import finished
from galaxytables_lobby.domain.state import ClosedTable, FinishedTable, Table
from galaxytables_lobby.ids import TableId
from galaxytables_lobby.people.cool_downs import check_cool_down
from galaxytables_lobby.people.relations import Relations
from galaxytables_lobby.people.tokens import Asker
from galaxytables_lobby.play.opening import Opening
from galaxytables_lobby.subscriptions.bots import BotDesk
from galaxytables_lobby.tables import Tables


async def rematch(
    opening: Opening,
    bots: BotDesk,
    table_id: TableId,
    asker: Asker,
    request: IdempotentRequest,
    *,
    entropy: bytes,
    relations: Relations,
) -> Loaded | Answer:
    """Return the rematch of a finished table, which is opened if there is none yet.

    A player gets no seat if there is a block between them and a player who is seated already.

    Raises NOT_SEATED, GAME_NOT_OVER, ENTROPY_TOO_LONG and, if it opens a table, COOLING_DOWN, RATE_LIMITED,
    TOO_MANY_TABLES.
    """
    seating.checked_entropy(entropy)
    tables = opening.tables
    earlier = await tables.answered(table_id, request)
    if earlier is not None:
        return earlier
    loaded = await tables.load(table_id)
    if loaded.table.seat_of(asker.player.id) is None:
        raise errors.not_seated()
    table = finished(loaded.table)
    new = await _find_ever(tables, table.rematch)
    if not table.rematch or isinstance(new, ClosedTable):
        table = await _link(opening, table)
        new = await _find(tables, table.rematch)
    new = new if new is not None else await _open(opening, bots, table, asker, entropy=entropy, relations=relations)
    return await _answer(tables, table_id, new, request)


async def _answer(tables: Tables, table_id: TableId, new: Table, request: IdempotentRequest) -> Loaded | Answer:
    """Store the new table as the answer to the request, so that a repeat gets it again."""
    answer = Change(new)

    async def step(loaded: Loaded) -> Change | None:
        # Nothing can be added to an archived table.
        return None if loaded.archived else Change(loaded.table)

    noted = replace(request, respond=lambda _: request.answered_by(answer))
    answered = await tables.change(table_id, step, noted)
    if answered is None:
        request.answered_by(answer)
        return Loaded(new)
    return answered


async def _find_ever(tables: Tables, table_id: TableId) -> Table | None:
    """Return a table, even if it is archived: its id must never be used for another."""
    if not table_id:
        return None
    loaded = await tables.find(table_id)
    return None if loaded is None else loaded.table


async def _find(tables: Tables, table_id: TableId) -> Table | None:
    return (await tables.store.load_states([table_id]))[0] if table_id else None


async def _link(opening: Opening, seen: FinishedTable) -> FinishedTable:
    """Give the finished table a new rematch, unless another request has done so since it was read."""

    async def step(loaded: Loaded) -> Change | None:
        table = finished(loaded.table)
        if table.rematch != seen.rematch:
            return None
        return Change(replace(table, rematch=opening.new_table_id(), version=table.version + 1))

    await opening.tables.change(seen.id, step)
    return finished((await opening.tables.load(seen.id)).table)


async def _open(
    opening: Opening, bots: BotDesk, table: FinishedTable, asker: Asker, *, entropy: bytes, relations: Relations
) -> Table:
    player_id, offered = asker.player.id, await bots.bots_of(table.game)
    blocked = await relations.blocked_among(table.members)
    now = opening.tables.now()
    new = seating.rematch(table, player_id, table.rematch, bots=offered, entropy=entropy, now=now, blocked=blocked)
    await check_cool_down(opening.tables.store, asker, rated=is_rated(new), now=now)
    opened = await opening.open(asker, new)
    # Unless another request was faster.
    return opened.table if isinstance(opened, Loaded) else (await opening.tables.load(new.id)).table
