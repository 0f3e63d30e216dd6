"""The rules services of the games."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_lobby.domain.game import ANY_RULES, HeldPosition, Moved, Pin, Started, Viewer, Viewers, Views
from galaxytables_lobby.domain.state import Table
from galaxytables_lobby.ids import SeatNumber, TableId
from galaxytables_serving.tracing import Span


class Rules(Protocol):
    """The client for the rules of one game.

    Its methods raise the refusals of the rules service, and GAME_UNAVAILABLE. A pin is what a call requires of the
    service: the rules version, the component pack and the position format.
    """

    @property
    def name(self) -> str:
        """Return the game's name."""

    @property
    def description(self) -> rules_pb2.DescribeResponse | None:
        """Return the game's description; None until its rules service has answered once."""

    @property
    def available(self) -> bool:
        """Return whether the game can be played now."""

    def position_form(self, pin: Pin) -> bytes:
        """Return the position format that the rules service reads for tables with this pin; empty if it is not known.

        If the service reads the format that the pin names, that is the one.
        """

    def strands(self, pin: Pin) -> bool:
        """Return whether a table with this pin is stranded: the game is served, but no pod has the table's rules."""

    def plays(self, pin: Pin) -> bool:
        """Return whether any pod has the rules version and the pack of this pin now.

        Its position format does not matter.
        """

    def introduction(self) -> rules_pb2.Introduction:
        """Return the game's introduction: the scripted game by which a player learns the rules.

        Raises NO_INTRODUCTION.
        """

    def script(self, seed: bytes, seat: SeatNumber) -> list[rules_pb2.IntroductionStep]:
        """Return the scripted answers that a seat gives in the game's introduction.

        `seed` is the seed with which the introduction was begun. If the introduction has another seed by now, the list
        is empty.
        """

    async def puzzle(self, puzzle_id: str) -> rules_pb2.Puzzle:
        """Return the game's puzzle with this id. Raises UNKNOWN_PUZZLE, GAME_UNAVAILABLE."""

    async def check_options(self, seats: int, options: Mapping[str, str]) -> dict[str, str]:
        """Check a game's options, and return them with defaults for those that are not given."""

    async def option_form(self, seats: int, options: Mapping[str, str]) -> rules_pb2.CheckOptionsResponse:
        """Return all options of a game, each with the values that can be chosen now, and which options conflict."""

    async def new_game(
        self,
        table_id: TableId,
        *,
        seats: int,
        options: Mapping[str, str],
        seed: bytes,
        entropy: Sequence[bytes],
        viewers: Viewers,
        rules_version: int = 0,
        pack_digest: bytes = b"",
        span: Span | None = None,
    ) -> Started:
        """Set up a game, and return how it starts. By default it has the newest rules version and the default pack."""

    async def apply(
        self,
        table_id: TableId,
        position: HeldPosition,
        choice: game_pb2.Choice,
        viewers: Viewers,
        span: Span | None = None,
    ) -> Moved:
        """Play one choice. Returns what follows: the new position, the events, and what each viewer sees."""

    async def undo(
        self,
        table_id: TableId,
        position: HeldPosition,
        seat: SeatNumber,
        viewers: Viewers,
        span: Span | None = None,
    ) -> Moved:
        """Take back a seat's last choice.

        Returns what follows: the earlier position, and how many events are withdrawn.
        """

    async def close_game(
        self,
        table_id: TableId,
        position: HeldPosition,
        reason: game_pb2.EndReason.ValueType,
        viewers: Viewers,
        *,
        seats: int,
        span: Span | None = None,
    ) -> Moved:
        """End a game early, with the points that each seat has now.

        Returns the final position, the events and the views. If the rules service is too old for this call, nobody gets
        points.
        """

    async def view(
        self, table_id: TableId, position: HeldPosition, viewers: Iterable[Viewer], span: Span | None = None
    ) -> Views:
        """Return what each of these viewers sees of a position."""

    async def explain(
        self, table_id: TableId, position: HeldPosition, seat: SeatNumber, prompt_id: str
    ) -> rules_pb2.ExplainResponse:
        """Return why things that a player might expect are not among the options of an open prompt."""

    async def words(self, language: str, pack_digest: bytes) -> rules_pb2.WordsResponse:
        """Return the game's words in a language, as Fluent messages.

        Raises GAME_UNAVAILABLE if the rules service is too old to have words.
        """

    async def components(self, pack_digest: bytes) -> rules_pb2.ComponentsResponse:
        """Return the components of a component pack, such as its cards."""

    async def replay(self, record: game_pb2.Record) -> rules_pb2.ReplayResponse:
        """Replay a finished game's record.

        The response says whether the record is right or, if not, where the replay differs.
        """

    async def replay_to(self, request: rules_pb2.ReplayToRequest, pin: Pin = ANY_RULES) -> rules_pb2.ReplayToResponse:
        """Replay choices from a game's start or from a position, and return the resulting position and views."""


class Games(Protocol):
    """All games of this lobby; `adapters/rules` implements it.

    An edition is a game by one rules version and component pack.
    """

    def listen(self, listener: Callable[[str], None]) -> None:
        """Call `listener` with a game's name whenever the game's playable editions change."""

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of all configured games."""

    def rules_of(self, name: str) -> Rules:
        """Return the client for the rules of a configured game, available or not. Raises UNKNOWN_GAME."""

    def playable(self) -> tuple[str, ...]:
        """Return the names of all games that can be played now, and of all their editions."""

    @property
    def answers(self) -> bool:
        """Return whether any game's rules service is available, so that the game can be played now."""

    def plays(self, name: str) -> bool:
        """Return whether a game or an edition can be played now; `name` is that of the game or the edition."""

    def is_stranded(self, table: Table) -> bool:
        """Return whether a table is stranded: its game is served, but no pod has the table's rules version and pack."""

    def position_form(self, name: str, pin: Pin) -> bytes:
        """Return the position format that a game's rules service reads.

        Returns an empty format if the format is unknown, or if there is no such game.
        """
