"""The law of introductions, the scripted games for learners."""

import re

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_contract.errors import hold
from galaxytables_contract.games import reference
from galaxytables_contract.inspection import Inspection, law

_SEED_BYTES = 32
_LEARNER = 0
_LESSON = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@law()
def an_introduction_plays_as_it_says(inspection: Inspection) -> None:
    """The answers in an introduction play its game to the end, and each choice of seat 0 has an explanation."""
    said = inspection.description
    if not said.HasField("introduction"):
        return
    inspection.where = "the introduction"
    introduction = said.introduction
    steps = introduction.steps
    hold(len(introduction.seed) == _SEED_BYTES, f"its seed has {len(introduction.seed)} bytes, not {_SEED_BYTES}")
    hold(steps and steps[-1].seat == _LEARNER, f"its last answer is not one of seat {_LEARNER}")
    lessons = [step.lesson for step in steps if step.seat == _LEARNER]
    hold(all(map(_LESSON.fullmatch, lessons)), f"a lesson is not named in lower case and dashes: {lessons}")
    hold(len(set(lessons)) == len(lessons), f"two answers have one lesson: {lessons}")
    hold(not any(step.lesson for step in steps if step.seat != _LEARNER), "a lesson is for another seat than 0")
    begun = inspection.rules.new_game(
        rules_pb2.NewGameRequest(seats=introduction.seats, options=introduction.options, seed=introduction.seed)
    )
    hold(begun.options == introduction.options, "its options are not written out")
    standing = begun.standing
    for number, step in enumerate(steps):
        inspection.where = f"step {number} of the introduction"
        foreseen = {each.prompt_id for each in steps[number:]}
        asked = {prompt.id: prompt for prompt in standing.prompts}
        hold(asked.keys() <= foreseen, f"{sorted(asked.keys() - foreseen)} is asked, which no step answers")
        prompt = asked.get(step.prompt_id)
        hold(prompt is not None and prompt.seat == step.seat, f"{step.prompt_id} is not asked of seat {step.seat}")
        hold(prompt is None or prompt.kind == step.kind, f"{step.prompt_id} is no {step.kind}")
        choice = game_pb2.Choice(seat=step.seat, prompt_id=step.prompt_id, picks=step.picks)
        standing = inspection.rules.apply(rules_pb2.ApplyRequest(position=reference(standing), choice=choice)).standing
