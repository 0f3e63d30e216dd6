"""Laws of answers: every option is accepted, and every other answer is refused.

Tables that the rules do not allow are refused too.
"""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from galaxytables_kit.contract.inspection import Inspection, law
from galaxytables_kit.contract.positions import copied
from galaxytables_kit.contract.subject import Sight
from galaxytables_kit.errors import (
    ChoiceRefused,
    GameOver,
    InvalidSeats,
    NotYourPrompt,
    OutOfBounds,
    PromptClosed,
    UnknownOption,
)
from galaxytables_kit.live import AnyLive, LiveGame
from galaxytables_kit.options import read_options
from galaxytables_kit.prompt import Pick, Picks, Prompt

_SEARCHED_ANSWERS = 400
"""How many answers are tried before an option of a prompt with a rule counts as never accepted."""

_TRIED_ANSWERS = 20
_BROKEN_RULES = 40
"""How many answers are tried to find one that a prompt's rule refuses, and how many refusals are enough."""


@law()
def tables_are_refused_by_kit_errors(inspection: Inspection) -> None:
    """A table with too few or too many seats is refused. Each setup can be played with some number of seats."""
    game, subject, pack = inspection.game, inspection.subject, inspection.gallery.pack
    for setup in subject.setups:
        options = read_options(game.options_type, setup)
        for seats in (game.min_seats - 1, game.max_seats + 1):
            inspection.stand(seats, setup, seed=None)
            with pytest.raises(InvalidSeats):
                game.check(options, seats, pack)
        assert any(setup == played for _, played in subject.tables(pack)), f"nobody can play with {setup}"


@law()
def every_option_is_accepted(inspection: Inspection) -> None:
    """Each option belongs to a legal answer, and the game accepts that answer."""
    for live, random in inspection.differing_moments():
        for prompt in live.prompts.values():
            missing = [option for option in prompt.options if not _answer_with(prompt, option, random)]
            assert not missing, f"{prompt.kind}: no legal answer holds {missing}"
        _take_all(inspection, live, random)


def _take_all(inspection: Inspection, live: AnyLive, random: Random) -> None:
    """Play every option of one open prompt, each in its own copy of the game."""
    if not live.prompts:
        return
    position = live.position()
    key, prompt = random.choice(list(live.prompts.items()))
    for option in prompt.options:
        again = LiveGame.restore(inspection.game, inspection.packs, position)
        reopened = again.prompts[key]
        again.answer(prompt.seat, key, _answer_with(reopened, option, random) or reopened.default_picks)


@law(Sight.OTHER_SEAT, Sight.SEVERAL_PICKS, Sight.AFTER_THE_END)
def everything_else_is_refused(inspection: Inspection) -> None:
    """Wrong seats, prompts, options and numbers of picks are refused; so is every answer after the end.

    A refusal changes nothing.
    """
    for live, _ in inspection.differing_moments():
        before = live.position()
        for key, prompt in live.prompts.items():
            _refuse(inspection, live, key, prompt)
        if live.over:
            with pytest.raises(GameOver):
                live.answer(0, "0.0.0", ())
            inspection.saw(Sight.AFTER_THE_END)
        assert live.position() == before


def _refuse(inspection: Inspection, live: AnyLive, key: str, prompt: Prompt) -> None:
    picks = prompt.default_picks
    if live.play.seats > 1:
        with pytest.raises(NotYourPrompt):
            live.answer((prompt.seat + 1) % live.play.seats, key, picks)
        inspection.saw(Sight.OTHER_SEAT)
    with pytest.raises(PromptClosed):
        live.answer(prompt.seat, "0.0.0", picks)
    with pytest.raises(OutOfBounds):
        live.answer(prompt.seat, key, prompt.options + ("surplus",) * (prompt.most + 1))
    if prompt.least > 0:
        with pytest.raises(OutOfBounds):
            live.answer(prompt.seat, key, ())
    if prompt.most > 0:
        with pytest.raises(UnknownOption):
            live.answer(prompt.seat, key, ("no such option",) * max(1, prompt.least))
    if prompt.most > 1:
        with pytest.raises(UnknownOption):
            live.answer(prompt.seat, key, (prompt.options[0],) * max(2, prompt.least))
        inspection.saw(Sight.SEVERAL_PICKS)


@law(Sight.RULED_OPTION, Sight.RULE_BROKEN)
def rules_of_prompts_allow_and_refuse(inspection: Inspection) -> None:
    """A prompt that has a rule allows each of its options in some answer.

    Answers that the rule refuses change nothing.
    """
    for live, random in inspection.games(inspection.subject.playouts, checkpoints=False):
        while live.prompts and inspection.seen[Sight.RULE_BROKEN] < _BROKEN_RULES:
            for key, prompt in live.prompts.items():
                if prompt.rule is not None:
                    assert all(_answer_with(prompt, option, random) for option in prompt.options), prompt.kind
                    inspection.saw(Sight.RULED_OPTION, len(prompt.options))
                    _break_rule(inspection, live, key, random)
            inspection.answer(live)


def _break_rule(inspection: Inspection, live: AnyLive, key: str, random: Random) -> None:
    prompt, before = live.prompts[key], copied(live.play.state)
    for _ in range(_TRIED_ANSWERS):
        picks = tuple(random.sample(prompt.options, random.randint(prompt.least, prompt.most)))
        if prompt.allows(picks):
            continue
        with pytest.raises(ChoiceRefused):
            live.answer(prompt.seat, key, picks)
        assert live.play.state == before
        inspection.saw(Sight.RULE_BROKEN)
        return


def _answer_with(prompt: Prompt, option: Pick, random: Random) -> Picks | None:
    """Return a legal answer that holds the option, or None."""
    if prompt.most == 0:
        return None
    for picks in islice(_answers_with(prompt, option, random), _SEARCHED_ANSWERS):
        if prompt.rule is None or prompt.allows(picks):
            return picks
    return None


def _answers_with(prompt: Prompt, option: Pick, random: Random) -> Iterator[Picks]:
    others = [other for other in prompt.options if other != option]
    if option in prompt.default_picks:
        yield prompt.default_picks
    while True:
        size = random.randint(max(1, prompt.least), prompt.most)
        yield (option, *random.sample(others, size - 1))
