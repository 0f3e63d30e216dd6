"""Prestige: its chips, the leader tile, the leader's reward at the start of a round, boosted actions (R16)."""

from collections.abc import Sequence

from galaxytables_kit import NOBODY, Seat, seated
from galaxytables_race.components.cards import CardNumber
from galaxytables_race.state import Empire, RaceState
from galaxytables_race.state.phases import RoundPhase
from galaxytables_race.table import RacePlay, component, draw, gain_chips
from galaxytables_race.table.running import running

PRESTIGE = "prestige"
"""A set with this rule is played with prestige."""

ENDS_THE_GAME = 15
MORE_CHIPS = 5
"""VP chips added to the pool for any number of players (R2.2)."""

BOOSTED_DISCOUNT = 3
BOOSTED_MILITARY = 2
BOOSTED_SALE = 3
BOOSTED_EXPLORE = (6, 1)
"""Cards drawn and cards kept in addition to the ordinary bonus."""
BOOSTED_PRODUCE_DRAW = 3
BOOSTED_WINDFALLS = 2


def plays_prestige(play: RacePlay) -> bool:
    """Return whether this table plays with prestige and Search."""
    return PRESTIGE in play.pack.sets[play.options.expansion].rules


def may_boost(empire: Empire) -> bool:
    """Return whether a seat can boost an action: it has a prestige, and has not boosted or searched yet (R16.12)."""
    return empire.prestige.chips > 0 and not empire.prestige.used


def gain_prestige(play: RacePlay, seat: Seat, amount: int, card: CardNumber) -> None:
    """Give a seat prestige; `card` is the card that brings it (R16.2, R16.6).

    At the end of the phase these chips go onto the leader tile, if the seat leads then.
    """
    gained = running(play, RoundPhase).prestige
    gained[seat] = gained.get(seat, 0) + amount
    play.state.empires[seat].prestige.chips += amount
    play.tell("gained_prestige", seat, prestige=amount, card=component(play, card))


def spend_prestige(play: RacePlay, seat: Seat, amount: int) -> None:
    """Spend prestige of a seat; chips that are not on the leader tile go first (R16.8)."""
    prestige = play.state.empires[seat].prestige
    prestige.chips -= amount
    prestige.on_tile = min(prestige.on_tile, prestige.chips)


def move_tile(play: RacePlay) -> None:
    """Give the leader tile to the seat that alone has the most prestige (R16.5, R16.7).

    When the tile leaves a seat, that seat takes back the chips on the tile.
    """
    state = play.state
    leader = _sole_leader(state)
    if leader == state.leader:
        return
    if state.leader != NOBODY:
        state.empires[state.leader].prestige.on_tile = 0
        if leader == NOBODY:
            play.tell("lost_lead", state.leader)
    state.leader = leader
    if leader != NOBODY:
        play.tell("leads", leader, prestige=state.empires[leader].prestige.chips)


def tile_after_spending(play: RacePlay, *seats: Seat) -> None:
    """Move the leader tile at once if these seats, by spending, ended the sole lead of its holder (R16.8).

    If several seats spend, call it once, after all of them have.
    """
    if play.state.leader in seats:
        move_tile(play)


def see_who_leads(play: RacePlay) -> None:
    """Find the prestige leader at the end of a phase (R16.5, R16.6).

    The chips that the leader gained in the phase go onto the tile.
    """
    state = play.state
    move_tile(play)
    if state.leader != NOBODY:
        lead = state.empires[state.leader].prestige
        gained = running(play, RoundPhase).prestige.get(state.leader, 0)
        lead.on_tile = min(lead.chips, lead.on_tile + gained)


def start_round(play: RacePlay) -> None:
    """At the start of a round, seats get their rewards for prestige (R16.9).

    A leader with a chip on the tile draws a card and takes a VP chip. Without such a leader, all seats with the most
    prestige take a VP chip.
    """
    state = play.state
    for empire in state.empires:
        empire.prestige.boosted = ""
    lead = None if state.leader == NOBODY else state.empires[state.leader].prestige
    if lead is not None and lead.on_tile:
        lead.on_tile = 0
        _gain_chip(play, state.leader)
        draw(play, state.leader, 1, PRESTIGE)
        return
    highest = _highest(state)
    for seat, empire in seated(state.empires):
        if empire.prestige.chips == highest > 0:
            _gain_chip(play, seat)


def pay_for_boosts(play: RacePlay, seats: Sequence[Seat]) -> None:
    """Seats pay a prestige for each boost that they chose, when the actions are revealed (R16.12)."""
    boosting = [seat for seat in seats if _has_to_pay(play.state.empires[seat])]
    for seat in boosting:
        prestige = play.state.empires[seat].prestige
        prestige.used = True
        spend_prestige(play, seat, 1)
        play.tell("boosts", seat, action=prestige.boosted)
    tile_after_spending(play, *boosting)


def boosted(empire: Empire, *actions: str) -> bool:
    """Return whether a seat has boosted one of these actions in this round."""
    return empire.prestige.boosted in actions


def ends_by_prestige(state: RaceState) -> bool:
    """Return whether any seat has enough prestige to end the game (R11.2)."""
    return _highest(state) >= ENDS_THE_GAME


def _has_to_pay(empire: Empire) -> bool:
    return bool(empire.prestige.boosted) and not empire.prestige.used


def _sole_leader(state: RaceState) -> Seat:
    chips = [empire.prestige.chips for empire in state.empires]
    highest = max(chips)
    return Seat(chips.index(highest)) if highest and chips.count(highest) == 1 else NOBODY


def _highest(state: RaceState) -> int:
    return max(empire.prestige.chips for empire in state.empires)


def _gain_chip(play: RacePlay, seat: Seat) -> None:
    gain_chips(play, seat, 1)
    play.tell("gained_vp", seat, vp=1)
