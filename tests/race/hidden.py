"""What the contract suite must know of Race: where every piece lies, and which of them a viewer cannot see."""

from collections import Counter
from random import Random

from galaxytables.rules.v1 import rules_pb2
from galaxytables_kit import Seat
from galaxytables_kit.chance import SeededChance
from galaxytables_kit.contract import Pieces
from galaxytables_kit.play import Play
from galaxytables_race.components.cards import NO_CARD, CardNumber
from galaxytables_race.options import RaceOptions
from galaxytables_race.phases.round import game_is_over
from galaxytables_race.sets import sets_of
from galaxytables_race.state import Empire, RaceState, RunningPhase
from galaxytables_race.state.invasion import Invasion
from galaxytables_race.state.orb import Orb
from galaxytables_race.state.phases import (
    Consuming,
    Developing,
    Drafting,
    Exploring,
    Invading,
    Opening,
    Searching,
    Settling,
)
from tests.race.scene import PACK

OF_EXPANSIONS = frozenset({"invasion", "orb_card", "artifact"})
PRINTED = frozenset(
    {
        "action",
        "goal",
        "prestige_chip",
        "reward_chip",
        "leader_tile",
        "repulse_tile",
        "repulse_track",
        "bunker",
        "defeat_tile",
        "bonus_tile",
    }
)
"""Tiles and the like that every table of their kind has, or that are counted by what they are (`dealt_goal`)."""
PASSING = frozenset({"gamble_won", "gamble_lost", "found", "search_failed", "flipped", "reinforced"})
"""They show a card that goes to a hand or to the discard pile (R4.14, R16.13)."""
IDS = {
    kind: {number: card.id for number, card in enumerate(PACK.cards) if card.kind == kind}
    for kind in ("world", "development")
}
"""The ids of cards by their numbers, by kind."""


def copies(component: rules_pb2.Component, options: RaceOptions, seats: int) -> int:
    """All of a set that is played, with its changed printings and numbers of copies (R2.1, R18.1).

    12 VP chips a seat, 5 more with prestige (R2.2, R16.2).
    """
    if component.kind == "vp_chip":
        return 12 * seats + (5 if options.expansion == "brink_of_war" else 0)
    if component.kind == "invasion":
        return component.copies if options.invasion else 0
    if component.kind in ("orb_card", "artifact"):
        return component.copies if options.orb else 0
    box = PACK.box(sets_of(options, PACK), second_edition=options.second_edition)
    return sum(PACK.cards[card].id == component.id for card in box)


def besides(options: RaceOptions, seats: int) -> Pieces:
    """Four First goals and two Most goals (R13.1)."""
    del seats
    return {"dealt_goal": {"first": 4, "most": 2}} if options.goals else {}


def census(state: RaceState) -> Pieces:
    cards = [card for empire in state.empires for card in cards_of(empire)] + cards_of_phase(state.phase)
    cards += [card for pile in (*state.decks, *state.discards, state.aside) for card in pile]
    counted = {kind: dict(Counter(filter(None, map(ids.get, cards)))) for kind, ids in IDS.items()}
    counted["vp_chip"] = {"vp_chip": state.pool + sum(empire.chips for empire in state.empires)}
    if state.goals:
        counted["dealt_goal"] = dict(Counter(PACK.goals[goal].type for goal in state.goals))
    if state.invasion is not None:
        counted["invasion"] = dict(Counter(PACK.invasion.cards[card].id for card in invaders(state, state.invasion)))
    if state.orb is not None:
        counted["orb_card"] = dict(Counter(PACK.orb.cards[card].id for card in orb_cards(state.orb)))
        counted["artifact"] = dict(Counter(PACK.orb.tokens[token].id for token in artifacts(state, state.orb)))
    return counted


def cards_of(empire: Empire) -> list[int]:
    goods = [card for pile in empire.goods.values() for card in pile]
    saved = [card for pile in empire.saved.values() for card in pile]
    return [*empire.hand, *empire.tableau, *goods, *saved, *empire.dealt]


def cards_of_phase(phase: RunningPhase) -> list[int]:
    """Cards that lie apart while a phase runs."""
    match phase:
        case Drafting(packs=piles) | Opening(drawn=piles) | Exploring(drawn=piles) | Searching(revealed=piles):
            return [card for pile in piles for card in pile]
        case Developing(seats=placers) | Settling(seats=placers):
            return [card for own in placers for card in (own.chosen, own.placing) if card != NO_CARD]
        case Consuming(seats=consumers):
            return [card for own in consumers for card in own.revealed]
    return []


