"""Targets: the things that an option stands for, which a client can draw.

When a player clicks on targets, the client finds the option by them.
"""

from typing import TypeAlias

from msgspec import Struct

from galaxytables_kit.event import At, Facts, Piece, Place


class Action(Struct, frozen=True, gc=False):
    """A target that is an action, such as `pass`, and not a thing on the table."""

    name: str


class Number(Struct, frozen=True, gc=False):
    """A target that is an amount."""

    value: int


class Word(Struct, frozen=True, gc=False):
    """A target that is a word of the game's vocabulary, such as a colour or a phase."""

    word: str


Target: TypeAlias = Piece | Place | At | Action | Number | Word
"""A piece or a place by its id in the view, a seat, an action, a number or a word."""


class Offer(Struct, frozen=True):
    """An option as clients receive it.

    `targets` lists first the thing that is acted upon, then the thing or the place that is used for it. No two options
    of a prompt have the same targets. `facts` are what the option costs and brings. `component` is the component that
    clients draw for it, if any.
    """

    targets: tuple[Target, ...]
    facts: Facts = {}
    component: str = ""
