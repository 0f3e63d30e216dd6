"""What a component pack file of Jump Drive looks like: one JSON object, a `PackFile`.

Every word that a card may use is defined here. Fields that say where a figure comes from (`evidence`, `source`,
`confidence`, `tier`, `name_status`) are read but mean nothing to the game; `inferred_fields` is shown to players.
"""

from enum import StrEnum
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

CardId: TypeAlias = Annotated[str, Meta(pattern="^[a-z0-9_]+$")]
Word: TypeAlias = Annotated[str, Meta(pattern="^[a-z_]+$")]
Count: TypeAlias = Annotated[int, Meta(ge=0)]
Positive: TypeAlias = Annotated[int, Meta(ge=1)]
Text: TypeAlias = Annotated[str, Meta(min_length=1)]


class Kind(StrEnum):
    """What a card is."""

    DEVELOPMENT = "development"
    WORLD = "world"


class Colour(StrEnum):
    """The colour of a world: blue, brown, green, yellow; grey is no colour for counting."""

    NOVELTY = "novelty"
    RARE = "rare"
    GENES = "genes"
    ALIEN = "alien"
    GREY = "grey"


class Icon(StrEnum):
    """What a card shows up to three of."""

    EXPLORE = "explore"
    MILITARY = "military"
    CHROMOSOME = "chromosome"


class Counted(StrEnum):
    """What a selector counts."""

    CARD = "card"
    """Cards that satisfy every filter given."""
    ICON = "icon"
    """Icons of the type `icon`."""
    MILITARY_STRENGTH = "military_strength"
    """General strength: military icons and strength per icon, not strength against particular worlds."""


class Scope(StrEnum):
    """Whose empires a formula entry looks at."""

    OWN = "own"
    """The empire that holds the card, the card itself included."""
    ANY_RIVAL = "any_rival"
    """Any one other empire; only in entries with `with`."""
    OWN_PLUS_CHOSEN_RIVAL = "own_plus_chosen_rival"
    """The own empire, and one other of the owner's choice, each counted and rounded on its own."""


