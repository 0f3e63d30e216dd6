"""The heuristic in a faster form, which answers from the state.

Without a net, it plays all seats when games are played forward. Views are made for clients and cost more time than the
moves of a game; so the heuristic reads the same values from the state here. A test compares the answers with those of
the bot.
"""

from collections.abc import Sequence
from random import Random
from typing import cast

from msgspec import Struct

from galaxytables.race.v1 import race_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_bots.race.designs import Designs
from galaxytables_bots.race.evaluation import USUAL, Evaluation, Weights
from galaxytables_bots.race.heuristic import answer_by
from galaxytables_bots.race.orb import Explorers, KnownOrb, artifacts_on, explore_orb
from galaxytables_bots.race.simulation.orb import known_orb
from galaxytables_bots.race.simulation.values import expected
from galaxytables_bots.strategy import Catalogue
from galaxytables_bots.values import Values
from galaxytables_kit import Picks, Prompt, Seat
from galaxytables_race.abilities import Abilities
from galaxytables_race.abilities.tableau import abilities_of
from galaxytables_race.components.cards import NO_CARD, CardNumber
from galaxytables_race.ids import card_id, good_id
from galaxytables_race.offers.things import OF_ACTIONS, OF_GOODS, component_for
from galaxytables_race.orb.table import orb_of
from galaxytables_race.phases.bonuses import bonus_on
from galaxytables_race.prestige import plays_prestige
from galaxytables_race.reach import development_price, reach_of
from galaxytables_race.rules import RACE, built_in_pack
from galaxytables_race.scoring import tally, tally_with
from galaxytables_race.state import Empire, Prestige, RaceState
from galaxytables_race.state.phases import Consuming, Developing, Exploring, Opening, Searching, Settling
from galaxytables_race.table import RacePlay, abilities, all_abilities, working
from galaxytables_race.view import show

_REMEMBERED = 20_000
_TABLEAUS = 1_000
_FIGHT = "invasion.defend"
"""The question about a fight, for which the view is needed."""
_ORB_CARDS = "orb.play"
"""The only question in the orb for which the heuristic reads more than the names of options."""
_ORB, _ACTIONS = "orb.", "actions."
"""Prefixes of the questions that need the orb; for the first, nothing else is needed."""


class Message:
    """Base class of classes that can be read like a protobuf message with optional fields."""

    __slots__ = ()

    def HasField(self, name: str) -> bool:
        """Return whether a field is set."""
        return getattr(self, name) is not None


class Shown(Struct, gc=False):
    """A card or an option, with its id and its component."""

    id: str
    component: str


class Placed(Struct, gc=False):
    """A card of a tableau, as the heuristic reads it."""

    id: str
    component: str
    goods: Sequence[str]
    damaged: bool
    threats: Sequence[race_pb2.Threat] = ()


_NOT_LOOKED_AT = Placed("", "", (), damaged=False)


class Held(Message):
    """A card of a hand, with its price and its effects."""

    __slots__ = ("component", "id", "missing_military", "price", "vp_gain")

    def __init__(self, number: CardNumber, component: str) -> None:
        """Describe a card that cannot be placed and brings nothing, until more is known."""
        self.id = card_id(number)
        self.component = component
        self.price: int | None = None
        self.missing_military: int | None = None
        self.vp_gain = 0


class Standing(Message):
    """Everything that lies before a seat.

    For other seats it has only the number of cards and the tableau size that ends the game.
    """

    __slots__ = ("cards", "military", "placing", "prestige", "revealed", "seat", "tableau_end")

    def __init__(self, seat: Seat, cards: Sequence[Placed], tableau_end: int) -> None:
        """Set the fields that are read for every seat."""
        self.seat = seat
        self.cards = cards
        self.tableau_end = tableau_end
        self.military = 0
        self.placing: Shown | None = None
        self.prestige: Prestige | None = None
        self.revealed: Sequence[Shown] = ()


