"""The orb step: each seat acts or passes, in the order of the track (R20.8-R20.30)."""

from galaxytables_kit import Barred, ChoiceRefused, Flow, Picks, Prompt, Reason, Seat
from galaxytables_race.orb.exploring import PART_OF_A_HUB, move_teams
from galaxytables_race.orb.playing import cell_of, cell_pick, play_card, ways_to_play
from galaxytables_race.orb.table import draw_orb_card, layout, orb_of, own_teams
from galaxytables_race.reasons import barred
from galaxytables_race.state.orb import Cell, Orb, Team
from galaxytables_race.state.phases import Changes, InOrb, Move
from galaxytables_race.table import RacePlay
from galaxytables_race.table.agenda import EXPLORE_ORB
from galaxytables_race.table.running import running

_IN_ORDER = Reason("in_order", "R20.13")
_NO_TEAM = Reason("no_team", "R20.14")
_DECK_IS_EMPTY = Reason("deck_is_empty", "R20.30")
_FITS_NOWHERE = Reason("fits_nowhere", "R20.24")
_NO_HUB = Reason("no_hub", "R20.12")
_STANDS_THERE = Reason("stands_there", "R20.12")
MOVE, PLAY, DRAW = "move", "play", "draw"
PASS, END = "pass", "end"
ORDER = (MOVE, PLAY, DRAW)
"""The order of orb actions (R20.13)."""


def begin(play: RacePlay) -> InOrb:
    """Return the state with which an orb step begins."""
    return InOrb([Changes() for _ in range(play.seats)], [Move() for _ in orb_of(play).teams])


def order_discs(play: RacePlay) -> None:
    """The discs of all seats that chose Orb explore move to the front of the track, in the order they had (R20.10)."""
    orb = orb_of(play)
    first = [seat for seat in orb.track if EXPLORE_ORB in play.state.empires[seat].actions]
    orb.track = [*first, *(seat for seat in orb.track if seat not in first)]
    running(play, InOrb).waiting = list(orb.track)
    play.tell("orb_order", order=", ".join(f"{{seat {seat}}}" for seat in orb.track))


def seats_wait(play: RacePlay) -> bool:
    """Return whether some seat has neither acted nor passed in this orb step."""
    return bool(running(play, InOrb).waiting)


def act_or_pass(play: RacePlay) -> Flow[None]:
    """The next seat acts or passes (R20.11)."""
    waiting = running(play, InOrb).waiting
    yield from _act(play, waiting[0])
    waiting.pop(0)


def _act(play: RacePlay, seat: Seat) -> Flow[None]:
    """Take all three actions after Orb explore, otherwise two of them; or pass instead (R20.9, R20.12)."""
    orb = orb_of(play)
    left = len(ORDER) if EXPLORE_ORB in play.state.empires[seat].actions else len(ORDER) - 1
    later: tuple[str, ...] = ORDER
    stop = PASS
    while left:
        options = [action for action in later if _why_not(play, seat, action, later) is None]
        if not options and stop == END:
            return
        reasons = _barred(play, seat, later)
        (action,) = yield Prompt(seat, "orb.action", (*options, stop), default=(stop,), barred=reasons)
        if action == PASS:
            yield from _pass(play, seat, orb)
            return
        if action == END:
            return
        left -= 1
        later = ORDER[ORDER.index(str(action)) + 1 :]
        stop = END
        yield from _do(play, seat, str(action))


def _barred(play: RacePlay, seat: Seat, later: tuple[str, ...]) -> Barred:
    return barred(lambda: ORDER, lambda action: _why_not(play, seat, action, later))


def _why_not(play: RacePlay, seat: Seat, action: str, later: tuple[str, ...]) -> Reason | None:
    """Return why an action cannot be taken now (R20.13)."""
    orb = orb_of(play)
    if action not in later:
        return _IN_ORDER
    if action == MOVE:
        return None if own_teams(orb, seat) else _NO_TEAM
    if action == DRAW:
        return None if orb.deck else _DECK_IS_EMPTY
    return None if ways_to_play(play, orb.hands[seat]) else _FITS_NOWHERE


def _do(play: RacePlay, seat: Seat, action: str) -> Flow[None]:
    if action == MOVE:
        yield from move_teams(play, seat)
    elif action == PLAY:
        yield from play_card(play, seat, ways_to_play(play, orb_of(play).hands[seat]), must=False)
    else:
        draw_orb_card(play, seat)


def _pass(play: RacePlay, seat: Seat, orb: Orb) -> Flow[None]:
    """Move the disc to the front, behind those that passed before; own teams may go to hubs (R20.12)."""
    step = running(play, InOrb)
    orb.track.remove(seat)
    orb.track.insert(step.passed, seat)
    step.passed += 1
    play.tell("orb_passed", seat)
    returns = {
        f"{number}:{cell_pick(hub)}": (number, cell_pick(hub))
        for number, team in enumerate(orb.teams)
        if team.seat == seat
        for hub in layout(play).hubs
        if _why_not_back(play, team, hub) is None
    }

    def one_hub_each(picks: Picks) -> None:
        if len({returns[str(pick)][0] for pick in picks}) < len(picks):
            raise ChoiceRefused("a team goes to one hub", "R20.12", "one_hub_a_team")

    teams = len({number for number, _ in returns.values()})
    others = Barred(lambda: _no_ways_back(play, seat))
    picks = yield Prompt(seat, "orb.return", tuple(returns), 0, teams, default=(), rule=one_hub_each, barred=others)
    for pick in picks:
        number, hub = returns[str(pick)]
        team = orb.teams[number]
        team.cell = cell_of(hub)
        play.tell("moved_team", seat, column=team.cell[0], row=team.cell[1])


def _why_not_back(play: RacePlay, team: Team, cell: Cell) -> Reason | None:
    """Return why a team cannot go back to a cell by a pass (R20.12)."""
    map_ = layout(play)
    if cell not in map_.hubs:
        return PART_OF_A_HUB if map_.space(cell) in map(map_.space, map_.hubs) else _NO_HUB
    return _STANDS_THERE if cell == team.cell else None


def _no_ways_back(play: RacePlay, seat: Seat) -> dict[str, Reason]:
    """Return the reasons for cells to which own teams cannot go back."""
    return {
        f"{number}:{cell_pick(cell)}": reason
        for number, team in enumerate(orb_of(play).teams)
        if team.seat == seat
        for cell in layout(play).spots
        if (reason := _why_not_back(play, team, cell)) is not None
    }
