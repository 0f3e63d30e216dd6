"""Replays a game up to one of its choices, by the same rules."""

from collections.abc import Sequence

from galaxytables.rules.v1 import game_pb2
from galaxytables_lobby.domain.game import Moved, Started, Viewers
from galaxytables_lobby.domain.state import OpenTable, RunningTable
from galaxytables_lobby.ids import SeatNumber
from galaxytables_lobby.play.steps import Play


async def replay(
    play: Play,
    table: OpenTable | RunningTable,
    choices: Sequence[game_pb2.Choice],
    *,
    rules_version: int,
    pack_digest: bytes,
) -> tuple[Started, list[tuple[game_pb2.Choice, Moved]]]:
    """Set up a table's game again and replay choices. Returns the new game, and each choice with its result.

    The last result has the views of those who watch the table. If the rules service no longer has the pack
    `pack_digest`, it uses another one, which the new game names.
    """
    game = play.games.rules_of(table.game)
    watched = play.viewers(table, None)
    started = await game.new_game(
        table.id,
        seats=len(table.seats),
        options=table.options,
        seed=table.seed,
        entropy=[seat.entropy for seat in table.seats],
        viewers=Viewers() if choices else watched,
        rules_version=rules_version,
        pack_digest=pack_digest,
    )
    moves: list[tuple[game_pb2.Choice, Moved]] = []
    if started.pack_digest == pack_digest:
        moved = started.moved
        for place, choice in enumerate(choices, 1):
            viewers = watched if place == len(choices) else Viewers()
            answer = _asked_now(moved, choice)
            moved = await game.apply(table.id, moved.position, answer, viewers)
            moves.append((answer, moved))
    return started, moves


def _asked_now(moved: Moved, choice: game_pb2.Choice) -> game_pb2.Choice:
    """Return a choice of the journal as an answer to its seat's open prompt, whose id may have changed."""
    (prompt_id,) = moved.open_prompts.get(SeatNumber(choice.seat)) or (choice.prompt_id,)
    return game_pb2.Choice(seat=choice.seat, prompt_id=prompt_id, picks=choice.picks)
