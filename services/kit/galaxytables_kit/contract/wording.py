"""Laws of words: each declared kind, and each word, action and source that occurs in play, has words in English.

Other languages fall back to English, so missing words break no law; pytest reports them (`WordsMissing`).
"""

import warnings
from collections.abc import Container, Iterable, Iterator

from fluent.syntax import ast
from fluent.syntax.visitor import Visitor

from galaxytables.rules.v1 import game_pb2
from galaxytables_kit.contract.inspection import Inspection, law
from galaxytables_kit.declared import AnyOf, Form, Forms, Maybe, OneOf
from galaxytables_kit.game import Game
from galaxytables_kit.options import option_specs
from galaxytables_kit.wire import bar_messages, prompt_message
from galaxytables_kit.wording import ENGLISH, entries, lacking, languages

_OF_EVERYBODY = frozenset({"seat"})


class WordsMissing(UserWarning):
    """A language lacks words that English has."""


@law()
def every_kind_has_words(inspection: Inspection) -> None:
    """Every declared prompt, event, reason, word and option has a message in English.

    No message uses unknown variables.
    """
    game = inspection.game
    inspection.stand(0, {}, None)
    for language in languages(game):
        known = entries(game, language)
        for name, variables in _needed_messages(game):
            if name not in known:
                assert language != ENGLISH, f"{language}: {name} is missing"
                continue
            unknown = _variables(known[name]) - variables
            assert not unknown, f"{language}: {name} has no {', '.join(sorted(unknown))}"


@law()
def languages_say_the_same(inspection: Inspection) -> None:
    """Every message that another language has, English has too. Messages that a language lacks are reported.

    Names of components may be missing without a report.
    """
    game = inspection.game
    inspection.stand(0, {}, None)
    english = entries(game, ENGLISH)
    for language in languages(game):
        others = sorted(name for name in entries(game, language).keys() - english if not name.startswith("component-"))
        assert not others, f"{language} has what {ENGLISH} lacks: {', '.join(others)}"
        if missing := sorted(lacking(game, language)):
            warning = f"{game.name}: {language} lacks {', '.join(missing)}; they fall back to {ENGLISH}"
            warnings.warn(warning, WordsMissing, stacklevel=1)


@law()
def everything_that_comes_up_has_words(inspection: Inspection) -> None:
    """Each action, word, place, piece and source of points that occurs in a game has words."""
    game = inspection.game
    needed: set[str] = set()
    ruled: set[str] = set()
    names = inspection.catalogue().keys()
    for live, _ in inspection.differing_moments():
        for key, prompt in live.prompts.items():
            message = prompt_message(live, key, prompt)
            if message.has_rule:
                ruled.add(_id("prompt", prompt.kind))
            for option in message.options:
                needed |= set(_of_targets(option.targets, option.component, names))
            for bar in bar_messages(live, prompt):
                needed |= set(_of_targets(bar.targets, bar.component, names))
        for score in live.scores():
            needed |= {_id("score", source) for source in score.parts}
    known = entries(game, ENGLISH)
    missing = sorted(name for name in needed if name not in known)
    assert not missing, f"{ENGLISH}: {', '.join(missing)} missing"
    for name in ruled:
        assert any(attribute.id.name == "rule" for attribute in known[name].attributes), f"{ENGLISH}: {name}.rule"


def _needed_messages(game: Game) -> Iterator[tuple[str, frozenset[str]]]:  # type: ignore[type-arg]  # of any game
    """Yield every message that the declarations need, with the variables that it may use."""
    yield "game", frozenset()
    forms: list[Form] = []
    for kind, prompt in game.prompts.items():
        # `what` is the name of the chosen component, for the attribute `confirm`.
        yield _id("prompt", kind), _names(prompt.facts) | {"least", "most", "what"}
        forms += [*prompt.facts.values(), *prompt.options.values()]
    for kind, event in game.events.items():
        yield _id("event", kind), _names(event.facts) | _OF_EVERYBODY
        if event.own:
            yield _id("event", kind, "own"), _names(event.facts) | _names(event.own) | _OF_EVERYBODY
        forms += [*event.facts.values(), *event.own.values()]
    for kind, reason in game.reasons.items():
        yield _id("reason", kind), _names(reason.facts)
        forms += reason.facts.values()
    for kind, component in game.component_kinds.items():
        yield _id("kind", kind), _names(component.facts)
        forms += component.facts.values()
    for kind, power in game.power_kinds.items():
        yield _id("power", kind), _names(power.facts) | {"moment", "moment_key"}
        forms += [*power.facts.values(), OneOf(power.moments)]
    for word in sorted({word for form in forms for word in _words(form)}):
        yield _id("word", word), frozenset()
    for option in option_specs(game.options_type):
        yield _id("setting", option.name), frozenset()
        for value in option.values:
            yield _id("setting", option.name, value), frozenset()


def _of_targets(targets: Iterable[game_pb2.Target], component: str, names: Container[str]) -> Iterator[str]:
    """Yield the messages that targets need; a target with a component uses the component's name."""
    for target in targets:
        match target.WhichOneof("stands_for"):
            case "piece" if not component and target.piece.partition(":")[0] not in names:
                yield _id("piece", target.piece.partition(":")[0])
            case "place" if not component and target.place.partition(":")[0] not in names:
                yield _id("place", target.place.partition(":")[0])
            case "action":
                yield _id("action", target.action)
            case "word":
                yield _id("word", target.word)


def _names(forms: Forms) -> frozenset[str]:
    """Return the variables that facts become. Facts of a group count too, since every message may use them."""
    return frozenset(name + end for name in forms for end in ("", "_key", "_count"))


def _words(form: Form) -> frozenset[str]:
    if isinstance(form, Maybe):
        form = form.form
    if isinstance(form, AnyOf):
        return frozenset().union(*map(_words, form.forms))
    return form.words if isinstance(form, OneOf) else frozenset()


def _id(*parts: str) -> str:
    return "-".join(parts).replace(".", "-").replace("_", "-").replace(" ", "-")


def _variables(message: ast.Message) -> set[str]:
    found = _Variables()
    found.visit(message)
    return found.names


class _Variables(Visitor):
    """Collects the variables of a message."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:
        """Add a variable."""
        self.names.add(node.id.name)
