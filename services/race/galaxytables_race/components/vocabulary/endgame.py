"""Endgame measures: the things that a scoring card can count at the end of the game."""

from typing import Literal, TypeAlias

from msgspec import Struct

from galaxytables_kit import Amount, Change, Count
from galaxytables_race.components.filters import Filter


class Measure(Struct, frozen=True, forbid_unknown_fields=True, tag_field="each"):
    """One thing that a scoring card counts. A subclass says which."""


class Cards(Measure, frozen=True, tag="card"):
    """The owner's cards that match a filter; each card scores for the first clause that it matches."""

    match: Filter


class VpChips(Measure, frozen=True, tag="vp_chips"):
    """The owner's VP chips, counted in full groups of `size` chips."""

    size: Count


class MilitaryStrength(Measure, frozen=True, tag="military"):
    """The owner's permanent general military; negative military gives negative points."""


class NegativeMilitary(Measure, frozen=True, tag="negative_military"):
    """How far the owner's permanent general military is below 0."""


class Prestige(Measure, frozen=True, tag="prestige"):
    """The owner's prestige chips."""


class GoodKinds(Measure, frozen=True, tag="good_kinds"):
    """How many kinds of goods the owner's production and windfall worlds have between them.

    n kinds count as `table[n]`.
    """

    table: tuple[Amount, ...]


class Artifacts(Measure, frozen=True, tag="artifact"):
    """The owner's artifact tokens of a class (orb game)."""

    artifact_class: Literal["science", "technology", "uplift"]


class GoodsOnWorlds(Measure, frozen=True, tag="goods_on_worlds"):
    """Goods on the owner's worlds."""


AnyMeasure: TypeAlias = (
    Cards | VpChips | MilitaryStrength | NegativeMilitary | Prestige | GoodKinds | Artifacts | GoodsOnWorlds
)


class Clause(Struct, frozen=True, forbid_unknown_fields=True):
    """A scoring clause of a card: points for each unit of a measure."""

    vp: Change
    per: AnyMeasure
