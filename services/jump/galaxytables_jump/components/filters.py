"""Filters and selectors of powers and formulas. When a pack is made, each finds the cards that match."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, ClassVar, Protocol, TypeAlias

from msgspec import Meta, Struct, field

from galaxytables_jump.components.numbers import CardNumber, numbered
from galaxytables_kit import Amount, Change, Compiled, ComponentId, Count, Facts, FactValue, facts_of

Word: TypeAlias = Annotated[str, Meta(pattern="^[a-z_]+$")]


class Kind(StrEnum):
    """The kind of a card."""

    DEVELOPMENT = "development"
    WORLD = "world"


class Colour(StrEnum):
    """The colour of a world: blue, brown, green, yellow. Grey does not count as a colour."""

    NOVELTY = "novelty"
    RARE = "rare"
    GENES = "genes"
    ALIEN = "alien"
    GREY = "grey"


class Icon(StrEnum):
    """A type of icon; a card shows up to three icons."""

    EXPLORE = "explore"
    MILITARY = "military"
    CHROMOSOME = "chromosome"


class Counted(StrEnum):
    """The kinds of things that a selector can count: cards, for example."""

    CARD = "card"
    """Cards that meet every given filter."""
    ICON = "icon"
    """Icons of the type `icon`."""
    MILITARY_STRENGTH = "military_strength"
    """General strength: military icons and strength per icon, not strength against particular worlds."""


class Scope(StrEnum):
    """The empires in which a part of a formula counts things: its own, for example."""

    OWN = "own"
    """The empire that holds the card, the card itself included."""
    ANY_RIVAL = "any_rival"
    """Any other empire; only in entries with `with`."""
    OWN_PLUS_CHOSEN_RIVAL = "own_plus_chosen_rival"
    """The own empire and one other of the owner's choice, each counted and rounded separately."""


class Schema(Struct, frozen=True, forbid_unknown_fields=True):
    """The base class of every part of a pack file."""


class Icons(Schema, frozen=True):
    """How many icons of each type a card shows: at most three in all."""

    explore: Amount = 0
    military: Amount = 0
    chromosome: Amount = 0


class Listed(Protocol):
    """The fields of a card that a filter can test."""

    @property
    def id(self) -> str: ...  # noqa: D102 - as printed
    @property
    def kind(self) -> Kind: ...  # noqa: D102 - as printed
    @property
    def colour(self) -> Colour | None: ...  # noqa: D102 - as printed
    @property
    def military(self) -> bool: ...  # noqa: D102 - as printed
    @property
    def keywords(self) -> tuple[str, ...]: ...  # noqa: D102 - as printed
    @property
    def icons(self) -> Icons: ...  # noqa: D102 - as printed


class Sought(Schema, frozen=True):
    """A filter as written in the file. A card must match all given fields; `card` is a card id."""

    kind: Kind | None = None
    colour: Colour | None = None
    military: bool | None = None
    keyword: Word | None = None
    card: ComponentId | None = None


class Filter(Compiled[Sought]):
    """A filter of cards. `cards` are the numbers of all cards of the pack that match."""

    __slots__ = ("cards",)
    form: ClassVar[object] = Sought

    def __init__(self, written: Sought) -> None:
        super().__init__(written)
        self.cards: frozenset[CardNumber] = frozenset()
        self.check()

    def check(self) -> None:
        """Raise `ValueError` if the filter is empty."""
        if not self.facts:
            raise ValueError("at least one filter")

    def learn(self, printed: Sequence[Listed]) -> None:
        """Find the cards in the pack that match, and set `cards` to their numbers."""
        self.cards = frozenset(number for number, card in numbered(printed) if self._fits(card))

    def _fits(self, card: Listed) -> bool:
        written = self.written
        return (
            written.kind in (None, card.kind)
            and written.colour in (None, card.colour)
            and written.military in (None, self._is_military(card))
            and (written.keyword is None or written.keyword in card.keywords)
            and written.card in (None, card.id)
        )

    def _is_military(self, card: Listed) -> bool:
        return card.military

    @property
    def word(self) -> str:
        """Return the word for the worlds that match, if targeted strength counts against them: `alien`, `rebel`."""
        parts = (self.written.colour, self.written.keyword, self.written.card)
        return "_".join(str(part) for part in parts if part is not None) or "world"

    @property
    def facts(self) -> Facts:
        """Return the given fields as facts; a card must match all of them."""
        return facts_of(self.written)


