"""Laws of choices: prompts are consistent, legal answers are accepted, and all others are refused."""

import re
from random import Random

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_contract.errors import CallRefusedError, hold
from galaxytables_contract.games import Moment, answering
from galaxytables_contract.inspection import Inspection, Sight, law
from galaxytables_contract.laws.positions import serialized
from galaxytables_contract.laws.refusing import accepted, refused

_KIND = re.compile(r"[a-z][a-z0-9_]*(\.[a-z0-9_]+)*")
_TRIED_ANSWERS = 60
_OPTIONS_TRIED = 8
_SURPLUS = 10_000


@law()
def prompts_are_whole(inspection: Inspection) -> None:
    """A game has an open prompt until it is over, and each prompt is consistent and can be answered."""
    for moment in inspection.all_moments():
        standing = moment.standing
        hold(standing.over != bool(standing.prompts), "a game is over if and only if nobody is asked")
        ids = [prompt.id for prompt in standing.prompts]
        hold(len(set(ids)) == len(ids) and all(ids), "two open prompts have the same id, or one has none")
        asked = [prompt.seat for prompt in standing.prompts]
        hold(len(set(asked)) == len(asked), "a seat has two open prompts")
        for prompt in standing.prompts:
            _check_prompt(moment, prompt)


def _check_prompt(moment: Moment, prompt: game_pb2.Prompt) -> None:
    kind, options = prompt.kind, [option.id for option in prompt.options]
    hold(_KIND.fullmatch(kind), f"the kind {kind!r} is no phase.question in lower_snake_case")
    hold(prompt.seat < moment.game.setup.seats, f"{kind} asks seat {prompt.seat}, which nobody has")
    hold(prompt.least <= prompt.most <= len(options), f"{kind}: its bounds and its options do not go together")
    hold(len(set(options)) == len(options), f"two options of {kind} have the same id")
    picks = list(prompt.default_picks)
    hold(prompt.least <= len(picks) <= prompt.most, f"the default of {kind} is out of its bounds")
    hold(len(set(picks)) == len(picks) and set(picks) <= set(options), f"the default of {kind} is not on offer")
    hold(prompt.paragraph, f"{kind} names no paragraph of the rules")
    names = [fact.name for fact in prompt.facts]
    hold(len(set(names)) == len(names), f"two facts of {kind} have the same name")


@law()
def defaults_are_legal(inspection: Inspection) -> None:
    """The default answer of a prompt, which is played when the clock runs out, is accepted."""
    for moment in inspection.some_moments():
        for prompt in moment.standing.prompts:
            request = answering(moment, prompt, prompt.default_picks)
            accepted(inspection.rules.apply, request, f"the default of {prompt.kind}")


@law()
def every_option_is_accepted(inspection: Inspection) -> None:
    """Each option is part of an accepted answer.

    If the prompt has no rule, any answer within its bounds is accepted.
    """
    random = Random(0)
    for moment in inspection.some_moments():
        for prompt in moment.standing.prompts:
            options = [option.id for option in prompt.options] if prompt.most else []
            for option in random.sample(options, min(_OPTIONS_TRIED, len(options))):
                _accept(inspection, moment, prompt, option, random)


def _accept(inspection: Inspection, moment: Moment, prompt: game_pb2.Prompt, option: str, random: Random) -> None:
    refusals: set[str] = set()
    for _ in range(_TRIED_ANSWERS if prompt.has_rule else 1):
        others = [each.id for each in prompt.options if each.id != option]
        count = random.randint(max(1, prompt.least), prompt.most)
        picks = [option, *random.sample(others, count - 1)]
        try:
            inspection.rules.apply(answering(moment, prompt, picks))
        except CallRefusedError as refusal:
            hold(prompt.has_rule, f"{prompt.kind} has no rule, and {picks} is refused: {refusal}")
            hold(refusal.reason == "CHOICE_REFUSED", f"{prompt.kind}: {picks} is within its bounds: {refusal}")
            refusals.add(refusal.metadata.get("paragraph", ""))
        else:
            return
    hold(not refusals, f"{prompt.kind}: no answer with {option} was found that the rule of {refusals} allows")


@law()
def what_is_acted_upon_once_is_not_acted_upon_twice(inspection: Inspection) -> None:
    """If a prompt says `one_each`, an answer with two options that have the same first target is refused."""
    for moment in inspection.some_moments():
        for prompt in moment.standing.prompts:
            if prompt.one_each and prompt.most > 1:
                _refuse_two_for_one(inspection, moment, prompt)


def _refuse_two_for_one(inspection: Inspection, moment: Moment, prompt: game_pb2.Prompt) -> None:
    first: dict[bytes, str] = {}
    for option in prompt.options:
        hold(option.targets, f"{prompt.kind} acts upon each piece once, and {option.id} acts upon none")
        other = first.setdefault(serialized(option.targets[0]), option.id)
        if other != option.id:
            words = f"{prompt.kind} is answered with {other} and {option.id}, which act upon the same piece"
            others = [each.id for each in prompt.options if each.id not in {other, option.id}]
            picks = [other, option.id, *others[: max(0, prompt.least - 2)]]
            refused(inspection.rules.apply, answering(moment, prompt, picks), "CHOICE_REFUSED", words=words)
            return


