"""Hosts tables at which only bots sit."""

from collections.abc import Mapping

from galaxytables.lobby.v1 import tables_pb2
from galaxytables_client import Lobby


async def host(lobby: Lobby, game: str, options: Mapping[str, str], bots: list[str], name: str) -> tables_pb2.Table:
    """Open a table, seat a bot on every seat, and start the game. Returns the table as it was opened.

    The player who opens it gets a seat, leaves it once the first bot sits, and stays the host. Raises `ClientError`.
    """
    table = await lobby.tables.create(game, len(bots), options=options, name=name)
    for seat in (*range(1, len(bots)), 0):
        if seat == 0:
            await lobby.tables.leave(table.id)
        await lobby.tables.add_bot(table.id, bots[seat], seat=seat)
    await lobby.tables.start(table.id)
    return table


def best_bots_last(offer: tables_pb2.GameOffer) -> tuple[str, ...]:
    """Return the names of the bots on offer, the best one last; `random` never counts as the best."""
    return tuple(sorted(offer.bots, key=lambda bot: (bot != "random", list(offer.bots).index(bot))))
