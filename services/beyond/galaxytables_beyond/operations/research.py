"""Research, in the order of its parts: slot, researcher, event, discovery, immediate bonus (R10)."""

from collections.abc import Iterator, Sequence

from galaxytables_beyond.components.cards import LOWEST_DECK, TECH_TYPES, TechType
from galaxytables_beyond.components.effects import PrivateTech, Research, SkipPrerequisite
from galaxytables_beyond.components.numbers import NO_EVENT, NO_TECH, TechNumber
from galaxytables_beyond.operations.event_cards import resolve_event
from galaxytables_beyond.operations.resolve import carry_out, happen, operation
from galaxytables_beyond.powers import missing_allowed, modifiers
from galaxytables_beyond.state import BeyondPlay
from galaxytables_beyond.table.metrics import amount
from galaxytables_kit import Barred, Component, Components, Flow, Prompt, Reason, Seat

_MATCHES = 2
_RESEARCHED_BEFORE = Reason("researched_before", "R10.3")
_OTHER_LEVEL = Reason("other_level", "R10.2")
_UNDISCOVERED = Reason("undiscovered", "R10.5")
_TYPE_NOT_HANDED_ON = Reason("type_not_handed_on", "R10.8")


def researchable(  # noqa: C901 - sifts in one go
    play: BeyondPlay,
    seat: Seat,
    op: Research,
    besides: Sequence[int] = (),
    barred: dict[str, Reason] | None = None,
) -> Iterator[int]:
    """Yield the slots that an operation lets a seat research (R10.2-R10.5).

    Slots in `besides` count as researched. If `barred` is given, it receives the reasons against the other slots of the
    allowed levels. Trials call this very often, so for speed it is one loop without a call for each slot.
    """
    state, by_level = play.state, play.pack.slots_by_level
    techs = state.techs
    researched: Sequence[int] = state.factions[seat].researched
    if besides:
        researched = [*researched, *besides]
    skips: Sequence[SkipPrerequisite] | None = None
    for level in _levels(play, seat, op):
        for slot in by_level.get(level, ()):
            index = slot.index
            if index in researched:
                if barred is not None:
                    barred[slot.id] = _RESEARCHED_BEFORE
                continue
            if op.discovered_only and techs[index] == NO_TECH:
                if barred is not None:
                    barred[slot.id] = _UNDISCOVERED
                continue
            missing = 0 if op.ignore_prerequisites else slot.required
            for other in slot.prerequisites:
                if other in researched:
                    missing -= 1
            if missing > 0:
                skips = modifiers(play, seat, SkipPrerequisite) if skips is None else skips
                discovered = techs[index] != NO_TECH
                if not skips or missing > missing_allowed(skips, level, slot.required, discovered=discovered):
                    if barred is not None:
                        figures = {"researched": slot.required - missing, "required": slot.required}
                        barred[slot.id] = Reason("prerequisites_missing", "R10.4", figures)
                    continue
            yield index


def _levels(play: BeyondPlay, seat: Seat, op: Research) -> Sequence[int]:
    return op.level if isinstance(op.level, tuple) else (amount(play, seat, op.level),)


def _barred_slots(play: BeyondPlay, seat: Seat, op: Research) -> dict[str, Reason]:
    """Return why slots cannot be researched."""
    levels = _levels(play, seat, op)
    barred = {slot.id: _OTHER_LEVEL for slot in play.pack.slots if slot.level not in levels}
    for _ in researchable(play, seat, op, barred=barred):
        pass
    return {slot.id: barred[slot.id] for slot in play.pack.slots if slot.id in barred}


@operation(Research)
def research(play: BeyondPlay, seat: Seat, op: Research) -> Flow[None]:
    """Let a seat research one technology (R10.1). If it has no researcher or no possible slot, nothing happens."""
    state, slots = play.state, play.pack.slots
    faction = state.factions[seat]
    open_slots = list(researchable(play, seat, op)) if faction.population else []
    if not open_slots:
        return
    ids = [slots[slot].id for slot in open_slots]
    barred = Barred(lambda: _barred_slots(play, seat, op))
    (picked,) = yield Prompt(seat, "research.slot", tuple(ids), barred=barred)
    slot = open_slots[ids.index(str(picked))]
    faction.population -= 1
    faction.researched.append(slot)
    known = state.techs[slot]
    if known == NO_TECH:
        play.tell("explored", seat, slot=slots[slot].id)
        yield from _event(play, seat, slot)
        if state.techs[slot] == NO_TECH:
            yield from _discover(play, seat, slot)
    tech = state.techs[slot]
    if tech == NO_TECH:
        return
    card = play.pack.technologies[tech]
    if known != NO_TECH:
        play.tell("researched", seat, technology=Component(card.id), slot=slots[slot].id)
    if not op.skip_immediate:
        yield from carry_out(play, seat, card.immediate)
    yield from happen(play, seat, "researched")