def invaders(state: RaceState, invasion: Invasion) -> list[int]:
    fought = [admiral.invader for admiral in invasion.admirals] if isinstance(state.phase, Invading) else []
    return [*invasion.deck, *invasion.unused, *invasion.discards, *invasion.gone, *fought]


def orb_cards(orb: Orb) -> list[int]:
    cards = [card for pile in (*orb.hands, orb.deck, orb.aside, orb.removed, orb.airlocks) for card in pile]
    return cards + [laid.card for laid in orb.laid]


def artifacts(state: RaceState, orb: Orb) -> list[int]:
    found = [token for empire in state.empires for token in (*empire.artifacts, *empire.spent_artifacts)]
    return [*found, *orb.tokens.values(), *orb.stacks[0], *orb.stacks[1]]


def permute_hidden(state: RaceState, viewer: Seat | None, random: Random) -> None:
    """Exchange all cards that the viewer does not see: decks, discards, goods, what others hold."""
    places = [*state.decks, *state.discards, state.aside]
    others = [seat for seat in range(len(state.empires)) if seat != viewer]
    for empire in state.empires:
        places += empire.goods.values()
    for seat in others:
        empire = state.empires[seat]
        places += [empire.hand, empire.dealt, *empire.saved.values(), *places_in_phase(state, seat)]
    secret = []
    if isinstance(state.phase, (Developing, Settling)):
        secret = [own for seat in others if (own := state.phase.seats[seat]).chosen != NO_CARD]
    chosen = [state.empires[seat] for seat in others] if isinstance(state.phase, Opening) else []
    starts = [card for empire in chosen for card in empire.tableau]
    cards = [card for place in places for card in place] + [own.chosen for own in secret] + starts
    random.shuffle(cards)
    for place in places:
        place[:] = [cards.pop() for _ in place]
    for own in secret:
        own.chosen = cards.pop()
    for empire in chosen:
        empire.tableau = tuple(cards.pop() for _ in empire.tableau)
    if state.invasion is not None:
        permute_waves(state.invasion, random)
    if state.orb is not None:
        permute_orb(state, state.orb, viewer, random)


def places_in_phase(state: RaceState, seat: int) -> list[list[CardNumber]]:
    """Where cards of a seat lie that nobody else sees while a phase runs."""
    match state.phase:
        case Drafting(packs=piles) | Opening(drawn=piles) | Exploring(drawn=piles):
            return [piles[seat]]
    return []


def is_over(state: RaceState) -> bool:
    """Whether the game has ended, and everything is shown."""
    play = Play(len(state.empires), RaceOptions(), PACK, SeededChance(bytes(32)), state, rules_version=0)
    return state.round > 0 and state.phase is None and game_is_over(play)


def permute_waves(invasion: Invasion, random: Random) -> None:
    """Exchange the invasion cards of each wave that lie in the deck or were left in the box."""
    waves = PACK.invasion.wave_of
    for wave in set(waves):
        cards = [card for card in (*invasion.deck, *invasion.unused) if waves[card] == wave]
        random.shuffle(cards)
        for pile in (invasion.deck, invasion.unused):
            pile[:] = [cards.pop() if waves[card] == wave else card for card in pile]


def permute_orb(state: RaceState, orb: Orb, viewer: Seat | None, random: Random) -> None:
    """Exchange the orb cards and, within a series, the artifacts that the viewer does not see."""
    _exchange([orb.deck, orb.aside, *(hand for seat, hand in enumerate(orb.hands) if seat != viewer)], random)
    others = [empire.artifacts for seat, empire in enumerate(state.empires) if seat != viewer]
    for series in ("A", "B"):
        hidden = [*orb.stacks, *([] if is_over(state) else others)]
        lying = [cell for cell, token in orb.tokens.items() if _series(token) == series]
        pool = [token for place in hidden for token in place if _series(token) == series]
        pool += [orb.tokens[cell] for cell in lying]
        random.shuffle(pool)
        for place in hidden:
            place[:] = [pool.pop() if _series(token) == series else token for token in place]
        for cell in lying:
            orb.tokens[cell] = pool.pop()


def _exchange(places: list[list[int]], random: Random) -> None:
    cards = [card for place in places for card in place]
    random.shuffle(cards)
    for place in places:
        place[:] = [cards.pop() for _ in place]


def _series(token: int) -> str:
    return PACK.orb.tokens[token].series
