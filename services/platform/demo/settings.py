"""What to show."""

from collections.abc import Mapping
from dataclasses import dataclass

from services.serving import Environment

HELP = """\
Variables that `demo` reads:
  GAME=jump              the game
  SEATS=4                seats of each table (default: 4, or as many as the game has)
  TABLES=1               how many tables are played side by side
  BOTS=greedy            the bots, seat by seat, again from the first (greedy,random; default: the game's best)
  OPTIONS=name=value,... options of the game (default: the game's own)
  TIMEOUT=600            seconds after which tables that are not finished count as failed (default: 10 a table,
                         but at least 600)
"""
_USUAL_SEATS = 4


@dataclass(frozen=True, kw_only=True)
class DemoSettings:
    """Tables to host. No seats or no bots: as the game offers them."""

    game: str
    seats: int
    tables: int
    bots: tuple[str, ...]
    options: Mapping[str, str]
    timeout: float

    def seats_of(self, most: int) -> int:
        """Seats of a table, where the game has this many at most."""
        return self.seats or min(_USUAL_SEATS, most)

    def bots_of(self, seats: int, offered: tuple[str, ...]) -> list[str]:
        """The bot of each seat, where the lobby offers these, the best one last."""
        bots = self.bots or offered[-1:]
        return [bots[seat % len(bots)] for seat in range(seats)]


def read_demo(environment: Environment) -> DemoSettings:
    """Read the variables. Raises `SettingError`; what the game does not allow is for the lobby to refuse."""
    tables = environment.integer("TABLES", 1, least=1, most=10_000)
    bots = (word.strip() for word in environment.text("BOTS", "").split(","))
    return DemoSettings(
        game=environment.text("GAME", "jump"),
        seats=environment.integer("SEATS", 0, least=0, most=100),
        tables=tables,
        bots=tuple(filter(None, bots)),
        options=environment.pairs("OPTIONS", between="=", example="name=value,other=value"),
        timeout=environment.seconds("TIMEOUT", max(600.0, 10.0 * tables), least=1.0),
    )
