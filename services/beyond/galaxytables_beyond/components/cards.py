"""The components as they are printed, and the pack that holds them all."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from galaxytables_beyond.components.effects import (
    Choose,
    Cost,
    Count,
    DeckName,
    May,
    Metric,
    Modifier,
    Operations,
    Points,
    ShipLevel,
    TechLevel,
    Track,
)
from galaxytables_beyond.components.numbers import EventNumber, TechNumber
from galaxytables_kit import ComponentId

TechType: TypeAlias = Literal["scientific", "economic", "military", "commercial"]
TECH_TYPES: tuple[TechType, ...] = ("scientific", "economic", "military", "commercial")
COLUMNS = "ABCDE"
DISCS_PER_KIND = 8
CUBES = 20
REFERENCE = "reference"
"""The component for the figures of the rules."""
LOWEST_DECK = 2
"""The lowest level of technologies in a deck; Level I is face up from the start."""


Id: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_]{1,40}$")]
Provenance: TypeAlias = Literal["sourced", "partly_sourced", "named", "reconstructed"]


class FileEntry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The fields that every entry of a component file has: its id, and how well its figures are known.

    `sourced_parts` is a text about the parts of the entry that have a source. `sourced_facts` names the facts of the
    catalogue that have one.
    """

    id: Id
    provenance: Provenance
    source: str
    sourced_parts: tuple[str, ...] = ()
    sourced_facts: tuple[str, ...] = ()


class TechAction(Struct, frozen=True, forbid_unknown_fields=True):
    """An action of a technology card, and how many spaces it has."""

    spaces: Annotated[int, Meta(ge=1, le=3)]
    cost: Cost
    effects: Annotated[Operations, Meta(min_length=1)]


class Technology(FileEntry, frozen=True, kw_only=True):
    """A technology card.

    `types` is [main, second]; `output` is the type that the card passes to the next level (R10.8).
    """

    name: str
    level: TechLevel
    types: tuple[TechType, TechType]
    output: TechType | None
    immediate: Operations
    actions: tuple[TechAction, ...]
    permanent: tuple[Modifier, ...]
    vp: Points


class Event(FileEntry, frozen=True, kw_only=True):
    """An event card of Level II or III (R2.3)."""

    name: str
    level: Annotated[int, Meta(ge=2, le=3)]
    fixed: bool
    effects: Annotated[Operations, Meta(min_length=1)]


class System(FileEntry, frozen=True, kw_only=True):
    """A system card (R1.6)."""

    name: str
    deck: DeckName
    starting: bool
    strength: Count
    traits: Annotated[tuple[Track, ...], Meta(min_length=1, max_length=2)]
    on_control: Operations
    on_colonize: Operations
    permanent: tuple[Modifier, ...]
    vp: Points


class Condition(Struct, frozen=True, forbid_unknown_fields=True):
    """The condition of an achievement."""

    metric: Metric
    at_least: Count


class Achievement(FileEntry, frozen=True, kw_only=True):
    """An achievement card; `slots` are the points of its slots, from left to right."""

    name: str
    group: Literal["basic", "A", "B"]
    slots: Annotated[tuple[Points, ...], Meta(min_length=1)]
    condition: Condition


class Guild(FileEntry, frozen=True, kw_only=True):
    """A guild: an action on the board that is covered until an event removes the cover (R2.6)."""

    name: str
    spaces: Annotated[int, Meta(ge=1, le=3)]
    cost: Cost
    effects: Annotated[Operations, Meta(min_length=1)]


class BasicAction(FileEntry, frozen=True, kw_only=True):
    """An action of the basic box.

    `surcharges` lists the extra ore that each of its spaces costs, by number of players.
    """

    name: str
    cost: Cost
    effects: Annotated[Operations, Meta(min_length=1)]
    may_stay: bool
    surcharges: dict[Literal["2", "3", "4"], Annotated[tuple[Points, ...], Meta(min_length=1)]]


class TechSlot(FileEntry, frozen=True, kw_only=True):
    """A slot of the technology board. A seat needs `required` of its `prerequisites` to research it (R10.4)."""

    level: TechLevel
    row: Count
    required: Points
    prerequisites: tuple[ComponentId, ...]
    event: bool


class Place(Struct, frozen=True, forbid_unknown_fields=True):
    """A location of the exploration board, as it is printed."""

    id: Id
    name: str
    kind: Literal["sol", "deep_space", "system_slot", "shipyard"]
    traits: tuple[Track, ...]
    deck: DeckName | None
    on_control: Operations


class BoardSide(FileEntry, frozen=True, kw_only=True):
    """A side of the exploration board."""

    players: tuple[Count, ...]
    locations: tuple[Place, ...]
    lanes: tuple[tuple[str, str], ...]


class Trades(Struct, frozen=True, forbid_unknown_fields=True):
    """The rates of trades (R5.5-R5.7).

    They are the ore that a population costs, the ore that retiring a ship costs, and the ore that a seat gets for a
    population.
    """

    ore_to_pop: Points
    retire_ship: Points
    pop_to_ore: Points


class StartShip(Struct, frozen=True, forbid_unknown_fields=True):
    """The ship with which a faction starts."""

    level: ShipLevel
    location: str


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """The things that a faction has at the start, except its supply."""

    population: Points
    ore: Points
    ship: StartShip


