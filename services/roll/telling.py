"""Dice and sources as facts of events."""

from collections.abc import Sequence

from services.kit.event import Component, Components
from services.roll.dice import DIE_WORDS
from services.roll.tiles import Pack

DIE_COMPONENTS = tuple(f"{word}_die" for word in DIE_WORDS)
_DIE_FACTS = tuple(Component(name) for name in DIE_COMPONENTS)
NO_DICE = Components(())


def die_fact(colour: int) -> Component:
    """A die."""
    return _DIE_FACTS[colour]


def dice_fact(colours: Sequence[int]) -> Components:
    """Several dice."""
    return Components(tuple([DIE_COMPONENTS[colour] for colour in colours]))


def source_fact(pack: Pack, source: str) -> Component | str:
    """Where a gain comes from: a tile, or the word of a task."""
    return Component(source) if source in pack.by_id else source
