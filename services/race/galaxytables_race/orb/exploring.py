"""Moving the teams: which artifacts help them, where they can go, and what they find (R20.14-R20.21)."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from galaxytables_kit import Barred, ChoiceRefused, Component, Flow, Pick, Picks, Prompt, Reason, Rule, Seat
from galaxytables_race.components.cards import CardNumber
from galaxytables_race.components.orb import TokenNumber, Use
from galaxytables_race.components.vocabulary import TemporaryMilitary
from galaxytables_race.orb.layout import Layout
from galaxytables_race.orb.movement import Strength, Way, reachable
from galaxytables_race.orb.playing import cell_of, cell_pick, play_card, ways_to_play
from galaxytables_race.orb.table import draw_orb_card, layout, orb_card, orb_of
from galaxytables_race.powers.military import Temporary, buy, check_goods, max_added, unusable, usable
from galaxytables_race.reasons import barred
from galaxytables_race.rulings import rulings
from galaxytables_race.state.orb import Cell, Team
from galaxytables_race.state.phases import InOrb, Move
from galaxytables_race.table import RacePlay, abilities, spend_token
from galaxytables_race.table.running import running
from galaxytables_race.table.tokens import artifact_of, token_of

SQUARES = 4
_REMEMBERED = 1_000
_HAS_MOVED = Reason("has_moved", "R20.14")
_STANDS_THERE = Reason("stands_there", "R20.14")
PART_OF_A_HUB = Reason("part_of_a_hub", "R20.2")
MOVING_USES = ("extra_squares", "cross_wall", "cross_barrier", "temporary_military")

Powers: TypeAlias = Mapping[CardNumber, TemporaryMilitary]


class Mover(NamedTuple):
    """A team, and how far it has moved in the running orb step."""

    team: Team
    move: Move


def move_teams(play: RacePlay, seat: Seat) -> Flow[None]:
    """A seat moves its teams in the order that it chooses.

    A team may continue after another one has moved (R20.14, R20.38).
    """
    while True:
        left = {pick: mover for pick, mover in movers(play, seat).items() if _may_move(play, seat, mover)}
        if not left:
            return
        (pick,) = yield Prompt(seat, "orb.team", tuple(left), barred=_done(play, seat, left))
        mover = left[str(pick)]
        mover.move.done = len(left) == 1 or not rulings(play).teams_go_on
        yield from _move(play, seat, mover)


def movers(play: RacePlay, seat: Seat) -> dict[str, Mover]:
    """Return the teams of a seat by their option ids, each with its move in this orb step."""
    moves = running(play, InOrb).moves
    teams = enumerate(zip(orb_of(play).teams, moves, strict=True))
    return {f"team:{number}": Mover(team, move) for number, (team, move) in teams if team.seat == seat}


def _done(play: RacePlay, seat: Seat, left: Mapping[str, Mover]) -> Mapping[str, Reason]:
    """Return the reasons for own teams that cannot move any more."""
    return {pick: _HAS_MOVED for pick in movers(play, seat) if pick not in left}


def _may_move(play: RacePlay, seat: Seat, mover: Mover) -> bool:
    """Return whether a team has not moved, or can continue."""
    move = mover.move
    return not move.done and (not move.moved or bool(_ends(play, mover.team, _boosts(play, seat, mover).max_strength)))


def barrier_military(play: RacePlay, seat: Seat) -> int:
    """Return a seat's military against barriers: the sum of general, anti-Alien and temporary (R20.16, R20.17)."""
    able = abilities(play, seat)
    alien = sum(amount for filter_, amount in able.specialised if filter_.written.good == "alien")
    return able.military + alien + play.state.changes(seat).temporary


def team_strength(play: RacePlay, mover: Mover) -> Strength:
    """Return how far a team can still go in this step: its steps, military and crossings (R20.14).

    Artifacts that it has not used yet do not count.
    """
    seat, move = mover.team.seat, mover.move
    squares = SQUARES + abilities(play, seat).orb_squares + move.squares - move.moved
    return Strength(squares, barrier_military(play, seat), move.walls, move.barriers)


def _move(play: RacePlay, seat: Seat, mover: Mover) -> Flow[None]:
    """Move one team, with the artifacts and military that its owner uses for it."""
    team, move = mover.team, mover.move
    yield from _boost(play, seat, mover)
    ways = _ends(play, team, team_strength(play, mover))
    picks: Picks = ()
    if ways:
        ends = tuple(map(cell_pick, ways))
        reasons = barred(lambda: layout(play).spots, lambda cell: _why_not_reached(play, mover, ways, cell))
        far = Barred(lambda: {cell_pick(cell): reason for cell, reason in reasons.items()})
        picks = yield Prompt(seat, "orb.move", ends, 0, 1, default=(), subject=cell_pick(team.cell), barred=far)
    if not picks:
        move.done = True
        return
    team.cell = cell_of(picks[0])
    way = ways[team.cell]
    move.moved += way.steps
    move.walls -= way.walls
    move.barriers -= way.barriers
    play.tell("moved_team", seat, column=team.cell[0], row=team.cell[1])
    yield from _find(play, seat, mover)


