"""What all readers of a tournament get: the whole of it, and what has changed from one look to the next.

A frame is a tournament at one moment, in serialized parts: each entrant, each place of the standings, each pairing of
the last round. What has changed since the frame before is those parts that differ. Frames are made outside the event
loop, since standings of a large field take a while.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple, TypeAlias

from google.protobuf.message import Message

from galaxytables.lobby.v1 import tournaments_pb2 as pb
from galaxytables_lobby.domain.tournaments.standings import standings
from galaxytables_lobby.domain.tournaments.state import Arena, Tournament
from galaxytables_lobby.subscriptions.tournament_projection import (
    entrant_message,
    pairing_message,
    round_message,
    standing_message,
    tournament_message,
)
from galaxytables_serving.framing import framed, tag

KEPT_PUBLICATIONS = 16

_CHANGES = tag(pb.WatchTournamentResponse, "changes")
_TAGS = {
    field: tag(pb.TournamentChanges, field) for field in ("tournament", "entrants", "standings", "round", "pairings")
}
_WHOLE = pb.TournamentChanges(whole=True).SerializeToString()

_Part: TypeAlias = tuple[str, int]


class Frame(NamedTuple):
    """What a tournament looks like at one moment to everybody who may see it, in serialized parts."""

    tournament: Tournament
    parts: dict[_Part, bytes]
    # A serialized `WatchTournamentResponse`: what has changed since the frame before, or all of it if parts are gone;
    # empty if nothing has changed.
    changes: bytes
    # All of it, as a serialized `WatchTournamentResponse`.
    whole: bytes


def next_frame(tournament: Tournament, before: Frame | None) -> Frame:
    """Return the frame of a tournament. It reuses the parts of `before`, the last frame, that have not changed."""
    parts = dict(_parts(tournament, before))
    shown = b"".join(content for part, content in parts.items() if _is_shown_first(tournament, part))
    whole = framed(_CHANGES, _WHOLE + shown)
    if before is None:
        return Frame(tournament, parts, whole, whole)
    known, same_round = before.parts, _is_same_round(tournament, before.tournament)
    if any(part not in parts for part in known if part[0] in ("entrants", "standings")):
        # A league's season has others.
        return Frame(tournament, parts, whole, whole)
    changed = b"".join(
        content
        for part, content in parts.items()
        if known.get(part) != content or (part[0] == "pairings" and not same_round)
    )
    return Frame(tournament, parts, framed(_CHANGES, changed) if changed else b"", whole)


class TournamentSnapshot:
    """The last frame of a tournament, and the latest changes, ready to be sent to readers."""

    def __init__(self) -> None:
        self.frame: Frame | None = None
        self._publications: deque[bytes] = deque(maxlen=KEPT_PUBLICATIONS)
        self._number = 0

    def publish(self, frame: Frame) -> None:
        """Make a frame the current one. Its changes are kept for readers who have the frame before it."""
        if self.frame is not None and frame.changes:
            self._publications.append(frame.changes)
            self._number += 1
        self.frame = frame

    def read(self, position: int) -> tuple[Sequence[bytes], int]:
        """Return the serialized responses that were published after a position, and the new position.

        A new reader passes -1 and gets the whole snapshot.
        """
        if self.frame is None:
            return (), position
        missed = self._number - position
        if position < 0 or missed > len(self._publications):
            return [self.frame.whole], self._number
        return list(islice(self._publications, len(self._publications) - missed, None)), self._number


def _parts(tournament: Tournament, before: Frame | None) -> Iterator[tuple[_Part, bytes]]:
    past = None if before is None else before.tournament
    yield _part("tournament", 0, tournament_message(tournament))
    for number, entrant in tournament.numbered:
        part = ("entrants", number)
        if before is not None and past is not None and past.entrants[number : number + 1] == (entrant,):
            yield part, before.parts[part]
        else:
            yield _part(*part, entrant_message(number, entrant))
    for each in standings(tournament):
        yield _part("standings", each.entrant, standing_message(each))
    last = tournament.round
    if last is None:
        return
    yield _part("round", 0, round_message(tournament, last))
    same_round = past is not None and _is_same_round(tournament, past)
    known = past.round.pairings if same_round and past is not None and past.round is not None else ()
    for index, pairing in enumerate(last.pairings):
        if before is not None and known[index : index + 1] == (pairing,):
            yield ("pairings", index), before.parts["pairings", index]
        else:
            yield _part("pairings", index, pairing_message(index, pairing))


def _is_same_round(one: Tournament, other: Tournament) -> bool:
    return one.round is not None and other.round is not None and one.round.number == other.round.number


def _part(field: str, number: int, message: Message) -> tuple[_Part, bytes]:
    return (field, number), framed(_TAGS[field], message.SerializeToString())


def _is_shown_first(tournament: Tournament, part: _Part) -> bool:
    """Return whether a new reader gets a part. In an arena, games that are over are left out, since there are many."""
    field, number = part
    if field != "pairings" or not isinstance(tournament.terms.format, Arena) or tournament.round is None:
        return True
    return not tournament.round.pairings[number].over
