"""Caches the views of positions, so that laws that look at the same games share them."""

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from sys import intern
from typing import Any, TypeAlias

from google.protobuf.message import Message

from galaxytables.rules.v1 import rules_pb2
from galaxytables_kit.contract.naming import names_in, strings_in
from galaxytables_kit.contract.subject import Subject
from galaxytables_kit.live import AnyLive
from galaxytables_kit.options import read_options
from galaxytables_kit.pack import AnyPacks
from galaxytables_kit.seat import Seat

Viewer: TypeAlias = Seat | None


class Gallery:
    """The packs of a game under test, and the views of its positions.

    A position is the whole game, so equal positions share their views. The law `positions_restore_to_the_same_game`
    checks that this is right; it builds the views of restored games itself.
    """

    def __init__(self, subject: Subject, packs: AnyPacks) -> None:
        self.subject = subject
        self.packs = packs
        self._views: dict[tuple[bytes, Viewer], bytes] = {}
        self._names: dict[bytes, Counter[str]] = {}
        self._strings: dict[bytes, frozenset[str]] = {}

    def view(self, live: AnyLive, viewer: Viewer) -> bytes:
        """Return a viewer's view of a game, serialized."""
        place = (live.position(), viewer)
        view = self._views.get(place)
        if view is None:
            view = self._views[place] = serialized(live.view(viewer))
        return view

    def names_seen(self, live: AnyLive, viewer: Viewer) -> Counter[str]:
        """Return how often a viewer's view of a game names each component.

        Only components that lie on any of the subject's tables are counted.
        """
        view = self.view(live, viewer)
        names = self._names.get(view)
        if names is None:
            names = self._names[view] = names_in(live.game.view_type.FromString(view), self.names)
        return names

    def strings_seen(self, live: AnyLive, viewer: Viewer) -> frozenset[str]:
        """Return every string in a viewer's view of a game."""
        view = self.view(live, viewer)
        strings = self._strings.get(view)
        if strings is None:
            message = live.game.view_type.FromString(view)
            strings = self._strings[view] = frozenset(map(intern, strings_in(message)))
        return strings

    @cached_property
    def catalogue(self) -> Mapping[str, rules_pb2.Component]:
        """Return every component of the built-in pack by its id."""
        return {each.id: each for each in self.subject.game.components(self.pack)}

    @cached_property
    def pack(self) -> Any:  # noqa: ANN401 - any game's pack
        """Return the built-in pack."""
        return self.packs.get(self.packs.default)

    @cached_property
    def names(self) -> frozenset[str]:
        """Return the component ids of all pieces that lie on any of the subject's tables."""
        subject, names = self.subject, set[str]()
        for seats, setup in subject.tables(self.pack):
            options = read_options(subject.game.options_type, setup)
            names |= {name for pieces in subject.box(self.catalogue, options, seats).values() for name in pieces}
        return frozenset(names & self.catalogue.keys())


def serialized(message: Message) -> bytes:
    """Serialize a message. Equal messages always give equal bytes."""
    return message.SerializeToString(deterministic=True)
