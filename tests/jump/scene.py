"""Scenes: a table laid out with just what matters, everything else by default.

    table = scene(Side(empire=["space_marines"], hand=["pirate_lair"], spare=2), Side())
    table.play(0, "pirate_lair")
    assert table.empire(0) == ["space_marines", "pirate_lair"]

Seats are the sides in order. Cards are named by their component ids; `spare` hand cards can pay but not be placed.
Cards that are nowhere else are in the deck.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from galaxytables_jump.components.cards import Pack
from galaxytables_jump.components.numbers import CardNumber, Cards
from galaxytables_jump.options import JumpOptions
from galaxytables_jump.rules import JUMP
from galaxytables_jump.state import Action, JumpState, Player, Turn
from galaxytables_kit import Seat
from galaxytables_kit.chance import Chance, SeededChance
from galaxytables_kit.event import Component, Components, EmittedEvent
from galaxytables_kit.live import LiveGame
from galaxytables_kit.pack import PackRegistry, load_packs
from galaxytables_kit.play import Play
from galaxytables_kit.prompt import Pick, Prompt

PACKS: PackRegistry[Pack] = load_packs(JUMP)
PACK: Pack = PACKS.get(PACKS.default)

_SPARE = sorted(PACK.deck, key=lambda number: (PACK.cards[number].is_military, -PACK.cards[number].cost))
"""What pays in scenes: the dearest cards that are paid for, which a small hand cannot place."""


class Side(Struct, frozen=True):
    """One player of a scene."""

    empire: Sequence[str] = ()
    hand: Sequence[str] = ()
    spare: int = 0
    vp: int = 0


class Table:
    """A game in a scene; seats answer by component ids and words."""

    def __init__(self, live: LiveGame[JumpState, Pack, JumpOptions], told: Sequence[EmittedEvent] = ()) -> None:
        self.live = live
        self.log: list[EmittedEvent] = list(told)

    @property
    def state(self) -> JumpState:
        return self.live.play.state

    @property
    def where(self) -> str:
        """The path of the step that is played."""
        return self.live.play.where

    def prompt(self, seat: int) -> Prompt | None:
        """The open question to a seat."""
        return next((prompt for prompt in self.live.prompts.values() if prompt.seat == seat), None)

    def asked(self, seat: int) -> str | None:
        """What kind of question is open to a seat."""
        prompt = self.prompt(seat)
        return prompt.kind if prompt else None

    def offered(self, seat: int) -> list[str]:
        """Names of all options of a seat, sorted, copies once."""
        prompt = self.prompt(seat)
        return sorted({name(pick) for pick in prompt.options}) if prompt else []

    def answer(self, seat: int, *names: str) -> list[EmittedEvent]:
        """Answer with options by their names."""
        key, prompt = next((key, each) for key, each in self.live.prompts.items() if each.seat == seat)
        picks: list[Pick] = []
        for wanted in names:
            picks.append(next(pick for pick in prompt.options if pick not in picks and name(pick) == wanted))
        told = self.live.answer(seat, key, tuple(picks))
        self.log += told
        return told

    def default(self, seat: int) -> None:
        """Answer the open question as the clock would."""
        key, prompt = next((key, each) for key, each in self.live.prompts.items() if each.seat == seat)
        self.log += self.live.answer(seat, key, prompt.default_picks)

    def play(self, seat: int, *names: str) -> None:
        """Choose cards to place one by one, pay with the default, and let all others explore, up to the reveal."""
        for wanted in names:
            self.answer(seat, wanted)
        self.until_reveal()

    def until_reveal(self) -> None:
        """Answer what is still open of the secret choice by default."""
        now = self.state.round
        while self.live.prompts and (self.where, self.state.round) == ("round/choose", now):
            self.default(next(iter(self.live.prompts.values())).seat)

    def finish_round(self) -> None:
        """Answer everything by default until the next round or the end."""
        now = self.state.round
        while self.live.prompts and self.state.round == now:
            self.default(next(iter(self.live.prompts.values())).seat)

    def empire(self, seat: int) -> list[str]:
        return names_of(self.state.players[seat].empire)

    def hand(self, seat: int) -> list[str]:
        return names_of(self.state.players[seat].hand)

    def hand_size(self, seat: int) -> int:
        return len(self.state.players[seat].hand)

    def vp(self, seat: int) -> list[int]:
        return self.state.players[seat].vp_by_round

    def action(self, seat: int) -> Action:
        return self.state.players[seat].turn.action

    def told(self, kind: str, seat: int | None = None) -> list[EmittedEvent]:
        """What the log says of a kind, of one seat or all."""
        return [told for told in self.log if told.kind == kind and seat in (None, told.seat)]

    def drawn(self, seat: int, why: str) -> int:
        """How many cards a seat drew for a reason."""
        return sum(number(told, "count") for told in self.told("drew", seat) if told.facts["why"] == why)


def scene(
    *sides: Side,
    deck: Sequence[str] | None = None,
    on_top: Sequence[str] = (),
    discards: Sequence[str] = (),
    dealer: int = 0,
    teams: bool = True,
    at: str = "round/choose",
    round_number: int = 1,
    actions: Sequence[Turn] = (),
    chance: Chance | None = None,
) -> Table:
    """Lay out a table: `deck` is the whole deck, the top card first, or `on_top` lies on all cards left over."""
    box = _Box()
    empires = [box.take(side.empire, seat) for seat, side in enumerate(sides)]
    hands = [box.take(side.hand, seat) for seat, side in enumerate(sides)]
    piles = box.take(discards), box.take(on_top if deck is None else deck)
    hands = [hand + box.spare(side.spare) for hand, side in zip(hands, sides, strict=True)]
    players = [
        Player(hand, empire, vp_by_round=[side.vp] if side.vp else [])
        for hand, empire, side in zip(hands, empires, sides, strict=True)
    ]
    for player, turn in zip(players, actions, strict=False):
        player.turn = turn
    rest = box.left() if deck is None else []
    state = JumpState(
        players,
        deck=rest + piles[1][::-1],
        discards=piles[0],
        survey_teams=[PACK.survey_team(Seat(seat)) for seat in range(len(sides)) if teams and seat not in box.teams],
        round=round_number,
    )
    return begin(state, at, dealer=dealer, chance=chance)


def begin(state: JumpState, at: str, *, dealer: int = 0, chance: Chance | None = None) -> Table:
    """Start a game where a state stands."""
    seats = len(state.players)
    play = Play(
        seats,
        JumpOptions(dealer=dealer),
        PACK,
        chance or SeededChance(bytes(32)),
        state,
        rules_version=JUMP.rules_version,
    )
    live = LiveGame.begin(JUMP, PACKS.default, play, at=at)
    return Table(live, play.events)


class _Box:
    """All cards, from which a scene takes its own."""

    def __init__(self) -> None:
        self._left = set(PACK.deck)
        self.teams: set[int] = set()

    def take(self, names: Iterable[str], seat: int = -1) -> Cards:
        return [self._take(wanted, seat) for wanted in names]

    def spare(self, count: int) -> Cards:
        cards = [number for number in _SPARE if number in self._left][:count]
        self._left.difference_update(cards)
        return cards

    def left(self) -> Cards:
        return sorted(self._left)

    def _take(self, wanted: str, seat: int) -> CardNumber:
        if wanted == "survey_team":
            self.teams.add(seat)
            return PACK.survey_team(Seat(seat))
        number = min(number for number in self._left if PACK.cards[number].id == wanted)
        self._left.remove(number)
        return number


def name(pick: Pick) -> str:
    """Component id of a card, or the word itself."""
    return pick if isinstance(pick, str) else PACK.cards[pick].id


def names_of(cards: Iterable[int]) -> list[str]:
    """Component ids of cards."""
    return [PACK.cards[number].id for number in cards]


def numbers(*names: str) -> Cards:
    """Some card numbers with these component ids, copies apart."""
    return _Box().take(names, 0)


def number(told: EmittedEvent, fact: str) -> int:
    """A number that an event tells."""
    value = told.facts[fact]
    assert isinstance(value, int)
    return value


def card(told: EmittedEvent, fact: str = "card") -> str:
    """A card that an event tells."""
    value = told.facts[fact]
    assert isinstance(value, Component)
    return value.id


def private_cards(told: EmittedEvent, seat: int) -> tuple[str, ...]:
    """The cards that an event shows to one seat."""
    value = told.private[Seat(seat)]["cards"]
    assert isinstance(value, Components)
    return value.ids
