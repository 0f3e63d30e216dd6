"""Beyond the Sun: the own mat, action spaces, the exploration board, technologies by level, the other mats.

Seats are told by number in a box, `[1]`, where names would take too much room; ships are their levels: `[1] 3+1`.
"""

from collections.abc import Iterable, Iterator, Sequence

from rich.text import Text

from clients.terminal.catalogue import number, numbers, words
from clients.terminal.drawing.scene import Area, Drawing, Look, Picture, Spot
from galaxy.beyond.v1 import beyond_pb2
from galaxy.rules.v1 import rules_pb2

_PHASES = {
    beyond_pb2.PHASE_ACTION: "action",
    beyond_pb2.PHASE_PRODUCTION: "production",
    beyond_pb2.PHASE_ACHIEVEMENT: "achievement",
    beyond_pb2.PHASE_OVER: "over",
}
_DISCS = {
    beyond_pb2.DISC_KIND_FOOD: "food",
    beyond_pb2.DISC_KIND_ORE: "ore",
    beyond_pb2.DISC_KIND_ACHIEVEMENT: "achievement",
}
_LEVELS = {1: "I", 2: "II", 3: "III", 4: "IIII"}
_TYPES = {"scientific": "sci", "economic": "eco", "military": "mil", "commercial": "com"}
_COLUMNS = "ABCDE"
_NAME_WIDTH = 26
_NARROW = 48
_NO_SYMBOL = "none"


def draw(view: beyond_pb2.BeyondView, look: Look) -> Picture:
    """Draw what the viewer needs most first: the own mat, then both boards, then the other mats clockwise."""
    claimed = sum(slot.HasField("seat") for card in view.achievements for slot in card.slots)
    parts = [f"round {view.round}", _PHASES.get(view.phase, "")]
    if view.phase != beyond_pb2.PHASE_OVER:
        parts.append(f"{look.people.name(view.turn_seat)}'s turn")
        parts.append(
            f"last round {view.last_round}" if view.last_round else f"{claimed} of {view.end_trigger_discs} discs"
        )
    return Picture(
        headline=" · ".join(filter(None, parts)),
        figures={faction.seat: _figures(faction) for faction in view.factions},
        areas=tuple(_areas(view, look)),
    )


def line(component: rules_pb2.Component, width: int) -> Text:
    """Write a component in one line: name, figures, what it does as far as there is room."""
    name = Text(component.name, style="bold")
    if component.kind in ("basic", "guild", "slot"):
        name.no_wrap = True
        name.truncate(max(1, width), overflow="ellipsis")
        return name
    name.truncate(_NAME_WIDTH if width >= _NARROW else max(8, width - 14), overflow="ellipsis", pad=True)
    text = Text.assemble(name, " ", _printed(component), no_wrap=True)
    if width >= _NARROW and component.powers:
        # The first line tells the printed figures again.
        text.append("  " + "; ".join(component.lines[1:]))
    text.truncate(max(1, width), overflow="ellipsis")
    return text


def _printed(component: rules_pb2.Component) -> str:
    """The printed figures of a card, as short as they can be told."""
    match component.kind:
        case "technology":
            kinds = "/".join(_TYPES.get(kind, kind) for kind in words(component, "types"))
            return f"{_LEVELS.get(number(component, 'level') or 0, ''):<4} {kinds:<7} {number(component, 'vp')} VP"
        case "system":
            traits = "/".join(words(component, "traits"))
            return f"strength {number(component, 'strength')} {traits} {number(component, 'vp')} VP"
        case "achievement":
            return f"{' '.join(map(str, numbers(component, 'slots')))} VP"
        case _:
            return ""


def _areas(view: beyond_pb2.BeyondView, look: Look) -> Iterator[Area]:
    first = look.viewer or 0
    seats = max(1, len(view.factions))
    factions = sorted(view.factions, key=lambda faction: (faction.seat - first) % seats)
    if look.viewer is not None:
        yield _mat(factions[0], look)
    if view.turned_up:
        cards = tuple(Spot(line(look.catalogue.get(card), look.width - 2), card, card) for card in view.turned_up)
        yield Area("Turned up", cards, columns=1)
    yield Area("Action spaces", tuple(_spaces(view, look)))
    yield Area("Exploration", tuple(_locations(view, look)), columns=1)
    for level, roman in _LEVELS.items():
        slots = [slot for slot in view.slots if number(look.catalogue.get(slot.id), "level") == level]
        left = next((deck.cards for deck in view.technology_decks if deck.level == level), 0)
        title = f"Technologies {roman}" + (f" · {left} in the deck" if left else "")
        yield Area(title, tuple(_slot(slot, look) for slot in slots), columns=1)
    yield Area("Achievements", tuple(_achievement(card, look) for card in view.achievements), columns=1)
    if view.events_in_effect:
        cards = tuple(Spot(Text(look.catalogue.name(event)), event) for event in view.events_in_effect)
        yield Area("Events in effect", cards)
    for faction in factions[0 if look.viewer is None else 1 :]:
        yield _mat(faction, look)


