"""Begins sandboxes where a game stood, again and again: each is played again up to there by the rules."""

from collections.abc import Sequence
from functools import partial

from galaxytables_client import ClientError, Guest, Lobby
from tests.abuse.abuse import Tried, Yardstick, try_out

WAY = "sandboxes"


async def abuse_sandboxes(address: str, pids: Sequence[int], tried: Tried) -> None:
    """Try to begin some late in a game and where there is none; ordinary is to begin one at its beginning."""
    async with Lobby(address, Guest("Ada")) as lobby:
        table = await lobby.tables.create("jump", seats=2)
        await lobby.tables.add_bot(table.id, "random")
        await lobby.tables.start(table.id)
        seat = lobby.play.seat(table.id)
        async for prompt in seat.prompts():
            await seat.answer(prompt, prompt.default_picks)
        last = len((await lobby.play.record(table.id)).events)
        beside = await Yardstick.measure(WAY, pids, partial(_begin, lobby, table.id, 0), tried)
        places = {"nearly its end": last - 10, "its end": last, "no event": 2**63}
        for what, event in places.items():
            await try_out(f"{WAY}: {what}", partial(_begin, lobby, table.id, event), beside, tried)
        await try_out(f"{WAY}: nobody's game", partial(_begin, lobby, "a" * 32, 1), beside, tried)


async def _begin(lobby: Lobby, table_id: str, event: int) -> str:
    """Begin one and leave it; what it gives is `OK` or the code of the refusal."""
    try:
        sandbox = await lobby.tables.sandbox_from(table_id, event)
        await lobby.tables.add_bot(sandbox.id, "random")
        await lobby.tables.start(sandbox.id)
        await lobby.play.resign(sandbox.id)
    except ClientError as error:
        return error.code.name if error.code else "cut off"
    return "OK"
