"""Hints: what a bot would answer in a player's place, at unrated tables only.

The request is stored in the table, so every lobby learns of it and asks the bot hosts that are connected to it. The
first answer is stored in the table too, and reaches the seat with its next update. So player and host may use different
lobbies, and either lobby may stop meanwhile. A host sees only the prompt and the view of that seat.
"""

import asyncio

from galaxytables.lobby.v1 import bots_pb2, play_pb2
from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.domain import playing
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.domain.playing import Change
from galaxytables_lobby.domain.state import Hint, RatingTerms, RunningTable
from galaxytables_lobby.ids import PlayerId, TableId
from galaxytables_lobby.play.steps import check_history, unpaused
from galaxytables_lobby.ports import Games
from galaxytables_lobby.subscriptions.bots import BotDesk
from galaxytables_lobby.subscriptions.tables import Watching
from galaxytables_lobby.subscriptions.watcher import Onlooker, Watcher
from galaxytables_lobby.tables import Tables
from galaxytables_serving import GalaxyError

HINT_SECONDS = 10.0
"""How long a call waits for a hint; a call after that asks the hosts again."""

_MAX_ANSWERS = 16
_MAX_BYTES = 16_384


class Hints:
    """Asks bot hosts for hints, and stores their answers."""

    def __init__(self, tables: Tables, games: Games, watching: Watching, bots: BotDesk) -> None:
        self._tables = tables
        self._games = games
        self._watching = watching
        self._bots = bots

    async def ask(self, table: RunningTable, player_id: PlayerId, prompt_id: str) -> play_pb2.GivenHint:
        """Ask bot hosts for a hint for a player's open prompt, and wait for the hint.

        Raises NOT_SEATED, HINTS_NOT_ALLOWED, PROMPT_CLOSED, HINT_UNAVAILABLE, and the errors of `Tables.change`.
        """

        async def step(loaded: Loaded) -> Change | None:
            table, _, _ = unpaused(loaded)
            seat = table.playing_seat(player_id)
            if seat is None:
                raise errors.not_seated()
            if not (table.private or table.rating is RatingTerms.CASUAL):
                raise errors.hints_not_allowed()
            if prompt_id not in loaded.open_prompts.get(seat, ()):
                raise errors.prompt_closed(prompt_id[:40])
            now = self._tables.now()
            for hint in table.hints:
                if (hint.seat, hint.prompt_id) == (seat, prompt_id) and (hint.given or _is_awaited(hint, now)):
                    return None
            await self._bots.check_hints(table.game)
            check_history(table)
            return playing.ask_hint(table, seat, prompt_id, now=now)

        await self._tables.change(table.id, step)
        ready = asyncio.Event()
        watcher = self._watching.watch(table.id, Onlooker(player_id), views=False, from_event=0, on_ready=ready.set)
        try:
            async with asyncio.timeout(HINT_SECONDS):
                return await self._given(watcher, ready, prompt_id)
        except TimeoutError:
            raise errors.hint_unavailable(table.game) from None
        finally:
            self._watching.leave(watcher)

    async def _given(self, watcher: Watcher, ready: asyncio.Event, prompt_id: str) -> play_pb2.GivenHint:
        """Wait until an update has the hint for a prompt, or the prompt has closed."""
        while True:
            await ready.wait()
            ready.clear()
            for update in self._watching.take(watcher):
                message = update.message()
                if message.hint.prompt_id == prompt_id:
                    return message.hint
                if prompt_id not in update.prompts:
                    raise errors.prompt_closed(prompt_id)
            if watcher.finished:
                raise watcher.error or errors.prompt_closed(prompt_id)

    async def question(self, table_id: TableId, hint: Hint) -> bots_pb2.HintQuestion | None:
        """Return the question for a bot host, or None if the hint is no longer needed or nobody can be asked now."""
        try:
            loaded = await self._tables.load(table_id)
            table, standing, position = unpaused(loaded)
            prompt = _prompt(standing, hint)
            if hint not in table.hints or prompt is None:
                return None
            views = await self._games.rules_of(table.game).view(table_id, position, {hint.seat})
        except GalaxyError:
            return None  # the waiting call then ends with HINT_UNAVAILABLE
        return bots_pb2.HintQuestion(
            table_id=table_id,
            game=table.game,
            seats=len(table.seats),
            options=table.options,
            pack_digest=table.pack_digest,
            prompt=prompt,
            view=views[hint.seat],
            id=hint.asked,
        )

    async def give(self, table_id: TableId, host_id: PlayerId, question: int, hint: play_pb2.GivenHint) -> None:
        """Store a bot host's answer to a request for a hint. Raises NOT_A_BOT_HOST, PROMPT_CLOSED, INVALID_REQUEST."""

        async def step(loaded: Loaded) -> Change | None:
            table, standing, _ = unpaused(loaded)
            if not await self._bots.gives_hints(host_id, table.game, hint.bot):
                raise errors.not_a_bot_host()
            for requested in table.hints:
                prompt = _prompt(standing, requested)
                if requested.asked == question and requested.prompt_id == hint.prompt_id and prompt is not None:
                    _check(hint, prompt)
                    now = self._tables.now()
                    return (
                        None
                        if requested.given
                        else playing.give_hint(table, requested, hint.SerializeToString(), now=now)
                    )
            raise errors.prompt_closed(hint.prompt_id[:40])

        await self._tables.change(table_id, step)


def _is_awaited(hint: Hint, now: int) -> bool:
    """Return whether a host that was asked may still answer."""
    return now - hint.asked < HINT_SECONDS * 1000


def _prompt(standing: rules_pb2.Standing, hint: Hint) -> game_pb2.Prompt | None:
    """Return the prompt of a hint while it is open, else None."""
    key = (hint.seat, hint.prompt_id)
    return next((prompt for prompt in standing.prompts if (prompt.seat, prompt.id) == key), None)


def _check(hint: play_pb2.GivenHint, prompt: game_pb2.Prompt) -> None:
    """Raise INVALID_REQUEST unless all answers are legal for the prompt."""
    ids = {option.id for option in prompt.options}
    if not 0 < len(hint.answers) <= _MAX_ANSWERS or hint.ByteSize() > _MAX_BYTES:
        raise errors.invalid_request(f"A hint has 1 to {_MAX_ANSWERS} answers, and at most {_MAX_BYTES} bytes.")
    for answer in hint.answers:
        picks = set(answer.picks)
        if len(picks) < len(answer.picks) or not picks <= ids or not prompt.least <= len(picks) <= prompt.most:
            raise errors.invalid_request("These picks are no answer to the prompt.")