class PaidFilter(Filter):
    """A filter that treats military worlds as non-military when they are paid for (R4.5)."""

    __slots__ = ()

    def _is_military(self, card: Listed) -> bool:
        del card
        return False


class Selected(Sought, frozen=True, kw_only=True):
    """A selector as written in the file.

    It says what is counted: cards that match, icons of one type, or general strength.
    """

    count: Counted
    icon: Icon | None = None


class Selector(Filter):
    """A selector. It counts things in an empire, such as cards or icons.

    Each card that matches counts with its weight. A selector without weights counts general strength.
    """

    __slots__ = ("weights",)
    form: ClassVar[object] = Selected
    written: Selected

    def __init__(self, written: Selected) -> None:
        self.weights: tuple[int, ...] | None = None
        super().__init__(written)

    def check(self) -> None:
        """Raise `ValueError` if the filters or the icon do not suit the kind of things that are counted."""
        if (self.written.count is Counted.ICON) != (self.written.icon is not None):
            raise ValueError("`icon` goes with count icon")
        if (self.written.count is Counted.CARD) != bool(self._filters):
            raise ValueError("filters go with count card, at least one")

    def learn(self, printed: Sequence[Listed]) -> None:
        """Find the cards in the pack that match, and set their numbers and the weight of each."""
        super().learn(printed)
        if self.written.icon is not None:
            self.weights = tuple(getattr(card.icons, self.written.icon) for card in printed)
        elif self.written.count is Counted.CARD:
            self.weights = tuple(int(number in self.cards) for number in range(len(printed)))

    @property
    def _filters(self) -> Facts:
        return facts_of(self.written, elsewhere=("count", "icon"))

    @property
    def facts(self) -> Facts:
        """Return the kind of things that are counted, then the filters, as facts."""
        icon = self.written.icon
        counted: dict[str, FactValue] = {"count": self.written.count.value}
        return counted | ({} if icon is None else {"icon": icon.value}) | {**self._filters}


class Term(Schema, frozen=True):
    """A part of a formula as written in the file.

    It has either `each` or `with`, a selector of things. With `each`, it is worth `amount` for every full `group` of
    these things. With `with`, it is worth `amount` once if there is at least one.
    """

    amount: Change
    scope: Scope
    each: Selector | None = None
    group: Count | None = None
    with_: Selector | None = field(name="with", default=None)


class Rate(Compiled[Term]):
    """A part of a formula. Its value is `amount` for every `group` of the things that `counted` counts.

    If `group` is 0, the value is `amount` as soon as there is one such thing, however many there are.
    """

    __slots__ = ("amount", "counted", "group", "scope")
    form: ClassVar[object] = Term

    def __init__(self, written: Term) -> None:
        super().__init__(written)
        each, once = written.each, written.with_
        counted = each or once
        if counted is None or (each is not None and once is not None):
            raise ValueError("an entry has either `each` or `with`")
        if (each is None) != (written.group is None):
            raise ValueError("`group` goes with `each`")
        if each is not None and written.scope is Scope.ANY_RIVAL:
            raise ValueError("scope any_rival goes with `with`")
        if once is not None and written.scope is Scope.OWN_PLUS_CHOSEN_RIVAL:
            raise ValueError("scope own_plus_chosen_rival goes with `each`")
        self.amount = written.amount
        self.group = written.group or 0
        self.scope = written.scope
        self.counted = counted

    @property
    def facts(self) -> Facts:
        """Return the amount, how often it applies, and the selector of the things counted, as facts."""
        often: dict[str, FactValue] = {"group": self.group} if self.group else {"once": True}
        return {"amount": self.amount, "scope": self.scope.value, **often, **self.counted.facts}


class Formula(Schema, frozen=True):
    """The VP or income of a card: `base` plus the value of every part, computed anew each round."""

    base: Change
    per: tuple[Rate, ...] = ()
