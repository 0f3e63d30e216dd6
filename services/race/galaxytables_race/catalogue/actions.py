"""The action cards in the catalogue. Each has a phase, a bonus, and a greater bonus if a prestige is spent on it.

Bonuses that resemble powers of cards are described like these powers; the others have classes in this module.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from msgspec import Struct

from galaxytables_kit import Component, ComponentKind, Forms, Printed, PrintedPower, facts_of, forms_of
from galaxytables_race.components.cards import Pack
from galaxytables_race.components.vocabulary import (
    Discount,
    Draw,
    ExploreDraw,
    ExploreKeep,
    ExploreMix,
    Power,
    RepairWorld,
)
from galaxytables_race.orb.step import ORDER
from galaxytables_race.phases.bonuses import DEVELOP_DISCOUNT
from galaxytables_race.phases.explore import EXPLORE_BONUS
from galaxytables_race.phases.placing import SETTLE_DRAW
from galaxytables_race.phases.produce import WINDFALLS
from galaxytables_race.phases.search import CATEGORIES
from galaxytables_race.powers.consume import DOUBLED, TRADE_BOOST, TRIPLED
from galaxytables_race.prestige import (
    BOOSTED_DISCOUNT,
    BOOSTED_EXPLORE,
    BOOSTED_MILITARY,
    BOOSTED_PRODUCE_DRAW,
    BOOSTED_SALE,
    BOOSTED_WINDFALLS,
)
from galaxytables_race.table.agenda import (
    ACTIONS,
    DEVELOP,
    DEVELOP_2,
    EXPLORE_1_1,
    EXPLORE_5,
    EXPLORE_ORB,
    PHASE_OF,
    PRODUCE,
    PRODUCE_REPAIR,
    SEARCH,
    SETTLE,
    SETTLE_2,
    TRADE,
    TWO_PLAYER_ACTIONS,
    X2,
    ActionPhase,
)

BOOSTED = "_boosted"
"""The suffix of component ids of actions with a prestige spent on them."""
_KIND = "action"
_PHASE = ("phase",)


class DrawForFirstWorld(Power, frozen=True, tag="bonus_draw_for_first_world"):
    """The seat draws cards after the first world that it places in the phase (R7.9)."""

    cards: int


class FreeMilitary(Power, frozen=True, tag="bonus_military"):
    """The seat has more military in this phase, at no cost (R16.13)."""

    amount: int


class Sale(Power, frozen=True, tag="bonus_sale"):
    """The seat sells a good before it consumes, for `cards` more than the good's usual value (R8.1, R16.13)."""

    cards: int


class Multiply(Power, frozen=True, tag="bonus_multiply"):
    """The VP that the seat gains by consuming are multiplied by `factor` (R8.5)."""

    factor: int


class Windfalls(Power, frozen=True, tag="bonus_windfalls"):
    """The seat puts goods on this many of its windfall worlds (R9.3)."""

    worlds: int


class OrbActions(Power, frozen=True, tag="bonus_orb_actions"):
    """The seat takes this many orb actions in the orb step (R20.9)."""

    actions: int


class SearchCards(Power, frozen=True, tag="bonus_search"):
    """The seat looks through the deck for a card of one of these categories (R17)."""

    categories: tuple[str, ...]


class Action(Struct, frozen=True):
    """An action card: its phase, and whether it is the second card of its kind, for two-player games (R3.4).

    `played_with` is the part of the game without which the card is not used. An action card with a prestige spent on it
    is listed as a card of its own; its `boosts` names the same card without the prestige.
    """

    phase: ActionPhase
    second: bool
    played_with: Literal["prestige", "orb", "invasion"] | None = None
    boosts: Component | None = None


_BONUSES = (DrawForFirstWorld, FreeMilitary, Sale, Multiply, Windfalls, OrbActions, SearchCards)
ACTION_KINDS: Mapping[str, ComponentKind] = {_KIND: ComponentKind(forms_of(Action))}
ACTION_POWERS: Mapping[str, Forms] = {
    str(bonus.__struct_config__.tag): forms_of(bonus, elsewhere=_PHASE) for bonus in _BONUSES
}
ACTION_NAMES: Mapping[str, str] = {
    SEARCH: "Search",
    EXPLORE_5: "Explore +5",
    EXPLORE_1_1: "Explore +1+1",
    EXPLORE_ORB: "Orb explore",
    DEVELOP: "Develop",
    DEVELOP_2: "Develop (second card)",
    SETTLE: "Settle",
    SETTLE_2: "Settle (second card)",
    TRADE: "Consume: Trade",
    X2: "Consume: x2",
    PRODUCE: "Produce",
    PRODUCE_REPAIR: "Produce: Repair",
}
_PLAYED_WITH: Mapping[str, Literal["prestige", "orb", "invasion"]] = {
    SEARCH: "prestige",
    EXPLORE_ORB: "orb",
    PRODUCE_REPAIR: "invasion",
}


