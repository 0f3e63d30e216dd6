"""Prompts: questions to one seat, and what counts as a legal answer."""

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import TypeAlias

from msgspec import Struct

from galaxytables_kit.errors import ChoiceError, OutOfBounds, UnknownOption
from galaxytables_kit.reason import AnyPick, Reasons
from galaxytables_kit.seat import Seat

Pick: TypeAlias = int | str
"""What can be picked: a card number, a word. `str(pick)` is the option's id on the wire."""

Picks: TypeAlias = tuple[Pick, ...]

Rule: TypeAlias = Callable[[Picks], None]
"""Raises `ChoiceRefused` with the reason and the paragraph if the picks break a rule."""

_MAX_ENUMERATED = 5
"""Prompts with a rule are searched for their only legal answer up to this many options."""


class Prompt(Struct, frozen=True, gc=False):
    """A question that `seat` answers with `least` to `most` of `options`, each at most once.

    Any answer within these bounds is legal unless `rule` refuses it. `default` is played when the clock runs out; if it
    is None, the first `least` options are played. `subject` is what the question is about (the card being paid for, for
    example), for the game's own wording. `barred` holds picks that a player might expect, but that a rule forbids (see
    `sift`). `pieces` maps picks to the game's own numbers of the pieces that they stand for, if the picks are not such
    numbers themselves.
    """

    seat: Seat
    kind: str
    options: Picks
    least: int = 1
    most: int = 1
    ordered: bool = False
    default: Picks | None = None
    rule: Rule | None = None
    subject: Pick | None = None
    barred: Reasons = {}
    pieces: Mapping[AnyPick, int] = {}

    @property
    def default_picks(self) -> Picks:
        """Return the answer that is played for a seat that does not answer. It is always legal."""
        return self.options[: self.least] if self.default is None else self.default

    def check(self, picks: Picks) -> None:
        """Raise `OutOfBounds`, `UnknownOption` or `ChoiceRefused` unless `picks` is a legal answer."""
        if not self.least <= len(picks) <= self.most:
            raise OutOfBounds(self.least, self.most, len(picks))
        seen: set[Pick] = set()
        for pick in picks:
            if pick in seen or pick not in self.options:
                raise UnknownOption(str(pick))
            seen.add(pick)
        if self.rule is not None:
            self.rule(picks)

    def allows(self, picks: Picks) -> bool:
        """Return whether `picks` is a legal answer."""
        try:
            self.check(picks)
        except ChoiceError:
            return False
        return True


def forced_answer(prompt: Prompt) -> Picks | None:
    """Return the only legal answer of a prompt, or None if there are several.

    Raises `ValueError` if the bounds do not fit the options, which is a mistake of the game.
    """
    count = len(prompt.options)
    least, most = prompt.least, prompt.most
    if least < 0 or least > most or most > count:
        raise ValueError(f"{prompt.kind}: {least} to {most} of {count} options")
    if not most:
        return ()
    if prompt.rule is None:
        return prompt.options if least == count and (count == 1 or not prompt.ordered) else None
    if count > _MAX_ENUMERATED or prompt.ordered:
        return None
    only: Picks | None = None
    for size in range(least, most + 1):
        for picks in combinations(prompt.options, size):
            if prompt.allows(picks):
                if only is not None:
                    return None
                only = picks
    if only is None:
        raise ValueError(f"{prompt.kind}: no legal answer")
    return only
