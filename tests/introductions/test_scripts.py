"""The introductions of the games play by the rules as they are, and none of them is told with other cards."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_beyond.rules import BEYOND
from galaxytables_jump.rules import JUMP
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.game import AnyGame
from galaxytables_kit.pack import load_packs
from galaxytables_race.rules import RACE
from galaxytables_roll.rules import ROLL

GAMES: Mapping[str, AnyGame] = {game.name: game for game in (JUMP, RACE, ROLL, BEYOND)}
MIN_STEPS, MAX_STEPS = 6, 14


def lessons_of(introduction: rules_pb2.Introduction) -> list[str]:
    return [step.lesson for step in introduction.steps if step.seat == 0]


@pytest.mark.parametrize("name", GAMES)
def test_each_answer_is_legal_when_its_turn_comes(name: str) -> None:
    calls = RulesCalls(GAMES[name], load_packs(GAMES[name]))
    introduction = calls.describe(rules_pb2.DescribeRequest()).introduction
    begun = calls.new_game(
        rules_pb2.NewGameRequest(seats=introduction.seats, options=introduction.options, seed=introduction.seed)
    )
    standing = begun.standing
    for number, step in enumerate(introduction.steps):
        foreseen = {(each.seat, each.prompt_id, each.kind) for each in introduction.steps[number:]}
        assert {(prompt.seat, prompt.id, prompt.kind) for prompt in standing.prompts} <= foreseen
        choice = game_pb2.Choice(seat=step.seat, prompt_id=step.prompt_id, picks=step.picks)
        position = rules_pb2.PositionRef(digest=standing.position_digest, position=standing.position)
        standing = calls.apply(rules_pb2.ApplyRequest(position=position, choice=choice)).standing
    assert MIN_STEPS <= len(lessons_of(introduction)) <= MAX_STEPS
    assert not standing.over


def test_with_other_components_there_is_none(tmp_path: Path) -> None:
    """The same seed would deal other cards than the lessons name."""
    cards = json.loads(JUMP.components_path.read_text())
    cards["about"] = "Ours."
    pack = tmp_path / "ours.json"
    pack.write_text(json.dumps(cards))
    calls = RulesCalls(JUMP, load_packs(JUMP, [pack]))
    assert not calls.describe(rules_pb2.DescribeRequest()).HasField("introduction")
