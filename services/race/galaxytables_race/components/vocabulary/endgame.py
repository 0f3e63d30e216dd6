"""What a scoring card counts at the end."""

from typing import Literal, TypeAlias

from msgspec import Struct

from galaxytables_kit import Amount, Change, Count
from galaxytables_race.components.filters import Filter


class Measure(Struct, frozen=True, forbid_unknown_fields=True, tag_field="each"):
    """Something that is counted."""


class Cards(Measure, frozen=True, tag="card"):
    """Own cards that match; each card scores for the first clause that it matches."""

    match: Filter


class VpChips(Measure, frozen=True, tag="vp_chips"):
    """Full groups of VP chips."""

    size: Count


class MilitaryStrength(Measure, frozen=True, tag="military"):
    """Permanent general military, negative values count against."""


class NegativeMilitary(Measure, frozen=True, tag="negative_military"):
    """Points of permanent general military below 0."""


class Prestige(Measure, frozen=True, tag="prestige"):
    """Prestige chips."""


class GoodKinds(Measure, frozen=True, tag="good_kinds"):
    """Different kinds of own production and windfall worlds; `table[n]` is the count for n kinds."""

    table: tuple[Amount, ...]


class Artifacts(Measure, frozen=True, tag="artifact"):
    """Own artifact tokens of a class (orb game)."""

    artifact_class: Literal["science", "technology", "uplift"]


class GoodsOnWorlds(Measure, frozen=True, tag="goods_on_worlds"):
    """Goods on own worlds."""


AnyMeasure: TypeAlias = (
    Cards | VpChips | MilitaryStrength | NegativeMilitary | Prestige | GoodKinds | Artifacts | GoodsOnWorlds
)


class Clause(Struct, frozen=True, forbid_unknown_fields=True):
    """Points per unit of a measure."""

    vp: Change
    per: AnyMeasure
