"""Builds sentences in the reader's language from the facts that the platform sends.

Words come as message catalogues in the syntax of Project Fluent (`GetWords`): those of a game, and those of the lobby.
This module chooses the message and fills in its variables; docs/how-to/front-ends.md describes both, for clients in
other languages. It needs no connection.

| what | message | variables |
|---|---|---|
| a prompt | `prompt-<kind>`, its rule `.rule`, choosing nothing `.decline` | its facts, `least`, `most` |
| an option | `option-<kind>` of its prompt, else `option` | its facts, `targets`, `first`, `second`, `facts` |
| an event | `event-<kind>`; for the player who knows more, `event-<kind>-own` | its facts, `seat` |
| a reason | `reason-<kind>` | its facts |
| an error | `error-<reason>` of the lobby, `refusal-<rule>` of the game | its metadata |
| a fact beside an option | `fact-<name>` | `value`, `value_key` |
| a group of facts (a condition) | `group-<name>` of the fact, else `group` | its facts |
| what a component is, a power of it | `kind-<kind>`, `power-<kind>` | its facts; `moment` |
| a fact behind what a component is | `figure-<name>` | `value`, `value_key` |
| a word, an action | `word-<name>-<word>` for a fact of this name, else `word-<word>`; `action-<name>` | |
| a number of a list | `word-<name>-<number>`, else its digits | |
| a place, a piece without a component | `place-<id>`, `piece-<id>`, or of the id's first part | other parts: `a`, `b` |
| a field of a view that a client has not drawn | `field-<name>`, if the game has it | |

Dots, blanks and underscores in names are hyphens in ids. A fact is a variable under its name: a number as a number, a
word or a component as it is called, several as a list. Beside it `<name>_key` is the bare word or id, to choose by, and
`<name>_count` the length of a list, 1 for a single value. If a message has an attribute `.with-<name>`, that is used
instead of the message when there is a fact of this name. The text of a group is put into others without blanks around.

If a language lacks a message, the English one is used (`Words.of`). If English lacks it too, the id is shown as words,
never as it is.

If a part of an id is a component, the variable `a`, `b`, `c` or `d` has its name. The variable `component` has that of
an option's component. A place without a message has the name of the component there.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Self

from babel.lists import format_list
from fluent.runtime import FluentBundle, FluentResource

from galaxytables.rules.v1 import game_pb2, rules_pb2

_ENGLISH = "en"
_SEPARATOR = re.compile(r"[^a-zA-Z0-9-]+")
_JOINT = re.compile(r"_+|(?<=\w):(?=\w)|(?<=[a-z])\.(?=[a-z])")
_NUMBER = re.compile(r"-?[0-9]{1,9}")
_SEAT = re.compile(r"\{seat (\d+)\}")
_PARTS = ("a", "b", "c", "d")
# The prefix of an attribute that words a message with an optional fact.
_WITH = "with-"
# Kinds of facts that hold several values, and the field that holds them.
_PLURAL = {"components": "ids", "words": "words", "numbers": "numbers", "groups": "groups"}
# Kinds whose repeated values are written once, with their number; numbers stay in order.
_COUNTED = ("components", "words")

Variables = dict[str, int | str]


def message_id(*parts: str) -> str:
    """Return the id of a message: the parts joined by hyphens, with other separators replaced by hyphens."""
    return "-".join(_SEPARATOR.sub("-", part).strip("-") for part in parts)


def seat_in_braces(seat: int) -> str:
    """Return the placeholder for a seat into which a client puts the player's name: `{seat 2}`."""
    return f"{{seat {seat}}}"


def in_words(identifier: str) -> str:
    """Return an id in readable form, for a thing without a name: `survey_hq` becomes `survey hq`."""
    return _JOINT.sub(" ", identifier).strip()


