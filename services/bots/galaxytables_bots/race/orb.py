"""How the bot plays the orb game: it looks for artifacts, and finds out how far away they are."""

from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct

from galaxytables.race.v1 import orb_pb2
from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_bots.race.evaluation import Evaluation

FAR = 40
"""A number of steps that means that there is no way."""
_STEPS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
_REACH = 4
_REMEMBERED = 2_000
_STEP = 0.1
"""VP of a step towards an artifact."""
_FREE_BOOSTS = ("extra_squares", "cross_wall", "cross_barrier")
"""Artifacts with no other use; they score whether used or not."""
_ARTIFACT_CELLS = ("artifact_a", "artifact_b", "breeding_tube")

Cell: TypeAlias = tuple[int, int]
Roads: TypeAlias = Mapping[Cell, Sequence[tuple[Cell, int]]]
"""By cell: the cells one step away, with the military needed to get there."""


class OrbMap:
    """The map of an orb, with the distance from every cell to the nearest artifact.

    `artifacts` are the cells of artifacts and their series, series B last.
    """

    def __init__(self, roads: Roads, artifacts: Mapping[Cell, int]) -> None:
        self._roads, self.artifacts = roads, artifacts
        self._distances: dict[int, Mapping[Cell, int]] = {}

    def steps(self, at: Cell, military: int) -> int:
        """Return how many steps a team with this military needs to the nearest artifact; `FAR` if it can reach none."""
        distances = self._distances.get(military)
        if distances is None:
            distances = self._distances[military] = self._search(military)
        return distances.get(at, FAR)

    def _search(self, military: int) -> Mapping[Cell, int]:
        """Search outwards from all artifacts at once."""
        roads, distance = self._roads, dict.fromkeys(self.artifacts, 0)
        queue = deque(distance)
        while queue:
            at = queue.popleft()
            farther = distance[at] + 1
            for other, edge in roads[at]:
                if edge <= military and other not in distance:
                    distance[other] = farther
                    queue.append(other)
        return distance


class KnownOrb(Struct, gc=False):
    """The orb of a view, together with its map."""

    map: OrbMap
    teams: Sequence[orb_pb2.OrbTeam]


def map_of(view: orb_pb2.OrbView) -> OrbMap:
    """Return the map of the orb that a view shows."""
    cells = {(cell.column, cell.row): cell for cell in view.cells}
    tubes = [at for at, cell in cells.items() if cell.kind == orb_pb2.ORB_CELL_KIND_JUMP_TUBE]
    roads = {at: list(_roads_from(at, cells, tubes)) for at in cells}
    return OrbMap(roads, {at: cell.artifact for at, cell in cells.items() if cell.artifact})


def _roads_from(at: Cell, cells: Mapping[Cell, orb_pb2.OrbCell], tubes: Sequence[Cell]) -> Iterator[tuple[Cell, int]]:
    cell = cells[at]
    for side, (column, row) in _STEPS.items():
        other, edge = (at[0] + column, at[1] + row), getattr(cell, side)
        if other in cells and edge >= 0:
            yield other, edge
    if at in tubes:
        yield from ((tube, 0) for tube in tubes if tube != at)


class Explorers:
    """The orb as a seat can explore it with this military strength. `found_on` counts the artifacts on an orb card."""

    __slots__ = ("_map", "_military", "artifacts", "found_on", "own", "teams")

    def __init__(self, orb: KnownOrb, seat: int, military: int, found_on: Callable[[str], int]) -> None:
        self._map, self._military = orb.map, max(0, military)
        self.artifacts, self.teams, self.found_on = orb.map.artifacts, orb.teams, found_on
        self.own = [(team.column, team.row) for team in orb.teams if team.seat == seat]

    def steps(self, at: Cell) -> int:
        """Return how many steps a team of the seat needs from a cell to the nearest artifact."""
        return self._map.steps(at, self._military)

    def remoteness(self, at: Cell) -> int:
        """Return the distance of a cell from the nearest team of the seat, in columns and rows."""
        return min([abs(at[0] - column) + abs(at[1] - row) for column, row in self.own or [(0, 1)]])


def explorers(evaluation: Evaluation) -> Explorers:
    """Return the orb as the seat of an evaluation can explore it."""
    view, own = evaluation.view.orb, evaluation.own
    known: object = view
    orb = known if isinstance(known, KnownOrb) else KnownOrb(map_of(view), view.teams)
    return Explorers(orb, own.seat, own.military, lambda card: artifacts_on(evaluation.entry(card)))


