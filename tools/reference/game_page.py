"""Makes the page of a game, from its declarations and its words."""

from collections.abc import Iterable, Iterator, Mapping

from fluent.syntax import ast

from galaxytables.rules.v1 import rules_pb2
from galaxytables_kit import Seat
from galaxytables_kit.declared import AnyOf, Form, Forms, Maybe, OneOf
from galaxytables_kit.event import At, Component, Components, FactValue, Group, Groups, Numbers, Piece, Place, Words
from galaxytables_kit.facts import fact_message
from galaxytables_kit.game import AnyGame
from galaxytables_kit.options import option_specs
from galaxytables_kit.wording import ENGLISH, entries, languages
from tools.reference.markdown import BREAK, code, codes, page, section, table
from tools.reference.sentences import Messages
from tools.reference.views import view_section

_SAMPLES: tuple[FactValue, ...] = (
    *(0, False, "", Component(""), Components(()), At(Seat(0)), Piece(""), Place("")),
    *(Words(()), Numbers(()), Group({}), Groups(())),
)
_FORMS = {value.__class__: str(fact_message("", value).WhichOneof("value")) for value in _SAMPLES}

_FAMILIES = {
    "word": "Words",
    "action": "Actions",
    "piece": "Pieces",
    "place": "Places",
    "fact": "Facts beside options",
    "figure": "Facts behind what a component is",
    "group": "Groups of facts",
}

_READING = """Each fact has its form: the field of `galaxytables.rules.v1.Fact` that holds it. A `?` marks a fact that
is not always there. A `word` is one of those that follow, if any do. Events of one player also have a `seat`. Sentences
are in English, with their variables ([how they are made](../../clients/python/galaxytables_client/words.py)). If
a fact is there, its `.with-<fact>` is the sentence. Paragraphs are those of the game's
[README](../../services/GAME/README.md) and rules."""


def game_page(game: AnyGame, shared: Mapping[str, ast.Message]) -> str:
    """Return the page of a game; `shared` are the messages that all games have in common."""
    words = Messages({name: each for name, each in entries(game, ENGLISH).items() if name not in shared})
    words.say("game")
    return page(
        game.title,
        table(["game", ""], _head(game)),
        _READING.replace("GAME", game.name),
        section("Phases", f"```\n{chr(10).join(game.contents.lines())}\n```"),
        section("Options of the game", table(["option", "title", "values", "default", "text"], _options(game, words))),
        section(
            "Prompts",
            table(["kind", "paragraph", "facts", "facts of its options", "question"], _prompts(game, words)),
        ),
        section("Events", table(["kind", "facts", "besides, for single seats", "sentence"], _events(game, words))),
        section("Why something is no option", table(["kind", "facts", "sentence"], _reasons(game, words))),
        section("Refusals", table(["rule", "figures", "sentence"], _refusals(words))),
        section("Scores", table(["source", ""], _scores(words))),
        view_section(game.view_type),
        section("Components", table(["kind", "facts", "line"], _components(game, words))),
        section("Powers", table(["kind", "moments", "facts", "line"], _powers(game, words))),
        *(section(title, table(["message", ""], _family(words, family))) for family, title in _FAMILIES.items()),
        section("Other messages", table(["message", ""], _others(words))),
    )


def _head(game: AnyGame) -> Iterator[tuple[str, str]]:
    yield "name", code(game.name)
    yield "seats", f"{game.min_seats} to {game.max_seats}"
    yield "rules version", str(game.rules_version)
    if game.continues:
        yield "older versions that go on", ", ".join(map(str, sorted(game.continues)))
    yield "view", f"[{game.view_type.DESCRIPTOR.full_name}](#view)"
    yield "languages", codes(languages(game))


def _options(game: AnyGame, words: Messages) -> Iterator[tuple[str, ...]]:
    for spec in option_specs(game.options_type):
        text = words.attribute("text", "setting", spec.name)
        title = words.text("setting", spec.name)
        titles = [(value, words.text("setting", spec.name, value)) for value in spec.values]
        yield code(spec.name), title, _values(spec, titles), code(spec.default_value), text


def _values(spec: rules_pb2.OptionSpec, titles: Iterable[tuple[str, str]]) -> str:
    if spec.kind == rules_pb2.OPTION_KIND_NUMBER:
        return f"{spec.least} to {spec.most}"
    if spec.kind == rules_pb2.OPTION_KIND_FLAG:
        return codes(["off", "on"])
    return BREAK.join(f"{code(value)} {title}" for value, title in titles)


def _prompts(game: AnyGame, words: Messages) -> Iterator[tuple[str, ...]]:
    for kind, prompt in game.prompts.items():
        said = BREAK.join(filter(None, [words.say("prompt", kind), _option(words.say("option", kind))]))
        name = f"{code(kind)}, a payment" if prompt.payment else code(kind)
        yield name, prompt.paragraph, _facts(prompt.facts), _facts(prompt.options), said


def _option(sentence: str) -> str:
    return f"an option: {sentence}" if sentence else ""


def _events(game: AnyGame, words: Messages) -> Iterator[tuple[str, ...]]:
    for kind, event in game.events.items():
        own = words.say("event", kind, "own")
        said = words.say("event", kind) + (f"{BREAK}to that seat: {own}" if own else "")
        yield code(kind), _facts(event.facts), _facts(event.own), said


def _reasons(game: AnyGame, words: Messages) -> Iterator[tuple[str, ...]]:
    for kind, reason in game.reasons.items():
        yield code(kind), _facts(reason.facts), words.say("reason", kind)


def _refusals(words: Messages) -> Iterator[tuple[str, ...]]:
    for name in words.family("refusal"):
        yield code(name.removeprefix("refusal-").replace("-", "_")), codes(words.variables(name)), words.say(name)


def _components(game: AnyGame, words: Messages) -> Iterator[tuple[str, ...]]:
    for kind, component in game.component_kinds.items():
        yield code(kind), _facts(component.facts), words.say("kind", kind)


def _powers(game: AnyGame, words: Messages) -> Iterator[tuple[str, ...]]:
    for kind, power in game.power_kinds.items():
        yield code(kind), codes(sorted(power.moments)), _facts(power.facts), words.say("power", kind)


def _scores(words: Messages) -> Iterator[tuple[str, ...]]:
    for name in words.family("score"):
        yield code(name.removeprefix("score-").replace("-", "_")), words.say(name)


def _family(words: Messages, family: str) -> Iterator[tuple[str, ...]]:
    for name in words.family(family):
        yield code(name), words.say(name)


def _others(words: Messages) -> Iterator[tuple[str, ...]]:
    for name in words.left_over():
        yield code(name), words.say(name)


def _facts(forms: Forms) -> str:
    return BREAK.join(f"{code(name)} {_form(form)}" for name, form in forms.items())


def _form(form: Form) -> str:
    if isinstance(form, Maybe):
        return f"{_form(form.form)} ?"
    if isinstance(form, AnyOf):
        return " or ".join(map(_form, form.forms))
    if isinstance(form, OneOf):
        several = ", or several joined by a comma and a blank" if form.joined else ""
        return f"word: {codes(sorted(form.words))}{several}"
    return _FORMS[form]
