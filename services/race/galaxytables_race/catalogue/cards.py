"""Worlds and developments in the catalogue: everything printed on them except their powers."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from galaxytables_kit import Component, ComponentKind, Components, Printed, facts_of, forms_of
from galaxytables_race.catalogue.powers import card_powers
from galaxytables_race.components.cards import SECOND_EDITION, Card, Pack
from galaxytables_race.components.filters import AnyGood, Keyword, Production
from galaxytables_race.sets import available_designs


class CopiesWith(Struct, frozen=True):
    """How many copies of a card are added if another set is in play; below 0, copies are removed (R12)."""

    set: str
    copies: int


class _OfBoth(Struct, frozen=True, kw_only=True):
    set: str
    vp: int | None
    prestige: bool
    keywords: tuple[Keyword, ...]
    copies_with: tuple[CopiesWith, ...] | None
    replaces: Component | None


class Development(_OfBoth, frozen=True, kw_only=True):
    """A development. `vp` is None if scoring clauses give its points; `replaces` is the id of its first printing."""

    cost: int


class World(_OfBoth, frozen=True, kw_only=True):
    """A world. A military world has a defense, any other world a cost.

    `first_hand` is the recommended hand for a start world (R2.10). `brings` is the card that the world's owner gets
    with the world in the two-player scenario (R15.3).
    """

    cost: int | None
    defense: int | None
    military: bool
    xeno: bool
    good: AnyGood | None
    production: Production | None
    start_world: int | None
    start_colour: Literal["red", "blue"] | None
    first_hand: Components | None
    brings: Component | None


_Fields: TypeAlias = dict[str, Any]  # each value of the type of its field
"""The fields that developments and worlds share, by name."""

CARD_KINDS: Mapping[str, ComponentKind] = {
    "world": ComponentKind(forms_of(World)),
    "development": ComponentKind(forms_of(Development)),
}


def printed_cards(pack: Pack) -> Iterator[Printed]:
    """Yield every card of the sets that can be played; after a card comes its changed printing, if it has one."""
    sets = {design: name for name, designs in pack.of_set.items() for design in designs}
    powers = card_powers(pack)
    for card in available_designs(pack):
        of_both = _of_both(card, sets[_first(card)], pack)
        facts = _world(card, of_both, pack) if card.is_world else Development(cost=card.cost, **of_both)
        yield Printed(card.id, card.name, card.kind, card.copies, facts_of(facts), powers(card))


def _of_both(card: Card, set_: str, pack: Pack) -> _Fields:
    changes = tuple(CopiesWith(each.set, each.copies_delta) for each in pack.adjustments if each.card == card.id)
    return {
        "set": set_,
        "vp": card.vp,
        "prestige": card.prestige,
        "keywords": card.keywords,
        "copies_with": changes or None,
        "replaces": None if _first(card) == card.id else Component(_first(card)),
    }


def _world(card: Card, of_both: _Fields, pack: Pack) -> World:
    number, hand, brought = card.start_world, pack.preset_hands.get(card.id), pack.takeover_scenario.get(card.id)
    return World(
        cost=None if card.military else card.cost,
        defense=card.cost if card.military else None,
        military=card.military,
        xeno=card.xeno,
        good=card.good,
        production=card.production,
        start_world=number,
        start_colour=None if number is None else "red" if number % 2 else "blue",
        first_hand=None if hand is None else Components(hand),
        brings=None if brought is None else Component(brought),
        **of_both,
    )


def _first(card: Card) -> str:
    """Return the id of the first printing."""
    return card.id.removesuffix(SECOND_EDITION)
