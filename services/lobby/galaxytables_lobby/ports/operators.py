"""The part of the store for operators."""

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from galaxytables_lobby.domain.state import Stage, Table
from galaxytables_lobby.ids import PlayerId, TableId


class OperatorStore(Protocol):
    """The part of the store for operators. It counts tables, and changes texts that players have written at tables."""

    async def share_that_answers(self) -> float:
        """Ask one shard of each Redis slot whether it responds.

        Returns the share of all shards that do, from 0 to 1.
        """

    async def count_tables(self, games: Iterable[str]) -> dict[tuple[str, Stage], list[int]]:
        """Return how many tables each shard has, private ones included, by game and stage."""

    async def end_sessions(self, player_id: PlayerId) -> None:
        """Delete all sessions of a player."""

    async def keep_operator_session(self, digest: str, value: bytes, *, lasting: int) -> None:
        """Store an operator's session under the digest of its token, for `lasting` milliseconds."""

    async def operator_session(self, digest: str) -> bytes | None:
        """Return the session of an operator, encoded; None if it has ended."""

    async def end_operator_session(self, digest: str) -> None:
        """Delete the session of an operator, if it has not ended."""

    async def clock_of(self, table_id: TableId) -> tuple[int, int]:
        """Return when the clock must act at a table, and when a worker's lease on the table ends; 0 for never."""

    async def replace_messages(self, table_id: TableId, instead: Mapping[bytes, bytes]) -> None:
        """Replace chat messages of a table. `instead` maps encoded messages to their replacements."""

    async def forget_answers(self, table_id: TableId, words: Iterable[str]) -> bool:
        """Delete those remembered answers to a table's earlier requests that contain one of these words.

        Returns whether any other data of the table contains one of the words.
        """

    async def rewrite_past(self, table_id: TableId, rewrite: Callable[[Table], Table]) -> None:
        """Apply `rewrite` to each past state of a table that is kept for delayed spectators, and store the results."""

    async def directed(self) -> int:
        """Return how often the directives have changed. A process that knows an older number loads them again."""

    async def directives(self) -> dict[str, bytes]:
        """Return all encoded directives of the operators, by their names."""

    async def direct(self, name: str, value: bytes) -> None:
        """Store an encoded directive under its name."""

    async def drop_directive(self, name: str) -> bool:
        """Delete a directive. Returns whether there was one."""
