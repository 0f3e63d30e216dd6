"""Laws of secrecy: no viewer receives another seat's secrets.

The laws cannot swap the hidden cards of a position, since they do not know its format. But anything that a service
sends to one seat alone is a secret of that seat. These secrets are compared, at many moments, with everything that
other viewers receive. A view reveals a secret if the view changes whenever the secret does: the secret is always at the
same place of the view, or always among the names in the view.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from galaxytables.rules.v1 import game_pb2
from galaxytables_contract.errors import hold
from galaxytables_contract.games import Moment, Step, Viewer
from galaxytables_contract.inspection import Inspection, Sight, law
from galaxytables_contract.reading import Leaf, Path, leaves_in, strings_in

_MIN_SAMPLES = 8
_MIN_VALUES = 3
_MAX_CHANCE = 0.5
"""The largest share of other moments' views that may show a secret too; above it, a match may be chance."""

Value = Leaf | tuple[str, ...]


@law(Sight.SECRET_CHOICE)
def secret_choices_change_nothing_for_others(inspection: Inspection) -> None:
    """While seats choose in secret, a choice changes no other seat's view and causes no public event."""
    for step in inspection.all_steps():
        if not step.response.hidden:
            continue
        inspection.saw(Sight.SECRET_CHOICE)
        hold(step.after.standing.prompts, "a choice is hidden, and nobody is asked any more")
        hold(not step.response.events, "an event tells of a hidden choice")
        for viewer in step.before.game.setup.viewers:
            same = step.before.views[viewer] == step.after.views[viewer]
            hold(
                viewer == step.prompt.seat or same,
                f"a hidden choice of seat {step.prompt.seat} changes what viewer {viewer} sees",
            )


@law(Sight.TOLD_TO_ONE)
def what_one_seat_is_told_no_other_sees(inspection: Inspection) -> None:
    """No other viewer's view contains a secret of a seat, neither when the seat gets the secret nor before."""
    samples_of: dict[tuple[str, str, int, str, Viewer], _Samples] = defaultdict(_Samples)
    for moments, events in _tellings(inspection):
        public = [value for event in events for _, value in _values(event.facts)]
        for event in events:
            for part in event.private_parts:
                for name, value in _values(part.facts):
                    if value in public:
                        continue
                    inspection.saw(Sight.TOLD_TO_ONE)
                    for when, moment in moments.items():
                        for viewer in set(moment.views) - {part.seat}:
                            samples_of[event.kind, name, part.seat, when, viewer].add(value, moment.views[viewer].value)
    inspection.where = ""
    for (kind, name, seat, when, viewer), samples in samples_of.items():
        place = samples.shown_at()
        who = "spectators" if viewer is None else f"seat {viewer}"
        hold(
            place is None,
            f"{kind} tells seat {seat} alone of {name}, and {who} can read it {when} in their view ({place})",
        )


@law(Sight.TOLD_TO_ONE)
def private_parts_tell_more_than_the_public_one(inspection: Inspection) -> None:
    """The private part of an event contains something that its public part does not."""
    for _, events in _tellings(inspection):
        for event in events:
            hold(
                len({part.seat for part in event.private_parts}) == len(event.private_parts),
                f"{event.kind}: two parts for a seat",
            )
            public = {fact.name: fact for fact in event.facts}
            for part in event.private_parts:
                inspection.saw(Sight.TOLD_TO_ONE)
                hold(part.facts, f"{event.kind} tells seat {part.seat} nothing")
                repeated = [fact.name for fact in part.facts if public.get(fact.name) == fact]
                hold(not repeated, f"{event.kind} tells seat {part.seat} what everybody sees: {', '.join(repeated)}")


@law()
def views_hold_no_key(inspection: Inspection) -> None:
    """Nothing that a viewer receives contains the seed."""
    for moment in inspection.all_moments():
        seed = moment.game.request.seed
        shown = [view.value for view in moment.views.values()]
        shown += [prompt.SerializeToString() for prompt in moment.standing.prompts]
        for message in shown:
            held = seed in message or seed.hex().encode() in message.lower()
            hold(not held, "the seed stands in what players are shown")


@dataclass
class _Samples:
    """The values of one kind of secret, and one viewer's views at the same moments."""

    values: list[Value] = field(default_factory=list)
    views: list[bytes] = field(default_factory=list)

    def add(self, value: Value, view: bytes) -> None:
        self.values.append(value)
        self.views.append(view)

    def shown_at(self) -> str | None:
        """Return where in the view the secret value appears at every moment; None if there is no such place."""
        if len(self.values) < _MIN_SAMPLES or len(set(self.values)) < _MIN_VALUES:
            return None
        place = self._place()
        if place is not None:
            return f"at {'.'.join(place)}"
        return "among its names" if self._among_names() else None

    def _place(self) -> Path | None:
        found: set[Path] | None = None
        for value, view in zip(self.values, self.views, strict=True):
            here = {
                path for path, leaf in leaves_in(view).items() if leaf == value and (found is None or path in found)
            }
            if not here:
                return None
            found = here
        return min(found) if found else None

    def _among_names(self) -> bool:
        if not all(isinstance(value, (str, tuple)) for value in self.values):
            return False
        names = [frozenset(value if isinstance(value, tuple) else (str(value),)) for value in self.values]
        seen = [strings_in(view) for view in self.views]
        if not all(each <= view for each, view in zip(names, seen, strict=True)):
            return False
        others = [each <= view for i, each in enumerate(names) for j, view in enumerate(seen) if names[i] != names[j]]
        return bool(others) and sum(others) / len(others) <= _MAX_CHANCE


def _tellings(inspection: Inspection) -> Iterator[tuple[dict[str, Moment], list[game_pb2.Event]]]:
    """Yield the events of each call, with the moments before and after it."""
    for game in inspection.each_game():
        inspection.where = str(game)
        yield {"then": game.moments[0]}, list(game.begun.events)
    for step in inspection.all_steps():
        yield _around(step), list(step.response.events)


def _around(step: Step) -> dict[str, Moment]:
    return {"before": step.before, "then": step.after}


def _values(facts: Iterable[game_pb2.Fact]) -> Iterator[tuple[str, Value]]:
    """Yield the values of facts, each with a name.

    Items of a list of numbers or components come one by one, as `name[0]`, `name[1]`. A list of components or words
    also comes as a whole, as a tuple.
    """
    for fact in facts:
        match fact.WhichOneof("value"):
            case "number" | "seat" as form:
                yield fact.name, getattr(fact, form)
            case "word" | "component" | "piece" | "place" as form:
                yield fact.name, getattr(fact, form)
            case "numbers":
                yield from ((f"{fact.name}[{at}]", number) for at, number in enumerate(fact.numbers.numbers))
            case "components":
                yield from ((f"{fact.name}[{at}]", name) for at, name in enumerate(fact.components.ids))
                yield fact.name, tuple(fact.components.ids)
            case "words":
                yield fact.name, tuple(fact.words.words)
