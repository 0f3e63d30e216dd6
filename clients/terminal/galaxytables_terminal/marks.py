"""The numbers of a prompt's options, which a drawing writes beside the pieces and places that the options stand for."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from rich.text import Text

from galaxytables.rules.v1 import game_pb2
from galaxytables_terminal.answer import Answer

# The largest number of ranges beside a further target of options, such as a place to go to.
_MAX_RUNS = 4
_OPEN = "bold reverse"
_PICKED = "bold underline reverse"


class Marks:
    """The numbers of options, by the ids of their pieces and places: `<3>`, or `«3»` if the option is picked.

    An option with several targets always has its number at the first one. The other targets may be shared by many
    options; they show the number only while there is room.
    """

    def __init__(self, options: Sequence[game_pb2.Option] = (), picked: Collection[str] = ()) -> None:
        self._numbers: dict[str, list[int]] = defaultdict(list)
        self._first: set[str] = set()
        for number, option in enumerate(options, start=1):
            for index, name in enumerate(places_of(option)):
                self._numbers[name].append(number)
                if index == 0:
                    self._first.add(name)
        self._picked = {number for number, option in enumerate(options, start=1) if option.id in picked}

    def __bool__(self) -> bool:
        return bool(self._numbers)

    @property
    def all(self) -> list[str]:
        """Return the texts of all marks."""
        return [self._written(name) for name in self._numbers]

    def at(self, *names: str) -> str:
        """Return the text of the marks beside pieces or places that lie together; empty if there are none."""
        return self._written(*names) if any(name in self._numbers for name in names) else ""

    def beside(self, *names: str) -> Text:
        """Return the text of the same marks as `at`, with styles."""
        mark = self.at(*names)
        return Text(mark, style=_PICKED if mark.startswith("«") else _OPEN)

    def _written(self, *names: str) -> str:
        numbers = sorted({number for name in names for number in self._numbers.get(name, ())})
        runs = _runs(numbers)
        if self._first.isdisjoint(names) and len(runs) > _MAX_RUNS:
            runs = [*runs[:_MAX_RUNS], "…"]
        said = ",".join(runs)
        return f"«{said}»" if self._picked.intersection(numbers) else f"<{said}>"


NO_MARKS = Marks()


def marks_of(answer: Answer | None) -> Marks:
    """Return the marks for an answer that is being composed; no marks if it is None."""
    return NO_MARKS if answer is None else Marks(answer.prompt.options, answer.picks)


def places_of(option: game_pb2.Option) -> list[str]:
    """Return the ids of the pieces and places that an option stands for.

    The first id is that of the thing that is acted upon.
    """
    return [target.piece or target.place for target in option.targets if target.piece or target.place]


def _runs(numbers: Iterable[int]) -> list[str]:
    """Return sorted numbers as text, consecutive ones as a range: `1-3`, `7`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return [f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs]