class MatPower(Struct, frozen=True, forbid_unknown_fields=True):
    """A power of an advanced mat. It works once the automation level is at least `level`."""

    level: Annotated[int, Meta(ge=1, le=7)]
    modifier: Modifier


class Mat(FileEntry, frozen=True, kw_only=True):
    """A faction mat. Tracks have 9 slots; at the start discs cover all of them but the first (R2.8)."""

    name: str
    faction: str
    mat: Literal["basic", "advanced"]
    supply_columns: Annotated[tuple[Points, ...], Meta(min_length=5, max_length=5)]
    population_track: tuple[Literal["A", "B", "C", "D", "E"] | None, ...]
    ore_track: tuple[Points, ...]
    automation: Annotated[tuple[Points, ...], Meta(min_length=7, max_length=7)]
    automation_beyond: Points
    trades: Trades
    start: Start
    powers: tuple[MatPower, ...]


class Deed(Struct, frozen=True, eq=False):
    """An action that a player can choose or copy, wherever it is printed. `id` names it in the prompt `copy.action`.

    `number` is its index among the actions of its component, from 0. `decisive` are the operations that decide whether
    the action can be carried out, and `first_part` the first of them.
    """

    id: str
    component: str
    number: int
    cost: Cost
    effects: Operations
    research: bool
    colonize: bool
    copies: bool
    decisive: Operations
    first_part: Operations


class Space(Struct, frozen=True, eq=False):
    """An action space; `id` distinguishes spaces.

    The space with the least `commitment` is the default when a player chooses where to go.
    """

    id: str
    deed: Deed
    commitment: tuple[bool, bool, int, int]
    surcharge: int = 0
    may_stay: bool = False


class Power(Struct, frozen=True, eq=False):
    """A lasting power; `id` is the key under which its uses in a turn are counted.

    `number` is its index among the lasting powers of its component, from 0.
    """

    id: str
    component: str
    number: int
    modifier: Modifier


class Location(Struct, frozen=True, eq=False):
    """A location of the exploration board, with its lanes and option ids.

    `event` is the event card that adds the location, `NO_EVENT` for locations of the board. `moves` has the option ids
    for moving a ship of each level (from 1) from this location to each other one.
    """

    index: int
    place: Place
    lanes: tuple[int, ...]
    event: EventNumber
    moves: tuple[tuple[str, ...], ...]
    ships: tuple[str, ...]


class Side(Struct, frozen=True, eq=False):
    """A side of the exploration board, with the locations that events can add to it."""

    id: str
    printed: BoardSide
    locations: tuple[Location, ...]
    sol: int
    deep: int
    yards: tuple[int, ...]
    """Where ships are built: by the controller, at Sol by everybody."""
    by_id: dict[str, int]
    move_of: dict[str, tuple[int, int, int]]
    """By option id of a move: from, level, to."""
    ship_of: dict[str, tuple[int, int]]
    """By option id of a ship: location, level."""
    distances: tuple[tuple[int, ...], ...]
    """The number of lanes between two locations; an added location has one lane, so no way leads through it."""


class Slot(Struct, frozen=True, eq=False):
    """A technology slot: the numbers of its prerequisites, and the action spaces of each technology in this slot."""

    index: int
    id: str
    level: int
    row: int
    prerequisites: tuple[int, ...]
    required: int
    event: bool
    spaces: dict[TechNumber, tuple[Space, ...]]


class MatTables(Struct, frozen=True, eq=False):
    """The figures that a mat shows, listed by the number of discs that are left on a track."""

    growth: tuple[tuple[int, ...], ...]
    """By food discs left: the columns of the visible growth symbols."""
    ore: tuple[int, ...]
    """By ore discs left: the visible ore symbols."""
    powers: tuple[tuple[int, Power], ...]


class Pack(Struct, frozen=True, eq=False):
    """Everything in the box, by number. The number of a component is its index in its file."""

    technologies: tuple[Technology, ...]
    events: tuple[Event, ...]
    systems: tuple[System, ...]
    achievements: tuple[Achievement, ...]
    guilds: tuple[Guild, ...]
    basics: tuple[BasicAction, ...]
    slots: tuple[Slot, ...]
    slots_by_level: dict[int, tuple[Slot, ...]]
    printed_slots: tuple[TechSlot, ...]
    mats: tuple[Mat, ...]
    sides: dict[int, Side]
    """By number of players."""
    end_trigger: dict[int, int]
    seat_bonus: tuple[int, ...]
    basic_spaces: dict[int, tuple[Space, ...]]
    """By number of players."""
    guild_spaces: tuple[tuple[Space, ...], ...]
    private_spaces: dict[TechNumber, tuple[Space, ...]]
    tech_powers: tuple[tuple[Power, ...], ...]
    """By technology, with an empty one for `NO_TECH` at the end."""
    system_powers: tuple[tuple[Power, ...], ...]
    mat_tables: tuple[MatTables, ...]
    questions: tuple[May | Choose, ...]
    """Operations that ask, by number."""
    names: dict[str, str]
    """Printed names by component id."""
    guild_number: dict[str, int]
    powers: dict[str, Power]
    provenances: dict[Provenance, int]
    """How many components of the box are known how well."""
