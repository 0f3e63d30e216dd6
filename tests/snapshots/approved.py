"""Snapshots of what a game shows to players, kept beside its tests and compared whole.

Of each golden record of the newest rules there is a file. It holds some moments as examples that a person can read:
what happened and what is asked (`events`, `prompts`), what everybody sees (`views`; of seats what they see otherwise
than spectators). They are the fewest in which everything is to be seen that comes up in any of the records. Of all
moments there is a fingerprint. Beside them lie the catalogue of each built-in pack, what the game says of itself, and
the place that it names for each fault of a pack: file, entry and field.
"""

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from difflib import unified_diff
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import pytest

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.game import Game
from galaxytables_kit.pack import load_packs, pack_digest
from tests.snapshots.moments import Moment, moments
from tests.snapshots.pretty import Json, changes, data_of, pretty
from tests.snapshots.sights import fewest, sights
from tests.snapshots.spoiling import Spoilt, mistyped_packs, spoilt_packs

_SHOWN_LINES = 80
_FINGERPRINTS_A_LINE = 20

_ASKED = ("events", "prompts")
_SEEN = ("views",)

Kept: TypeAlias = Mapping[int, Collection[str]]
"""The moments of a record that are kept, by the choices made, and what of each: `events` and `prompts`, or `views`."""


class Shown(NamedTuple):
    """What a game shows: the text of its snapshot, what comes up in it, and what of that is in a moment kept."""

    text: str
    everything: Collection[str]
    seen: Collection[str]


