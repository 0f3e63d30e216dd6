"""Types in which a game declares its kinds of prompts, events and reasons.

A declaration lists the facts of a kind, and the form of each fact. Every prompt and event is checked against these
declarations when it is made, so the first game played finds a kind, fact or word that is not declared. The reference in
docs/ and the tests of the words use the same declarations.
"""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from msgspec import Struct

from galaxytables_kit.event import Facts, FactValue


class OneOf:
    """The form of a fact whose value is one of the given words.

    If `joined`, it may also be several of them, separated by a comma and a space.
    """

    def __init__(self, words: Iterable[str], *, joined: bool = False) -> None:
        self.words = frozenset(words)
        self.joined = joined

    def holds(self, value: FactValue) -> bool:
        """Return whether a value has this form."""
        if not isinstance(value, str):
            return False
        return self.words.issuperset(value.split(", ")) if self.joined else value in self.words


class AnyOf:
    """The form of a fact that has one of several forms."""

    def __init__(self, *forms: type | OneOf) -> None:
        self.forms = forms

    def holds(self, value: FactValue) -> bool:
        """Return whether a value has one of these forms."""
        return any(form.holds(value) if isinstance(form, OneOf) else type(value) is form for form in self.forms)


class Maybe:
    """The form of a fact that may be left out."""

    def __init__(self, form: type | OneOf | AnyOf) -> None:
        self.form = form


Form: TypeAlias = type | OneOf | AnyOf | Maybe
"""What a fact is: `int`, `bool`, a class of `event.py`, or one of some words; `Maybe` of these if it may be missing."""

Forms: TypeAlias = Mapping[str, Form]


class EventKind(Struct, frozen=True):
    """A kind of event: the facts that everybody receives, and the additional facts that single seats receive."""

    facts: Forms = {}
    own: Forms = {}


class PromptKind(Struct, frozen=True):
    """A kind of prompt: its rule paragraph, the facts of the prompt and the facts of its options.

    `one_each` means that the prompt's rule refuses two options with the same first target. `payment` means that an
    answer only pays for what was chosen before.
    """

    paragraph: str
    facts: Forms = {}
    options: Forms = {}
    one_each: bool = False
    payment: bool = False


class ReasonKind(Struct, frozen=True):
    """A kind of reason why something is not an option, with the facts that such a reason has."""

    facts: Forms = {}


class ComponentKind(Struct, frozen=True):
    """A kind of component in the catalogue: the facts printed on it besides its powers."""

    facts: Forms = {}


class PowerKind(Struct, frozen=True):
    """A kind of power in the catalogue: the facts that describe it, and the moments at which it may work."""

    facts: Forms = {}
    moments: frozenset[str] = frozenset()


class UndeclaredError(TypeError):
    """A game made an event, prompt or reason that does not match its declarations: a mistake of the game."""

    def __init__(self, kind: str, fact: str) -> None:
        super().__init__(f"{kind}: {fact} is not as declared")


def check(kind: str, forms: Forms, facts: Facts) -> None:
    """Raise `UndeclaredError` unless the facts are exactly those declared for a kind, each in its declared form."""
    for name, value in facts.items():
        form = forms.get(name)
        if type(value) is form:
            continue
        if isinstance(form, Maybe):
            form = form.form
            if type(value) is form:
                continue
        if not isinstance(form, (OneOf, AnyOf)) or not form.holds(value):
            raise UndeclaredError(kind, name)
    if len(facts) != len(forms):
        for name, form in forms.items():
            if name not in facts and not isinstance(form, Maybe):
                raise UndeclaredError(kind, name)
