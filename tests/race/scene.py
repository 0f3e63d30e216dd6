"""Scenes: a table laid out with just what matters, everything else by default.

    table = scene(Side(tableau=["new_sparta"], hand=["rebel_miners"]), Side(), phase="settle")
    table.answer(0, "rebel_miners")
    assert table.tableau(0) == ["new_sparta", "rebel_miners"]

Seats are the sides in order. Cards are named by their component ids; `goods` names worlds of the tableau that hold
one. `spare` hand cards can pay but not be placed. `deck` are the top cards of the deck, the first on top; all other
cards lie below them in the order of the pack. The scene begins with `phase`, whether it was chosen or not.
"""

from collections.abc import Iterable, Sequence

from google.protobuf.message import Message
from msgspec import Struct

from galaxytables.race.v1 import race_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_kit import Seat
from galaxytables_kit.chance import SeededChance
from galaxytables_kit.contract.naming import strings_in
from galaxytables_kit.event import Component, Components, EmittedEvent
from galaxytables_kit.live import LiveGame
from galaxytables_kit.options import options_of_version
from galaxytables_kit.pack import PackRegistry, load_packs
from galaxytables_kit.play import Play
from galaxytables_kit.prompt import Pick, Prompt
from galaxytables_kit.wire import bar_messages, event_message, prompt_message
from galaxytables_kit.wording import languages
from galaxytables_race.components.cards import CardNumber, Pack
from galaxytables_race.components.invasion import InvaderNumber
from galaxytables_race.components.orb import TokenNumber
from galaxytables_race.invasion.setup import lay_out_invasion
from galaxytables_race.options import RaceOptions
from galaxytables_race.rules import RACE
from galaxytables_race.scoring import Tally, tally
from galaxytables_race.sets import sets_of
from galaxytables_race.state import Empire, Prestige, RaceState
from galaxytables_race.state.invasion import Invasion
from galaxytables_race.state.orb import Orb
from galaxytables_race.state.phases import Exploring, Opening
from galaxytables_race.table.agenda import PHASE_OF
from tests.kit.sentences import words_of

PACKS: PackRegistry[Pack] = load_packs(RACE)
PACK: Pack = PACKS.get(PACKS.default)
BASE = RaceOptions()
NEW_WORLDS = RaceOptions(new_worlds=True)
SECOND_EDITION = RaceOptions(second_edition=True)
BRINK = RaceOptions(expansion="brink_of_war")
INVADED = RaceOptions(expansion="xeno_invasion", invasion=True)

SPARE: tuple[str, ...] = (
    "galactic_federation",
    "galactic_survey_seti",
    "new_economy",
    "new_galactic_order",
    "trade_league",
)
SPARE += ("galactic_imperium", "galactic_renaissance", "rebel_homeworld", "rebel_base", "alien_robotic_factory")
"""What pays in scenes: dear cards that a small hand cannot place."""

WORDS = tuple(words_of(RACE, language) for language in languages(RACE))

TWELVE = [
    "old_earth",
    "gem_world",
    "comet_zone",
    "public_works",
    "space_marines",
    "drop_ships",
    "export_duties",
    "mining_robots",
    "spice_world",
    "artist_colony",
    "expedition_force",
    "deficit_spending",
]
"""A tableau that ends a game of most sets."""


class Side(Struct, frozen=True):
    """One player of a scene."""

    tableau: Sequence[str] = ()
    hand: Sequence[str] = ()
    goods: Sequence[str] = ()
    actions: Sequence[str] = ()
    spare: int = 0
    chips: int = 0
    prestige: int = 0
    boosted: str = ""
    damaged: Sequence[str] = ()


