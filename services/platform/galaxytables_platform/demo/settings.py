"""Settings of the demo."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from galaxytables_serving.caller_keys import RulesKeys
from galaxytables_serving.settings import integer, optional, pairs, path, seconds, text, variable, words

_USUAL_SEATS = 4
_MIN_SECONDS, _SECONDS_A_TABLE = 600.0, 10.0


@dataclass(frozen=True, kw_only=True)
class DemoSettings(RulesKeys):
    """Settings of `demo`: which tables to play. The lobby refuses tables that the game does not allow."""

    game: str = variable("GAME", text, "the game", default="jump")
    seats: int | None = variable(
        "SEATS", optional(integer(1, 100)), f"seats of each table; if unset {_USUAL_SEATS}, or as many as the game has"
    )
    tables: int = variable("TABLES", integer(1, 10_000), "how many tables are played side by side", default="1")
    bots: tuple[str, ...] = variable(
        "BOTS",
        words(example="greedy,random"),
        "the bots, seat by seat, again from the first: `greedy,random`; if unset the game's best",
    )
    options: Mapping[str, str] = variable(
        "OPTIONS", pairs("=", example="name=value,other=value"), "options of the game: `name=value,…`"
    )
    save: Path | None = variable(
        "SAVE", optional(path), "folder where records that were verified are kept, `<table>.binpb`"
    )
    timeout: float | None = variable(
        "TIMEOUT",
        optional(seconds(minimum=1)),
        f"seconds after which tables that are not finished count as failed; if unset {_SECONDS_A_TABLE:g} a table, but "
        f"at least {_MIN_SECONDS:g}",
    )

    @property
    def patience(self) -> float:
        """Return the time in seconds after which unfinished tables count as failed."""
        return self.timeout or max(_MIN_SECONDS, _SECONDS_A_TABLE * self.tables)

    def seats_of(self, max_seats: int) -> int:
        """Return how many seats each table gets, for a game with at most `max_seats` seats."""
        return self.seats or min(_USUAL_SEATS, max_seats)

    def bots_of(self, seats: int, offered: tuple[str, ...]) -> list[str]:
        """Return which bot plays at each seat. `offered` are the bots on offer, the best one last."""
        bots = self.bots or offered[-1:]
        return [bots[seat % len(bots)] for seat in range(seats)]
