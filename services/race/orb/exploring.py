"""Moving the teams: what helps them, where they go, what they find (R20.14-R20.21)."""

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from services.kit.errors import ChoiceRefused
from services.kit.event import Component
from services.kit.flow import Flow
from services.kit.prompt import Pick, Picks, Prompt, Rule
from services.kit.reason import Barred, Reason
from services.race.cards import Number
from services.race.orb.cards import Use
from services.race.orb.movement import Strength, Way, reachable
from services.race.orb.playing import cell_of, cell_pick, play_card, ways_to_play
from services.race.orb.state import Cell, Team
from services.race.orb.table import draw_orb_card, layout, orb_card, orb_of
from services.race.orb.tokens import artifact_of, spend_token, token_of
from services.race.phases.military import Temporary, buy, check_goods, most_added, unusable, usable
from services.race.reasons import barred
from services.race.rulings import rulings
from services.race.state import Empire
from services.race.table import RacePlay, abilities
from services.race.vocabulary import TemporaryMilitary

SQUARES = 4
_HAS_MOVED = Reason("has_moved", "R20.14")
_STANDS_THERE = Reason("stands_there", "R20.14")
PART_OF_A_HUB = Reason("part_of_a_hub", "R20.2")
MOVING_USES = ("extra_squares", "cross_wall", "cross_barrier", "temporary_military")

Powers: TypeAlias = Mapping[Number, TemporaryMilitary]


def move_teams(play: RacePlay, seat: int) -> Flow[None]:
    """Own teams move, in the order that their owner likes; one may go on after another has moved (R20.14, R20.38)."""
    while True:
        left = {
            f"team:{number}": team
            for number, team in enumerate(orb_of(play).teams)
            if team.seat == seat and _may_move(play, seat, team)
        }
        if not left:
            return
        (pick,) = yield Prompt(seat, "orb.team", tuple(left), barred=_done(play, seat, left))
        team = left[str(pick)]
        team.done = len(left) == 1 or not rulings(play).teams_go_on
        yield from _move(play, seat, team)


def _done(play: RacePlay, seat: int, left: Mapping[str, Team]) -> Mapping[str, Reason]:
    """Own teams that move no more, or have no squares left that lead anywhere."""
    numbered = {f"team:{number}": team for number, team in enumerate(orb_of(play).teams) if team.seat == seat}
    return {pick: _HAS_MOVED for pick in numbered if pick not in left}


def _may_move(play: RacePlay, seat: int, team: Team) -> bool:
    """Whether a team has not moved, or can go on after others."""
    return not team.done and (not team.moved or bool(_ends(play, team, _boosts(play, seat, team).most)))


def barrier_military(play: RacePlay, seat: int) -> int:
    """Military against barriers: general, against Alien worlds, and bought for the step (R20.16, R20.17)."""
    able = abilities(play, seat)
    alien = sum(amount for filter_, amount in able.specialised if filter_.spec.good == "alien")
    return able.military + alien + play.state.empires[seat].temporary


def team_strength(play: RacePlay, team: Team) -> Strength:
    """What a team can still do in the step without further artifacts (R20.14)."""
    squares = SQUARES + abilities(play, team.seat).orb_squares + team.squares - team.moved
    return Strength(squares, barrier_military(play, team.seat), team.walls, team.barriers)


def _move(play: RacePlay, seat: int, team: Team) -> Flow[None]:
    """Move one team, with the artifacts and the military that its owner uses for it."""
    yield from _boost(play, seat, team)
    ways = _ends(play, team, team_strength(play, team))
    picks: Picks = ()
    if ways:
        ends = tuple(map(cell_pick, ways))
        reasons = barred(lambda: layout(play).spots, lambda cell: _why_not_reached(play, team, ways, cell))
        far = Barred(lambda: {cell_pick(cell): reason for cell, reason in reasons.items()})
        picks = yield Prompt(seat, "orb.move", ends, 0, 1, default=(), subject=cell_pick(team.cell), barred=far)
    if not picks:
        team.done = True
        return
    team.cell = cell_of(picks[0])
    way = ways[team.cell]
    team.moved += way.steps
    team.walls -= way.walls
    team.barriers -= way.barriers
    play.tell("moved_team", seat, column=team.cell[0], row=team.cell[1])
    yield from _find(play, seat, team)