class Table:
    """A game in a scene; seats answer by component ids and words."""

    def __init__(self, live: LiveGame[RaceState, Pack, RaceOptions]) -> None:
        self.live = live
        self.log: list[EmittedEvent] = list(live.play.events)

    @property
    def state(self) -> RaceState:
        return self.live.play.state

    def shown(self, viewer: int | None) -> race_pb2.RaceView:
        """What a viewer sees."""
        view = self.live.view(viewer)
        assert isinstance(view, race_pb2.RaceView)
        return view

    def prompt(self, seat: int) -> Prompt:
        """The open question to a seat."""
        return next(prompt for prompt in self.live.prompts.values() if prompt.seat == seat)

    def asked(self, seat: int) -> str | None:
        """What kind of question is open to a seat."""
        return next((prompt.kind for prompt in self.live.prompts.values() if prompt.seat == seat), None)

    def offered(self, seat: int) -> list[str]:
        """Names of all options of a seat, sorted."""
        return sorted(name(pick) for pick in self.prompt(seat).options)

    def answer(self, seat: int, *names: str) -> None:
        """Answer with options by their names."""
        key, prompt = next((key, each) for key, each in self.live.prompts.items() if each.seat == seat)
        asked = prompt_message(self.live, key, prompt)
        assert_told(asked, self.live.view(seat))
        assert_explained(asked, bar_messages(self.live, prompt), self.live.view(seat))
        picks: list[Pick] = []
        for wanted in names:
            picks.append(next(pick for pick in prompt.options if pick not in picks and name(pick) == wanted))
        told = self.live.answer(seat, key, tuple(picks))
        for each in told:
            assert_said(event_message(each))
        self.log += told

    def tableau(self, seat: int) -> list[str]:
        return ids(self.state.empires[seat].tableau)

    def hand(self, seat: int) -> list[str]:
        """Hand cards, sorted."""
        return sorted(ids(self.state.empires[seat].hand))

    def hand_size(self, seat: int) -> int:
        return len(self.state.empires[seat].hand)

    def goods(self, seat: int) -> list[str]:
        """Worlds with a good, sorted."""
        return sorted(ids(self.state.empires[seat].goods))

    def chips(self, seat: int) -> int:
        return self.state.empires[seat].chips

    def prestige(self, seat: int) -> int:
        return self.state.empires[seat].prestige.chips

    def tally(self, seat: int) -> Tally:
        return tally(PACK, self.state.empires[seat], orb=self.state.orb is not None)

    def score_of(self, seat: int, design: str) -> int:
        """Points of one card of the tableau."""
        return self.tally(seat).by_card[self.tableau(seat).index(design)]

    def told(self, kind: str, seat: int | None = None) -> list[EmittedEvent]:
        """Events of a kind so far, of one seat if given."""
        return [told for told in self.log if told.kind == kind and seat in (None, told.seat)]


def scene(
    *sides: Side,
    phase: str,
    deck: Iterable[str] = (),
    pool: int = 24,
    options: RaceOptions = BASE,
    invaders: Sequence[str] = (),
    orb: Orb | None = None,
    artifacts: Sequence[TokenNumber] = (),
    turns: Sequence[str] = (),
    rules_version: int = RACE.rules_version,
) -> Table:
    """Lay a table out and run to the first question.

    `turns` are the action cards for which a Develop or Settle phase is held, if not those that were chosen.
    `invaders` are the top invasion cards, the first on top; `artifacts` the tokens that the first side has found;
    `rules_version` is that of the rules by which the table is played.
    """
    free: dict[str, list[CardNumber]] = {}
    for number in PACK.box(sets_of(options, PACK), second_edition=options.second_edition):
        free.setdefault(PACK.cards[number].id, []).append(number)

    def take(designs: Iterable[str]) -> list[CardNumber]:
        return [free[design].pop(0) for design in designs]

    tableaus, hands = [take(side.tableau) for side in sides], [take(side.hand) for side in sides]
    top = take(deck)
    empires = []
    for side, tableau, held in zip(sides, tableaus, hands, strict=True):
        hand = list(held)
        for _ in range(side.spare):
            hand += take([next(design for design in SPARE if free[design])])
        prestige = Prestige(side.prestige, boosted=side.boosted, used=bool(side.boosted))
        actions = list(side.actions)
        empires.append(Empire(hand=hand, tableau=tuple(tableau), actions=actions, chips=side.chips, prestige=prestige))
    rest = [number for numbers in free.values() for number in numbers]
    for side, empire in zip(sides, empires, strict=True):
        for design in side.goods:
            world = min(
                (n for n in empire.tableau if PACK.cards[n].id == design), key=lambda n: len(empire.goods.get(n, ()))
            )
            empire.goods.setdefault(world, []).append(rest.pop())
        empire.damaged = tuple(n for n in empire.tableau if PACK.cards[n].id in side.damaged)
    state = RaceState(empires, [[*rest, *reversed(top)]], [[]], pool, round=1)
    options = options_of_version(RACE, rules_version, options)
    play = Play(len(sides), options, PACK, SeededChance(bytes(32)), state, rules_version=rules_version)
    if options.invasion:
        state.invasion = lay_out_invasion(len(sides), PACK.invasion, play.chance)
        lay_on_top(state.invasion, invaders)
    state.orb = orb
    empires[0].artifacts = list(artifacts)
    if phase in ("develop", "settle") and not any(PHASE_OF[each] == phase for side in sides for each in side.actions):
        turns = turns or (phase,)
    return Table(LiveGame.begin(RACE, PACKS.default, play, at=f"round/{phase}", turns=turns))


