"""A tournament in a house, whose tables are played to their ends at once, always in the same way."""

from collections.abc import Awaitable, Callable
from typing import Any

from galaxytables.rules.v1 import game_pb2
from galaxytables_lobby.domain.loaded import Loaded
from galaxytables_lobby.domain.playing import Change
from galaxytables_lobby.domain.state import RunningTable
from galaxytables_lobby.domain.tournaments.standings import standings
from galaxytables_lobby.domain.tournaments.state import (
    Arena,
    Format,
    Knockout,
    League,
    RoundRobin,
    Schedule,
    Swiss,
    Tournament,
    TournamentStage,
)
from galaxytables_lobby.domain.tournaments.tables import open_games
from galaxytables_lobby.ids import PlayerId, SeatNumber, TableId
from galaxytables_lobby.play.choose import change_for
from galaxytables_lobby.play.table_admin import TableAdmin
from galaxytables_lobby.play.tournaments.loop import Tournaments
from tests.lobby.counting import NAME
from tests.lobby.domain.tournaments.organised import terms, with_entrants
from tests.lobby.house import House

# Each kind, with its seats and whether its tables share deals.
KINDS: dict[str, tuple[Format, int, bool]] = {
    "swiss": (Swiss(rounds=4), 2, True),
    "swiss of four seats": (Swiss(rounds=3), 4, True),
    "round robin": (RoundRobin(), 2, False),
    "round robin of four seats": (RoundRobin(rounds=3), 4, True),
    "knock-out": (Knockout(best_of=3, third_place=True), 2, False),
    "arena": (Arena(duration=300_000), 2, False),
    "league": (League(seasons=2, group_size=4), 2, False),
}


class Cup:
    """A tournament with its entrants, in the store of a house whose clock the scene moves."""

    def __init__(self, house: House, tournament: Tournament) -> None:
        self.house = house
        # Has the platform look at it.
        self.look: Callable[[], Awaitable[object]]
        self.id = tournament.id
        self.tournament = tournament
        self._play = house.lobbies[0].play
        self.tables = house.lobbies[0].tables
        self.tournaments = Tournaments(self.tables)
        self._admin = TableAdmin(self.tables, house.lobbies[0].games)

    @classmethod
    async def announced(cls, house: House, kind: str, entrants: int = 16, **fields: Any) -> "Cup":
        form, seats, shared = KINDS[kind]
        values = {
            "game": NAME,
            "options": {"rounds": "1", "unlucky": "off"},
            "seats": seats,
            "shared_deal": shared,
            "schedule": Schedule(starts=int(house.clock() * 1000)),
            **fields,
        }
        cup = cls(house, with_entrants(entrants, terms(form, **values)))
        await cup.tournaments.create(cup.tournament)
        return cup

    async def load(self) -> Tournament:
        self.tournament = await self.tournaments.load(self.id)
        return self.tournament

    async def to_the_end(self, look: Callable[[], Awaitable[object]]) -> Tournament:
        """Have the platform look again and again, while tables are played in between."""
        for _ in range(200):
            await look()
            if (await self.load()).stage is TournamentStage.FINISHED:
                return self.tournament
            await self.play_tables()
            # No deadline is a multiple of this.
            self.house.clock.ahead += 21
        raise AssertionError("the tournament does not end")

    async def looked(self, seconds: float = 0) -> None:
        """Have the platform look at it, so many seconds later."""
        self.house.clock.ahead += seconds
        await self.look()
        await self.load()

    async def running(self) -> list[RunningTable]:
        found = await self.tables.store.load_states(list(open_games(await self.load())))
        return [table for table in found if isinstance(table, RunningTable)]

    async def play_tables(self) -> None:
        for table in await self.running():
            await (self.picks(table.id) if table.private else self.resigns(table))

    async def picks(self, table_id: TableId) -> None:
        """Everybody picks their first card until the game is over."""
        while isinstance((loaded := await self.tables.load(table_id)).table, RunningTable):
            await self.chooses(table_id, min(loaded.open_prompts))

    async def chooses(self, table_id: TableId, seat: int) -> None:
        """A seat picks its first card."""

        async def step(loaded: Loaded) -> Change:
            prompt_id = min(loaded.open_prompts[SeatNumber(seat)])
            choice = game_pb2.Choice(seat=seat, prompt_id=prompt_id, picks=["c0"])
            return await change_for(self._play, loaded, [choice], by_clock=False, span=None)

        await self.tables.change(table_id, step)

    async def resigns(self, table: RunningTable) -> None:
        """Who entered later resigns."""
        people = [seat.player.id for seat in table.seats if seat.player is not None]
        await self._admin.remove(table.id, max(people, key=lambda each: int(each.removeprefix("p"))))

    async def tables_of(self, player: str) -> list[TableId]:
        found = await self.tables.store.newest_of_player(PlayerId(player), before=None, limit=1_000)
        return [table_id for _, table_id in found]


def final(tournament: Tournament) -> list[tuple[int, int, int]]:
    """The standings: rank, entrant and points."""
    return [(each.rank, each.entrant, each.points.value) for each in standings(tournament)]
