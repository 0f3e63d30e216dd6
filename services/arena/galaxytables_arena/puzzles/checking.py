"""Searches kept puzzles again, with other chance."""

from functools import cache

from galaxytables.rules.v1 import rules_pb2
from galaxytables_arena.games import load_game
from galaxytables_arena.puzzles.measuring import measure
from galaxytables_arena.puzzles.trials import trying
from galaxytables_bots.player import unpacked
from galaxytables_bots.strategy import Catalogue
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.pack import load_packs
from galaxytables_kit.puzzles import Puzzle, PuzzleFile, replay_of

STILL_AHEAD = 7.0
"""The percentage points by which the best answer of a kept puzzle is ahead when it is searched again."""
_OTHER_CHANCE = 1_000_000


@cache
def _rules(game: str) -> tuple[RulesCalls, Catalogue]:
    loaded = load_game(game)
    calls = RulesCalls(loaded, load_packs(loaded))
    components = calls.components(rules_pb2.ComponentsRequest()).components
    return calls, {component.id: component for component in components}


def check(game: str, file: PuzzleFile, puzzle: Puzzle, tables: int) -> str:
    """Return what is wrong with a puzzle after a search at so many tables; an empty string if it holds."""
    calls, catalogue = _rules(game)
    then = calls.replay_to(replay_of(calls.game, file, puzzle))
    prompt = next((each for each in then.standing.prompts if each.seat == puzzle.seat), None)
    view = unpacked(then.views[0].view)
    if prompt is None or prompt.kind != puzzle.kind or view is None:
        return f"{puzzle.kind} is not asked"
    best, *others = puzzle.answers[:1] + puzzle.answers[puzzle.best :]
    trial = trying(game)(prompt, view, catalogue, [tuple(each.picks) for each in (best, *others)])
    if trial is None:
        return f"{puzzle.kind} cannot be played forward"
    verdict = measure(trial, range(_OTHER_CHANCE, _OTHER_CHANCE + tables))
    first = verdict.ranked[0]
    if first.answer:
        return f"{others[first.answer - 1].picks} is better than {best.picks} by {verdict.ahead:.0f} points"
    if not verdict.is_clear(STILL_AHEAD):
        return f"{best.picks} is ahead by {verdict.ahead:.0f} points, {verdict.errors:.1f} standard errors"
    return ""
