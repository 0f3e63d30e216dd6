"""Describes a finished table in lines of text, for any game."""

import importlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from textwrap import wrap

from google.protobuf import descriptor_pool, message_factory
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from galaxytables.rules.v1 import game_pb2
from galaxytables_platform.demo.verify import Verdict

WIDTH = 110
_DIGEST_CHARACTERS = 16


@dataclass(frozen=True, kw_only=True)
class FinishedTable:
    """A finished table with its last view, its scores and the verdict on its record."""

    number: int
    of: int
    title: str
    bots: list[str]
    events: int
    seconds: float
    scores: list[game_pb2.SeatScore]
    cards: Mapping[int, list[str]]
    """Names of the components before each seat."""
    verdict: Verdict
    commitment: bytes


def report(table: FinishedTable) -> list[str]:
    """Return lines about a finished table: scores by source, the cards of each seat, whether its record is right."""
    lines = [
        f"table {table.number} of {table.of}: {table.title}, {table.events} events, {table.seconds:.1f} s",
        *_scores(table),
    ]
    for seat, names in sorted(table.cards.items()):
        lines += wrap(
            f"seat {seat}: {', '.join(names) or 'nothing'}",
            WIDTH,
            initial_indent="  ",
            subsequent_indent="    ",
        )
    if table.verdict.verified:
        lines.append(
            f"  verified: replays to the same bytes ({table.verdict.digest.hex()[:_DIGEST_CHARACTERS]}), and its "
            f"seed is the one committed to ({table.commitment.hex()[:_DIGEST_CHARACTERS]})",
        )
    else:
        lines += [f"  NOT VERIFIED: {difference}" for difference in table.verdict.differences]
    return lines


def cards_by_seat(view: AnyMessage, names: Mapping[str, str]) -> dict[int, list[str]]:
    """Return, for each seat, the components that a view shows in the messages that belong to the seat.

    `names` maps component ids to names. A message with a field `seat` belongs to that seat, with everything in it. This
    works for any game's view, and keeps the order in which the view shows things.
    """
    message = unpack_view(view)
    if message is None:
        return {}
    found: dict[int, list[str]] = {}
    for seat, owned in _owned(message):
        found.setdefault(seat, []).extend(names[text] for text in _texts(owned) if text in names)
    return found


def unpack_view(view: AnyMessage) -> Message | None:
    """Return a view unpacked to its game's message; None if the game's protos are not installed."""
    package, _, _ = view.TypeName().rpartition(".")
    try:
        importlib.import_module(f"{package}.{package.split('.')[1]}_pb2")
        kind = descriptor_pool.Default().FindMessageTypeByName(view.TypeName())
    except (ImportError, IndexError, KeyError):
        return None
    message = message_factory.GetMessageClass(kind)()
    view.Unpack(message)
    return message


def _scores(table: FinishedTable) -> list[str]:
    sources = list(dict.fromkeys(part.source for score in table.scores for part in score.parts))
    rows = [["seat", "bot", "rank", "total", *sources]]
    for score in sorted(table.scores, key=lambda score: score.rank):
        points = {part.source: part.points for part in score.parts}
        rows.append(
            [
                str(score.seat),
                table.bots[score.seat],
                str(score.rank),
                str(score.total),
                *(str(points.get(source, 0)) for source in sources),
            ],
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return ["  " + "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]


def _owned(message: Message) -> Iterator[tuple[int, Message]]:
    """Yield the outermost messages with a seat number, each with that number."""
    for part in _parts(message):
        seat = part.DESCRIPTOR.fields_by_name.get("seat")
        if seat is not None and seat.cpp_type == FieldDescriptor.CPPTYPE_UINT32:
            yield getattr(part, "seat"), part  # noqa: B009  # a field of a type that only the descriptor knows
        else:
            yield from _owned(part)


def _parts(message: Message) -> Iterator[Message]:
    for field, value in message.ListFields():
        if field.message_type is not None and not field.message_type.GetOptions().map_entry:
            yield from (value if field.is_repeated else (value,))


def _texts(message: Message) -> Iterator[str]:
    for field, value in message.ListFields():
        if field.type == FieldDescriptor.TYPE_STRING:
            yield from (value if field.is_repeated else (value,))
    for part in _parts(message):
        yield from _texts(part)