class Table(Message):
    """The view of a seat, without takeovers.

    It shows whether the table plays the invasion game, but nothing more of the invasion.
    """

    __slots__ = ("drawn", "empires", "hand", "invasion", "orb", "pool", "round", "takeovers")

    def __init__(self, state: RaceState, empires: Sequence[Standing]) -> None:
        """Set the fields that every player sees."""
        self.round = state.round
        self.pool = state.pool
        self.empires = empires
        self.hand: Sequence[Held] = ()
        self.drawn: Sequence[Held] = ()
        self.takeovers: Sequence[race_pb2.Takeover] = ()
        self.orb: KnownOrb | None = None
        self.invasion = state.invasion


class Question(Struct):
    """The part of a prompt that the heuristic reads."""

    kind: str
    seat: int
    least: int
    most: int
    options: Sequence[Shown]
    default_picks: Sequence[str]


class StatePlayer:
    """A player that picks the options with the highest value, as `Heuristic` does."""

    def __init__(self, catalogue: Catalogue, values: Values, weights: Weights = USUAL) -> None:
        self._values = values
        self._catalogue = catalogue
        self._weights = weights
        self._designs = Designs()
        self._gains: dict[tuple[object, ...], int] = {}
        self._worth: dict[tuple[object, ...], dict[tuple[str, int], float]] = {}
        self._artifacts: dict[str, int] = {}

    def answer(self, play: RacePlay, prompt: Prompt, random: Random) -> Picks:
        """Return a legal answer to a prompt. `random` is not used."""
        del random
        options = [_option(play, prompt, pick) for pick in prompt.options]
        default = [*map(str, prompt.default_picks)]
        question = Question(prompt.kind, prompt.seat, prompt.least, prompt.most, options, default)
        asked = cast(game_pb2.Prompt, question)  # it has the fields that the heuristic reads
        if prompt.kind.startswith(_ORB):
            chosen = explore_orb(asked, self._explorers(play, prompt.seat))
        else:
            chosen = answer_by(asked, self.evaluate(play, prompt.seat, prompt.kind))
        by_id = {option.id: pick for option, pick in zip(options, prompt.options, strict=True)}
        picks = tuple([by_id[pick] for pick in chosen])
        if prompt.rule is not None and not prompt.allows(picks):
            return prompt.default_picks
        return picks

    def expected(self, play: RacePlay, seat: Seat) -> float:
        """Return a seat's expected result when actions are chosen, from -1 (lost) to 1 (won)."""
        return expected(self._values, play, seat)

    def evaluate(self, play: RacePlay, seat: Seat, kind: str) -> Evaluation:
        """Return the evaluation of a seat for a kind of prompt."""
        taken_over = play.options.takeovers and any(map(_takes_over, all_abilities(play)))
        if taken_over or kind == _FIGHT:
            view = show(play, play.state, seat)
        else:
            view = cast(race_pb2.RaceView, self._look(play, seat, kind))  # it has the fields that the heuristic reads
        evaluation = Evaluation(view, self._catalogue, seat, self._weights, self._designs)
        prestige, tableau = evaluation.own.HasField("prestige"), play.state.empires[seat].tableau
        evaluation.remember(self._worth_of((evaluation.rounds, tableau, prestige, evaluation.invaded)))
        return evaluation

    def _worth_of(self, key: tuple[object, ...]) -> dict[tuple[str, int], float]:
        """Return the cached worths of cards for a seat, by everything that matters: rounds left, tableau, options."""
        worth = self._worth.get(key)
        if worth is None:
            if len(self._worth) >= _TABLEAUS:
                self._worth.clear()
            worth = self._worth[key] = {}
        return worth

    def _explorers(self, play: RacePlay, seat: Seat) -> Explorers:
        """Return what a seat considers in the orb step; of its empire only the military matters."""
        able = abilities_of(play.pack, working(play.state, seat))
        return Explorers(known_orb(play.pack, orb_of(play)), seat, able.military, self._found_on)

    def _found_on(self, card: str) -> int:
        found = self._artifacts.get(card)
        if found is None:
            found = self._artifacts[card] = artifacts_on(self._catalogue[card])
        return found

    def _look(self, play: RacePlay, seat: Seat, kind: str) -> Table:
        state, pack = play.state, play.pack
        own, phase = state.empires[seat], state.phase
        empires = []
        for other, empire in enumerate(state.empires):
            able = abilities_of(pack, working(state, Seat(other)))
            cards: Sequence[Placed] = (_NOT_LOOKED_AT,) * len(empire.tableau)
            if other == seat:
                cards = [_placed(number, pack.cards[number].id, own) for number in own.tableau]
            standing = Standing(Seat(other), cards, able.tableau_end)
            standing.military = able.military
            empires.append(standing)
        if plays_prestige(play):
            empires[seat].prestige = own.prestige
        match phase:
            case Developing(seats=placers) | Settling(seats=placers):
                card = placers[seat].chosen if placers[seat].placing == NO_CARD else placers[seat].placing
                empires[seat].placing = None if card == NO_CARD else Shown(card_id(card), pack.cards[card].id)
            case Searching(revealed=piles):
                empires[seat].revealed = [Shown(card_id(card), pack.cards[card].id) for card in piles[seat]]
            case Consuming(seats=consumers):
                revealed = consumers[seat].revealed
                empires[seat].revealed = [Shown(card_id(card), pack.cards[card].id) for card in revealed]
        table = Table(state, empires)
        if state.orb is not None and kind.startswith((_ORB, _ACTIONS)):
            table.orb = known_orb(pack, state.orb)
        table.hand = self._held(play, seat, own.hand)
        if isinstance(phase, (Opening, Exploring)):
            table.drawn = self._held(play, seat, phase.drawn[seat])
        return table

    def _held(self, play: RacePlay, seat: Seat, numbers: Sequence[CardNumber]) -> list[Held]:
        state, cards = play.state, play.pack.cards
        own, bought, able = state.empires[seat], state.changes(seat).temporary, abilities(play, seat)
        scoring = None in [cards[number].vp for number in own.tableau]
        held = []
        for number in numbers:
            card = cards[number]
            shown, bonus = Held(number, card.id), bonus_on(state, seat, card)
            if card.kind == "development":
                shown.price = max(0, development_price(able, card) - bonus)
            else:
                reach = reach_of(able, card)
                if reach.price is not None:
                    shown.price = max(0, reach.price - bonus)
                if reach.gap is not None:
                    shown.missing_military = max(0, reach.gap - bought)
            shown.vp_gain = self._gain(play, own, number) if scoring or card.vp is None else card.vp
            held.append(shown)
        return held

    def _gain(self, play: RacePlay, own: Empire, number: CardNumber) -> int:
        """Return the VP that a card brings if something scores for other cards."""
        goods = sum(map(len, own.goods.values()))
        orb, found = play.state.orb is not None, (*own.artifacts, *own.spent_artifacts)
        key = (number, own.tableau, own.chips, own.prestige.chips, goods, own.damaged, found)
        gain = self._gains.get(key)
        if gain is None:
            if len(self._gains) >= _REMEMBERED:
                self._gains.clear()
            gain = self._gains[key] = tally_with(play.pack, own, number, orb=orb) - tally(play.pack, own, orb=orb).total
        return gain


def state_player(values: Values) -> StatePlayer:
    """Return a player that uses these weights, and the cards of these rules."""
    return StatePlayer({component.id: component for component in RACE.components(built_in_pack())}, values)


def _takes_over(able: Abilities) -> object:
    return able.takeovers


def _placed(number: CardNumber, component: str, own: Empire) -> Placed:
    goods = own.goods.get(number)
    lying = [good_id(number, nth) for nth in range(1, len(goods) + 1)] if goods else ()
    return Placed(card_id(number), component, lying, number in own.damaged)


def _option(play: RacePlay, prompt: Prompt, pick: int | str) -> Shown:
    if isinstance(pick, int) and prompt.kind not in OF_GOODS:
        return Shown(str(pick), play.pack.cards[pick].id)
    unnamed = prompt.kind in OF_ACTIONS or (prompt.kind.startswith(_ORB) and prompt.kind != _ORB_CARDS)
    return Shown(str(pick), "" if unnamed else component_for(play, prompt, pick))