def explore_orb(prompt: game_pb2.Prompt, seen: Explorers) -> list[str]:
    """Return the answer to a prompt of the orb game.

    The answer goes for artifacts, and plays cards that bring some within reach.
    """
    options = [option.id for option in prompt.options]
    match prompt.kind:
        case "orb.action":
            picks = [_action(options, seen)]
        case "orb.move":
            picks = _move(options, seen)
        case "orb.play":
            picks = _play(prompt, seen)
        case "orb.place":
            picks = [min(options, key=lambda pick: seen.remoteness(_cell(pick)))]
        case "orb.corner":
            picks = [min(options, key=lambda pick: seen.steps(_cell(pick)))]
        case "orb.return":
            picks = _return(options, seen)
        case "orb.boost":
            picks = [pick for pick in options if pick.endswith(_FREE_BOOSTS)][:1]
        case _:
            picks = list(prompt.default_picks)
    return picks


def valued(prompt: game_pb2.Prompt, evaluation: Evaluation) -> list[tuple[float, tuple[str, ...]]]:
    """Return all answers to a prompt of the orb step, each with a rough value in VP.

    These values are only good for comparing the answers.
    """
    seen, options = explorers(evaluation), [option.id for option in prompt.options]
    worth: list[tuple[float, tuple[str, ...]]] = [] if prompt.least else [(0.0, ())]
    match prompt.kind:
        case "orb.move":
            here = min([seen.steps(team) for team in seen.own], default=FAR)
            for pick in options:
                artifact = seen.artifacts.get(_cell(pick), 0)
                worth.append((artifact + _STEP * (here - seen.steps(_cell(pick))), (pick,)))
        case "orb.play":
            turns = Counter[str]()
            for option in prompt.options:
                worth.append((seen.found_on(option.component) - turns[option.component], (option.id,)))
                turns[option.component] += 1
        case "orb.place":
            worth += [(-_STEP * seen.remoteness(_cell(pick)), (pick,)) for pick in options]
        case _:
            worth += [(0.0, (pick,)) for pick in options]
    return worth


def artifacts_on(card: rules_pb2.Component) -> int:
    """Return how many artifacts are put on an orb card when it is played."""
    cells = (fact.groups.groups for fact in card.facts if fact.name == "cells")
    return sum(fact.word in _ARTIFACT_CELLS for groups in cells for cell in groups for fact in cell.facts)


def use_artifact(prompt: game_pb2.Prompt) -> list[str]:
    """Return the default answer to a prompt to use artifacts.

    If that is to use none, use one artifact, since used artifacts score like unused ones.
    """
    artifacts = [option.id for option in prompt.options if option.id.startswith("artifact:")]
    return list(prompt.default_picks) or artifacts[:1]


def artifacts_near(evaluation: Evaluation) -> float:
    """Return how many teams of the seat can reach an artifact in one move. A team that needs two moves counts half."""
    seen = explorers(evaluation)
    steps = [seen.steps(team) for team in seen.own]
    return sum(1.0 if each <= _REACH else 0.5 if each <= 2 * _REACH else 0.0 for each in steps)


def _action(options: Sequence[str], seen: Explorers) -> str:
    """Return an action: move if there is something to find, then play and draw.

    Pass only if nothing else is possible.
    """
    reachable = any(seen.steps(team) < FAR for team in seen.own)
    preferred = ("move", "play", "draw") if reachable else ("play", "draw", "move")
    return next((action for action in preferred if action in options), options[0])


def _move(options: Sequence[str], seen: Explorers) -> list[str]:
    """Take an artifact, of series B first; otherwise move nearer to one."""
    best = min(options, key=lambda pick: (seen.steps(_cell(pick)), -seen.artifacts.get(_cell(pick), 0)))
    nearest = min([seen.steps(team) for team in seen.own], default=FAR)
    return [best] if seen.steps(_cell(best)) < max(1, nearest) else []


def _play(prompt: game_pb2.Prompt, seen: Explorers) -> list[str]:
    """Play the card with most artifacts."""
    found = {card: seen.found_on(card) for card in {option.component for option in prompt.options}}
    best = max(prompt.options, key=lambda option: found[option.component])
    return [best.id] if prompt.least or found[best.component] else []


def _return(options: Sequence[str], seen: Explorers) -> list[str]:
    """Bring back every team that reaches nothing, to the first hub from which it reaches something."""
    brought: dict[str, str] = {}
    for pick in options:
        number, _, hub = pick.partition(":")
        team = seen.teams[int(number)]
        if seen.steps((team.column, team.row)) == FAR and seen.steps(_cell(hub)) < FAR:
            brought.setdefault(number, pick)
    return list(brought.values())


@lru_cache(_REMEMBERED)
def _cell(pick: str) -> Cell:
    column, _, row = pick.partition(":")
    return int(column), int(row)
