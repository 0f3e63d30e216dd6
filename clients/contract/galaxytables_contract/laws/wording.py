"""Laws of words: everything that a game shows has words in every language."""

from collections.abc import Iterable, Iterator

from fluent.syntax import FluentParser, ast

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_client.words import Words, message_id
from galaxytables_contract.errors import hold
from galaxytables_contract.games import Moment
from galaxytables_contract.inspection import Inspection, law
from galaxytables_contract.laws.refusing import refused

ENGLISH = "en"
_COMPONENT = "component-"
_WITH = "with-"


class RawWords(Words):
    """Words that show everything that has no message by its bare id."""

    def unworded(self, identifier: str) -> str:
        """Return the bare id, since there is no message for it."""
        return identifier


@law()
def languages_say_the_same(inspection: Inspection) -> None:
    """English has every message and every component name that any other language has.

    Gaps of other languages are reported, but break no law.
    """
    usual = inspection.rules.words(rules_pb2.WordsRequest())
    hold(usual.language == ENGLISH, f"asked for none, the language is {usual.language!r}, not {ENGLISH}")
    hold(ENGLISH in usual.languages, f"languages lack {ENGLISH}")
    english = _messages(usual)
    for language in usual.languages:
        said = inspection.rules.words(rules_pb2.WordsRequest(language=language))
        hold(said.language == language, f"asked for {language}, the language is {said.language}")
        hold(list(said.languages) == list(usual.languages), f"{language}: the languages are others")
        messages = _messages(said)
        unsaid = sorted(messages - english)
        hold(not unsaid, f"{ENGLISH} lacks what {language} says: {', '.join(unsaid)}")
        unnamed = [each.id for each in inspection.catalogue.components if not said.names.get(each.id)]
        if language == ENGLISH:
            hold(not unnamed, f"{language}: nobody says what these are called: {', '.join(unnamed)}")
        elif lacking := sorted(english - messages) + unnamed:
            inspection.note(f"{language} lacks {', '.join(lacking)}: said in {ENGLISH}")
    words, values = "words in no language", ("language", "languages")
    refused(
        inspection.rules.words, rules_pb2.WordsRequest(language="tlh"), "UNKNOWN_LANGUAGE", values=values, words=words
    )
    request = rules_pb2.WordsRequest(pack_digest=bytes(32))
    refused(inspection.rules.words, request, "UNKNOWN_PACK", values=("pack",), words="words of no pack")


def _messages(said: rules_pb2.WordsResponse) -> set[str]:
    found = set()
    for entry in FluentParser().parse(said.messages).body:
        hold(not isinstance(entry, ast.Junk), f"{said.language}: this is no message: {getattr(entry, 'content', '')}")
        if isinstance(entry, ast.Message) and not entry.id.name.startswith(_COMPONENT):
            found.add(entry.id.name)
            attributes = {attribute.id.name for attribute in entry.attributes}
            found |= {f"{entry.id.name}.{name}" for name in attributes if not name.startswith(_WITH)}
    return found


@law()
def everything_that_comes_up_has_words(inspection: Inspection) -> None:
    """Prompts, options, events, reasons, rules, points, table options and components have words.

    Their facts have words too. Where a language has no words, the English words count.
    """
    usual = inspection.rules.words(rules_pb2.WordsRequest())
    for language in usual.languages:
        said = inspection.rules.words(rules_pb2.WordsRequest(language=language))
        words = RawWords.of(language, [_completed(said, usual)])
        for option in inspection.description.options:
            values = [message_id("setting", option.name, value) for value in option.values]
            for name in (message_id("setting", option.name), *values):
                hold(words.message(name, {}), f"{language}: {name} is missing")
        for component in inspection.catalogue.components:
            for line in words.lines(component):
                _check(language, component.id, line)
        checked: set[bytes] = set()
        for moment in inspection.all_moments():
            for what, sentence in _sentences(words, moment, checked):
                _check(language, what, sentence)
        for moment in inspection.some_moments():
            for what, sentence in _reasons(inspection, words, moment):
                _check(language, what, sentence)


def _completed(said: rules_pb2.WordsResponse, english: rules_pb2.WordsResponse) -> rules_pb2.WordsResponse:
    """Return the words of a language, filled up with the English ones, as a lobby sends them."""
    whole = rules_pb2.WordsResponse(language=said.language, messages=said.messages, english=english.messages)
    whole.names.update(english.names)
    whole.names.update({component: name for component, name in said.names.items() if name})
    return whole


def _check(language: str, what: str, sentence: str) -> None:
    hold(sentence and sentence != what, f"{language}: {what} has no words")


def _sentences(words: Words, moment: Moment, said: set[bytes]) -> Iterator[tuple[str, str]]:
    """Yield each sentence that is new at a moment, with the kind or name that it is for."""
    for prompt in moment.standing.prompts:
        if (written := prompt.SerializeToString(deterministic=True)) in said:
            continue
        said.add(written)
        yield prompt.kind, words.prompt(prompt)
        if prompt.has_rule:
            yield f"the rule of {prompt.kind}", words.rule(prompt)
        new = [option for option in prompt.options if option.SerializeToString(deterministic=True) not in said]
        said.update(option.SerializeToString(deterministic=True) for option in new)
        for option in new:
            yield f"an option of {prompt.kind}", words.option(prompt, option)
            yield from _names(words, option.targets)
    events = moment.game.steps[moment.step - 1].response.events if moment.step else moment.game.begun.events
    for event in events:
        yield event.kind, words.event(event)
        for part in event.private_parts:
            yield event.kind, words.event(event, part.seat)
    for score in moment.standing.scores:
        for source in score.parts:
            yield f"the points {source.source}", words.message(message_id("score", source.source), {})


def _names(words: Words, targets: Iterable[game_pb2.Target]) -> Iterator[tuple[str, str]]:
    """Yield the names of targets.

    Actions and words have a message; pieces and places may have their component's name.
    """
    for target in targets:
        form = target.WhichOneof("stands_for")
        if form in {"action", "word"}:
            name = message_id(form, getattr(target, form))
            yield name, words.message(name, {})


def _reasons(inspection: Inspection, words: Words, moment: Moment) -> Iterator[tuple[str, str]]:
    for prompt in moment.standing.prompts:
        request = rules_pb2.ExplainRequest(position=moment.position, seat=prompt.seat, prompt_id=prompt.id)
        explained = inspection.rules.explain(request)
        for reason in (explained.otherwise, *(bar.reason for bar in explained.bars)):
            yield reason.kind, words.reason(reason)
