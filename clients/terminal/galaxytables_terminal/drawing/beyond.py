"""Draws Beyond the Sun: the viewer's mat, action spaces, the exploration board, technologies by level, the other mats.

Where names would take too much room, a seat is its number in a box, `[1]`. Ships are shown by their levels: `[1] 3+1`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from rich.text import Text

from galaxytables.beyond.v1 import beyond_pb2
from galaxytables.rules.v1 import rules_pb2
from galaxytables_terminal.catalogue import number, numbers, words
from galaxytables_terminal.cells import cut, fitted, padded
from galaxytables_terminal.drawing.scene import Area, Drawing, Look, Picture, Spot
from galaxytables_terminal.wording import Wording

_PHASES = {
    beyond_pb2.PHASE_ACTION: "beyond-phase-action",
    beyond_pb2.PHASE_PRODUCTION: "beyond-phase-production",
    beyond_pb2.PHASE_ACHIEVEMENT: "beyond-phase-achievement",
    beyond_pb2.PHASE_OVER: "beyond-phase-over",
}
_DISCS = {
    beyond_pb2.DISC_KIND_FOOD: "beyond-disc-food",
    beyond_pb2.DISC_KIND_ORE: "beyond-disc-ore",
    beyond_pb2.DISC_KIND_ACHIEVEMENT: "beyond-disc-achievement",
}
_LEVELS = {1: "I", 2: "II", 3: "III", 4: "IV"}
_COLUMNS = "ABCDE"
_NAME_WIDTH = 26
_NARROW = 48
_TYPES_WIDTH = 7
_LABEL_WIDTH = 11
_NO_SYMBOL = "none"


def draw(view: beyond_pb2.BeyondView, look: Look) -> Picture:
    """Draw the table: first the viewer's mat, then both boards, then the other mats clockwise."""
    claimed = sum(slot.HasField("seat") for card in view.achievements for slot in card.slots)
    say = look.say
    parts = [say("draw-round", round=view.round), say.one_of(_PHASES, view.phase)]
    if view.phase != beyond_pb2.PHASE_OVER:
        parts.append(say("draw-turn", who=look.people.name(view.turn_seat)))
        if view.last_round:
            parts.append(say("beyond-last-round", round=view.last_round))
        else:
            parts.append(say("beyond-discs", claimed=claimed, end=view.end_trigger_discs))
    return Picture(
        headline=" · ".join(filter(None, parts)),
        figures={faction.seat: _figures(faction, say) for faction in view.factions},
        areas=tuple(_areas(view, look)),
    )


def line(component: rules_pb2.Component, look: Look) -> Text:
    """Write a component in one line: its name, its numbers, and as much of its text as fits."""
    width = look.width
    if component.kind in ("basic", "guild", "slot"):
        return Text(cut(component.name, max(1, width)), style="bold", no_wrap=True)
    name = fitted(component.name, _NAME_WIDTH if width >= _NARROW else max(8, width - 14))
    text = Text.assemble((name, "bold"), " ", _printed(component, look.say), no_wrap=True)
    if width >= _NARROW and component.powers:
        # The first line repeats the printed numbers.
        text.append("  " + "; ".join(component.lines[1:]))
    text.truncate(max(1, width), overflow="ellipsis")
    return text


def _printed(component: rules_pb2.Component, say: Wording) -> str:
    """Return the printed numbers of a card in the shortest form."""
    vp = say("draw-vp")
    match component.kind:
        case "technology":
            level = _LEVELS.get(number(component, "level") or 0, "")
            return f"{level:<4} {padded(_types(component, say), _TYPES_WIDTH)} {number(component, 'vp')} {vp}"
        case "system":
            traits = "/".join(say.word("beyond-disc", trait) for trait in words(component, "traits"))
            strength = say("beyond-strength", strength=number(component, "strength") or 0)
            return f"{strength} {traits} {number(component, 'vp')} {vp}"
        case "achievement":
            return f"{' '.join(map(str, numbers(component, 'slots')))} {vp}"
        case _:
            return ""


def _types(technology: rules_pb2.Component, say: Wording) -> str:
    return "/".join(say.word("beyond-type", kind) for kind in words(technology, "types"))


