"""What a game says once of its prompts, events and reasons: the facts that each kind has, and of which form.

Prompts and events are checked against it whenever one is made, so a kind, a fact or a word that nobody declared is
a mistake that the first game shows. The reference in docs/ and the tests of the words are made from the same lines.
"""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from msgspec import Struct

from galaxytables_kit.event import Facts, FactValue


class OneOf:
    """A fact that is one of these words; or, where told so, several of them joined by a comma and a blank."""

    def __init__(self, words: Iterable[str], *, joined: bool = False) -> None:
        self.words = frozenset(words)
        self.joined = joined

    def holds(self, value: FactValue) -> bool:
        """Whether a fact is as declared."""
        if not isinstance(value, str):
            return False
        return self.words.issuperset(value.split(", ")) if self.joined else value in self.words


class AnyOf:
    """A fact that has now one form, now another."""

    def __init__(self, *forms: type | OneOf) -> None:
        self.forms = forms

    def holds(self, value: FactValue) -> bool:
        """Whether a fact is as declared."""
        return any(form.holds(value) if isinstance(form, OneOf) else type(value) is form for form in self.forms)


class Maybe:
    """A fact that is not always there."""

    def __init__(self, form: type | OneOf | AnyOf) -> None:
        self.form = form


Form: TypeAlias = type | OneOf | AnyOf | Maybe
"""What a fact is: `int`, `bool`, a class of `event.py`, one of some words; `Maybe` of these where it can be absent."""

Forms: TypeAlias = Mapping[str, Form]


class EventKind(Struct, frozen=True):
    """A kind of event: facts for everybody, and what a seat's own part has besides."""

    facts: Forms = {}
    own: Forms = {}


class PromptKind(Struct, frozen=True):
    """A kind of prompt: the paragraph behind it, the facts of the question and those of its options.

    `one_each` says that its rule refuses two options with the same first target.
    """

    paragraph: str
    facts: Forms = {}
    options: Forms = {}
    one_each: bool = False


class ReasonKind(Struct, frozen=True):
    """A kind of reason why something is no option."""

    facts: Forms = {}


class ComponentKind(Struct, frozen=True):
    """A kind of component of the catalogue: what is printed on it besides its powers."""

    facts: Forms = {}


class PowerKind(Struct, frozen=True):
    """A kind of power of the catalogue: when it works, of these words, and its figures and conditions."""

    facts: Forms = {}
    moments: frozenset[str] = frozenset()


class Undeclared(TypeError):
    """A game told something otherwise than it declares: a mistake of the game."""

    def __init__(self, kind: str, fact: str) -> None:
        super().__init__(f"{kind}: {fact} is not as declared")


def check(kind: str, forms: Forms, facts: Facts) -> None:
    """Raise `Undeclared` unless the facts are all those that are declared, in their forms."""
    for name, value in facts.items():
        form = forms.get(name)
        if type(value) is form:
            continue
        if isinstance(form, Maybe):
            form = form.form
            if type(value) is form:
                continue
        if not isinstance(form, (OneOf, AnyOf)) or not form.holds(value):
            raise Undeclared(kind, name)
    if len(facts) != len(forms):
        for name, form in forms.items():
            if name not in facts and not isinstance(form, Maybe):
                raise Undeclared(kind, name)
