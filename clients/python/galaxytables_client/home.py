"""The connection of a play stream to the home of some tables."""

import asyncio
from collections.abc import Callable

from galaxytables.lobby.v1 import play_pb2, play_pb2_grpc
from galaxytables_client.calls import Calls
from galaxytables_client.errors import ClientError
from galaxytables_client.homes import Homes
from galaxytables_client.line import Line, Submit, Watch
from galaxytables_client.resuming import TOKEN_EXPIRED
from galaxytables_client.uncopied import Uncopied

HOME_PATIENCE_SECONDS = 5.0
"""A home that cannot be reached, or does not answer, for so many seconds is left."""


class Home(Uncopied):
    """A line to the lobby that is the home of some tables.

    The line ends when no table needs it any more, when it fails, or when `close` is called.
    """

    def __init__(
        self,
        address: str,
        homes: Homes,
        calls: Calls,
        *,
        on_heard: Callable[[], None],
        on_update: Callable[[Line, Watch, play_pb2.TableUpdate | ClientError], None],
        on_reached: Callable[["Home"], None],
        on_end: Callable[["Home", ClientError | None], None],
    ) -> None:
        """`homes` opens the channel to the home, and `calls` makes the player's calls.

        `on_reached` is called once, when the home answers. `on_end` is called once, when the line ends. It gets an
        error only if the line failed after the home had answered.
        """
        self.address = address
        self.line: Line | None = None
        """Where it is asked, once it is reached."""
        self.waiting: dict[Watch, None] = {}
        """What is to be watched there then."""
        self.avoidable = True
        """Whether another try would end alike: it did not end with its token, or because nothing was wanted of it."""
        self._homes = homes
        self._calls = calls.at(address)
        self._on_heard, self._on_update = on_heard, on_update
        self._on_reached, self._on_end = on_reached, on_end
        self._task = asyncio.create_task(self._run(), name="home")
        self._task.add_done_callback(self._done)

    async def close(self) -> None:
        """End the line to the home."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    def left(self) -> tuple[list[Watch], list[Submit]]:
        """Remove and return what is open on this connection: watches, and choices the lobby has not answered yet."""
        return ([], []) if self.line is None else self.line.taken()

    async def _run(self) -> ClientError | None:
        """Run the connection; return the error if it failed after it was reached."""
        try:
            async with self._homes.channel(self.address) as channel:
                async with asyncio.timeout(HOME_PATIENCE_SECONDS):
                    await channel.channel_ready()
                self.line = Line(
                    self._calls,
                    play_pb2_grpc.PlayServiceStub(channel),
                    on_heard=self._on_heard,
                    on_update=self._on_update,
                    patience=HOME_PATIENCE_SECONDS,
                )
                self._on_reached(self)
                await self.line.converse()
                self.avoidable = False
        except ClientError as error:
            self.avoidable = error.reason != TOKEN_EXPIRED
            return error
        except (ValueError, TimeoutError):
            return None
        return None

    def _done(self, task: "asyncio.Task[ClientError | None]") -> None:
        failure: ClientError | None = None
        if task.cancelled():
            self.avoidable = False
        elif error := task.exception():
            # Whatever the error, the watches and choices continue on the stream from which they came.
            context = {"message": "a home failed", "exception": error}
            task.get_loop().call_exception_handler(context)
        else:
            failure = task.result()
        self._on_end(self, failure)
