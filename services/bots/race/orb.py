"""The orb as a bot for Race for the Galaxy sees it: where the artifacts are, and how far."""

from collections import deque
from collections.abc import Iterator, Sequence

from galaxy.race.v1 import orb_pb2
from galaxy.rules.v1 import game_pb2
from services.bots.race.evaluation import Evaluation

_FAR = 40
_STEPS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
_REACH = 4
_FREE_BOOSTS = ("extra_squares", "cross_wall", "cross_barrier")
"""Artifacts that serve for nothing else; used or not, they score."""
_ARTIFACT_CELLS = ("artifact_a", "artifact_b", "breeding_tube")

_Cell = tuple[int, int]


class OrbMap:
    """Steps from every cell to the next artifact, for a team that its seat's military opens barriers for."""

    def __init__(self, orb: orb_pb2.OrbView, military: int) -> None:
        """Search outwards from all artifacts at once."""
        self.cells = {(cell.column, cell.row): cell for cell in orb.cells}
        self._military = military
        self._tubes = [at for at, cell in self.cells.items() if cell.kind == orb_pb2.ORB_CELL_KIND_JUMP_TUBE]
        self.distance = {at: 0 for at, cell in self.cells.items() if cell.artifact}
        queue = deque(self.distance)
        while queue:
            at = queue.popleft()
            for other in self._beside(at):
                if other not in self.distance:
                    self.distance[other] = self.distance[at] + 1
                    queue.append(other)

    def _beside(self, at: _Cell) -> Iterator[_Cell]:
        cell = self.cells[at]
        for side, (column, row) in _STEPS.items():
            other = (at[0] + column, at[1] + row)
            if other in self.cells and 0 <= getattr(cell, side) <= max(0, self._military):
                yield other
        if at in self._tubes:
            yield from (tube for tube in self._tubes if tube != at)

    def steps(self, at: _Cell) -> int:
        """Steps to the next artifact; many if none can be reached."""
        return self.distance.get(at, _FAR)


def explore_orb(prompt: game_pb2.Prompt, evaluation: Evaluation) -> list[str]:
    """Answer a question of the orb game: go for artifacts, play cards that bring some near."""
    view = evaluation.view
    seen = OrbMap(view.orb, evaluation.own.military)
    options = [option.id for option in prompt.options]
    match prompt.kind:
        case "orb.action":
            picks = [_action(options, evaluation, seen)]
        case "orb.move":
            picks = _move(options, evaluation, seen)
        case "orb.play":
            picks = _play(prompt, evaluation)
        case "orb.place":
            picks = [min(options, key=lambda pick: _remoteness(_cell(pick), evaluation))]
        case "orb.corner":
            picks = [min(options, key=lambda pick: seen.steps(_cell(pick)))]
        case "orb.return":
            picks = _return(options, evaluation, seen)
        case "orb.boost":
            picks = [pick for pick in options if pick.endswith(_FREE_BOOSTS)][:1]
        case _:
            picks = list(prompt.default_picks)
    return picks


def use_artifact(prompt: game_pb2.Prompt) -> list[str]:
    """What is needed, or else one artifact: used ones score like the others."""
    artifacts = [option.id for option in prompt.options if option.id.startswith("artifact:")]
    return list(prompt.default_picks) or artifacts[:1]


def artifacts_near(evaluation: Evaluation) -> float:
    """How many own teams have an artifact within a move, those a move farther by half."""
    seen = OrbMap(evaluation.view.orb, evaluation.own.military)
    steps = [seen.steps(team) for team in _own_teams(evaluation)]
    return sum(1.0 if each <= _REACH else 0.5 if each <= 2 * _REACH else 0.0 for each in steps)


def _own_teams(evaluation: Evaluation) -> list[_Cell]:
    return [(team.column, team.row) for team in evaluation.view.orb.teams if team.seat == evaluation.own.seat]


def _action(options: Sequence[str], evaluation: Evaluation, seen: OrbMap) -> str:
    """Move where there is something to find, then play and draw; never pass while anything can be done."""
    reachable = any(seen.steps(team) < _FAR for team in _own_teams(evaluation))
    wanted = ("move", "play", "draw") if reachable else ("play", "draw", "move")
    return next((action for action in wanted if action in options), options[0])


def _move(options: Sequence[str], evaluation: Evaluation, seen: OrbMap) -> list[str]:
    """Take an artifact, of series B first; else come nearer to one than where the team stands."""
    best = min(options, key=lambda pick: (seen.steps(_cell(pick)), seen.cells[_cell(pick)].artifact * -1))
    nearest = min((seen.steps(team) for team in _own_teams(evaluation)), default=_FAR)
    return [best] if seen.steps(_cell(best)) < max(1, nearest) else []


def _play(prompt: game_pb2.Prompt, evaluation: Evaluation) -> list[str]:
    """Play the card with most artifacts."""
    best = max(prompt.options, key=lambda option: _artifacts_on(option.component, evaluation))
    return [best.id] if prompt.least or _artifacts_on(best.component, evaluation) else []


def _artifacts_on(component: str, evaluation: Evaluation) -> int:
    cells = (fact.groups.groups for fact in evaluation.entry(component).facts if fact.name == "cells")
    return sum(fact.word in _ARTIFACT_CELLS for groups in cells for cell in groups for fact in cell.facts)


def _remoteness(at: _Cell, evaluation: Evaluation) -> int:
    """How far a place lies from the own teams, in columns and rows."""
    teams = _own_teams(evaluation) or [(0, 1)]
    return min(abs(at[0] - column) + abs(at[1] - row) for column, row in teams)


def _return(options: Sequence[str], evaluation: Evaluation, seen: OrbMap) -> list[str]:
    """Bring back every team that reaches nothing, to the first hub from which it does."""
    teams = evaluation.view.orb.teams
    brought: dict[str, str] = {}
    for pick in options:
        number, _, hub = pick.partition(":")
        team = teams[int(number)]
        if seen.steps((team.column, team.row)) == _FAR and seen.steps(_cell(hub)) < _FAR:
            brought.setdefault(number, pick)
    return list(brought.values())


def _cell(pick: str) -> _Cell:
    column, _, row = pick.partition(":")
    return int(column), int(row)