class Schema(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Base of every part of a pack file."""


class Filter(Schema, frozen=True):
    """Cards that have all that is given; `card` is a card id."""

    kind: Kind | None = None
    colour: Colour | None = None
    military: bool | None = None
    keyword: Word | None = None
    card: CardId | None = None


class Selector(Filter, frozen=True, kw_only=True):
    """What is counted in an empire: cards by the filters, icons of one type, or general strength."""

    count: Counted
    icon: Icon | None = None


class Entry(Schema, frozen=True):
    """One part of a formula.

    With `each`: `amount` for every `group` of what it counts, rounded down. With `with`: `amount` once if there is
    any.
    """

    amount: int
    scope: Scope
    each: Selector | None = None
    group: Positive | None = None
    with_: Selector | None = field(name="with", default=None)


class Formula(Schema, frozen=True):
    """VP or income of a card: `base` and the value of every entry, reckoned anew each round."""

    base: int
    per: tuple[Entry, ...] = ()


class Icons(Schema, frozen=True):
    """How many icons of each type a card shows, three at most in all."""

    explore: Count = 0
    military: Count = 0
    chromosome: Count = 0


class Requirement(Schema, frozen=True):
    """One way to satisfy a placement requirement; exactly one field is given."""

    own_military_strength: Count | None = None
    own_card: CardId | None = None


class CostReductionParams(Schema, frozen=True):
    """`amount` fewer cards for each card that matches `on`."""

    amount: Positive
    on: Filter


class TargetedMilitaryParams(Schema, frozen=True):
    """`amount` extra strength against military worlds that match `against`."""

    amount: Positive
    against: Filter


class StrengthPerIconParams(Schema, frozen=True):
    """`amount` general strength for every icon of a type in the owner's empire."""

    amount: Positive
    icon: Icon


class NegotiateParams(Schema, frozen=True):
    """`cost_change` is added to the defense; not for worlds of `excluded_colour`."""

    cost_change: int
    excluded_colour: Colour | None = None


class PeacefulWorldParams(Schema, frozen=True):
    """`cost_change` for the second world; `sacrifice_self` discards this card for it."""

    cost_change: int
    sacrifice_self: bool
    works_with_negotiation: bool


class ConqueredWorldParams(Schema, frozen=True):
    """Whether a negotiated first world allows the second."""

    works_with_negotiation: bool


class RequirementParams(Schema, frozen=True):
    """One entry of `any_of` must hold."""

    any_of: Annotated[tuple[Requirement, ...], Meta(min_length=1)]


class MovesParams(Schema, frozen=True):
    """When the card moves, and what a tie means."""

    moment: Literal["before_scoring"]
    on_tie: Literal["stay"]


class NoParams(Schema, frozen=True):
    """Nothing to say."""


class CostReduction(Schema, frozen=True, tag_field="kind", tag="cost_reduction"):
    """Fewer cards to pay; copies add up; the price never drops under 0."""

    params: CostReductionParams


class TargetedMilitary(Schema, frozen=True, tag_field="kind", tag="targeted_military"):
    """Strength only to conquer particular worlds."""

    params: TargetedMilitaryParams


class StrengthPerIcon(Schema, frozen=True, tag_field="kind", tag="strength_per_icon"):
    """General strength for icons, the card's own included."""

    params: StrengthPerIconParams


class NegotiateMilitaryWorld(Schema, frozen=True, tag_field="kind", tag="negotiate_military_world"):
    """The owner may pay for a military world as if it were not military."""

    params: NegotiateParams


class SecondPeacefulWorld(Schema, frozen=True, tag_field="kind", tag="second_peaceful_world"):
    """A second non-military world in the same round."""

    params: PeacefulWorldParams


class SecondConqueredWorld(Schema, frozen=True, tag_field="kind", tag="second_conquered_world"):
    """A second military world in the same round, with strength that the first left over."""

    params: ConqueredWorldParams


class PlacementRequirement(Schema, frozen=True, tag_field="kind", tag="placement_requirement"):
    """The card may be placed only if this holds just before."""

    params: RequirementParams


class OnePerEmpire(Schema, frozen=True, tag_field="kind", tag="one_per_empire"):
    """Nobody places a second copy."""

    params: NoParams


class MovesToStrongest(Schema, frozen=True, tag_field="kind", tag="moves_to_strongest"):
    """The card goes to the one player with the highest general strength."""

    params: MovesParams


class TableSupply(Schema, frozen=True, tag_field="kind", tag="table_supply"):
    """Not in the deck: one lies on the table for each player, taken instead of a development from hand."""

    params: NoParams


Power: TypeAlias = (
    CostReduction
    | TargetedMilitary
    | StrengthPerIcon
    | NegotiateMilitaryWorld
    | SecondPeacefulWorld
    | SecondConqueredWorld
    | PlacementRequirement
    | OnePerEmpire
    | MovesToStrongest
    | TableSupply
)


class CardEntry(Schema, frozen=True, kw_only=True):
    """A card as it is printed: a world that is military has `defense`, every other card has `cost`."""

    id: CardId
    name: Text
    copies: Positive
    kind: Kind
    military: bool = False
    cost: Count | None = None
    defense: Positive | None = None
    colour: Colour | None = None
    keywords: tuple[Word, ...] = ()
    icons: Icons
    vp: Formula
    income: Formula
    powers: tuple[Power, ...]
    inferred_fields: tuple[str, ...] = ()
    note: str = ""
    evidence: dict[str, str] = {}
    source: str = ""
    confidence: str = ""
    tier: str = ""
    name_status: str = ""


class PresetHand(Schema, frozen=True):
    """A hand for a first game; `sourced_cards` are those that a public source knows to be in it."""

    cards: tuple[CardId, ...]
    sourced_cards: tuple[CardId, ...] = ()
    confidence: str = ""


class ExploreMarker(Schema, frozen=True):
    """The icons that the marker lends to one exploration; they never count afterwards."""

    explore_icons: Count
    counts_after_round: Literal[False]


class Limits(Schema, frozen=True):
    """The figures of the rules: seats, hand limit, VP that end the game, cards dealt and kept."""

    players: tuple[int, int]
    hand: Positive
    goal_vp: Positive
    dealt: Positive
    kept: Positive


class PackFile(Schema, frozen=True, kw_only=True):
    """The whole file. `components` lists what else is in the box and means nothing to the game."""

    schema_version: Literal[1]
    game: Literal["Jump Drive", "jump"]
    about: str = ""
    evidence_legend: dict[str, str] = {}
    deck_size: Positive
    components: dict[str, int | dict[str, int]] = {}
    explore_marker: ExploreMarker
    limits: Limits
    cards: tuple[CardEntry, ...]
    survey_team: CardEntry
    preset_hands: dict[str, PresetHand]