class Words:
    """The words of a game in one language.

    `messages` are catalogues in Fluent's syntax; later ones add to earlier ones and override them. `names` maps
    component ids to names, `seat` returns the name of the player at a seat. A message that `messages` lack is looked up
    in the catalogues `english`.
    """

    def __init__(
        self,
        language: str,
        messages: Iterable[str],
        names: Mapping[str, str],
        seat: Callable[[int], str] = seat_in_braces,
        english: Iterable[str] = (),
    ) -> None:
        self.language = language
        self._bundles = [_bundle(language, messages)]
        if fallback := list(english):
            self._bundles.append(_bundle(_ENGLISH, fallback))
        self._names = names
        self._seat = seat

    @classmethod
    def of(
        cls,
        language: str,
        catalogues: Sequence[rules_pb2.WordsResponse],
        seat: Callable[[int], str] = seat_in_braces,
    ) -> Self:
        """Return the words of a language, made from responses to `GetWords`.

        Words that the language lacks are in English.
        """
        own = [said for said in catalogues if _base(said.language) == _base(language)]
        others = [said for said in catalogues if said not in own]
        names = {component: name for said in catalogues for component, name in said.names.items()}
        english = [messages for said in own if (messages := said.english)] + [said.messages for said in others]
        return cls(language, [said.messages for said in own], names, seat, english)

    def unworded(self, identifier: str) -> str:
        """Return the text for a thing that has no message. Override this to find out which messages are missing."""
        return in_words(identifier)

    def prompt(self, prompt: game_pb2.Prompt) -> str:
        """Return the sentence of a prompt's question."""
        return self._format(message_id("prompt", prompt.kind), self._of_prompt(prompt)) or self.unworded(prompt.kind)

    def rule(self, prompt: game_pb2.Prompt) -> str:
        """Return a sentence about the prompt's rule, which answers must obey besides the bounds.

        It is empty if the prompt has no rule.
        """
        if not prompt.has_rule:
            return ""
        return self._format(message_id("prompt", prompt.kind), self._of_prompt(prompt), "rule")

    def option(self, prompt: game_pb2.Prompt, option: game_pb2.Option) -> str:
        """Return a short line of text for an option."""
        variables = self._variables(option.facts)
        if option.component:
            variables["component"] = self.name(option.component)
        targets = [self.target(target, option.component, variables) for target in option.targets]
        variables["targets"] = self._chained("targets", targets)
        variables.update(zip(("first", "second", "third"), targets, strict=False))
        facts = [said for fact in option.facts if (said := self.fact(fact))]
        variables["facts"] = self._chained("facts", facts)
        said = self._format(message_id("option", prompt.kind), variables)
        if said:
            return said
        return self._format("option", variables) if facts else str(variables["targets"])

    def event(self, event: game_pb2.Event, viewer: int | None = None) -> str:
        """Return a sentence for an event. It includes the facts that only this viewer knows."""
        variables = self._variables(event.facts)
        if event.HasField("seat"):
            variables["seat"] = self._seat(event.seat)
        for part in event.private_parts:
            if part.seat == viewer:
                said = self._format(
                    message_id("event", event.kind, "own"), {**variables, **self._variables(part.facts)}
                )
                if said:
                    return said
        return self._format(message_id("event", event.kind), variables) or self.unworded(event.kind)

    def reason(self, reason: game_pb2.Reason) -> str:
        """Return a sentence that says why something cannot be picked."""
        return self._format(message_id("reason", reason.kind), self._variables(reason.facts)) or self.unworded(
            reason.kind
        )

    def error(self, reason: str, metadata: Mapping[str, str]) -> str:
        """Return the text of an error, by its reason and metadata; empty if there are no words for it."""
        variables: Variables = {
            _SEPARATOR.sub("_", name): int(value) if _NUMBER.fullmatch(value) else value
            for name, value in metadata.items()
        }
        rule = metadata.get("rule", "")
        return (rule and self._format(message_id("refusal", rule), variables)) or self._format(
            message_id("error", reason), variables
        )

    def fact(self, fact: game_pb2.Fact) -> str:
        """Return the text of a fact beside an option; empty if the fact is not shown by itself."""
        return self._format(message_id("fact", fact.name), self._value_of(fact))

    def word(self, word: str) -> str:
        """Return a word of the game's vocabulary in this language. A seat in braces becomes the player's name."""
        seat = _SEAT.fullmatch(word)
        if seat is not None:
            return self._seat(int(seat[1]))
        return self._format(message_id("word", word), {}) or self.unworded(word)

    def name(self, component: str) -> str:
        """Return the name of a component."""
        return self._names.get(component) or self.unworded(component)

    def lines(self, component: rules_pb2.Component) -> list[str]:
        """Return lines about a component: its figures, then one for each condition and for each power."""
        kind = self._format(message_id("kind", component.kind), self._variables(component.facts))
        figures = [self._format(message_id("figure", fact.name), self._value_of(fact)) for fact in component.facts]
        first = self._chained("facts", [kind or self.word(component.kind), *filter(None, figures)])
        parts = [self._group(fact.name, group) for fact in component.facts for group in fact.groups.groups]
        return [first, *filter(None, parts), *map(self.power, component.powers)]

    def power(self, power: rules_pb2.Power) -> str:
        """Return a sentence about the effect of a power."""
        variables = self._variables(power.facts)
        variables["moment_key"], variables["moment"] = power.moment, self.word(power.moment)
        return self._format(message_id("power", power.kind), variables) or self.unworded(power.kind)

    def message(self, name: str, variables: Mapping[str, int | str]) -> str:
        """Return the text of any message, by its id; empty if there is none."""
        return self._format(name, variables)

    def target(self, target: game_pb2.Target, component: str, facts: Mapping[str, int | str]) -> str:
        """Return the name of a target; for a piece with a component, the component's name."""
        match target.WhichOneof("stands_for"):
            case "piece":
                return self.name(component) if component else self._located("piece", target.piece, facts)
            case "place":
                named = {"component": self.name(component)} if component else {}
                return self._located("place", target.place, {**facts, **named})
            case "seat":
                return self._seat(target.seat)
            case "action":
                return self._format(message_id("action", target.action), facts) or self.unworded(target.action)
            case "number":
                return str(target.number)
            case _:
                return self.word(target.word)

    def thing(self, text: str) -> str:
        """Return the name of the thing that a text in a view stands for: a component, a piece or place, or a word."""
        if text in self._names:
            return self.name(text)
        located = (self._found("piece", text, {}) or self._found("place", text, {})) if ":" in text else ""
        return located or self.word(text)

    def _located(self, what: str, name: str, facts: Mapping[str, int | str]) -> str:
        return self._found(what, name, facts) or str(facts.get("component") or self.unworded(name))

    def _found(self, what: str, name: str, facts: Mapping[str, int | str]) -> str:
        """Return the name of a piece or place; empty if there is none.

        The message for the whole id comes first. Otherwise the first part of the id (before a colon) names the thing,
        and the names of the other parts are variables of its message.
        """
        whole = self._format(message_id(what, name), facts)
        if whole:
            return whole
        head, *rest = name.split(":")
        if head in self._names:
            return self.name(head)
        parts = dict(zip(_PARTS, map(self.name, rest), strict=False))
        return self._format(message_id(what, head), {**facts, **parts})

    def _of_prompt(self, prompt: game_pb2.Prompt) -> Variables:
        return {"least": prompt.least, "most": prompt.most, **self._variables(prompt.facts)}

    def _variables(self, facts: Iterable[game_pb2.Fact]) -> Variables:
        variables: Variables = {}
        for fact in facts:
            self._add(variables, fact)
        return variables

    def _add(self, variables: Variables, fact: game_pb2.Fact) -> None:
        """Add the variables of a fact: its text, its bare word or id (`_key`), and its number of values (`_count`)."""
        name, form = fact.name, fact.WhichOneof("value")
        if form is None:
            return
        value = getattr(fact, form)
        variables[f"{name}_count"] = 1
        if form in _PLURAL:
            items = getattr(value, _PLURAL[form])
            variables[f"{name}_count"] = len(items)
            said = [self._said(form, name, item) for item in items]
            variables[name] = self._listed(_counted(said) if form in _COUNTED else said)
        elif form == "number":
            variables[name] = value
        else:
            variables[f"{name}_key"] = str(value).lower() if form == "flag" else value if form != "group" else ""
            variables[name] = self._said(form, name, value)

    def _said(self, form: str, name: str, value: Any) -> str:  # noqa: ANN401 - what a fact can hold
        """Return one value of a fact in words."""
        match form:
            case "word" | "words" | "numbers":
                return self._listed([self._word_of(name, word) for word in str(value).split(", ")])
            case "component" | "components":
                return self.name(value)
            case "seat":
                return self._seat(value)
            case "piece" | "place":
                return self._located(form, value, {})
            case "group" | "groups":
                return self._group(name, value)
            case _:
                return str(value).lower()

    def _value_of(self, fact: game_pb2.Fact) -> Variables:
        return {f"value{name[len(fact.name) :]}": value for name, value in self._variables([fact]).items()}

    def _word_of(self, fact: str, word: str) -> str:
        """Return the text of a word: the one for facts with this name if there is one, otherwise the general one."""
        return self._format(message_id("word", fact, word), {}) or self.word(word)

    def _group(self, name: str, group: game_pb2.FactGroup) -> str:
        """Return a group of facts as its own message, or as the general message for groups."""
        variables = self._variables(group.facts)
        said = self._format(message_id("group", name), variables) or self._format("group", variables)
        return said.strip()

    def _listed(self, items: Sequence[str]) -> str:
        if not items:
            return self._format("list-empty", {})
        return items[0] if len(items) == 1 else str(format_list(list(items), locale=self.language.replace("-", "_")))

    def _chained(self, message: str, items: Sequence[str]) -> str:
        """Join items into one text. `message` is the id of a message that joins two items, `first` and `second`."""
        said = items[0] if items else ""
        for item in items[1:]:
            said = self._format(message, {"first": said, "second": item})
        return said

    def _format(self, name: str, variables: Mapping[str, int | str], attribute: str = "") -> str:
        """Return the text of a message, or of its variant `.with-<fact>` for a fact that is there; empty if none."""
        said = (_formatted(bundle, name, variables, attribute) for bundle in self._bundles)
        return next(filter(None, said), "")


def _bundle(language: str, messages: Iterable[str]) -> FluentBundle:
    bundle = FluentBundle([language], use_isolating=False)
    for source in messages:
        bundle.add_resource(FluentResource(source), allow_overrides=True)
    return bundle


def _base(language: str) -> str:
    """Return a language without its region; English for none."""
    return language.partition("-")[0].lower() or _ENGLISH


def _formatted(bundle: FluentBundle, name: str, variables: Mapping[str, int | str], attribute: str) -> str:
    if not bundle.has_message(name):
        return ""
    message = bundle.get_message(name)
    pattern = message.attributes.get(attribute) if attribute else message.value
    for name_of_case, case in () if attribute else message.attributes.items():
        if name_of_case.startswith(_WITH) and name_of_case.removeprefix(_WITH).replace("-", "_") in variables:
            pattern = case
            break
    if pattern is None:
        return ""
    text, _ = bundle.format_pattern(pattern, dict(variables))
    return str(text)


def _counted(names: Sequence[str]) -> list[str]:
    """Return each name once, with its number if it occurs more often."""
    return [name if times == 1 else f"{times} \u00d7 {name}" for name, times in Counter(names).items()]