def _why_not_reached(play: RacePlay, mover: Mover, ways: Mapping[Cell, Way], cell: Cell) -> Reason | None:
    """Return why a team cannot go to a cell: it stands there, or all ways are too long or blocked (R20.14-R20.16)."""
    map_ = layout(play)
    if map_.space(cell) == map_.space(mover.team.cell):
        return _STANDS_THERE
    if map_.space(cell) in ways:
        return None if cell in ways else PART_OF_A_HUB
    strength = team_strength(play, mover)
    return Reason("out_of_reach", "R20.14", {"squares": strength.squares, "military": max(0, strength.military)})


def _ends(play: RacePlay, team: Team, strength: Strength) -> Mapping[Cell, Way]:
    """Return where a team can go, row by row."""
    return _ends_on(layout(play), team.cell, frozenset(orb_of(play).tokens), strength)


@lru_cache(_REMEMBERED)
def _ends_on(map_: Layout, start: Cell, artifacts: frozenset[Cell], strength: Strength) -> Mapping[Cell, Way]:
    ends = reachable(map_, start, artifacts, strength)
    return {cell: ends[cell] for cell in sorted(ends, key=lambda cell: (cell[1], cell[0]))}


class _Boosts(NamedTuple):
    """What a seat can use for the move of a team, and the team's strength if it uses all of it."""

    uses: dict[str, tuple[TokenNumber, Use]]
    powers: Powers
    max_strength: Strength


def _boosts(play: RacePlay, seat: Seat, mover: Mover) -> _Boosts:
    """Return the artifacts and military powers that a seat can use for the move of a team."""
    plain, powers = team_strength(play, mover), usable(play, seat, _general(play, seat))
    uses = {
        f"artifact:{token}:{use.kind}": (token, use)
        for token in play.state.empires[seat].artifacts
        for use in artifact_of(play.pack, token).uses
        if use.kind in MOVING_USES
    }
    max_strength = Strength(
        plain.squares + sum(use.amount for _, use in uses.values() if use.kind == "extra_squares"),
        plain.military
        + max_added(play, seat, powers)
        + sum(use.amount for _, use in uses.values() if use.kind == "temporary_military"),
        plain.walls + sum(use.kind == "cross_wall" for _, use in uses.values()),
        plain.barriers + sum(use.kind == "cross_barrier" for _, use in uses.values()),
    )
    return _Boosts(uses, powers, max_strength)


def _general(play: RacePlay, seat: Seat) -> Temporary:
    """Return the temporary powers that count against everything."""
    return [(number, power) for number, power in abilities(play, seat).temporary if power.when is None]


def _boost(play: RacePlay, seat: Seat, mover: Mover) -> Flow[None]:
    """Use artifacts and military powers for the move of a team; the owner is asked only if they lead further."""
    team, plain = mover.team, team_strength(play, mover)
    uses, powers, max_strength = _boosts(play, seat, mover)
    if max_strength == plain or _ends(play, team, plain).keys() == _ends(play, team, max_strength).keys():
        return
    options: Picks = (*uses, *powers)
    reasons = unusable(play, seat, _general(play, seat), powers)
    rule = _each_once(play, seat, powers)
    picks = yield Prompt(
        seat,
        "orb.boost",
        options,
        0,
        len(options),
        default=(),
        rule=rule,
        subject=cell_pick(team.cell),
        barred=reasons,
    )
    for token, use in [uses[str(pick)] for pick in picks if pick in uses]:
        spend_token(play, seat, token)
        _use(play, seat, mover.move, use)
    yield from buy(play, seat, {number: power for number, power in powers.items() if number in picks})


def _use(play: RacePlay, seat: Seat, move: Move, use: Use) -> None:
    """Apply a use: squares and crossings are for this team, military is for the whole step (R20.32, R20.35)."""
    match use.kind:
        case "extra_squares":
            move.squares += use.amount
        case "cross_wall":
            move.walls += 1
        case "cross_barrier":
            move.barriers += 1
        case "temporary_military":
            play.state.changes(seat).temporary += use.amount


def _each_once(play: RacePlay, seat: Seat, powers: Powers) -> Rule:
    """Return a rule that refuses a second effect of one artifact, and powers without enough goods (R20.31, R7.5)."""

    def check(picks: Picks) -> None:
        tokens = [token for pick in picks if (token := token_of(pick)) is not None]
        if len(set(tokens)) < len(tokens):
            raise ChoiceRefused("an artifact is used once and in one way", "R20.31", "artifact_in_one_way")
        bought: list[Pick] = [pick for pick in picks if pick in powers]
        check_goods(play, seat, powers, tuple(bought))

    return check


def _find(play: RacePlay, seat: Seat, mover: Mover) -> Flow[None]:
    """Take the artifact of the cell in secret; a breeding tube brings an orb card at once (R20.20, R20.21)."""
    orb, team = orb_of(play), mover.team
    token = orb.tokens.pop(team.cell, None)
    if token is None:
        return
    mover.move.done = True
    play.state.empires[seat].artifacts.append(token)
    artifact = artifact_of(play.pack, token)
    play.tell("took_artifact", seat, series=artifact.series, private={seat: {"artifact": Component(artifact.id)}})
    map_ = layout(play)
    here = map_.spots[team.cell]
    if here.kind != "breeding_tube" or not orb.deck:
        return
    card = draw_orb_card(play, seat)
    spared = {cell for cell, spot in map_.spots.items() if spot.layer == here.layer}
    ways = ways_to_play(play, [card], spared=spared)
    if ways:
        yield from play_card(play, seat, ways, must=True)
        return
    orb.hands[seat].remove(card)
    orb.removed.append(card)
    play.tell("orb_card_removed", seat, card=orb_card(play, card))