def _areas(view: beyond_pb2.BeyondView, look: Look) -> Iterator[Area]:
    first = look.viewer or 0
    seats = max(1, len(view.factions))
    factions = sorted(view.factions, key=lambda faction: (faction.seat - first) % seats)
    if look.viewer is not None:
        yield _mat(factions[0], look)
    if view.turned_up:
        inner = replace(look, width=look.width - 2)
        cards = tuple(Spot(line(look.catalogue.get(card), inner), card, (card,)) for card in view.turned_up)
        yield Area(look.say("beyond-turned-up"), cards, columns=1)
    yield Area(look.say("beyond-spaces"), tuple(_spaces(view, look)))
    yield Area(look.say("beyond-exploration"), tuple(_locations(view, look)), columns=1)
    for level, roman in _LEVELS.items():
        slots = [slot for slot in view.slots if number(look.catalogue.get(slot.id), "level") == level]
        left = next((deck.cards for deck in view.technology_decks if deck.level == level), 0)
        title = look.say("beyond-technologies", level=roman)
        if left:
            title = f"{title} · {look.say('beyond-in-deck', cards=left)}"
        yield Area(title, tuple(_slot(slot, look) for slot in slots), columns=1)
    achievements = tuple(_achievement(card, look) for card in view.achievements)
    yield Area(look.say("beyond-achievements"), achievements, columns=1)
    if view.events_in_effect:
        cards = tuple(Spot(Text(look.catalogue.name(event)), event) for event in view.events_in_effect)
        yield Area(look.say("beyond-events"), cards)
    for faction in factions[0 if look.viewer is None else 1 :]:
        yield _mat(faction, look)


def _mat(faction: beyond_pb2.Faction, look: Look) -> Area:
    """Draw a mat: columns, tracks and what lies beside it."""
    say, mark = look.say, look.marks.beside
    whose = say("beyond-you") if faction.seat == look.viewer else look.people.name(faction.seat)
    mat = look.catalogue.get(faction.mat)
    columns = Text("  ").join(
        Text.assemble(f"{letter} {column.cubes}/{size}", mark(column.id))
        for letter, column, size in zip(_COLUMNS, faction.supply, numbers(mat, "columns"), strict=False)
    )
    symbols = ["-" if symbol == _NO_SYMBOL else symbol for symbol in words(mat, "population_track")]
    growth = _track(symbols, faction.population_track.discs)
    ore = _track([str(ore) for ore in numbers(mat, "ore_track")], faction.ore_track.discs)
    lines = [
        Text.assemble(_label("beyond-supply", say), columns),
        Text.assemble(_label("beyond-population", say), growth, mark(faction.population_track.id)).append(
            f"  {say('beyond-grows', count=faction.growth)}"
        ),
        Text.assemble(_label("beyond-ore", say), ore, mark(faction.ore_track.id)).append(
            f"  {say('beyond-gives', ore=faction.ore_income)}"
        ),
        Text(f"{_label('beyond-automation', say)}{_automation(faction, numbers(mat, 'automation'), say)}"),
    ]
    score = " · ".join(
        f"{say.word('beyond-score', points.source)} {points.points}" for points in faction.score if points.points
    )
    if score:
        lines.append(Text(f"{_label('beyond-score', say)}{score}"))
    spots = [_of_faction(colony.system, look.catalogue.name(colony.system), faction) for colony in faction.colonies]
    spots += [
        _of_faction(tech, say("beyond-own", card=look.catalogue.name(tech)), faction)
        for tech in faction.private_technologies
    ]
    spots += [_of_faction(event, look.catalogue.name(event), faction) for event in faction.events]
    spots.append(_of_faction(faction.mat, look.catalogue.name(faction.mat), faction))
    shown = {spot.component for spot in spots}
    for power in faction.powers:
        if power.component not in shown and look.marks.at(power.id):
            spots.append(_of_faction(power.component, look.catalogue.name(power.component), faction))
            shown.add(power.component)
    body = Text("\n").join(lines)
    body.no_wrap = not look.marks
    return Area(f"[{faction.seat + 1}] {whose} · {_figures(faction, say)}", tuple(spots), body=body)


def _label(message: str, say: Wording) -> str:
    return padded(say(message), _LABEL_WIDTH)


def _of_faction(component: str, name: str, faction: beyond_pb2.Faction) -> Spot:
    """Draw something beside a mat, with the lasting powers that it gives."""
    powers = tuple(power.id for power in faction.powers if power.component == component)
    return Spot(Text(name), component, (component, *powers))


def _covered(symbol: str, *, covered: bool) -> str:
    return f"({symbol})" if covered else symbol


def _track(symbols: Sequence[str], discs: int) -> str:
    """Return a production track as text; its discs cover the slots furthest right."""
    shown = len(symbols) - discs
    return " ".join(_covered(symbol, covered=number >= shown) for number, symbol in enumerate(symbols))


def _automation(faction: beyond_pb2.Faction, printed: Iterable[int], say: Wording) -> str:
    reached = len(faction.automation)
    levels = " ".join(_covered(str(points), covered=level > reached) for level, points in enumerate(printed, 1))
    return f"{levels}  {say('beyond-level', level=reached)}"


