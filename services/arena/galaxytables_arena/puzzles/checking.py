"""Checks puzzles, by searching them again at tables other than those by which they were selected."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from galaxytables.rules.v1 import rules_pb2
from galaxytables_arena.games import load_game
from galaxytables_arena.puzzles.measuring import STILL_AHEAD, Verdict, measure_again
from galaxytables_arena.puzzles.positions import Picks, equal_together
from galaxytables_arena.puzzles.trials import trying
from galaxytables_bots.player import unpacked
from galaxytables_bots.strategy import Catalogue
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.pack import load_packs
from galaxytables_kit.puzzles import Answer, Puzzle, PuzzleFile, replay_of


@dataclass(frozen=True)
class Checked:
    """The outcome of checking a puzzle: its fault (empty if it has none), and its answers as measured now."""

    wrong: str
    answers: Sequence[Answer] = ()


@cache
def _rules(game: str) -> tuple[RulesCalls, Catalogue]:
    loaded = load_game(game)
    calls = RulesCalls(loaded, load_packs(loaded))
    components = calls.components(rules_pb2.ComponentsRequest()).components
    return calls, {component.id: component for component in components}


def check(game: str, file: PuzzleFile, puzzle: Puzzle, tables: int) -> Checked:
    """Search a puzzle again at this many tables. Returns the outcome, with the puzzle's fault if it has one."""
    calls, catalogue = _rules(game)
    then = calls.replay_to(replay_of(calls.game, file, puzzle))
    prompt = next((each for each in then.standing.prompts if each.seat == puzzle.seat), None)
    view = unpacked(then.views[0].view)
    if prompt is None or prompt.kind != puzzle.kind or view is None:
        return Checked(f"{puzzle.kind} is not asked")
    answers = equal_together(prompt, (tuple(answer.picks) for answer in puzzle.answers))
    trial = trying(game)(prompt, view, catalogue, [equal[0] for equal in answers])
    if trial is None:
        return Checked(f"{puzzle.kind} cannot be played forward")
    try:
        verdict = measure_again(trial, tables)
    except ValueError as error:
        return Checked(str(error))
    first = verdict.ranked[0].answer
    wrong = ""
    if first:
        wrong = f"{[*answers[first][0]]} is better than {[*answers[0][0]]} by {verdict.ahead:.0f} points"
    elif not verdict.is_clear(STILL_AHEAD):
        wrong = f"{[*answers[0][0]]} is ahead by {verdict.ahead:.0f} points, {verdict.errors:.1f} standard errors"
    return Checked(wrong, answers_in(verdict, answers))


def answers_in(verdict: Verdict, answers: Sequence[Sequence[Picks]]) -> list[Answer]:
    """Return the answers in the form of a puzzle, best first, with their measured chances.

    Each entry of `answers` is a group of answers that differ only in which of several equal pieces they pick.
    """
    return [
        Answer(picks=[*picks], win=round(each.percent), tables=each.tables)
        for each in verdict.ranked
        for picks in answers[each.answer]
    ]
