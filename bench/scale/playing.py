"""Players without a network, who open, fill and play tables through the `Desk` of a lobby."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from random import Random

from bench.people import random_picks
from bench.scale.desk import Desk
from galaxytables.lobby.v1 import play_pb2, players_pb2, tables_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_client import TableId

SEATS = 2
_OPEN_AT_ONCE = 32


class Player:
    """A guest at a lobby, with one stream for all of their tables."""

    def __init__(self, desk: Desk, token: str) -> None:
        self.desk = desk
        self.token = token
        self._requests: asyncio.Queue[play_pb2.PlayManyRequest] = asyncio.Queue()
        self._games: dict[TableId, Game] = {}
        self._submitted: dict[int, asyncio.Future[None]] = {}
        self._ids = 0
        self.task = asyncio.create_task(self._run())

    def watch(self, game: "Game") -> None:
        """Follow a table at which this player plays."""
        self._games[game.id] = game
        self._send(watch=play_pb2.WatchTableRequest(table_id=game.id))

    async def submit(self, table_id: TableId, prompt: game_pb2.Prompt, picks: Sequence[str]) -> None:
        """Answer a prompt. Returns when the answer was accepted."""
        request = play_pb2.SubmitChoiceRequest(
            table_id=table_id, prompt_id=prompt.id, picks=picks, request_id=f"player-{self._ids:08}"
        )
        accepted = asyncio.get_running_loop().create_future()
        self._submitted[self._send(submit=request)] = accepted
        await accepted

    def _send(self, **request: play_pb2.WatchTableRequest | play_pb2.SubmitChoiceRequest) -> int:
        self._ids += 1
        one = play_pb2.PlayRequest(id=self._ids, **request)  # type: ignore[arg-type] # either of both
        self._requests.put_nowait(play_pb2.PlayManyRequest(requests=[one]))
        return self._ids

    async def _run(self) -> None:
        async for message in self.desk.converse("PlayService/PlayMany", self._asked(), self.token):
            for response in play_pb2.PlayManyResponse.FromString(message).responses:
                self._heard(response)

    async def _asked(self) -> AsyncIterator[play_pb2.PlayManyRequest]:
        while True:
            yield await self._requests.get()

    def _heard(self, response: play_pb2.PlayResponse) -> None:
        if response.HasField("update"):
            self._games[TableId(response.update.table_id)].receive(self, response.update)
        elif response.HasField("submitted"):
            self._submitted.pop(response.id).set_result(None)
        elif response.HasField("failure"):
            failure = RuntimeError(str(response.failure))
            self._submitted.pop(response.id).set_exception(failure)


class Game:
    """A table in play, with the open prompts of its players."""

    def __init__(self, table_id: TableId) -> None:
        self.id = table_id
        self.over = False
        self.prompted = asyncio.Event()
        self._prompts: dict[str, tuple[Player, game_pb2.Prompt]] = {}
        self._answered: set[str] = set()

    def receive(self, player: Player, update: play_pb2.TableUpdate) -> None:
        """Process an update that a player received."""
        self.over = update.state == tables_pb2.TABLE_STATE_FINISHED
        for prompt in update.prompts:
            if prompt.id not in self._answered:
                self._prompts[prompt.id] = (player, prompt)
        if self._prompts or self.over:
            self.prompted.set()

    async def choose(self, random: Random) -> bool:
        """Answer one open prompt. Returns False if the game is over."""
        await self.prompted.wait()
        if self.over:
            return False
        prompt_id, (player, prompt) = self._prompts.popitem()
        self._answered.add(prompt_id)
        if not self._prompts:
            self.prompted.clear()
        await player.submit(self.id, prompt, random_picks(prompt, random))
        return True


class Company:
    """Two players at every lobby, and the tables at which they play."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._pairs: dict[tuple[Desk, ...], list[Player]] = {}

    async def open(self, desk: Desk, *others: Desk, control: tables_pb2.TimeControl | None = None) -> Game:
        """Begin a game at a lobby. If `others` are given, the players of further seats are at these lobbies."""
        host, *guests = await self._pair(desk, *others)
        create = tables_pb2.CreateTableRequest(game=self._game, seats=SEATS, time_control=control)
        table = (await desk.call("TableService/CreateTable", create, host.token)).table
        for guest in guests:
            await desk.call("TableService/JoinTable", tables_pb2.JoinTableRequest(table_id=table.id), guest.token)
            ready = tables_pb2.SetReadyRequest(table_id=table.id, ready=True)
            await desk.call("TableService/SetReady", ready, guest.token)
        await desk.call("TableService/StartTable", tables_pb2.StartTableRequest(table_id=table.id), host.token)
        return Game(TableId(table.id))

    async def play(self, game: Game, desk: Desk, *others: Desk) -> None:
        """Let the players of a game follow it, each at their lobby, and wait until one of them has a prompt."""
        for player in await self._pair(desk, *others):
            player.watch(game)
        await game.prompted.wait()

    async def open_many(self, desk: Desk, count: int, control: tables_pb2.TimeControl | None = None) -> list[Game]:
        """Begin games at a lobby, at which nobody plays yet."""
        numbers, games = iter(range(count)), list[Game]()
        # Once, before several openers ask for it.
        await self._pair(desk)

        async def opener() -> None:
            for _ in numbers:
                games.append(await self.open(desk, control=control))

        await asyncio.gather(*(opener() for _ in range(_OPEN_AT_ONCE)))
        return games

    async def leave(self) -> None:
        """End all streams. Raises the error of a stream that failed."""
        players = [player for pair in self._pairs.values() for player in pair]
        for player in players:
            player.task.cancel()
        ended = await asyncio.gather(*(player.task for player in players), return_exceptions=True)
        for error in ended:
            if isinstance(error, Exception):
                raise error

    async def _pair(self, *desks: Desk) -> list[Player]:
        """The players who are at these lobbies; all at the first where no others are named."""
        if desks not in self._pairs:
            number = len(self._pairs)
            places = [*desks, *[desks[0]] * (SEATS - len(desks))]
            self._pairs[desks] = [
                Player(desk, await arrive(desk, f"Player {number}.{seat}")) for seat, desk in enumerate(places)
            ]
        return self._pairs[desks]


async def arrive(desk: Desk, name: str) -> str:
    """Become a guest of a lobby. Returns the guest's token."""
    made = await desk.call("PlayerService/CreateGuest", players_pb2.CreateGuestRequest(name=name))
    return str(made.token)


async def choose(games: Sequence[Game], count: int, *, at_once: int) -> int:
    """Make `count` choices at the tables in turn, `at_once` at a time. Returns how many were made.

    There are fewer if all games end.
    """
    left, made, random = iter(range(count)), 0, Random(1)
    waiting = list(games)

    async def chooser() -> None:
        nonlocal made
        while waiting and next(left, None) is not None:
            game = waiting.pop(0)
            if await game.choose(random):
                made += 1
                waiting.append(game)

    await asyncio.gather(*(chooser() for _ in range(min(at_once, len(games)))))
    return made
