"""Starting a game."""

from galaxytables_lobby.domain import playing, seating
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.domain.playing import Change
from galaxytables_lobby.domain.requests import Answer, IdempotentRequest
from galaxytables_lobby.ids import PlayerId, TableId
from galaxytables_lobby.play.steps import Play, span_of


async def start(
    play: Play, table_id: TableId, player_id: PlayerId, request: IdempotentRequest | None = None
) -> Loaded | Answer:
    """Start the game for the host. Raises what `seating` and the rules refuse."""

    async def step(loaded: Loaded) -> Change:
        table = seating.hosted(loaded.table, player_id)
        seating.check_startable(table)
        started = await play.games.rules_of(table.game).new_game(
            table.id,
            seats=len(table.seats),
            options=table.options,
            seed=table.seed,
            entropy=[seat.entropy for seat in table.seats],
            viewers=play.viewers(table, None),
            span=span_of(request),
        )
        return playing.start(table, started, now=play.tables.now())

    return await play.tables.change(table_id, step, request)
