"""Lays out just what a test is about, runs a flow, and answers its questions."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import msgspec

from galaxytables.rules.v1 import game_pb2
from galaxytables_beyond.components.cards import Pack
from galaxytables_beyond.components.effects import Operations
from galaxytables_beyond.components.loading import BUILT_IN
from galaxytables_beyond.components.numbers import (
    NO_EVENT,
    AchievementNumber,
    EventNumber,
    SystemNumber,
    TechNumber,
    events,
    systems,
    techs,
)
from galaxytables_beyond.operations import basic as operations
from galaxytables_beyond.operations.resolve import carry_out
from galaxytables_beyond.options import BeyondOptions
from galaxytables_beyond.rules import BEYOND, TURN
from galaxytables_beyond.setup import set_up
from galaxytables_beyond.state import BeyondPlay, Disc, Faction, LocationState, Turn, this_turn
from galaxytables_client.words import Words
from galaxytables_kit import Seat
from galaxytables_kit.advance import Ended, Flow, Opened, Running, advance, reply, run
from galaxytables_kit.chance import Chance, SeededChance
from galaxytables_kit.compiled import read_compiled
from galaxytables_kit.contents import Contents
from galaxytables_kit.event import EmittedEvent
from galaxytables_kit.live import LiveGame
from galaxytables_kit.pack import load_packs
from galaxytables_kit.play import Play
from galaxytables_kit.prompt import Pick, Prompt
from galaxytables_kit.wire import bar_messages, prompt_message
from galaxytables_kit.wording import component_names, languages, messages

assert operations  # makes every operation known

PACK: Pack = BEYOND.load_pack(BUILT_IN)
PACKS = load_packs(BEYOND)
READ = {
    language: Words(language, [messages(BEYOND, language)], component_names(BEYOND, PACKS, PACKS.default, language))
    for language in languages(BEYOND)
}
"""The words of the game by language."""
DISCS = {"food": Disc.FOOD, "ore": Disc.ORE, "achievement": Disc.ACHIEVEMENT}
_SYSTEMS = {"A1": "sA01", "A2": "sA02", "B1": "sB01", "B2": "sB06"}


def tech(id_: str) -> TechNumber:
    """Number of a technology."""
    return next(n for n, card in techs(PACK.technologies) if card.id == id_)


def system(id_: str) -> SystemNumber:
    """Number of a system."""
    return next(n for n, card in systems(PACK.systems) if card.id == id_)


def event(id_: str) -> EventNumber:
    """Number of an event."""
    return next(n for n, card in events(PACK.events) if card.id == id_)


def slot(id_: str) -> int:
    """Number of a slot."""
    return next(each.index for each in PACK.slots if each.id == id_)


def achievement(id_: str) -> AchievementNumber:
    """Number of an achievement."""
    return AchievementNumber(next(n for n, card in enumerate(PACK.achievements) if card.id == id_))


def operations_of(data: Sequence[dict[str, Any]]) -> Operations:
    """Read operations as a component file holds them."""
    return msgspec.convert(data, Operations, dec_hook=read_compiled)


class Table:
    """A quiet table: no ships, no ore, two population each, seat 0 to move, known systems, Level I in order.

    Amber, Cobalt, Crimson and Verdant sit in seats 0 to 3.
    """

    def __init__(
        self,
        seats: int = 2,
        *,
        mats: str = "basic",
        chance: Chance | None = None,
        round_limit: int = 100,
        **options_besides: str,
    ) -> None:
        options = msgspec.convert({"mats": mats, "round_limit": round_limit, **options_besides}, BeyondOptions)
        chance = chance or SeededChance(b"scene")
        state = set_up(seats, options, PACK, SeededChance(b"scene"))
        self.play: BeyondPlay = Play(seats, options, PACK, chance, state, rules_version=BEYOND.rules_version)
        self.state = state
        state.first, state.round = Seat(0), 1
        state.phase = Turn(Seat(0), [], [{} for _ in range(seats)], [0] * seats)
        self.play.where = "round/turn"
        state.factions = [self._faction(name, mats) for name in ("amber", "cobalt", "crimson", "verdant")[:seats]]
        for name, location in zip(self._ids(), state.locations, strict=True):
            location.fleets = [[] for _ in range(seats)]
            if name in _SYSTEMS:
                location.system = system(_SYSTEMS[name])
        placed = [location.system for location in state.locations]
        for deck, letter in zip(state.system_decks, "AB", strict=True):
            deck[:] = [n for n, card in systems(PACK.systems) if card.deck == letter and n not in placed]
        for number, id_ in enumerate(("t1_01", "t1_02", "t1_03", "t1_04")):
            state.techs[number] = tech(id_)
        state.events = [NO_EVENT] * len(PACK.slots)
        self.open: Opened = ()
        self.ended = False
        self._flow: Running[Any] | None = None

    def _faction(self, name: str, mats: str) -> Faction:
        number = next(n for n, mat in enumerate(PACK.mats) if mat.id == f"{name}_{mats}")
        return Faction(number, list(PACK.mats[number].supply_columns), 2, 0)

    def _ids(self) -> list[str]:
        return [location.place.id for location in PACK.sides[self.play.seats].locations]

    def at(self, place: str) -> LocationState:
        """A location by its id."""
        return self.state.locations[self._ids().index(place)]

    def faction(self, seat: int = 0) -> Faction:
        """What belongs to a seat."""
        return self.state.factions[seat]

    def ships(self, seat: int, place: str, *levels: int) -> None:
        """Put ships somewhere; control is not settled."""
        self.at(place).fleets[seat] = sorted([*self.at(place).fleets[seat], *levels], reverse=True)

    def outpost(self, seat: int, place: str, disc: str = "food") -> None:
        """Give control of a location, with a disc off its track."""
        self.at(place).owner, self.at(place).disc = Seat(seat), DISCS[disc]
        faction = self.faction(seat)
        if disc == "food":
            faction.food -= 1
        elif disc == "ore":
            faction.ore_discs -= 1
        else:
            faction.achievement_discs -= 1

    def discover(self, slot_id: str, tech_id: str, *seats: int) -> None:
        """Lay a technology on a slot, researched by some seats."""
        self.state.techs[slot(slot_id)] = tech(tech_id)
        self.researched(slot_id, *seats)

    def researched(self, slot_id: str, *seats: int) -> None:
        """Put researchers on a slot."""
        for seat in seats:
            self.faction(seat).researched.append(slot(slot_id))

    def on_top(self, level: int, *tech_ids: str) -> None:
        """Put technologies on top of their deck, the first one uppermost."""
        deck = self.state.tech_decks[level - 2]
        cards = [tech(id_) for id_ in tech_ids]
        deck[:] = [card for card in deck if card not in cards] + cards[::-1]

    def run(self, flow: Flow[Any]) -> "Table":
        """Run a flow to its first question."""
        self._flow, self.ended = run(flow), False
        self._step(None)
        return self

    def do(self, *effects: dict[str, Any], seat: int = 0) -> "Table":
        """Carry operations out for a seat."""
        return self.run(carry_out(self.play, Seat(seat), operations_of(effects)))

    def turn(self, seat: int = 0) -> "Table":
        """Begin the turn of a seat."""
        contents = Contents(TURN.each(lambda _: [seat]), above="round")
        place = contents.start()
        contents.go_on(self.play, place)
        return self.run(contents.flow(self.play, place))

    def play_out(self) -> list[tuple[object, int | None]]:
        """Play rounds to the end of the game by default answers; the round and seat of each turn."""
        live = LiveGame.begin(BEYOND, PACKS.default, self.play)
        log = list(self.play.events)
        while live.prompts:
            ((key, prompt),) = live.prompts.items()
            log += live.answer(prompt.seat, key, prompt.default_picks)
        self.play.events[:] = log
        return [(told.facts["round"], told.seat) for told in self.told("turn")]

    @property
    def this_turn(self) -> Turn:
        """What counts in the turn that is played."""
        return this_turn(self.play)

    def _step(self, answer: object) -> None:
        assert self._flow is not None
        opened = advance(self._flow, answer)
        self.ended = isinstance(opened, Ended)
        self.open = () if isinstance(opened, Ended) else opened

    @property
    def prompt(self) -> Prompt:
        """The open question."""
        assert isinstance(self.open, Prompt), "nothing is asked"
        return self.open

    @property
    def message(self) -> game_pb2.Prompt:
        """The open question as it goes on the wire."""
        return prompt_message(self._live, "open", self.prompt)

    @property
    def bars(self) -> dict[str, game_pb2.Reason]:
        """Why what might be expected is no option of the open question, by what it would stand for."""
        bars = bar_messages(self._live, self.prompt)
        return {" ".join(str(getattr(each, _form(each))) for each in bar.targets): bar.reason for bar in bars}

    @property
    def _live(self) -> Any:
        return SimpleNamespace(game=BEYOND, play=self.play)

    @property
    def asked(self) -> str:
        """The kind of the open question, empty if the flow has ended."""
        return self.open.kind if isinstance(self.open, Prompt) else ""

    @property
    def offered(self) -> tuple[Pick, ...]:
        """The options of the open question."""
        return self.prompt.options

    def answer(self, kind: str, *picks: Pick) -> "Table":
        """Answer the open question, which must be of this kind; no picks is none."""
        prompt = self.prompt
        assert prompt.kind == kind, f"{prompt.kind} is asked: {prompt.options}"
        prompt.check(picks)
        self._step(reply(self.open, prompt, picks))
        return self

    def told(self, kind: str) -> list[EmittedEvent]:
        """Events of a kind so far."""
        return [told for told in self.play.events if told.kind == kind]


def _form(target: game_pb2.Target) -> str:
    form = target.WhichOneof("stands_for")
    assert form
    return form
