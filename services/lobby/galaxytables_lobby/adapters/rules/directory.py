"""Has a client for the rules service of each configured game."""

from collections.abc import Callable, Mapping
from typing import Protocol

from galaxytables_lobby import errors
from galaxytables_lobby.adapters.rules.addresses import targets_of
from galaxytables_lobby.adapters.rules.client import RulesClient
from galaxytables_lobby.domain.game import Pin, pin_of
from galaxytables_lobby.domain.state import RunningTable, Table
from galaxytables_serving.caller_keys import Metadata, shown
from galaxytables_serving.tls import Credentials

CALL_SECONDS = 3.0


class GameSettings(Protocol):
    """The settings that say which games there are and how to call their rules services."""

    @property
    def games(self) -> Mapping[str, str]:
        """Return the gRPC targets of each game's pods, by the game's name."""

    @property
    def rules_seconds(self) -> float:
        """Return the timeout of a call to a rules service, in seconds."""

    @property
    def for_calls(self) -> Credentials | None:
        """Return the TLS credentials for calls to rules services, or None for clear text."""

    @property
    def rules_keys(self) -> tuple[str, ...]:
        """Return the keys that rules services accept; calls carry the first one."""


class Directory:
    """All configured games, with the clients of their rules services. Call `start` before use and `close` after it."""

    def __init__(
        self,
        targets: Mapping[str, str],
        *,
        seconds: float = CALL_SECONDS,
        tls: Credentials | None = None,
        shown: Metadata = (),
    ) -> None:
        """`targets` has the gRPC targets of each game's pods, by the game's name.

        `seconds` is the timeout of a call, and `shown` is gRPC metadata that each call carries.
        """
        self._games = {
            name: RulesClient(name, targets_of(text), seconds=seconds, tls=tls, shown=shown, on_editions=self._tell)
            for name, text in targets.items()
        }
        self._listeners: list[Callable[[str], None]] = []

    @classmethod
    def of(cls, settings: GameSettings) -> "Directory":
        """Return a directory of the games listed in the settings of a lobby or of the clock."""
        return cls(
            settings.games,
            seconds=settings.rules_seconds,
            tls=settings.for_calls,
            shown=shown(settings.rules_keys),
        )

    def listen(self, listener: Callable[[str], None]) -> None:
        """Call `listener` with a game's name whenever the game's playable editions change."""
        self._listeners.append(listener)

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of all configured games."""
        return tuple(self._games)

    def rules_of(self, name: str) -> RulesClient:
        """Return the client for the rules of a configured game, available or not. Raises UNKNOWN_GAME."""
        try:
            return self._games[name]
        except KeyError:
            raise errors.unknown_game(name, self._games) from None

    def playable(self) -> tuple[str, ...]:
        """Return the names of all games that can be played now, and of all their editions."""
        there = [game for game in self._games.values() if game.available]
        return tuple(game.name for game in there) + tuple(sorted(name for game in there for name in game.editions))

    @property
    def answers(self) -> bool:
        """Return whether any game's rules service is available, so that the game can be played now."""
        return any(game.available for game in self._games.values())

    def plays(self, name: str) -> bool:
        """Return whether a game or an edition can be played now; `name` is that of the game or the edition."""
        return any(game.available and (name == game.name or name in game.editions) for game in self._games.values())

    def is_stranded(self, table: Table) -> bool:
        """Return whether a table is stranded: its game is served, but no pod has the table's rules version and pack."""
        if not isinstance(table, RunningTable) or table.game not in self._games:
            return False
        return self._games[table.game].strands(pin_of(table))

    def position_form(self, name: str, pin: Pin) -> bytes:
        """Return the position format that a game's rules service reads.

        Returns an empty format if the format is unknown, or if there is no such game.
        """
        game = self._games.get(name)
        return b"" if game is None else game.position_form(pin)

    def start(self) -> None:
        """Start to look for the pods of all games."""
        for game in self._games.values():
            game.start()

    async def probed(self) -> None:
        """Wait until every pod that was found has been probed once."""
        for game in self._games.values():
            await game.probed()

    async def close(self) -> None:
        """Close all connections."""
        for game in self._games.values():
            await game.close()

    def _tell(self, game: str) -> None:
        for listener in self._listeners:
            listener(game)
