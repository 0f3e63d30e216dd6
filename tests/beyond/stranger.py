"""Rebuilds the luck of a Beyond the Sun record from the catalogue, with nothing of the platform but its messages.

Written after docs/reference/chance.md.
"""

import hmac
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import takewhile
from typing import Any, NamedTuple, TypeAlias

from galaxytables.rules.v1 import game_pb2, rules_pb2

Components: TypeAlias = Sequence[rules_pb2.Component]
Facts: TypeAlias = dict[str, Any]


class Luck:
    """The draws that all luck comes from, used one after the other."""

    def __init__(self, seed: bytes, entropy: Iterable[bytes]) -> None:
        mixed = b"".join(bytes([len(part)]) + part for part in entropy)
        self._key = sha256(b"galaxy-tables chance 1" + seed + mixed).digest()
        self._used = 0

    def below(self, count: int) -> int:
        """One of so many outcomes."""
        while True:
            block, number = divmod(self._used, 4)
            self._used += 1
            digest = hmac.digest(self._key, block.to_bytes(8, "big"), "sha256")
            drawn = int.from_bytes(digest[8 * number : 8 * number + 8], "big")
            if drawn < 2**64 - 2**64 % count:
                return drawn % count

    def shuffled(self, items: Iterable[str]) -> list[str]:
        """Swap each item, from the last to the second, with one that is not behind it."""
        items = list(items)
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
        return items


class Layout(NamedTuple):
    """A table as it is laid out: component ids; decks with the top card last."""

    first: int
    mats: list[str]
    technologies: dict[str, str]
    events: dict[str, str]
    decks: dict[int, list[str]]
    systems: dict[str, str]
    system_decks: dict[str, list[str]]
    achievements: list[str]


def said(facts: Iterable[game_pb2.Fact]) -> Facts:
    """Facts by name, as plain values."""
    values: Facts = {}
    for fact in facts:
        form = fact.WhichOneof("value")
        value: Any = getattr(fact, form) if form else None
        if form in ("components", "numbers", "words"):
            value = list(getattr(value, "ids" if form == "components" else form))
        elif form == "group":
            value = said(value.facts)
        elif form == "groups":
            value = [said(group.facts) for group in value.groups]
        values[fact.name] = value
    return values


def lay_out(components: Components, options: Mapping[str, str], seats: int, luck: Luck) -> Layout:
    """What docs/reference/chance.md says of a new game, in its order."""
    cards = [(card.id, card.kind, said(card.facts)) for card in components]

    def of(kind: str, **wanted: object) -> list[str]:
        return [name for name, its, facts in cards if its == kind and wanted.items() <= facts.items()]

    first = luck.below(seats)
    mats = luck.shuffled(of("mat", mat=options["mats"]))[:seats]
    decks = {level: luck.shuffled(of("technology", level=level)) for level in (1, 2, 3, 4)}
    technologies = {slot: decks[1].pop() for slot in of("slot", level=1)}
    events: dict[str, str] = {}
    for level in (2, 3):
        slots, fixed = of("slot", level=level, event=True), of("event", level=level, fixed=True)
        others = luck.shuffled(of("event", level=level, fixed=False))
        covers = luck.shuffled(fixed + others[: len(slots) - len(fixed)])
        events |= dict(zip(slots, covers, strict=True))
    starting = luck.shuffled(of("system", starting=True))
    deck_a = luck.shuffled(of("system", deck="A", starting=False) + starting[2:])
    deck_b = luck.shuffled(of("system", deck="B"))
    systems = dict(zip(of("system_slot", deck="A"), (starting[1], starting[0]), strict=True))
    above, below = deck_b.pop(), deck_b.pop()
    systems |= dict(zip(of("system_slot", deck="B"), (below, above), strict=True))
    achievements = of("achievement", group="basic")
    for group in ("A", "B"):
        some = of("achievement", group=group)
        achievements.append(some[luck.below(len(some))])
    del decks[1]
    return Layout(first, mats, technologies, events, decks, systems, {"A": deck_a, "B": deck_b}, achievements)


def wrong(record: game_pb2.Record, catalogue: rules_pb2.ComponentsResponse) -> str:
    """What does not fit, empty if all does: every card that came up is compared."""
    if sha256(record.seed).digest() != record.commitment:
        return "the seed does not fit the commitment"
    if catalogue.pack_digest != record.pack_digest:
        return "the game was not played with these components"
    luck = Luck(record.seed, record.entropy)
    table = lay_out(catalogue.components, record.options, record.seats, luck)
    if next(event.seat for event in record.events if event.kind == "turn") != table.first:
        return "another player began"
    retold = Retold(catalogue.components, table, luck)
    for number, event in enumerate(record.events):
        facts = said(event.facts)
        if not retold.fits(event.kind, facts, record.events[number + 1 :]):
            return f"{event.kind}: {facts} is not what the seed gives"
    return ""


class Retold:
    """A game told again from its luck, to compare with what was told of it."""

    def __init__(self, components: Components, table: Layout, luck: Luck) -> None:
        self._table, self._luck = table, luck
        self._levels = {card.id: said(card.facts).get("level") for card in components}
        self._decks_of_places = dict(decks_of_places(components))
        self._explored = ""

    def fits(self, kind: str, facts: Facts, later: Sequence[game_pb2.Event]) -> bool:  # noqa: PLR0911 - a kind each
        """Whether an event is what the seed gives; what comes up leaves its deck."""
        table = self._table
        match kind:
            case "explored":
                self._explored = facts["slot"]
            case "event":
                return bool(facts["event"] == table.events.pop(self._explored))
            case "researched" if facts["slot"] in table.technologies:
                return bool(facts["technology"] == table.technologies[facts["slot"]])
            case "turned_up" | "turned_up_privately" if facts["cards"]:
                return self._turns_up(facts["cards"], kept(later, kind))
            case "system_revealed" | "system_added":
                return self._finds(facts["system"], facts["place"])
            case "colonized":
                return bool(facts["system"] == table.systems[facts["place"]])
            case "achieved":
                return facts["achievement"] in table.achievements
        return True

    def _turns_up(self, cards: list[str], taken: list[str]) -> bool:
        """Cards from the top; those not taken go under the deck in random order."""
        deck = self._table.decks[int(self._levels[cards[0]] or 0)]
        expected = [deck.pop() for _ in cards]
        deck[:0] = self._luck.shuffled([card for card in expected if card not in taken])
        return cards == expected

    def _finds(self, system: str, place: str) -> bool:
        """The top card of the place's deck, of the other one if that is empty."""
        decks = self._table.system_decks
        one, other = ("A", "B") if self._decks_of_places[place] == "A" else ("B", "A")
        self._table.systems[place] = (decks[one] or decks[other]).pop()
        return system == self._table.systems[place]


def decks_of_places(components: Components) -> Iterator[tuple[str, str]]:
    """The deck of each place for a system; an event that adds one is a place."""
    for card in components:
        if card.kind == "system_slot":
            yield card.id, said(card.facts)["deck"]
        for power in card.powers if card.kind == "event" else ():
            for op in said(power.facts)["effects"]:
                if op["op"] == "add_system":
                    yield card.id, op["deck"]


def kept(later: Sequence[game_pb2.Event], kind: str) -> list[str]:
    """Which of the cards that were just turned up were laid down: they are told next, or not at all."""
    told = "discovered" if kind == "turned_up" else "kept"
    taken = takewhile(lambda event: event.kind == told, later)
    cards = [str(said(event.facts)["technology"]) for event in taken]
    return cards[:1] if kind == "turned_up" else cards
