"""The part of the store for operators."""

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from galaxytables_lobby.domain.state import Stage, Table
from galaxytables_lobby.ids import PlayerId, TableId


class OperatorStore(Protocol):
    """The part of the store for operators. It counts tables, and changes texts that players have written at tables."""

    async def share_that_answers(self) -> float:
        """Return the share of the store's shards that respond, from 0 to 1.

        Shards in the same Redis slot share a server, so one shard of each slot is asked.
        """

    async def count_tables(self, games: Iterable[str]) -> dict[tuple[str, Stage], list[int]]:
        """Return, for each game and stage, the number of tables in each shard, private ones included."""

    async def end_sessions(self, player_id: PlayerId) -> None:
        """Delete all sessions of a player."""

    async def keep_operator_session(self, digest: str, value: bytes, *, lasting: int) -> None:
        """Store an operator's session under the digest of its token, for `lasting` milliseconds."""

    async def operator_session(self, digest: str) -> bytes | None:
        """Return the encoded session stored under this digest; None if there is none, or it has ended."""

    async def end_operator_session(self, digest: str) -> None:
        """Delete the session stored under this digest. Does nothing if it has ended already."""

    async def clock_of(self, table_id: TableId) -> tuple[int, int]:
        """Return when the clock must act at a table, and when a worker's lease on the table ends; 0 for never."""

    async def replace_messages(self, table_id: TableId, instead: Mapping[bytes, bytes]) -> None:
        """Replace chat messages of a table. `instead` maps encoded messages to their replacements."""

    async def forget_answers(self, table_id: TableId, words: Iterable[str]) -> bool:
        """Delete the remembered answers to requests at a table that contain any of these words, such as an erased name.

        Returns whether any other data of the table contains one of the words.
        """

    async def rewrite_past(self, table_id: TableId, rewrite: Callable[[Table], Table]) -> None:
        """Apply `rewrite` to each past state of a table that is kept for delayed spectators, and store the results."""

    async def directed(self) -> int:
        """Return how often the directives (announcements, switched off features, changed limits) have changed.

        A process that knows an older number loads them again.
        """

    async def directives(self) -> dict[str, bytes]:
        """Return all directives: what operators set while the platform runs, such as announcements.

        They are encoded, by name.
        """

    async def direct(self, name: str, value: bytes) -> None:
        """Store a directive, such as an announcement or a changed limit, under its name. `value` is its encoding."""

    async def drop_directive(self, name: str) -> bool:
        """Delete the directive with this name. Returns whether there was one."""
