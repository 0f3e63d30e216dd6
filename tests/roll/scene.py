"""Builds a table with just what matters, plays some part of the game, and looks at what follows."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from galaxytables.rules.v1 import game_pb2
from galaxytables_kit import Seat
from galaxytables_kit.chance import Chance, SeededChance
from galaxytables_kit.contents import Contents, Part, step
from galaxytables_kit.event import At, Component, Components, EmittedEvent
from galaxytables_kit.game import ranks
from galaxytables_kit.live import LiveGame
from galaxytables_kit.options import options_of_version
from galaxytables_kit.pack import load_packs
from galaxytables_kit.play import Play
from galaxytables_kit.prompt import Prompt
from galaxytables_kit.wire import prompt_message
from galaxytables_roll.components.numbers import FaceNumber, TileNumber
from galaxytables_roll.components.tiles import Pack
from galaxytables_roll.dice import (
    DIE,
    DIE_OF,
    DIE_WORDS,
    FACE,
    PHASE,
    PHASES,
    SHOWING,
    OwnedDie,
    RolledDie,
    colour_of,
)
from galaxytables_roll.phases.assign import assign
from galaxytables_roll.phases.manage import manage
from galaxytables_roll.rules import DEVELOP, EXPLORE, PRODUCE, REVEAL, ROLL, SETTLE, SHIP, Roll
from galaxytables_roll.state import NO_DIE, NONE, Exploring, RollOptions, RollState, SeatState, Working, number_dice

PACKS = load_packs(ROLL)
PACK: Pack = PACKS.get(PACKS.default)
START = ("space_piracy", "hidden_fortress", "doomed_world")
"""An empire that gains nothing in any phase unless it has military dice in the citizenry."""
ASSIGN: Sequence[Part[Any]] = (step(assign), REVEAL)
MANAGE: Sequence[Part[Any]] = (step(manage),)
_PHASES = {each.name: each for each in (EXPLORE, DEVELOP, SETTLE, PRODUCE, SHIP)}


class Player(msgspec.Struct, kw_only=True):
    """One seat, in words. `at` are workers by phase (home dice that show it, unless colour and face are given)."""

    empire: Sequence[str] = START
    developments: Sequence[str] = ()
    worlds: Sequence[str] = ()
    developers: Sequence[str] = ()
    settlers: Sequence[str] = ()
    goods: Mapping[str, Sequence[str]] = {}
    cup: Sequence[str] = ("home", "home", "home")
    citizenry: Sequence[str] = ()
    at: Mapping[str, Sequence[str]] = {}
    wild: Sequence[str] = ()
    selects: str | None = None
    selector: str = "home"
    credits: int = 1
    chips: int = 0
    drawn: Sequence[str] = ()
    faction: int = 1

    def state(self) -> SeatState:
        """The seat as the game knows it."""
        empire = [PACK.by_id[face] for face in self.empire]
        goods: dict[FaceNumber, list[OwnedDie]] = {face: [] for face in empire if PACK.faces[face].goods}
        goods.update({PACK.by_id[world]: _colours(dice) for world, dice in self.goods.items()})
        strip: list[list[RolledDie]] = [[] for _ in range(PHASES)]
        for phase, dice in self.at.items():
            strip[PHASE[phase]] = [SHOWING[DIE[die]][PHASE[phase]] for die in dice]
        seat = SeatState(
            faction=self.faction,
            credits=self.credits,
            empire=empire,
            cup=_colours(self.cup),
            citizenry=_colours(self.citizenry),
            chips=self.chips,
            goods=goods,
            stacks=[_tiles(self.developments), _tiles(self.worlds)],
            builders=[_colours(self.developers), _colours(self.settlers)],
            drawn=_tiles(self.drawn),
            strip=strip,
            wild=[SHOWING[DIE[die]][FACE["wild"]] for die in self.wild],
            selector=NO_DIE if self.selects is None else SHOWING[DIE[self.selector]][0],
            selected=NONE if self.selects is None else PHASE[self.selects],
        )
        number_dice(seat)
        return seat


class Table:
    """A game of which some parts of a round are played, or all from a place on, with what was asked and told so far."""

    def __init__(
        self,
        *players: Player,
        parts: Sequence[Part[Any]] = (),
        at: str | None = None,
        bag: Iterable[str] | None = None,
        chance: Chance | None = None,
        options: RollOptions | None = None,
        order: Sequence[int] | None = None,
        rules_version: int = ROLL.rules_version,
    ) -> None:
        seats = [player.state() for player in players]
        tiles = _rest(seats) if bag is None else list(reversed(_tiles(bag)))
        state = RollState(
            seats=seats,
            bag=tiles,
            supply=[die.count for die in PACK.dice],
            order=list(map(Seat, order or range(len(seats)))),
            round=1,
        )
        self.play = Play(
            len(seats),
            options_of_version(ROLL, rules_version, options or RollOptions()),
            PACK,
            chance or SeededChance(b"scene" * 7),
            state,
            rules_version=rules_version,
        )
        self.game = _only(parts) if parts else ROLL
        self.start_at = at
        self.live: LiveGame[RollState, Pack, RollOptions] | None = None
        self.asked_kinds: list[str] = []
        self.log: list[EmittedEvent] = []

    @property
    def state(self) -> RollState:
        return self.play.state

    def me(self, seat: int = 0) -> SeatState:
        return self.state.seats[seat]

    @property
    def where(self) -> str:
        """The path of the step that is played."""
        return self.play.where

    def start(self) -> "Table":
        """Play up to the first question."""
        self.live = LiveGame.begin(self.game, PACKS.default, self.play, at=self.start_at)
        self._heard(self.play.events)
        return self

    def _heard(self, told: Sequence[EmittedEvent]) -> None:
        self.log += told
        self.asked_kinds += [prompt.kind for prompt in self.prompts.values()]

    @property
    def prompts(self) -> dict[int, Prompt]:
        """Open prompts by seat."""
        return {prompt.seat: prompt for prompt in self.live.prompts.values()} if self.live else {}

    def asks(self, kind: str, seat: int = 0) -> bool:
        return seat in self.prompts and self.prompts[seat].kind == kind

    def options(self, seat: int = 0) -> list[str]:
        return [str(option) for option in self.prompts[seat].options]

    def answer(self, kind: str, *picks: str, seat: int = 0) -> "Table":
        """Answer the open prompt of a seat, which must be of this kind."""
        assert self.live is not None
        key, prompt = next((key, each) for key, each in self.live.prompts.items() if each.seat == seat)
        assert prompt.kind == kind, prompt
        self._heard(self.live.answer(seat, key, picks))
        return self

    def pick(self, kind: str, *picks: str, seat: int = 0) -> "Table":
        """Answer a prompt that is only asked where there is a choice."""
        return self.answer(kind, *picks, seat=seat) if self.asks(kind, seat) else self

    @property
    def done(self) -> bool:
        """Whether all has been played."""
        return not self.prompts

    def told(self, kind: str, seat: int | None = None) -> list[dict[str, Any]]:
        """Facts of all events of a kind."""
        return [
            {name: _plain(value) for name, value in told.facts.items()}
            for told in self.log
            if told.kind == kind and seat in (None, told.seat)
        ]

    def empire(self, seat: int = 0) -> list[str]:
        return [PACK.faces[face].id for face in self.me(seat).empire]

    def stack(self, side: str, seat: int = 0) -> list[str]:
        number = ("developments", "worlds").index(side)
        return [PACK.sides[tile][number].id for tile in self.me(seat).stacks[number]]

    def cup(self, seat: int = 0) -> list[str]:
        return words(self.me(seat).cup)

    def citizenry(self, seat: int = 0) -> list[str]:
        return words(self.me(seat).citizenry)

    def goods(self, world: str, seat: int = 0) -> list[str]:
        return words(self.me(seat).goods[PACK.by_id[world]])

    def at(self, phase: str, seat: int = 0) -> list[str]:
        return words([DIE_OF[die] for die in self.me(seat).strip[PHASE[phase]]])

    def ranking(self) -> dict[Seat, int]:
        return ranks(ROLL.scores(self.play))


def words(dice: Iterable[OwnedDie]) -> list[str]:
    return [DIE_WORDS[colour_of(die)] for die in sorted(dice)]


def _colours(dice: Iterable[str]) -> list[OwnedDie]:
    """Dice that have no numbers yet."""
    return [OwnedDie(DIE[die]) for die in dice]


def _tiles(faces: Iterable[str]) -> list[TileNumber]:
    return [PACK.faces[PACK.by_id[face]].tile for face in faces]


def _rest(seats: Iterable[SeatState]) -> list[TileNumber]:
    used = {PACK.faces[face].tile for seat in seats for face in seat.empire}
    used |= {tile for seat in seats for tiles in (seat.drawn, *seat.stacks) for tile in tiles}
    return [side.tile for side, _ in PACK.sides if side.tile not in used]


def _plain(value: object) -> object:
    match value:
        case Component(id=name):
            return name
        case Components(ids=names):
            return list(names)
        case At(seat=seat):
            return seat
        case _:
            return value


def _only(parts: Sequence[Part[Any]]) -> Roll:
    """The game that is over after some parts of a round."""

    class Parts(Roll):
        contents = Contents(*parts, above="round")

    return Parts()


def in_phase(phase: str, *players: Player, **more: Any) -> Table:
    """A table in a phase, the only active one, played up to the first question."""
    return before_phase(phase, *players, **more).start()


def before_phase(phase: str, *players: Player, **more: Any) -> Table:
    """The same before the phase begins."""
    seats = players if len(players) > 1 else (*players, Player(faction=9))
    table = Table(*seats, parts=[_PHASES[phase]], **more)
    table.state.executed = [PHASE[phase]]
    return table


def begin_phase(phase: str, table: Table) -> Working | Exploring:
    """What a phase begins with."""
    begin = _PHASES[phase].state
    assert begin is not None
    begun = begin(table.play)
    assert isinstance(begun, Working)
    return begun


def assigning(*players: Player, **more: Any) -> Table:
    """A table that is assigning; seats without dice of their own in the strip have a forced assignment."""
    seats = players if len(players) > 1 else (*players, idle())
    return Table(*seats, parts=ASSIGN, **more).start()


def prompt_of(table: Table, seat: int = 0) -> game_pb2.Prompt:
    """The open prompt of a seat as clients get it."""
    assert table.live is not None
    return prompt_message(table.live, "1", table.prompts[seat])


def idle(phase: str = "explore") -> Player:
    """A player with one worker: only the phase is asked of him."""
    return Player(faction=9, cup=(), at={phase: ["home"]})


def managing(*players: Player, **more: Any) -> Table:
    """A table in Manage Empire."""
    seats = players if len(players) > 1 else (*players, Player(faction=9, goods={}))
    return Table(*seats, parts=MANAGE, **more).start()


__all__ = [
    "ASSIGN",
    "MANAGE",
    "PACK",
    "PACKS",
    "Player",
    "Table",
    "assigning",
    "before_phase",
    "begin_phase",
    "idle",
    "in_phase",
    "managing",
    "prompt_of",
    "words",
]
