"""Targets: what options stand for, in things that a client can draw, so that a click finds its option."""

from typing import TypeAlias

from msgspec import Struct

from galaxytables_kit.event import At, Facts, Piece, Place


class Action(Struct, frozen=True, gc=False):
    """An action that is not a thing on the table: `pass`."""

    name: str


class Number(Struct, frozen=True, gc=False):
    """An amount."""

    value: int


class Word(Struct, frozen=True, gc=False):
    """A word of the game's vocabulary that is chosen: a colour, a phase."""

    word: str


Target: TypeAlias = Piece | Place | At | Action | Number | Word
"""A piece or a place by its id in the view, a seat, an action, a number or a word."""


class Offer(Struct, frozen=True):
    """An option as clients receive it.

    `targets` are what is acted upon first, then with what or where; no two options of a prompt have the same. `facts`
    are what the option costs and brings. `component` is drawn for it, if it stands for one.
    """

    targets: tuple[Target, ...]
    facts: Facts = {}
    component: str = ""