class Snapshots:
    """The snapshots of a game, in the folder `snapshots` beside its folder of golden records."""

    def __init__(self, game: Game[Any, Any, Any], tests: Path) -> None:
        self._folder = tests / "snapshots"
        self._calls = RulesCalls(game, load_packs(game))
        paths = sorted((tests / "golden").rglob("*.binpb"))
        found = {path.stem: game_pb2.Record.FromString(path.read_bytes()) for path in paths}
        self._records = {name: record for name, record in found.items() if record.rules_version == game.rules_version}
        self._played: dict[str, Shown] = {}
        self._texts: dict[str, Callable[[], str]] = {"description": self._description, "faults": self._faults}
        for path in (game.components_path, *game.earlier_packs):
            self._texts[f"catalogue_{path.stem}"] = partial(self._catalogue, pack_digest(path))

    def names(self) -> list[str]:
        """All that there is to be a snapshot of."""
        return [*self._texts, *self._records]

    def cases(self) -> list[Any]:  # a `ParameterSet`, whose type pytest keeps to itself
        """The same as parameters of a test: all faults of a pack take so long that only a release looks at them."""
        return [pytest.param(name, marks=pytest.mark.release) if name == "faults" else name for name in self.names()]

    def mistyped(self) -> list[Spoilt]:
        """Faults of packs with a wrong type in one place; fails unless the snapshot has each of them."""
        found = mistyped_packs(self._calls.game)
        approved = json.loads(self._path("faults").read_text(encoding="utf-8"))
        assert [str(each) for each in found if each.fault and str(each) not in approved] == [], "make snapshots"
        return found

    def compare(self, name: str) -> None:
        """Fail, with what differs, unless everything is shown as the snapshot has it."""
        path = self._path(name)
        approved = path.read_text(encoding="utf-8") if path.exists() else ""
        now = self._texts[name]() if name in self._texts else self._as_kept(name).text
        if now != approved:
            lines = list(unified_diff(approved.splitlines(), now.splitlines(), "approved", "now", lineterm=""))
            told = [f"{path.name} is not what is shown now; if that is right: make snapshots", *lines[:_SHOWN_LINES]]
            more = [f"... and {len(lines) - _SHOWN_LINES} lines more"] if len(lines) > _SHOWN_LINES else []
            pytest.fail("\n".join(told + more), pytrace=False)

    def stale(self) -> set[str]:
        """Snapshots of what there is not any more."""
        return {path.stem for path in self._folder.glob("*")} - set(self.names())

    def unseen(self) -> set[str]:
        """What comes up in the records, but in no moment that is kept."""
        played = [self._as_kept(name) for name in self._records]
        return set[str]().union(*(each.everything for each in played)) - set().union(*(each.seen for each in played))

    def rewrite(self) -> None:
        """Write all of them anew as everything is shown now, with moments chosen anew."""
        self._folder.mkdir(exist_ok=True)
        for name in self.stale():
            self._path(name).unlink()
        found = {(name, moment.choices): _sights(moment) for name in self._records for moment in self._moments(name)}
        chosen: dict[str, dict[int, list[str]]] = {name: {} for name in self._records}
        for parts in (_ASKED, _SEEN):
            for name, choices in fewest({key: each[parts] for key, each in found.items()}):
                chosen[name].setdefault(choices, []).extend(parts)
        for name in self.names():
            text = self._texts[name]() if name in self._texts else self._game(name, chosen[name]).text
            self._path(name).write_text(text, encoding="utf-8")

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.json"

    def _moments(self, name: str) -> Iterator[Moment]:
        return moments(self._calls.game, self._calls.packs, self._records[name])

    def _kept(self, name: str) -> Kept:
        path = self._path(name)
        approved = json.loads(path.read_text(encoding="utf-8"))["examples"] if path.exists() else []
        return {moment["choices"]: moment.keys() for moment in approved}

    def _as_kept(self, name: str) -> Shown:
        """A game with the moments that its snapshot has, played once however often it is looked at."""
        if name not in self._played:
            self._played[name] = self._game(name, self._kept(name))
        return self._played[name]

    def _game(self, name: str, kept: Kept) -> Shown:
        examples, fingerprints = [], []
        everything, seen = set[str](), set[str]()
        for moment in self._moments(name):
            parts_kept = kept.get(moment.choices, ())
            fingerprints.append(moment.fingerprint)
            if moment.choices in kept:
                examples.append(_readable(moment, parts_kept))
            for parts, found in _sights(moment).items():
                everything |= found
                if set(parts) <= set(parts_kept):
                    seen |= found
        text = pretty({"examples": examples, "fingerprints": list(_numbered(fingerprints))})
        return Shown(text, everything, seen)

    def _catalogue(self, digest: bytes) -> str:
        return pretty(data_of(self._calls.components(rules_pb2.ComponentsRequest(pack_digest=digest))))

    def _faults(self) -> str:
        return pretty([str(each) for each in spoilt_packs(self._calls.game) if each.fault])

    def _description(self) -> str:
        description = self._calls.describe(rules_pb2.DescribeRequest())
        # It changes with every form of the state, which nobody is shown.
        description.ClearField("position_form")
        # They come and go whatever the rules say.
        description.ClearField("puzzles")
        return pretty(data_of(description))


def _numbered(fingerprints: Sequence[str]) -> Iterator[str]:
    """Lines of fingerprints, each after the number of choices at its first."""
    for first in range(0, len(fingerprints), _FINGERPRINTS_A_LINE):
        yield f"{first:4}: {' '.join(fingerprints[first : first + _FINGERPRINTS_A_LINE])}"


def _sights(moment: Moment) -> dict[tuple[str, ...], frozenset[str]]:
    """What is to be seen in a moment: in what happened and is asked, and in the views."""
    asked = [*(("event", each) for each in moment.events), *(("prompt", each) for each in moment.prompts)]
    views = {view.SerializeToString(): view for view in moment.views.values()}
    return {
        _ASKED: frozenset[str]().union(*(sights(each, path) for path, each in asked)),
        _SEEN: frozenset[str]().union(*(sights(view, "view") for view in views.values())),
    }


def _readable(moment: Moment, parts: Collection[str]) -> Json:
    """Some parts of a moment as JSON."""
    views = {viewer: data_of(view) for viewer, view in moment.views.items()}
    public = next(iter(views))
    readable = {
        "events": [data_of(each) for each in moment.events],
        "prompts": [data_of(each) for each in moment.prompts],
        "views": {viewer: view if viewer == public else changes(views[public], view) for viewer, view in views.items()},
    }
    return {"choices": moment.choices, **{part: readable[part] for part in parts if part in readable}}