def _spaces(view: beyond_pb2.BeyondView, look: Look) -> Iterator[Spot]:
    """Yield all spaces in play; a space with a pawn shows whose it is."""
    spaces = list(view.basic_spaces)
    spaces += [space for guild in view.guilds if guild.open for space in guild.spaces]
    spaces += [space for slot in view.slots for space in slot.spaces]
    spaces += [space for faction in view.factions for space in faction.private_spaces]
    for space in spaces:
        pawn = f" [{space.pawn + 1}]" if space.HasField("pawn") else ""
        extra = f" {look.say('beyond-surcharge', ore=space.surcharge)}" if space.surcharge else ""
        yield Spot(Text(f"{look.catalogue.name(space.component)}{extra}{pawn}"), space.component, (space.id,))
    for guild in view.guilds:
        if not guild.open:
            covered = look.say("beyond-covered", card=look.catalogue.name(guild.component))
            yield Spot(Text(covered), guild.component)


def _locations(view: beyond_pb2.BeyondView, look: Look) -> Iterator[Spot]:
    """Yield a line for each location: its lanes, system, outpost and ships."""
    names = {each.id: look.catalogue.name(each.system or each.id) for each in view.locations}
    for location in view.locations:
        ends = [lane.end for lane in view.lanes if lane.start == location.id]
        ends += [lane.start for lane in view.lanes if lane.end == location.id]
        text = Text(names[location.id], style="bold", no_wrap=True)
        if location.system:
            text.append(f" · {_printed(look.catalogue.get(location.system), look.say)}", style="not bold")
        else:
            traits = "/".join(look.say.one_of(_DISCS, disc) for disc in location.traits)
            text.append(f" · {traits}" if traits else "")
        if location.HasField("outpost"):
            disc = look.say.one_of(_DISCS, location.outpost.disc)
            text.append(f" · {look.say('beyond-held', seat=f'[{location.outpost.seat + 1}]', disc=disc)}")
        for fleet in location.fleets:
            text.append(f" · [{fleet.seat + 1}] ")
            text.append_text(
                Text("+").join(Text.assemble(str(ship.level), look.marks.beside(ship.id)) for ship in fleet.ships)
            )
        text.append(f" · {look.say('beyond-lanes', ends=look.say.listed([names[end] for end in ends]))}")
        if not look.marks:
            text.truncate(max(1, look.width - 2), overflow="ellipsis")
        text.no_wrap = not look.marks
        yield Spot(text, location.system or location.id, (location.id,))


def _slot(slot: beyond_pb2.TechnologySlot, look: Look) -> Spot:
    """Draw a slot with its technology or what is needed to discover it, and the seats that have researched it."""
    text = Text(f"{look.catalogue.name(slot.id):<7} ", style="bold", no_wrap=True)
    if slot.technology:
        card = look.catalogue.get(slot.technology)
        text.append(f"{card.name} · {_types(card, look.say)} {number(card, 'vp')} {look.say('draw-vp')}")
    else:
        text.append(look.say("beyond-undiscovered"))
        text.append(f" · {look.say('beyond-event')}" if slot.event else "")
    printed = look.catalogue.get(slot.id)
    if before := [other for fact in printed.facts if fact.name == "prerequisites" for other in fact.components.ids]:
        required = number(printed, "required")
        after = "beyond-after-all" if required == len(before) else "beyond-after-some"
        text.append(f" · {look.say(after, count=required or 0, slots=' '.join(map(look.catalogue.name, before)))}")
    if slot.researchers:
        text.append(f" · {_seats(slot.researchers)}")
    text.truncate(max(1, look.width - 2), overflow="ellipsis")
    return Spot(text, slot.technology or slot.id, (slot.id, slot.technology))


def _achievement(card: beyond_pb2.Achievement, look: Look) -> Spot:
    vp = look.say("draw-vp")
    slots = [
        f"{slot.points} {vp} [{slot.seat + 1}]" if slot.HasField("seat") else f"{slot.points} {vp}"
        for slot in card.slots
    ]
    text = Text(f"{look.catalogue.name(card.component)} · {' · '.join(slots)}", no_wrap=True)
    text.truncate(max(1, look.width - 2), overflow="ellipsis")
    return Spot(text, card.component, (card.component, *(slot.id for slot in card.slots)))


def _seats(seats: Iterable[int]) -> str:
    return " ".join(f"[{seat + 1}]" for seat in seats)


def _figures(faction: beyond_pb2.Faction, say: Wording) -> str:
    parts: Sequence[str] = (
        f"{faction.total:>2} {say('draw-vp')}",
        say("beyond-has-population", count=faction.population),
        say("beyond-has-ore", count=faction.ore),
        say("beyond-has-fleet", strength=faction.fleet_strength),
        say("beyond-has-colonies", count=len(faction.colonies)),
    )
    return "  ".join(parts)


DRAWING = Drawing(beyond_pb2.BeyondView, draw, line)
