"""Hints: what a bot would answer in somebody's place, at tables that are not rated.

Whoever asks leaves the question at the table, so that every lobby process hears of it and asks the bots' hosts that
are with it; the first answer is left at the table too, and told to the seat that asked with the next update. So it
matters neither through which process somebody plays and a host gives hints, nor which of them stops meanwhile. A host
is shown the prompt and what the asking seat sees, nothing more.
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
"""How long somebody waits for a hint; who asks again after that asks the hosts anew."""

_MOST_ANSWERS = 16
_MOST_BYTES = 16_384


class Hints:
    """Asks bots' hosts for people."""

    def __init__(self, tables: Tables, games: Games, watching: Watching, bots: BotDesk) -> None:
        """Take the tables, the games, how tables are followed, and the hosts."""
        self._tables = tables
        self._games = games
        self._watching = watching
        self._bots = bots

    async def ask(self, table: RunningTable, player_id: PlayerId, prompt_id: str) -> play_pb2.GivenHint:
        """Ask for a hint for an open prompt of a player, and wait for it.

        Raises NOT_SEATED, HINTS_NOT_ALLOWED, PROMPT_CLOSED, HINT_UNAVAILABLE, and what any change of a table may.
        """

        async def step(loaded: Loaded) -> Change | None:
            table, _, _ = unpaused(loaded)
            seat = table.playing_seat(player_id)
            if seat is None:
                raise errors.not_seated()
            if not (table.private or table.rating is RatingTerms.CASUAL):
                raise errors.hints_not_allowed()
            if prompt_id not in loaded.asked.get(seat, ()):
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
        """Wait until the hint for a prompt is told to a seat, or the prompt is not open any more."""
        while True:
            await ready.wait()
            ready.clear()
            for update in self._watching.take(watcher):
                told = update.message()
                if told.hint.prompt_id == prompt_id:
                    return told.hint
                if prompt_id not in update.prompts:
                    raise errors.prompt_closed(prompt_id)
            if watcher.finished:
                raise watcher.error or errors.prompt_closed(prompt_id)

    async def question(self, table_id: TableId, wanted: Hint) -> bots_pb2.HintQuestion | None:
        """What a host is asked; None where the hint is not wanted any more, or cannot be asked for now."""
        try:
            loaded = await self._tables.load(table_id)
            table, standing, position = unpaused(loaded)
            prompt = _prompt(standing, wanted)
            if wanted not in table.hints or prompt is None:
                return None
            views = await self._games.rules_of(table.game).view(table_id, position, {wanted.seat})
        except GalaxyError:
            return None  # who waits is told that there is no hint now, and may ask again
        return bots_pb2.HintQuestion(
            table_id=table_id,
            game=table.game,
            seats=len(table.seats),
            options=table.options,
            pack_digest=table.pack_digest,
            prompt=prompt,
            view=views[wanted.seat],
            id=wanted.asked,
        )

    async def give(self, table_id: TableId, host_id: PlayerId, question: int, hint: play_pb2.GivenHint) -> None:
        """Take a host's answer to a question. Raises NOT_A_BOT_HOST, PROMPT_CLOSED, INVALID_REQUEST."""

        async def step(loaded: Loaded) -> Change | None:
            table, standing, _ = unpaused(loaded)
            if not await self._bots.gives_hints(host_id, table.game, hint.bot):
                raise errors.not_a_bot_host()
            for wanted in table.hints:
                prompt = _prompt(standing, wanted)
                if wanted.asked == question and wanted.prompt_id == hint.prompt_id and prompt is not None:
                    _check(hint, prompt)
                    now = self._tables.now()
                    return None if wanted.given else playing.give_hint(table, wanted, hint.SerializeToString(), now=now)
            raise errors.prompt_closed(hint.prompt_id[:40])

        await self._tables.change(table_id, step)


def _is_awaited(hint: Hint, now: int) -> bool:
    """Whether somebody may still answer who was asked."""
    return now - hint.asked < HINT_SECONDS * 1000


def _prompt(standing: rules_pb2.Standing, wanted: Hint) -> game_pb2.Prompt | None:
    """The prompt that a hint is wanted for, while it is open."""
    asked = (wanted.seat, wanted.prompt_id)
    return next((prompt for prompt in standing.prompts if (prompt.seat, prompt.id) == asked), None)


def _check(hint: play_pb2.GivenHint, prompt: game_pb2.Prompt) -> None:
    """Raise INVALID_REQUEST unless all answers might be given to the prompt."""
    ids = {option.id for option in prompt.options}
    if not 0 < len(hint.answers) <= _MOST_ANSWERS or hint.ByteSize() > _MOST_BYTES:
        raise errors.invalid_request(f"A hint has 1 to {_MOST_ANSWERS} answers, and at most {_MOST_BYTES} bytes.")
    for answer in hint.answers:
        picks = set(answer.picks)
        if len(picks) < len(answer.picks) or not picks <= ids or not prompt.least <= len(picks) <= prompt.most:
            raise errors.invalid_request("These picks are no answer to the prompt.")
