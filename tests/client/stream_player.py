"""Somebody who plays one table over a play stream that goes to homes."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from random import Random

import grpc.aio

from bench.people import random_picks
from galaxytables.lobby.v1 import play_pb2
from galaxytables.lobby.v1.tables_pb2 import TABLE_STATE_FINISHED
from galaxytables_client import Bearer, ClientError, Homes, Lobby, UnavailableError, open_channel
from galaxytables_client.backoff import Backoff


class StreamPlayer:
    """Answers every prompt of a seat at random, or not before it is at home.

    `opened` are homes in order, `accepted` ids of prompts.
    """

    def __init__(self, server: str, token: str, table_id: str, *, at_home: bool = False) -> None:
        self.opened: list[str] = []
        self.accepted: list[str] = []
        self.over = asyncio.Event()
        self.updates: list[play_pb2.TableUpdate] = []
        self._table_id = table_id
        self._at_home = at_home
        homes = Homes(self._connect)
        self._lobby = Lobby(server, Bearer(token), homes=homes, shared=False)
        self.stream = self._lobby.play_stream()
        self._asked: set[str] = set()
        self._random = Random(token)

    def _connect(self, address: str) -> grpc.aio.Channel:
        self.opened.append(address)
        return open_channel(address, shared=False)

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        async with self._lobby:
            running = asyncio.create_task(self.stream.run())
            self.stream.watch(play_pb2.WatchTableRequest(table_id=self._table_id, from_event=1), self._told)
            try:
                yield
            finally:
                running.cancel()
                await asyncio.gather(running, return_exceptions=True)

    def _told(self, update: play_pb2.TableUpdate | ClientError) -> None:
        if isinstance(update, ClientError):
            raise update
        self.updates.append(update)
        if update.state == TABLE_STATE_FINISHED:
            self.over.set()
        if self._at_home and self._table_id not in self.stream._played_at:
            return  # the home tells of these prompts again
        for prompt in update.prompts:
            if prompt.id not in self._asked:
                self._asked.add(prompt.id)
                choice = play_pb2.SubmitChoiceRequest(
                    table_id=self._table_id, prompt_id=prompt.id, picks=random_picks(prompt, self._random)
                )
                self.stream.submit(choice, partial(self._answered, choice))

    def _answered(
        self, choice: play_pb2.SubmitChoiceRequest, outcome: play_pb2.SubmitChoiceResponse | ClientError
    ) -> None:
        if isinstance(outcome, UnavailableError):
            # Under the same request id: it may have been made.
            wait = outcome.retry_after or Backoff().next()
            asyncio.get_running_loop().call_later(wait, self.stream.submit, choice, partial(self._answered, choice))
        elif isinstance(outcome, ClientError):
            raise outcome
        else:
            self.accepted.append(choice.prompt_id)

    @property
    def events(self) -> list[int]:
        return [event.number for update in self.updates for event in update.events]