def assert_told(question: game_pb2.Prompt, view: Message) -> None:
    """Whatever is asked in a scene can be drawn, and said in every language."""
    seen = frozenset(strings_in(view))
    options = [b"|".join(target.SerializeToString() for target in option.targets) for option in question.options]
    assert len(set(options)) == len(options), question.kind
    for option in question.options:
        assert option.targets, question.kind
        assert all(target.piece in seen for target in option.targets if target.piece), option
        assert all(target.place in seen for target in option.targets if target.place), option
    for words in WORDS:
        said = [words.prompt(question), words.rule(question)]
        said += [words.option(question, option) for option in question.options]
        assert said[0] != question.kind
        assert not any("$" in each for each in said), said


def assert_explained(asked: game_pb2.Prompt, bars: Sequence[game_pb2.Bar], view: Message) -> None:
    """What is barred in a scene is seen and not offered, and its reason can be said in every language."""
    seen = frozenset(strings_in(view))
    offered = [list(option.targets) for option in asked.options]
    for bar in bars:
        assert list(bar.targets) not in offered, bar
        assert all(target.piece in seen for target in bar.targets if target.piece), bar
        assert all(target.place in seen for target in bar.targets if target.place), bar
        for words in WORDS:
            assert words.reason(bar.reason) != bar.reason.kind
            said = [words.reason(bar.reason), *(words.target(target, bar.component, {}) for target in bar.targets)]
            assert not any("$" in each for each in said), said


def assert_said(event: game_pb2.Event) -> None:
    """Whatever happens in a scene can be said in every language, to everybody and to whom it concerns."""
    for words in WORDS:
        for viewer in (None, *(part.seat for part in event.private_parts)):
            said = words.event(event, viewer)
            assert said != event.kind
            assert "$" not in said, said


def drawn(state: RaceState, seat: int) -> list[CardNumber]:
    """Cards that a seat drew and has not kept yet."""
    return state.phase.drawn[seat] if isinstance(state.phase, (Opening, Exploring)) else []


def lay_on_top(invasion: Invasion, invaders: Sequence[str]) -> None:
    """Bring these invasion cards, by their ids, to the top of the deck, wherever they are."""
    known = PACK.invasion.cards
    laid: list[InvaderNumber] = []
    for invader in reversed(invaders):
        number = next(InvaderNumber(n) for n, card in enumerate(known) if card.id == invader and n not in laid)
        (invasion.deck if number in invasion.deck else invasion.unused).remove(number)
        laid.append(number)
    invasion.deck += laid


def name(pick: Pick) -> str:
    """A card by its component id, a power by that of its card, a word as it is."""
    if isinstance(pick, int):
        return PACK.cards[pick].id
    number, dot, _ = pick.partition(".")
    return PACK.cards[int(number)].id if dot else pick


def ids(numbers: Iterable[CardNumber]) -> list[str]:
    return [PACK.cards[number].id for number in numbers]


def fact(told: EmittedEvent, key: str, viewer: int | None = None) -> object:
    """A fact of an event, as a viewer reads it: component ids instead of components."""
    value = told.private[Seat(viewer)][key] if viewer is not None else told.facts[key]
    match value:
        case Component(id=component):
            return component
        case Components(ids=several):
            return list(several)
        case _:
            return value