def _why_not_reached(play: RacePlay, team: Team, ways: Mapping[Cell, Way], cell: Cell) -> Reason | None:
    """Why a team does not go to a cell: it stands there, or all ways are too long or barred (R20.14-R20.16)."""
    map_ = layout(play)
    if map_.space(cell) == map_.space(team.cell):
        return _STANDS_THERE
    if map_.space(cell) in ways:
        return None if cell in ways else PART_OF_A_HUB
    strength = team_strength(play, team)
    return Reason("out_of_reach", "R20.14", {"squares": strength.squares, "military": max(0, strength.military)})


def _ends(play: RacePlay, team: Team, strength: Strength) -> dict[Cell, Way]:
    """Where a team can go, row by row."""
    ends = reachable(layout(play), team.cell, orb_of(play).tokens.keys(), strength)
    return {cell: ends[cell] for cell in sorted(ends, key=lambda cell: (cell[1], cell[0]))}


class _Boosts(NamedTuple):
    """What a seat can use for the move of a team, and all that the team can do with it."""

    uses: dict[str, tuple[int, Use]]
    powers: Powers
    most: Strength


def _boosts(play: RacePlay, seat: int, team: Team) -> _Boosts:
    """Artifacts, and powers for military."""
    empire, plain = play.state.empires[seat], team_strength(play, team)
    powers = usable(play, empire, _general(play, seat))
    uses = {
        f"artifact:{token}:{use.kind}": (token, use)
        for token in empire.artifacts
        for use in artifact_of(play.pack, token).uses
        if use.kind in MOVING_USES
    }
    most = Strength(
        plain.squares + sum(use.amount for _, use in uses.values() if use.kind == "extra_squares"),
        plain.military
        + most_added(play, empire, powers)
        + sum(use.amount for _, use in uses.values() if use.kind == "temporary_military"),
        plain.walls + sum(use.kind == "cross_wall" for _, use in uses.values()),
        plain.barriers + sum(use.kind == "cross_barrier" for _, use in uses.values()),
    )
    return _Boosts(uses, powers, most)


def _general(play: RacePlay, seat: int) -> Temporary:
    """Temporary powers that count against everything."""
    return [(number, power) for number, power in abilities(play, seat).temporary if power.when is None]


def _boost(play: RacePlay, seat: int, team: Team) -> Flow[None]:
    """Use artifacts, and powers for military, for the move of a team; asked only where they lead any further."""
    plain = team_strength(play, team)
    uses, powers, most = _boosts(play, seat, team)
    if most == plain or _ends(play, team, plain).keys() == _ends(play, team, most).keys():
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
        _use(play.state.empires[seat], team, use)
    yield from buy(play, seat, {number: power for number, power in powers.items() if number in picks})


def _use(empire: Empire, team: Team, use: Use) -> None:
    """What adds squares or crosses edges is for this team, military for the whole step (R20.32, R20.35)."""
    match use.kind:
        case "extra_squares":
            team.squares += use.amount
        case "cross_wall":
            team.walls += 1
        case "cross_barrier":
            team.barriers += 1
        case "temporary_military":
            empire.temporary += use.amount


def _each_once(play: RacePlay, seat: int, powers: Powers) -> Rule:
    """Refuse a second effect of one artifact, and powers for goods without goods enough (R20.31, R7.5)."""
    empire = play.state.empires[seat]

    def check(picks: Picks) -> None:
        tokens = [token for pick in picks if (token := token_of(pick)) is not None]
        if len(set(tokens)) < len(tokens):
            raise ChoiceRefused("an artifact is used once and in one way", "R20.31", "artifact_in_one_way")
        bought: list[Pick] = [pick for pick in picks if pick in powers]
        check_goods(play, empire, powers, tuple(bought))

    return check


def _find(play: RacePlay, seat: int, team: Team) -> Flow[None]:
    """Take the artifact of the cell in secret; a breeding tube brings an orb card at once (R20.20, R20.21)."""
    orb = orb_of(play)
    token = orb.tokens.pop(team.cell, None)
    if token is None:
        return
    team.done = True
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
