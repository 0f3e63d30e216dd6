"""Analyses of finished games: a bot rates a player's choices and shows where the chance to win moved.

The request is stored in the table, as for hints, and so is the first answer of a bot host, which stays there. The host
sees what the seat chose and saw. That is no secret: once a game is over, anybody who may see its table may see that.
"""

import asyncio

from msgspec.structs import replace

from galaxytables.lobby.v1 import bots_pb2, play_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.domain.playing import Change
from galaxytables_lobby.domain.stages import finished
from galaxytables_lobby.domain.state import FinishedTable, Hint
from galaxytables_lobby.ids import PlayerId, SeatNumber, TableId
from galaxytables_lobby.play.looking_back import LookingBack
from galaxytables_lobby.subscriptions.bots import BotDesk
from galaxytables_lobby.subscriptions.projection import scores_of
from galaxytables_lobby.tables import Tables

ANALYSIS_SECONDS = 12.0
"""How long a call waits for an analysis, which is less than clients wait for a call. A repeated call waits on."""

ASKED_ANEW_SECONDS = 180.0
"""After this long, bot hosts are asked again."""

_LOOKED_FOR_SECONDS = 0.5
_MAX_BYTES = 131_072
_WHOLE = 100


class Analyses:
    """Asks bot hosts for analyses of finished games, and stores the answers of these hosts."""

    def __init__(self, tables: Tables, looking_back: LookingBack, bots: BotDesk) -> None:
        self._tables = tables
        self._looking_back = looking_back
        self._bots = bots

    async def ask(self, table: FinishedTable, player_id: PlayerId) -> play_pb2.Analysis | None:
        """Ask for the analysis of a player's game and wait for it; None if it is not ready yet.

        Raises NOT_SEATED, TABLE_ARCHIVED, HINT_UNAVAILABLE.
        """
        seat = table.seat_of(player_id)
        if seat is None:
            raise errors.not_seated()

        async def step(loaded: Loaded) -> Change | None:
            table, now = finished(loaded.table), self._tables.now()
            earlier = _of_seat(table, seat)
            if earlier is not None and (earlier.given or now - earlier.asked < ASKED_ANEW_SECONDS * 1000):
                return None
            await self._bots.check_hints(table.game)
            asked = max([now, *(each.asked + 1 for each in table.analyses)])
            others = tuple(each for each in table.analyses if each.seat != seat)
            return _changed(table, (*others, Hint(seat, "", asked)))

        given = _of_seat(table, seat)
        if given is None or not given.given:
            await self._tables.change(table.id, step)
            given = await self._given(table, seat)
        return None if given is None else play_pb2.Analysis.FromString(given.given)

    async def _given(self, table: FinishedTable, seat: SeatNumber) -> Hint | None:
        """Wait until a host has answered, through any lobby; None if that takes too long."""
        try:
            async with asyncio.timeout(ANALYSIS_SECONDS):
                while True:
                    given = _of_seat(finished((await self._tables.load(table.id)).table), seat)
                    if given is not None and given.given:
                        return given
                    await asyncio.sleep(_LOOKED_FOR_SECONDS)
        except TimeoutError:
            return None

    async def decisions(self, loaded: Loaded, host_id: PlayerId, question: int) -> bots_pb2.ListDecisionsResponse:
        """Return the choices that a bot host was asked to analyse (`question`), and what the seat saw at each.

        Raises NOT_A_BOT_HOST, PROMPT_CLOSED, PAST_NOT_KEPT, TOO_MANY_REQUESTS.
        """
        table = finished(loaded.table)
        if not await self._bots.gives_hints(host_id, table.game):
            raise errors.not_a_bot_host()
        requested = _requested(table, question)
        response = bots_pb2.ListDecisionsResponse(
            seats=len(table.seats),
            options=table.options,
            pack_digest=table.pack_digest,
            final_win_percent=_final(table, requested.seat),
        )
        for event, choice in await self._looking_back.decisions(loaded, requested.seat):
            then = await self._looking_back.at(loaded, event, {requested.seat})
            for prompt in then.standing.prompts:
                # A prompt that opened in the same step as another one cannot be shown.
                if (prompt.seat, prompt.id) == (requested.seat, choice.prompt_id):
                    response.decisions.add(
                        at_event=event, prompt=prompt, view=then.views[requested.seat], picks=choice.picks
                    )
        return response

    async def give(self, table_id: TableId, host_id: PlayerId, question: int, analysis: play_pb2.Analysis) -> None:
        """Store a bot host's analysis of a game. Raises NOT_A_BOT_HOST, PROMPT_CLOSED, INVALID_REQUEST."""

        async def step(loaded: Loaded) -> Change | None:
            table = finished(loaded.table)
            if not await self._bots.gives_hints(host_id, table.game, analysis.bot):
                raise errors.not_a_bot_host()
            if analysis.ByteSize() > _MAX_BYTES:
                raise errors.invalid_request(f"An analysis has at most {_MAX_BYTES} bytes.")
            requested = _requested(table, question)
            if requested.given:
                return None
            given = replace(requested, given=analysis.SerializeToString())
            return _changed(table, tuple(given if each is requested else each for each in table.analyses))

        await self._tables.change(table_id, step)


def _of_seat(table: FinishedTable, seat: SeatNumber) -> Hint | None:
    return next((each for each in table.analyses if each.seat == seat), None)


def _requested(table: FinishedTable, question: int) -> Hint:
    for each in table.analyses:
        if each.asked == question:
            return each
    raise errors.prompt_closed("")


def _changed(table: FinishedTable, analyses: tuple[Hint, ...]) -> Change:
    return Change(replace(table, analyses=analyses, version=table.version + 1))


def _final(table: FinishedTable, seat: SeatNumber) -> int:
    """Return a seat's share of the win in percent: 100, less if others have won too, or 0."""
    winners = [score.seat for score in scores_of(table) if score.rank == 1]
    return _WHOLE // len(winners) if seat in winners else 0