def _mat(faction: beyond_pb2.Faction, look: Look) -> Area:
    """A mat: columns, tracks, and what lies beside it."""
    whose = "You" if faction.seat == look.viewer else look.people.name(faction.seat)
    mat = look.catalogue.get(faction.mat)
    columns = "  ".join(
        f"{letter} {column.cubes}/{size}"
        for letter, column, size in zip(_COLUMNS, faction.supply, numbers(mat, "columns"), strict=False)
    )
    symbols = ["-" if symbol == _NO_SYMBOL else symbol for symbol in words(mat, "population_track")]
    growth = _track(symbols, faction.population_track.discs)
    ore = _track([str(ore) for ore in numbers(mat, "ore_track")], faction.ore_track.discs)
    body = Text(
        f"supply     {columns}\n"
        f"population {growth}  grows {faction.growth}\n"
        f"ore        {ore}  gives {faction.ore_income}\n"
        f"automation {_automation(faction, numbers(mat, 'automation'))}",
        no_wrap=True,
    )
    score = " · ".join(
        f"{points.source.replace('_', ' ')} {points.points}" for points in faction.score if points.points
    )
    if score:
        body.append(f"\nscore      {score}")
    body.truncate(max(1, look.width * 6), overflow="ellipsis")
    spots = [Spot(Text(look.catalogue.name(colony.system)), colony.system) for colony in faction.colonies]
    spots += [Spot(Text(f"own: {look.catalogue.name(tech)}"), tech) for tech in faction.private_technologies]
    spots.append(Spot(Text(look.catalogue.name(faction.mat)), faction.mat))
    return Area(f"[{faction.seat + 1}] {whose} · {_figures(faction)}", tuple(spots), body=body)


def _covered(symbol: str, *, covered: bool) -> str:
    return f"({symbol})" if covered else symbol


def _track(symbols: Sequence[str], discs: int) -> str:
    """A production track, of which discs cover the slots furthest right."""
    shown = len(symbols) - discs
    return " ".join(_covered(symbol, covered=number >= shown) for number, symbol in enumerate(symbols))


def _automation(faction: beyond_pb2.Faction, printed: Iterable[int]) -> str:
    reached = len(faction.automation)
    levels = " ".join(_covered(str(points), covered=level > reached) for level, points in enumerate(printed, 1))
    return f"{levels}  level {reached}"


def _spaces(view: beyond_pb2.BeyondView, look: Look) -> Iterator[Spot]:
    """All spaces in play; a space with a pawn shows whose it is."""
    spaces = list(view.basic_spaces)
    spaces += [space for guild in view.guilds if guild.open for space in guild.spaces]
    spaces += [space for slot in view.slots for space in slot.spaces]
    spaces += [space for faction in view.factions for space in faction.private_spaces]
    for space in spaces:
        pawn = f" [{space.pawn + 1}]" if space.HasField("pawn") else ""
        extra = f" +{space.surcharge} ore" if space.surcharge else ""
        yield Spot(Text(f"{look.catalogue.name(space.component)}{extra}{pawn}"), space.component, space.id)
    for guild in view.guilds:
        if not guild.open:
            yield Spot(Text(f"{look.catalogue.name(guild.component)} (covered)"), guild.component)


def _locations(view: beyond_pb2.BeyondView, look: Look) -> Iterator[Spot]:
    """A location with its lanes, system, outpost and ships, a line each."""
    for location in view.locations:
        ends = [lane.end for lane in view.lanes if lane.start == location.id]
        ends += [lane.start for lane in view.lanes if lane.end == location.id]
        text = Text(f"{location.id:<6}", style="bold", no_wrap=True)
        if location.system:
            system = look.catalogue.get(location.system)
            text.append(f"{system.name} · {_printed(system)}")
        else:
            text.append(look.catalogue.name(location.id))
            text.append(f" · {'/'.join(_DISCS.get(disc, '') for disc in location.traits)}" if location.traits else "")
        if location.HasField("outpost"):
            text.append(f" · held by [{location.outpost.seat + 1}] ({_DISCS.get(location.outpost.disc, '')})")
        for fleet in location.fleets:
            text.append(f" · [{fleet.seat + 1}] {'+'.join(str(ship.level) for ship in fleet.ships)}")
        text.append(f" · to {' '.join(ends)}")
        text.truncate(max(1, look.width - 2), overflow="ellipsis")
        yield Spot(text, location.system or location.id, location.id)


def _slot(slot: beyond_pb2.TechnologySlot, look: Look) -> Spot:
    """A slot with its technology, or what is needed to discover it, and who has researched it."""
    text = Text(f"{slot.id:<6}", style="bold", no_wrap=True)
    if slot.technology:
        card = look.catalogue.get(slot.technology)
        text.append(f"{card.name} · {' '.join(_printed(card).split()[1:])}")
    else:
        text.append("undiscovered" + (" · event" if slot.event else ""))
    printed = look.catalogue.get(slot.id)
    if before := [other for fact in printed.facts if fact.name == "prerequisites" for other in fact.components.ids]:
        required = number(printed, "required")
        wanted = "" if required == len(before) else f"{required} of "
        text.append(f" · after {wanted}{' '.join(before)}")
    if slot.researchers:
        text.append(f" · {_seats(slot.researchers)}")
    text.truncate(max(1, look.width - 2), overflow="ellipsis")
    return Spot(text, slot.technology or slot.id, slot.id)


def _achievement(card: beyond_pb2.Achievement, look: Look) -> Spot:
    slots = [
        f"{slot.points} VP [{slot.seat + 1}]" if slot.HasField("seat") else f"{slot.points} VP" for slot in card.slots
    ]
    text = Text(f"{look.catalogue.name(card.component)} · {' · '.join(slots)}", no_wrap=True)
    text.truncate(max(1, look.width - 2), overflow="ellipsis")
    return Spot(text, card.component, card.component)


def _seats(seats: Iterable[int]) -> str:
    return " ".join(f"[{seat + 1}]" for seat in seats)


def _figures(faction: beyond_pb2.Faction) -> str:
    parts: Sequence[str] = (
        f"{faction.total:>2} VP",
        f"population {faction.population}",
        f"ore {faction.ore}",
        f"fleet {faction.fleet_strength}",
        f"colonies {len(faction.colonies)}",
    )
    return "  ".join(parts)


DRAWING = Drawing(beyond_pb2.BeyondView, draw, line)
