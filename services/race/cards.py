"""The cards of all sets: loaded, checked, numbered.

A pack is a folder: `pack.json` names the sets, each set has a file of its own. Every single card of the box has a
number, its place in `Pack.cards`; copies of one design share everything but the number. The changed printings of the
second edition are designs of their own.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct

from services.kit.errors import ComponentError
from services.kit.pack import place_in
from services.race.filters import AnyGood, Good, Keyword, Kind, Production, decode_hook
from services.race.invasion.book import Book, faults
from services.race.options import RaceOptions
from services.race.orb.cards import OrbPack, load_orb
from services.race.vocabulary import AnyPower, BlockTakeover, GatherGoodsHere, Military, Takeover, TakeoverDefense
from services.race.vocabulary.endgame import Clause

SECOND_EDITION = "_second_edition"
"""What the component ids of changed printings end with."""

Number: TypeAlias = int
"""The number of a single card."""

NO_CARD = -1


_VOID_WITHOUT_TAKEOVERS = (Takeover, TakeoverDefense, BlockTakeover)


class Changes(Struct, frozen=True, forbid_unknown_fields=True):
    """What the second edition changed on a card."""

    cost: int | None = None
    vp: int | None = None
    add_powers: tuple[AnyPower, ...] = ()
    add_endgame: tuple[Clause, ...] = ()


_DRAFT_PACK = 5


class Card(Struct, frozen=True, forbid_unknown_fields=True, eq=False, dict=True):
    """A design. `vp` is None where the points are those of `endgame`; `cost` is the defence of a military world."""

    id: str
    name: str
    kind: Kind
    cost: int
    vp: int | None
    copies: int = 1
    military: bool = False
    xeno: bool = False
    good: AnyGood | None = None
    production: Production | None = None
    start_world: int | None = None
    keywords: tuple[Keyword, ...] = ()
    prestige: bool = False
    powers: tuple[AnyPower, ...] = ()
    endgame: tuple[Clause, ...] = ()
    aliases: tuple[str, ...] = ()
    second_edition: Changes | None = None

    @cached_property
    def power_phases(self) -> frozenset[str]:
        """The phases in which the card has a power."""
        return frozenset(power.phase for power in self.powers)

    @cached_property
    def power_phases_but_takeovers(self) -> frozenset[str]:
        """The phases in which the card has a power where takeovers are not played (R14.1)."""
        return frozenset(power.phase for power in self.powers if not isinstance(power, _VOID_WITHOUT_TAKEOVERS))

    @cached_property
    def in_orb(self) -> "Card":
        """The card where the orb is played: what it can do in the orb is a power of Explore (R19.2)."""
        if "orb" not in self.power_phases:
            return self
        powers = (
            msgspec.structs.replace(each, phase="explore") if each.phase == "orb" else each for each in self.powers
        )
        return msgspec.structs.replace(self, powers=tuple(powers))

    @cached_property
    def as_military(self) -> "Card":
        """The world as a military one, its cost being the defense (R7.18, R14.19)."""
        return msgspec.structs.replace(self, military=True)

    @cached_property
    def as_spent(self) -> "Card":
        """The card discarded in a Settle phase, with its permanent military only (R7.20)."""
        powers = tuple(power for power in self.powers if isinstance(power, Military))
        return msgspec.structs.replace(self, powers=powers, good=None, production=None, endgame=(), vp=0)

    def as_kind(self, kind: Good) -> "Card":
        """A world of variable kind as one of that kind (POWERS variable_kind)."""
        known = self._kinds.get(kind)
        if known is None:
            known = self._kinds[kind] = msgspec.structs.replace(self, good=kind)
        return known

    @cached_property
    def _kinds(self) -> "dict[Good, Card]":
        return {}

    @cached_property
    def stores(self) -> AnyGood | None:
        """The kind of the goods that lie on the world: its own, or that which it gathers."""
        gathered = (power.good for power in self.powers if isinstance(power, GatherGoodsHere))
        return next(gathered, self.good)

    @cached_property
    def is_world(self) -> bool:
        """Whether the card is a world."""
        return self.kind == "world"


class Draft(Struct, frozen=True, forbid_unknown_fields=True):
    """The draft with a set: for how many seats at most, how large packs are, and how small a last pack may be (R18).

    Both sizes are by the number of seats, for tables whose `draft_packs` are. What is not given is a pack of five, and
    a last one as large as all others.
    """

    most_seats: int
    packs: dict[int, int] = {}
    last_packs: dict[int, int] = {}

    def pack_size(self, seats: int, cards: int) -> int:
        """How large the packs of the next round are, with so many cards left for all; 0: the draft is over (R18.4)."""
        full = self.packs.get(seats, _DRAFT_PACK)
        size = min(full, cards // seats)
        return size if size >= self.last_packs.get(seats, full) else 0


class CardSet(Struct, frozen=True, forbid_unknown_fields=True):
    """A set as `pack.json` declares it: `rules` names what its play needs besides its power kinds."""

    id: str
    name: str
    arc: int | None
    most_seats: int
    requires: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    draft: Draft | None = None


class CopyAdjustment(Struct, frozen=True, forbid_unknown_fields=True):
    """A set that changes how many copies of a card are in the deck."""

    card: str
    set: str
    copies_delta: int


class Head(Struct, frozen=True, forbid_unknown_fields=True):
    """The file `pack.json`."""

    game: str
    sets: tuple[CardSet, ...]
    copy_adjustments: tuple[CopyAdjustment, ...]
    preset_hands: dict[str, tuple[str, str, str, str]]
    takeover_scenario: dict[str, str]


class Goal(Struct, frozen=True, forbid_unknown_fields=True):
    """A goal tile: what is counted, how much of it is needed, after which phases it is looked at.

    With the test `ways` the threshold names several ways to it, each with all that is counted for it. A phase list of
    `checked_by_option` takes the place of `checked` where that option of the table is on.
    """

    id: str
    name: str
    type: Literal["first", "most"]
    set: str
    test: str
    checked: tuple[str, ...]
    threshold: int | dict[str, dict[str, int]] | None = None
    minimum: int = 0
    checked_by_option: dict[str, tuple[str, ...]] = {}


class Boards(Struct, frozen=True):
    """The components of the games within the game."""

    invasion: Book
    orb: OrbPack


class Pack:
    """A loaded component pack.

    `cards` has every single card by its number, `numbers` the numbers of each design, `designs` the designs by their
    component id, `of_set` the ids of the designs of a set, `takeover_scenario` the card that comes with each start
    world of the scenario for two (R15), `goals` the goal tiles by their ids, `invasion` the book of the invasion game,
    `orb` the components of the orb game. `memo` is where `abilities_of` keeps what it worked out.
    """

    def __init__(self, head: Head, sets: dict[str, list[Card]], goals: tuple[Goal, ...], boards: Boards) -> None:
        self.invasion = boards.invasion
        self.orb = boards.orb
        self.goals = {goal.id: goal for goal in goals}
        self.sets = {each.id: each for each in head.sets}
        self.adjustments = head.copy_adjustments
        self.preset_hands = head.preset_hands
        self.takeover_scenario = head.takeover_scenario
        self.of_set = {name: tuple(card.id for card in cards) for name, cards in sets.items()}
        self.designs = {card.id: card for cards in sets.values() for card in _printings(cards)}
        self.cards: list[Card] = []
        self.numbers: dict[str, tuple[Number, ...]] = {}
        spare = Counter({each.card: each.copies_delta for each in head.copy_adjustments if each.copies_delta > 0})
        for card in self.designs.values():
            copies = card.copies + spare[card.id.removesuffix(SECOND_EDITION)]
            self.numbers[card.id] = tuple(range(len(self.cards), len(self.cards) + copies))
            self.cards += [card] * copies
        self.memo: dict[tuple[Number, ...], Any] = {}

    def box(self, sets: tuple[str, ...], *, second_edition: bool) -> list[Number]:
        """The cards of a game with these sets, start worlds included."""
        copies = {design: self.designs[design].copies for name in sets for design in self.of_set[name]}
        for each in self.adjustments:
            if each.set in sets:
                copies[each.card] += each.copies_delta
        chosen: list[Number] = []
        for design, count in copies.items():
            changed = second_edition and self.designs[design].second_edition is not None
            chosen += self.numbers[design + SECOND_EDITION if changed else design][:count]
        return chosen


def _named(head: Head) -> Iterator[tuple[str, str]]:
    """The cards that `pack.json` names, with the field that does."""
    for each in head.copy_adjustments:
        yield f"copy_adjustments.{each.set}", each.card
    for start, hand in head.preset_hands.items():
        for design in (start, *hand):
            yield f"preset_hands.{start}", design
    for start, card in head.takeover_scenario.items():
        yield "takeover_scenario", start
        yield "takeover_scenario", card


def load_pack(path: Path) -> Pack:
    """Load and check a pack. Raises `ComponentError` naming file, entry and field."""
    head = _decode(path / "pack.json", Head)
    sets = {each.id: list(_cards(path / f"{each.id}.json", each.id)) for each in head.sets}
    ids: set[str] = set()
    for name, cards in sets.items():
        for card in cards:
            if card.id in ids:
                raise ComponentError(f"{name}.json", card.id, "id", "two cards have this id")
            ids.add(card.id)
    for field, design in _named(head):
        if design not in ids:
            raise ComponentError("pack.json", design, field, "there is no such card")
    for each in head.sets:
        if each.draft is not None and not 0 < each.draft.most_seats <= each.most_seats:
            raise ComponentError("pack.json", each.id, "draft.most_seats", f"1 to {each.most_seats}")
        for needed in each.requires:
            if needed not in sets:
                raise ComponentError("pack.json", each.id, "requires", f"there is no set {needed}")
    _check_names(sets)
    boards = Boards(_invasion(path / "invasion.json"), load_orb(path / "orb.json"))
    return Pack(head, sets, _goals(path / "goals.json", head), boards)


def _goals(file: Path, head: Head) -> tuple[Goal, ...]:
    content: _GoalFile = _decode(file, _GoalFile)
    sets = {each.id for each in head.sets}
    for goal in content.goals:
        if goal.set not in sets:
            raise ComponentError(file.name, goal.id, "set", f"there is no set {goal.set}")
        for option in goal.checked_by_option:
            if option not in RaceOptions.__struct_fields__:
                raise ComponentError(file.name, goal.id, "checked_by_option", f"there is no option {option}")
    return content.goals


def _invasion(file: Path) -> Book:
    book: Book = _decode(file, Book)
    for entry, field, wanted in faults(book):
        raise ComponentError(file.name, entry, field, wanted)
    return book


def _decode(file: Path, kind: type[Any]) -> Any:  # noqa: ANN401 - what the caller asks for
    try:
        return msgspec.json.decode(file.read_bytes(), type=kind, dec_hook=decode_hook)
    except OSError as error:
        raise ComponentError(file.name, "file", "path", error.strerror or "cannot be read") from None
    except msgspec.DecodeError as error:
        raise ComponentError(file.name, "file", *_place(error)) from None


class _GoalFile(Struct, frozen=True, forbid_unknown_fields=True):
    goals: tuple[Goal, ...]


class _SetFile(Struct, frozen=True, forbid_unknown_fields=True):
    set: str
    cards: list[dict[str, Any]]


def _cards(file: Path, name: str) -> Iterator[Card]:
    content = _decode(file, _SetFile)
    if content.set != name:
        raise ComponentError(file.name, "file", "set", f"{name} is meant, {content.set} is said")
    for number, entry in enumerate(content.cards):
        label = str(entry.get("id", f"cards[{number}]"))
        try:
            card: Card = msgspec.convert(entry, Card, dec_hook=decode_hook)
        except msgspec.ValidationError as error:
            raise ComponentError(file.name, label, *_place(error)) from None
        for field, fits, wanted in _checks(card):
            if not fits:
                raise ComponentError(file.name, label, field, wanted)
        yield card


def _place(error: msgspec.DecodeError) -> tuple[str, str]:
    field, message = place_in(error)
    return field or "json", message


def _checks(card: Card) -> Iterator[tuple[str, bool, str]]:
    """What must hold on every card: field, whether it does, what is wanted."""
    makers = [power for power in card.powers if power.phase == "produce" and _makes_goods(power)]
    yield "cost", 0 <= card.cost <= 9, "0 to 9"  # noqa: PLR2004 - what is printed
    yield "copies", card.copies > 0, "at least 1"
    yield "vp", (card.vp is None) == bool(card.endgame), "null exactly where there is an endgame"
    yield "good", (card.good is None) == (card.production is None), "given exactly where production is"
    yield "xeno", card.military or not card.xeno, "Xeno worlds are military"
    yield "powers", (card.production == "production") == bool(makers), "a production world, and only it, produces"
    if card.kind == "development":
        traits = card.military or card.xeno or card.good is not None or card.start_world is not None
        yield "kind", not traits, "military, goods and start numbers are for worlds"
    else:
        yield "copies", card.copies == 1, "every world is single"


def _makes_goods(power: AnyPower) -> bool:
    return power.__struct_config__.tag in ("produce", "discard_to_produce")


def _printings(cards: list[Card]) -> Iterator[Card]:
    """Every card, and after it its changed printing if it has one."""
    for card in cards:
        yield card
        changes = card.second_edition
        if changes is not None:
            yield msgspec.structs.replace(
                card,
                id=card.id + SECOND_EDITION,
                cost=card.cost if changes.cost is None else changes.cost,
                vp=card.vp if changes.vp is None else changes.vp,
                powers=card.powers + changes.add_powers,
                endgame=card.endgame + changes.add_endgame,
                second_edition=None,
            )


def _check_names(sets: dict[str, list[Card]]) -> None:
    """Filters that name a card must name one that exists."""
    names = {card.name for cards in sets.values() for card in cards}
    for name, cards in sets.items():
        for card in cards:
            for filter_ in _filters(card):
                if filter_.spec.name is not None and filter_.spec.name not in names:
                    raise ComponentError(f"{name}.json", card.id, "name", f"no card is named {filter_.spec.name!r}")


def _filters(card: Card) -> Iterator[Any]:
    for power in card.powers:
        for field in ("when", "per", "of", "only_if_own"):
            if getattr(power, field, None) is not None:
                yield getattr(power, field)
    for clause in card.endgame:
        if getattr(clause.per, "match", None) is not None:
            yield clause.per.match  # type: ignore[union-attr]