def printed_actions(pack: Pack) -> Iterator[Printed]:
    """Yield every action card, then the action cards with a prestige spent on them."""
    for action, bonus in _bonuses(pack).items():
        facts = Action(PHASE_OF[action], _is_second(action), _PLAYED_WITH.get(action))
        yield _printed(action, ACTION_NAMES[action], facts, bonus)
    for action, bonus in _BOOSTED_BONUSES.items():
        facts = Action(PHASE_OF[action], _is_second(action), "prestige", Component(action))
        yield _printed(action + BOOSTED, f"{ACTION_NAMES[action]}, boosted", facts, bonus)


def _printed(component: str, name: str, action: Action, bonus: Iterable[Power]) -> Printed:
    powers = tuple(
        PrintedPower(str(power.__struct_config__.tag), power.phase, facts_of(power, elsewhere=_PHASE))
        for power in bonus
    )
    return Printed(component, name, _KIND, 1, facts_of(action), powers)


def _is_second(action: str) -> bool:
    return action in TWO_PLAYER_ACTIONS and action not in ACTIONS


def _exploring(draws: int, keeps: int) -> tuple[Power, ...]:
    more = ExploreDraw(phase="explore", cards=draws)
    return (more, ExploreKeep(phase="explore", cards=keeps)) if keeps else (more,)


def _boosted_exploring(action: str) -> tuple[Power, ...]:
    draws, keeps = (sum(each) for each in zip(EXPLORE_BONUS[action], BOOSTED_EXPLORE, strict=True))
    return (*_exploring(draws, keeps), ExploreMix(phase="explore"))


def _bonuses(pack: Pack) -> Mapping[str, tuple[Power, ...]]:
    """Return the bonus of each action for its player (R3.2)."""
    return {
        SEARCH: (SearchCards(phase="select", categories=tuple(CATEGORIES)),),
        EXPLORE_5: _exploring(*EXPLORE_BONUS[EXPLORE_5]),
        EXPLORE_1_1: _exploring(*EXPLORE_BONUS[EXPLORE_1_1]),
        EXPLORE_ORB: (OrbActions(phase="orb", actions=len(ORDER)),),
        DEVELOP: _CHEAPER,
        DEVELOP_2: _CHEAPER,
        SETTLE: (_FIRST_WORLD,),
        SETTLE_2: (_FIRST_WORLD,),
        TRADE: (Sale(phase="trade", cards=0),),
        X2: (_DOUBLED,),
        PRODUCE: (Windfalls(phase="produce", worlds=WINDFALLS),),
        PRODUCE_REPAIR: (RepairWorld(phase="produce", worlds=pack.invasion.repair_worlds),),
    }


_CHEAPER = (Discount(phase="develop", amount=DEVELOP_DISCOUNT),)
_FIRST_WORLD = DrawForFirstWorld(phase="settle", cards=SETTLE_DRAW)
_DOUBLED = Multiply(phase="consume", factor=DOUBLED)
_MUCH_CHEAPER = (Discount(phase="develop", amount=BOOSTED_DISCOUNT),)
_BOOSTED_SETTLE = (
    Discount(phase="settle", amount=BOOSTED_DISCOUNT),
    FreeMilitary(phase="settle", amount=BOOSTED_MILITARY),
    _FIRST_WORLD,
)
_BOOSTED_BONUSES: Mapping[str, tuple[Power, ...]] = {
    EXPLORE_5: _boosted_exploring(EXPLORE_5),
    EXPLORE_1_1: _boosted_exploring(EXPLORE_1_1),
    DEVELOP: _MUCH_CHEAPER,
    DEVELOP_2: _MUCH_CHEAPER,
    SETTLE: _BOOSTED_SETTLE,
    SETTLE_2: _BOOSTED_SETTLE,
    TRADE: (Sale(phase="trade", cards=BOOSTED_SALE), _DOUBLED, TRADE_BOOST.power),
    X2: (Multiply(phase="consume", factor=TRIPLED),),
    PRODUCE: (
        Draw(phase="produce", cards=BOOSTED_PRODUCE_DRAW),
        Windfalls(phase="produce", worlds=BOOSTED_WINDFALLS),
    ),
}
"""The whole bonus of an action with a prestige spent on it, including the ordinary one (R16.13)."""
