"""Loads component packs. A pack is a folder: `pack.json` names the sets, and each set has a file of its own."""

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from galaxytables_kit import Fault, Files, Loader
from galaxytables_race.components import invasion as book
from galaxytables_race.components import orb
from galaxytables_race.components.cards import Boards, Card, CardSet, Goal, Head, Pack
from galaxytables_race.components.filters import Filter
from galaxytables_race.components.vocabulary import AnyPower
from galaxytables_race.options import RaceOptions

_PACK, _GOALS, _INVASION, _ORB = "pack.json", "goals.json", "invasion.json", "orb.json"


class SetFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The file of a set: its cards."""

    set: str
    cards: tuple[Card, ...]


class GoalFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `goals.json`."""

    goals: tuple[Goal, ...]


class Box(Struct, frozen=True):
    """The contents of all files of a pack. Sets are listed by id."""

    head: Head
    sets: dict[str, SetFile]
    goals: GoalFile
    invasion: book.Book
    orb: orb.OrbFile


def _read(files: Files) -> Box:
    head = files.part("pack", Head)
    sets = {each.id: files.part(each.id, SetFile) for each in head.sets}
    boards = files.part("invasion", book.Book), files.part("orb", orb.OrbFile)
    return Box(head, sets, files.part("goals", GoalFile), *boards)


def _make(box: Box) -> Pack:
    sets = {name: file.cards for name, file in box.sets.items()}
    return Pack(box.head, sets, box.goals.goals, Boards(box.invasion, orb.OrbPack(box.orb)))


def contradictions(box: Box) -> Iterator[Fault]:
    """Yield each contradiction in a pack that the field types cannot rule out."""
    yield from _of_cards(box)
    yield from _of_head(box)
    yield from _of_filters(box)
    yield from _of_goals(box)
    yield from (Fault(entry, field, message, _INVASION) for entry, field, message in book.faults(box.invasion))
    yield from (Fault(entry, field, message, _ORB) for entry, field, message in orb.faults(box.orb))


def _of_cards(box: Box) -> Iterator[Fault]:
    ids: set[str] = set()
    for name, file in box.sets.items():
        if file.set != name:
            yield Fault("pack", "set", f"{name} is meant, {file.set} is said", f"{name}.json")
        for card in file.cards:
            for field, fits, message in _of_card(card):
                if not fits:
                    yield Fault(card.id, field, message, f"{name}.json")
            if card.id in ids:
                yield Fault(card.id, "id", "two cards have this id", f"{name}.json")
            ids.add(card.id)


def _of_card(card: Card) -> Iterator[tuple[str, bool, str]]:
    """Yield the checks of a card: field, whether it holds, and what would be right."""
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


def _of_head(box: Box) -> Iterator[Fault]:
    """Yield the faults of the cards, sets and numbers of seats that `pack.json` names."""
    ids = {card.id for file in box.sets.values() for card in file.cards}
    for field, design in _named(box.head):
        if design not in ids:
            yield Fault(design, field, "there is no such card", _PACK)
    for each in box.head.sets:
        if each.draft is not None and not 0 < each.draft.most_seats <= each.most_seats:
            yield Fault(each.id, "draft.most_seats", f"1 to {each.most_seats}", _PACK)
        lacking = [needed for needed in each.requires if needed not in box.sets]
        for needed in lacking:
            yield Fault(each.id, "requires", f"there is no set {needed}", _PACK)
        if not lacking:
            yield from _of_start_worlds(box, each)


def _of_start_worlds(box: Box, last: CardSet) -> Iterator[Fault]:
    """Yield a fault unless each seat has a start world, each with its own number, in a game's sets (R2.3, R2.8)."""
    played = dict.fromkeys(("base", *last.requires, last.id))
    cards = [card for name in played if name in box.sets for card in box.sets[name].cards]
    starts = [card for card in cards if card.start_world is not None]
    if len(starts) < last.most_seats:
        yield Fault(last.id, "most_seats", f"at most {len(starts)}, which is how many start worlds there are", _PACK)
    numbers = Counter(card.start_world for card in starts)
    for card in starts:
        if numbers[card.start_world] > 1:
            yield Fault(card.id, "start_world", f"{card.start_world} is the number of another start world too")


def _named(head: Head) -> Iterator[tuple[str, str]]:
    """Yield the cards that `pack.json` names, each with its field."""
    for each in head.copy_adjustments:
        yield f"copy_adjustments.{each.set}", each.card
    for start, hand in head.preset_hands.items():
        for design in (start, *hand):
            yield f"preset_hands.{start}", design
    for start, card in head.takeover_scenario.items():
        yield "takeover_scenario", start
        yield "takeover_scenario", card


def _of_filters(box: Box) -> Iterator[Fault]:
    """Yield a fault for each filter that names a card that does not exist."""
    names = {card.name for file in box.sets.values() for card in file.cards}
    for name, file in box.sets.items():
        for card in file.cards:
            for called in (filter_.written.name for filter_ in _filters(card)):
                if called is not None and called not in names:
                    yield Fault(card.id, "name", f"no card is named {called!r}", f"{name}.json")


def _filters(card: Card) -> Iterator[Filter]:
    for printed in (*card.powers, *(clause.per for clause in card.endgame)):
        fields = (getattr(printed, name) for name in printed.__struct_fields__)
        yield from (field for field in fields if isinstance(field, Filter))


def _of_goals(box: Box) -> Iterator[Fault]:
    for goal in box.goals.goals:
        if goal.set not in box.sets:
            yield Fault(goal.id, "set", f"there is no set {goal.set}", _GOALS)
        for option in goal.checked_by_option:
            if option not in RaceOptions.__struct_fields__:
                yield Fault(goal.id, "checked_by_option", f"there is no option {option}", _GOALS)


LOADER = Loader(_read, _make, contradictions)
