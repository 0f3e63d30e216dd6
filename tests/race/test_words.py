"""Every refusal and every reason that the rules give has its words, and nothing else has."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fluent.syntax import FluentSerializer

from galaxytables_kit.errors import ChoiceRefused, OptionsConflict
from galaxytables_kit.reason import Reason
from galaxytables_kit.wording import entries, languages
from galaxytables_race import rules
from galaxytables_race.rules import RACE

SERIALIZER = FluentSerializer()
RULE_AT = {ChoiceRefused.__name__: 2, OptionsConflict.__name__: 3}
"""The place of a rule's name among what is given to an error."""


def calls() -> Iterator[tuple[str, ast.Call]]:
    """Every call of a plain name in the rules, with that name."""
    for path in Path(rules.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                yield node.func.id, node


def refusals() -> Iterator[tuple[str, set[str]]]:
    """Rules that are named where an answer or options are refused, with their figures."""
    for name, call in calls():
        if name in RULE_AT:
            assert len(call.args) == RULE_AT[name] + 1, f"{ast.unparse(call)} names no rule"
            yield ast.literal_eval(call.args[-1]), {str(keyword.arg) for keyword in call.keywords}


@pytest.mark.parametrize("language", languages(RACE))
def test_every_refusal_has_words_with_its_figures_alone(language: str) -> None:
    known = entries(RACE, language)
    given = dict(refusals())
    assert {f"refusal-{rule.replace('_', '-')}" for rule in given} == {name for name in known if "refusal-" in name}
    for rule, figures in given.items():
        message = known[f"refusal-{rule.replace('_', '-')}"]
        assert set(re.findall(r"\$(\w+)", SERIALIZER.serialize_entry(message))) == figures, rule


def test_every_reason_is_one_that_a_rule_gives() -> None:
    given = {ast.literal_eval(call.args[0]) for name, call in calls() if name == Reason.__name__}
    assert given == RACE.reasons.keys()
