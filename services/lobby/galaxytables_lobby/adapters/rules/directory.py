"""The games of this lobby: which are configured, and the rules services that play them."""

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
    """What an operator sets of games."""

    @property
    def games(self) -> Mapping[str, str]:
        """Targets by game name."""

    @property
    def rules_seconds(self) -> float:
        """How long a call may take in all."""

    @property
    def for_calls(self) -> Credentials | None:
        """TLS of calls."""

    @property
    def rules_keys(self) -> tuple[str, ...]:
        """Secrets, of which the first is shown."""


class Directory:
    """All configured games, whose pods come and go. `start` before use, `close` after."""

    def __init__(
        self,
        targets: Mapping[str, str],
        *,
        seconds: float = CALL_SECONDS,
        tls: Credentials | None = None,
        shown: Metadata = (),
    ) -> None:
        """Take the targets by game name, how long a call may take in all, TLS, and what is shown to services."""
        self._games = {
            name: RulesClient(name, targets_of(text), seconds=seconds, tls=tls, shown=shown, on_editions=self._tell)
            for name, text in targets.items()
        }
        self._listeners: list[Callable[[str], None]] = []

    @classmethod
    def of(cls, settings: GameSettings) -> "Directory":
        """The games of lobby or clock, as an operator has set them."""
        return cls(
            settings.games,
            seconds=settings.rules_seconds,
            tls=settings.for_calls,
            shown=shown(settings.rules_keys),
        )

    def listen(self, listener: Callable[[str], None]) -> None:
        """Tell somebody the name of a game whenever the editions that can be played change."""
        self._listeners.append(listener)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all configured games."""
        return tuple(self._games)

    def rules_of(self, name: str) -> RulesClient:
        """A configured game, whether it answers or not. Raises UNKNOWN_GAME."""
        try:
            return self._games[name]
        except KeyError:
            raise errors.unknown_game(name, self._games) from None

    def playable(self) -> tuple[str, ...]:
        """Names of all games that can be played now, and of all their editions."""
        there = [game for game in self._games.values() if game.available]
        return tuple(game.name for game in there) + tuple(sorted(name for game in there for name in game.editions))

    @property
    def answers(self) -> bool:
        """Whether any game can be played now."""
        return any(game.available for game in self._games.values())

    def plays(self, name: str) -> bool:
        """Whether a game, or an edition of one, can be played now."""
        return any(game.available and (name == game.name or name in game.editions) for game in self._games.values())

    def is_stranded(self, table: Table) -> bool:
        """Whether a table waits for rules that nobody serves, though the game is there."""
        if not isinstance(table, RunningTable) or table.game not in self._games:
            return False
        return self._games[table.game].strands(pin_of(table))

    def position_form(self, name: str, pin: Pin) -> bytes:
        """The form of the positions that a game's rules read; empty where they are unknown, or not configured."""
        game = self._games.get(name)
        return b"" if game is None else game.position_form(pin)

    def start(self) -> None:
        """Look for the pods of all games."""
        for game in self._games.values():
            game.start()

    async def probed(self) -> None:
        """Come back once every pod that was found has been asked for at least once."""
        for game in self._games.values():
            await game.probed()

    async def close(self) -> None:
        """Close all connections."""
        for game in self._games.values():
            await game.close()

    def _tell(self, game: str) -> None:
        for listener in self._listeners:
            listener(game)
