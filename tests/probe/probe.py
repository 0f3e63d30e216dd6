"""A front end that knows no language and no rules: it draws questions from targets, and reads events in Japanese.

It looks at messages alone, as they leave the rules service. Components are called `名` in its words, so that any
letters that are left in a sentence are words that nobody translated.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any

from google.protobuf.message import Message

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_client.words import Words
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.errors import ChoiceRefused
from galaxytables_kit.game import Game
from galaxytables_kit.pack import PackRegistry

LANGUAGE = "ja"
# What Japanese rulebooks write in these letters too.
_AS_THEY_ARE = frozenset({"VP", "REBEL", "II", "III", "IV"})
_SEAT = re.compile(r"\{seat \d+\}")
_LETTERS = re.compile(r"[A-Za-z]{2,}")
_VARIABLE = re.compile(r"\{")


class Probe:
    """Plays one game by its calls and looks at everything that a seat is shown."""

    def __init__(self, game: Game[Any, Any, Any], packs: PackRegistry[Any]) -> None:
        self._calls = RulesCalls(game, packs)
        said = self._calls.words(rules_pb2.WordsRequest(language=LANGUAGE))
        catalogue = self._calls.components(rules_pb2.ComponentsRequest()).components
        self._components = frozenset(component.id for component in catalogue)
        self._words = Words(LANGUAGE, [said.messages], dict.fromkeys(self._components, "名"))
        self.seen: Counter[str] = Counter()
        # What was read before need not be read again: most options come up many times.
        self._known: set[tuple[str, bytes]] = set()

    def play(self, seats: int, options: Mapping[str, str], seed: int) -> None:
        """A random game from beginning to end. Raises `AssertionError` with what cannot be drawn or told."""
        random = Random(seed)
        answer: Any = self._calls.new_game(
            rules_pb2.NewGameRequest(seats=seats, options=options, seed=seed.to_bytes(32, "big"))
        )
        while True:
            self._read(answer.events, seats)
            standing = answer.standing
            if standing.over:
                self._count(standing.scores)
                return
            prompt = random.choice(list(standing.prompts))
            request = rules_pb2.ViewRequest(viewers=[rules_pb2.Viewer(seat=prompt.seat)])
            request.position.digest = standing.position_digest
            view = self._calls.view(request).views[0].view.value
            self._look(prompt, view)
            self._ask_why_not(standing, prompt, view)
            answer = self._answered(standing, prompt, random)

    def _look(self, prompt: game_pb2.Prompt, view: bytes) -> None:
        """Draw every option of a prompt."""
        assert not prompt.text, "a sentence that nobody asked for"
        if self._new("prompt", _question(prompt)):
            self._told(self._words.prompt(prompt), prompt.kind)
            if prompt.has_rule:
                self._told(self._words.rule(prompt), prompt.kind)
        stood_for = set()
        for option in prompt.options:
            assert not option.label, "a sentence that nobody asked for"
            self._draw(option.targets, option.component, view, prompt.kind)
            if self._new(prompt.kind, option):
                self._told(self._words.option(prompt, option), prompt.kind)
            stood_for.add(tuple(target.SerializeToString() for target in option.targets))
        assert len(stood_for) == len(prompt.options), f"{prompt.kind}: two options stand for the same"
        self.seen[f"prompt {prompt.kind}"] += 1

    def _ask_why_not(self, standing: rules_pb2.Standing, prompt: game_pb2.Prompt, view: bytes) -> None:
        """Every reason has words, and names what lies on the table."""
        request = rules_pb2.ExplainRequest(seat=prompt.seat, prompt_id=prompt.id)
        request.position.digest = standing.position_digest
        explained = self._calls.explain(request)
        offered = {target.piece for option in prompt.options for target in option.targets if target.piece}
        for bar in explained.bars:
            self._draw(bar.targets, bar.component, view, f"{prompt.kind}, {bar.reason.kind}")
            if self._new("reason", bar.reason):
                self._told(self._words.reason(bar.reason), bar.reason.kind)
            assert bar.reason.paragraph, bar.reason.kind
            self.seen[f"reason {bar.reason.kind}"] += 1
        assert explained.otherwise.paragraph
        if self._new("otherwise", explained.otherwise):
            self._told(self._words.reason(explained.otherwise), "otherwise")
        self.seen["offered pieces"] += len(offered)

    def _draw(self, targets: Iterable[game_pb2.Target], component: str, view: bytes, where: str) -> None:
        found = [target.WhichOneof("stands_for") for target in targets]
        assert found, f"{where}: something that stands for nothing"
        for target in targets:
            for name in (target.piece, target.place):
                # As a string field of a serialized message: its length, then its characters.
                assert not name or bytes([len(name)]) + name.encode() in view, f"{where}: {name} is not in the view"
        assert not component or component in self._components, f"{where}: no component {component}"
        self.seen.update(f"target {form}" for form in found)

    def _read(self, events: Iterable[game_pb2.Event], seats: int) -> None:
        for event in events:
            self.seen[f"event {event.kind}"] += 1
            if not self._new("event", event):
                continue
            assert not event.text, "a sentence that nobody asked for"
            self._told(self._words.event(event), event.kind)
            for part in event.private_parts:
                assert part.seat < seats
                assert not part.text, "a sentence that nobody asked for"
                self._told(self._words.event(event, part.seat), event.kind)

    def _count(self, scores: Iterable[game_pb2.SeatScore]) -> None:
        for score in scores:
            for part in score.parts:
                said = self._words.message(f"score-{part.source.replace('_', '-')}", {})
                self._told(said, part.source)

    def _answered(self, standing: rules_pb2.Standing, prompt: game_pb2.Prompt, random: Random) -> Any:
        """Answer at random; the default where a rule refuses that."""
        for picks in self._tries(prompt, random):
            request = rules_pb2.ApplyRequest(choice=game_pb2.Choice(seat=prompt.seat, prompt_id=prompt.id, picks=picks))
            request.position.digest = standing.position_digest
            try:
                return self._calls.apply(request)
            except ChoiceRefused as error:
                refused = error.metadata
            rule = refused.get("rule", "")
            self._told(self._words.error("CHOICE_REFUSED", refused) if rule else "", f"{prompt.kind}, {refused}")
            self.seen[f"refusal {rule}"] += 1
        raise AssertionError(f"{prompt.kind}: the default is refused")

    @staticmethod
    def _tries(prompt: game_pb2.Prompt, random: Random) -> Iterator[list[str]]:
        ids = [option.id for option in prompt.options]
        yield random.sample(ids, random.randint(prompt.least, prompt.most))
        yield list(prompt.default_picks)

    def _new(self, where: str, message: Message) -> bool:
        """Whether something was not read there before."""
        key = where, message.SerializeToString()
        if key in self._known:
            return False
        self._known.add(key)
        return True

    def _told(self, sentence: str, what: str) -> None:
        """A sentence in Japanese, whole and without anything that is not."""
        assert sentence, f"{what} has no words"
        bare = _SEAT.sub("", sentence)
        assert not _VARIABLE.search(bare), f"{what}: {sentence}"
        left = [word for word in _LETTERS.findall(bare) if word not in _AS_THEY_ARE]
        assert not left, f"{what}: {left} in {sentence}"


def _question(prompt: game_pb2.Prompt) -> game_pb2.Prompt:
    """What a question is read by: all of a prompt but who is asked, and what there is to choose from."""
    return game_pb2.Prompt(
        kind=prompt.kind, least=prompt.least, most=prompt.most, has_rule=prompt.has_rule, facts=prompt.facts
    )
