"""The format of a component pack file of Jump Drive: one JSON object, a `PackFile`.

Fields about sources (`evidence`, `source`, `confidence`, `tier`, `name_status`) are read but have no effect on the
game; `inferred_fields` is shown to players.
"""

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, field

from galaxytables_jump.components.filters import Colour, Filter, Formula, Icons, Kind, Schema, Word
from galaxytables_jump.components.kinds import CardPower, PlacementRequirement
from galaxytables_kit import Amount, Count

CardId: TypeAlias = Annotated[str, Meta(pattern="^[a-z0-9_]+$")]
Text: TypeAlias = Annotated[str, Meta(min_length=1)]


class CardEntry(Schema, frozen=True, kw_only=True):
    """A card as printed. A military world has `defense`, every other card has `cost`."""

    id: CardId
    name: Text
    copies: Count
    kind: Kind
    military: bool = False
    cost: Amount | None = None
    defense: Count | None = None
    colour: Colour | None = None
    keywords: tuple[Word, ...] = ()
    icons: Icons
    vp: Formula
    income: Formula
    powers: tuple[CardPower, ...]
    inferred_fields: tuple[str, ...] = ()
    note: str = ""
    evidence: dict[str, str] = field(default_factory=dict)
    source: str = ""
    confidence: str = ""
    tier: str = ""
    name_status: str = ""

    def filters(self) -> Iterator[tuple[str, Filter]]:
        """Yield every filter of the card, each with the name of its field."""
        for part, formula in (("vp", self.vp), ("income", self.income)):
            for number, rate in enumerate(formula.per):
                yield f"{part}.per[{number}]", rate.counted
        for number, printed in enumerate(self.powers):
            for name in printed.power.__struct_fields__:
                filter_ = getattr(printed.power, name)
                if isinstance(filter_, Filter):
                    yield f"powers[{number}].params.{name}", filter_

    def named(self) -> Iterator[tuple[str, str]]:
        """Yield each other card that this card names: its id, with the name of the field that has it."""
        for at, filter_ in self.filters():
            if filter_.written.card is not None:
                yield at, filter_.written.card
        for number, printed in enumerate(self.powers):
            if isinstance(printed.power, PlacementRequirement):
                cards = (way.card for way in printed.power.any_of if way.card is not None)
                yield from ((f"powers[{number}].params.any_of", card) for card in cards)


class PresetHand(Schema, frozen=True):
    """A preset hand for a first game. `sourced_cards` are those of its cards that a public source lists."""

    cards: tuple[CardId, ...]
    sourced_cards: tuple[CardId, ...] = ()
    confidence: str = ""


class ExploreMarker(Schema, frozen=True):
    """The explore marker: the icons that it adds to one exploration. They count for nothing else."""

    explore_icons: Amount
    counts_after_round: Literal[False]


class Limits(Schema, frozen=True):
    """The limits of the rules: seats, hand limit, VP that end the game, cards dealt and kept."""

    players: tuple[Count, Count]
    hand: Count
    goal_vp: Annotated[int, Meta(ge=1, le=999)]
    dealt: Count
    kept: Count


class PackFile(Schema, frozen=True, kw_only=True):
    """The content of a pack file. `components` lists other things in the box, which have no effect on the game."""

    schema_version: Literal[1]
    game: Literal["Jump Drive", "jump"]
    about: str = ""
    evidence_legend: dict[str, str] = field(default_factory=dict)
    deck_size: Annotated[int, Meta(ge=1, le=9_999)]
    components: dict[str, Amount | dict[str, Amount]] = field(default_factory=dict)
    explore_marker: ExploreMarker
    limits: Limits
    cards: tuple[CardEntry, ...]
    survey_team: CardEntry
    preset_hands: dict[str, PresetHand]