@law(Sight.BROKEN_RULE)
def rules_of_answers_name_their_paragraph(inspection: Inspection) -> None:
    """An answer that breaks a rule is refused with the paragraph of the rule.

    A prompt with such a rule says that it has one.
    """
    for game in inspection.each_game():
        for moment, prompt, picks, refusal in game.refused:
            inspection.where = str(moment)
            hold(prompt.has_rule, f"{prompt.kind} says that any answer is legal, and {picks} is refused: {refusal}")
            hold(refusal.metadata.get("paragraph"), f"{prompt.kind}, {picks}: CHOICE_REFUSED names no paragraph")
            inspection.saw(Sight.BROKEN_RULE)


@law(Sight.SEVERAL_PICKS)
def everything_else_is_refused(inspection: Inspection) -> None:
    """Wrong seats, prompts, options and numbers of picks are refused, and so is every answer after the end.

    A refusal changes nothing.
    """
    for moment in inspection.some_moments():
        for prompt in moment.standing.prompts:
            _refuse(inspection, moment, prompt)
        if moment.standing.prompts:
            step = moment.game.steps[moment.step]
            again = inspection.rules.apply(step.request)
            hold(serialized(again) == serialized(step.response), "after what was refused a choice leads elsewhere")
            closed = inspection.rules.close(
                rules_pb2.CloseRequest(position=moment.position, reason=game_pb2.END_REASON_RESIGNED)
            )
            _refuse_all(inspection, moment, closed.standing)
        else:
            _refuse_all(inspection, moment, moment.standing)


def _refuse(inspection: Inspection, moment: Moment, prompt: game_pb2.Prompt) -> None:
    apply, kind, picks = inspection.rules.apply, prompt.kind, list(prompt.default_picks)

    def request(*answer: str, seat: int = prompt.seat, prompt_id: str = prompt.id) -> rules_pb2.ApplyRequest:
        choice = game_pb2.Choice(seat=seat, prompt_id=prompt_id, picks=answer)
        return rules_pb2.ApplyRequest(position=moment.position, choice=choice)

    for seat in {(prompt.seat + 1) % moment.game.setup.seats, moment.game.setup.seats, 2**32 - 1} - {prompt.seat}:
        words = f"seat {seat} answers {kind} of seat {prompt.seat}"
        refused(apply, request(*picks, seat=seat), "NOT_YOUR_PROMPT", values=("seat", "prompt"), words=words)
    words = f"{kind} is answered under the id of no open prompt"
    refused(apply, request(*picks, prompt_id="no such prompt"), "PROMPT_CLOSED", values=("prompt",), words=words)
    bounds = ("least", "most", "given")
    words = f"{kind} is answered with {_SURPLUS} picks"
    refused(apply, request(*["surplus"] * _SURPLUS), "OUT_OF_BOUNDS", "UNKNOWN_OPTION", "FIELD_TOO_LARGE", words=words)
    options = [option.id for option in prompt.options]
    if len(options) > prompt.most:
        words = f"{kind} is answered with {prompt.most + 1} picks"
        refused(apply, request(*options[: prompt.most + 1]), "OUT_OF_BOUNDS", values=bounds, words=words)
    if prompt.least:
        words = f"{kind} is answered with {prompt.least - 1} picks"
        refused(apply, request(*options[: prompt.least - 1]), "OUT_OF_BOUNDS", values=bounds, words=words)
    if prompt.most:
        wrong = [*options[: max(1, prompt.least) - 1], "no such option"]
        words = f"{kind} is answered with what is not on offer"
        refused(apply, request(*wrong), "UNKNOWN_OPTION", values=("option",), words=words)
    if prompt.most > 1:
        inspection.saw(Sight.SEVERAL_PICKS)
        twice = [*options[: max(2, prompt.least) - 1], options[0]]
        words = f"{kind} is answered with the same option twice"
        refused(apply, request(*twice), "UNKNOWN_OPTION", values=("option",), words=words)


def _refuse_all(inspection: Inspection, moment: Moment, over: rules_pb2.Standing) -> None:
    """Check that every answer is refused once a game is over."""
    position = rules_pb2.PositionRef(digest=over.position_digest, position=over.position)
    asked = [(prompt.seat, prompt.id) for prompt in moment.standing.prompts] or [(0, "no such prompt")]
    for seat, prompt_id in asked:
        choice = game_pb2.Choice(seat=seat, prompt_id=prompt_id)
        request = rules_pb2.ApplyRequest(position=position, choice=choice)
        refused(inspection.rules.apply, request, "GAME_OVER", words="an answer after the end")
        why = rules_pb2.ExplainRequest(position=position, seat=seat, prompt_id=prompt_id)
        refused(inspection.rules.explain, why, "GAME_OVER", words="Explain after the end")
    again = rules_pb2.CloseRequest(position=position, reason=game_pb2.END_REASON_RESIGNED)
    refused(inspection.rules.close, again, "GAME_OVER", words="Close after the end")


@law(Sight.SEVERAL_ASKED)
def choices_of_others_change_no_prompt(inspection: Inspection) -> None:
    """A prompt that stays open while other seats choose does not change."""
    for step in inspection.all_steps():
        before = {prompt.id: prompt for prompt in step.before.standing.prompts if prompt.id != step.prompt.id}
        for prompt in step.after.standing.prompts:
            if prompt.id in before:
                hold(
                    prompt == before[prompt.id],
                    f"{prompt.kind} of seat {prompt.seat} stays open and says something else",
                )
                inspection.saw(Sight.SEVERAL_ASKED)
        hold(
            step.prompt.id not in {prompt.id for prompt in step.after.standing.prompts}, "an answered prompt stays open"
        )
