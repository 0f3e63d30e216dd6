"""Carries out event cards (R10.7): they give effects to seats, uncover guilds, add systems and attach scoring."""

from collections.abc import Sequence

from galaxytables_beyond.components.effects import AddSystem, AttachScoring, DeckName, ForEach, UnlockGuild
from galaxytables_beyond.components.numbers import NO_SYSTEM, EventNumber, SystemNumber
from galaxytables_beyond.operations.resolve import carry_out
from galaxytables_beyond.state import BeyondPlay
from galaxytables_kit import Component, Flow, Seat, seats_of


def resolve_event(play: BeyondPlay, discoverer: Seat, event: EventNumber) -> Flow[None]:
    """Carry out an event card. Afterwards it is discarded, unless it stays in effect."""
    state, pack = play.state, play.pack
    card = pack.events[event]
    _lay(play, discoverer, event)
    for op in card.effects:
        if isinstance(op, ForEach):
            for seat in _seats(play, discoverer, op):
                yield from carry_out(play, seat, op.effects)
        elif isinstance(op, UnlockGuild):
            state.guilds[pack.guild_number[op.guild]] = True
            play.tell("guild_opened", guild=Component(op.guild))
        elif isinstance(op, AddSystem):
            _add_system(play, event, op)
        elif isinstance(op, AttachScoring):
            play.tell("scoring_attached", event=Component(card.id))
        else:
            yield from carry_out(play, discoverer, (op,))


def _lay(play: BeyondPlay, discoverer: Seat, event: EventNumber) -> None:
    """Lay an event beside the mat of its discoverer, among those in effect, or on the discard pile (R8.6)."""
    state, effects = play.state, play.pack.events[event].effects
    if any(isinstance(op, AttachScoring) and op.who == "discoverer" for op in effects):
        state.factions[discoverer].events.append(event)
    elif any(isinstance(op, AddSystem | AttachScoring) for op in effects):
        state.events_in_effect.append(event)
    else:
        state.events_discarded.append(event)


def _seats(play: BeyondPlay, discoverer: Seat, op: ForEach) -> Sequence[Seat]:
    """Return the seats clockwise from the discoverer."""
    clockwise = seats_of(play.seats, discoverer)
    if op.who == "discoverer":
        return clockwise[:1]
    return clockwise[1:] if op.who == "others" else clockwise


def _add_system(play: BeyondPlay, event: EventNumber, op: AddSystem) -> None:
    system = draw_system(play, op.deck)
    if system == NO_SYSTEM:
        return
    place = play.pack.sides[play.seats].by_id[play.pack.events[event].id]
    location = play.state.locations[place]
    location.open, location.system = True, system
    play.tell(
        "system_added", system=Component(play.pack.systems[system].id), place=Component(play.pack.events[event].id)
    )


def draw_system(play: BeyondPlay, deck: DeckName) -> SystemNumber:
    """Draw the top card of a system deck, or of the other deck if the first is empty (R14.5).

    Returns NO_SYSTEM if both are empty.
    """
    deck_a, deck_b = play.state.system_decks
    cards = (deck_a or deck_b) if deck == "A" else (deck_b or deck_a)
    if not cards:
        return NO_SYSTEM
    play.show()
    return cards.pop()
