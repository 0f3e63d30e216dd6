"""Turns dice, and the sources of gains, into facts for events."""

from collections.abc import Sequence

from galaxytables_kit import Component, Components
from galaxytables_roll.components.tiles import Pack
from galaxytables_roll.dice import OwnedDie, colour_of
from galaxytables_roll.pieces import DIE_COMPONENTS

_DIE_FACTS = tuple(Component(name) for name in DIE_COMPONENTS)
NO_DICE = Components(())


def die_fact(die: OwnedDie) -> Component:
    """Return a die as a fact for an event."""
    return _DIE_FACTS[colour_of(die)]


def dice_fact(dice: Sequence[OwnedDie]) -> Components:
    """Return several dice as a fact for an event."""
    return Components(tuple([DIE_COMPONENTS[colour_of(die)] for die in dice]))


def source_fact(pack: Pack, source: str) -> Component | str:
    """Return the source of a gain, which is a tile or a task, as a fact for an event."""
    return Component(source) if source in pack.by_id else source