def _event(play: BeyondPlay, seat: Seat, slot: int) -> Flow[None]:
    """Reveal the event of an undiscovered slot and carry it out (R10.7)."""
    state = play.state
    event = state.events[slot]
    if event == NO_EVENT:
        return
    play.show()
    state.events[slot] = NO_EVENT
    play.tell("event", seat, event=Component(play.pack.events[event].id))
    yield from resolve_event(play, seat, event)


def discovery_types(play: BeyondPlay, seat: Seat, slot: int) -> tuple[TechType, ...]:
    """Return the types from which the discoverer of a slot chooses (R10.8, R10.14)."""
    state, pack = play.state, play.pack
    prerequisites = pack.slots[slot].prerequisites
    researched = [other for other in prerequisites if other in state.factions[seat].researched]
    for slots in (researched, prerequisites):
        outputs = {pack.technologies[state.techs[other]].output for other in slots if state.techs[other] != NO_TECH}
        types = tuple(kind for kind in TECH_TYPES if kind in outputs)
        if types:
            return types
    return TECH_TYPES


def _discover(play: BeyondPlay, seat: Seat, slot: int) -> Flow[None]:
    """Choose the type, reveal cards until two match, and keep one of them (R10.8-R10.10, R10.15)."""
    state, pack = play.state, play.pack
    types, on_slot = discovery_types(play, seat, slot), pack.slots[slot].id
    barred = {other: _TYPE_NOT_HANDED_ON for other in TECH_TYPES if other not in types}
    (kind,) = yield Prompt(seat, "research.type", types, subject=on_slot, barred=barred)
    deck = state.tech_decks[pack.slots[slot].level - LOWEST_DECK]
    matching: list[TechNumber] = []
    play.show()
    while deck and len(matching) < _MATCHES:
        tech = deck.pop()
        state.turned_up.append(tech)
        if kind in pack.technologies[tech].types:
            matching.append(tech)
    turned_up = tuple(pack.technologies[tech].id for tech in state.turned_up)
    play.tell("turned_up", seat, type=str(kind), cards=Components(turned_up))
    if matching:
        ids = tuple(pack.technologies[tech].id for tech in matching)
        other_type = Reason("other_type", "R10.9", {"type": str(kind)})
        others = {card: other_type for card in turned_up if card not in ids}
        (picked,) = yield Prompt(seat, "research.card", ids, subject=on_slot, barred=others)
        tech = matching[ids.index(str(picked))]
        state.turned_up.remove(tech)
        state.techs[slot] = tech
        play.tell("discovered", seat, technology=Component(pack.technologies[tech].id), slot=on_slot)
    _put_under(play, deck)


def _put_under(play: BeyondPlay, deck: list[TechNumber]) -> None:
    """Put the remaining cards face down under their deck in random order (R10.10)."""
    turned_up = play.state.turned_up
    play.chance.shuffle(turned_up)
    deck[:0] = turned_up
    turned_up.clear()


@operation(PrivateTech)
def private_tech(play: BeyondPlay, seat: Seat, op: PrivateTech) -> Flow[None]:
    """Let a seat keep some of the revealed cards as private technologies. It gets their immediate bonuses."""
    state, pack = play.state, play.pack
    if op.level < LOWEST_DECK:
        return
    deck = state.tech_decks[op.level - LOWEST_DECK]
    play.show()
    for _ in range(min(op.draw, len(deck))):
        state.turned_up.append(deck.pop())
    ids = tuple(pack.technologies[tech].id for tech in state.turned_up)
    play.tell("turned_up_privately", seat, cards=Components(ids))
    kept = min(op.keep, len(ids))
    picks = yield Prompt(seat, "private.keep", ids, kept, kept)
    chosen = [state.turned_up[ids.index(str(pick))] for pick in picks]
    for tech in chosen:
        state.turned_up.remove(tech)
        state.factions[seat].private.append(tech)
        play.tell("kept", seat, technology=Component(pack.technologies[tech].id))
    _put_under(play, deck)
    for tech in chosen:
        yield from carry_out(play, seat, pack.technologies[tech].immediate)
