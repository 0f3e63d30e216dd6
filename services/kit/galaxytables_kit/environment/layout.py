"""Writes a view into a vector of numbers: everything that the view can hold has a named place in the vector."""

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias, final

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from galaxytables_kit.encoding import Encoding

Figures: TypeAlias = "array[float]"
"""A vector of floats of 4 bytes."""

Value: TypeAlias = Any  # of whatever type a field has
Described: TypeAlias = Any  # protobuf has two types of descriptors, and fields may have none

Writer: TypeAlias = "Callable[[Value, Figures, int, Look], None]"
"""Adds a value to a vector; the number is where the figures of the message begin that holds the value."""

_RowOf: TypeAlias = "Callable[[int, Value, Look], int]"
"""The row of an entry of a list, by its index and the entry."""


class Look:
    """The data needed while one view is encoded: the seat whose view it is, and where pieces and places were found.

    `where` maps the id of a piece or place to the number of the list that shows it and its entry in that list, both
    from 1.
    """

    def __init__(self, viewer: int, seats: int) -> None:
        self.viewer = viewer
        self.seats = seats
        self.where: dict[str, tuple[int, int]] = {}

    def seat(self, seat: int) -> int:
        """Return how many places clockwise of the viewer a seat is."""
        return (seat - self.viewer) % self.seats


class Fields:
    """Writes one type of message into a vector.

    It has the names of the values, and a function that writes each field.
    """

    def __init__(self) -> None:
        self.names: list[str] = []
        self._writers: dict[int, Writer] = {}
        self._always: list[tuple[str, Writer]] = []

    def add(self, field: FieldDescriptor, names: Iterable[str], write: Writer, *, always: bool = False) -> None:
        """Add a field and its writer. With `always`, 0 is written too, which protobuf leaves out of `ListFields`."""
        self.names.extend(names)
        if always:
            self._always.append((field.name, write))
        else:
            self._writers[field.number] = write

    def write(self, message: Message, figures: Figures, at: int, look: Look) -> None:
        """Add the values of a message to a vector, beginning at index `at`."""
        writers = self._writers
        for field, value in message.ListFields():
            writer = writers.get(field.number)
            if writer is not None:
                writer(value, figures, at, look)
        for name, write in self._always:
            write(getattr(message, name), figures, at, look)


@final
class Layout:
    """The encoding of a view; `names` are the names of its values, in order.

    Messages of other packages, maps and bytes are left out. `kinds` gives the kind of each component by its id. Raises
    `ValueError` if the encoding names a field that the view does not have.
    """

    def __init__(self, view_type: type[Message], encoding: Encoding, seats: int, kinds: Mapping[str, str]) -> None:
        self._encoding = encoding
        self._seats = seats
        self._kinds = kinds
        self._package = view_type.DESCRIPTOR.file.package
        self._paths: set[str] = set()
        self._lists = 0
        self._fields = self._message(view_type.DESCRIPTOR, "", ())
        self.names: Sequence[str] = self._fields.names
        named = {*encoding.by_seat, *encoding.seats, *encoding.rows, *encoding.keys, *encoding.words}
        if unknown := named - self._paths:
            raise ValueError(f"{encoding.name}: the view has no {', '.join(sorted(unknown))}")

    def write(self, view: Message, look: Look) -> Figures:
        """Return the vector that encodes a view. `look` records where pieces and places are found."""
        figures = zeros(len(self.names))
        self._fields.write(view, figures, 0, look)
        return figures

    def _message(self, kind: Described, path: str, within: tuple[str, ...]) -> Fields:
        """Lay out a message; `within` are the types of the messages around it."""
        fields = Fields()
        for field in kind.fields:
            self._add(fields, field, f"{path}.{field.name}".lstrip("."), (*within, kind.full_name))
        return fields

    def _add(self, fields: Fields, field: FieldDescriptor, path: str, within: tuple[str, ...]) -> None:
        self._paths.add(path)
        kind: Described = field.message_type
        if kind is None:
            self._add_values(fields, field, path)
        elif kind.file.package == self._package and kind.full_name not in within and not kind.GetOptions().map_entry:
            inner = self._message(kind, path, within)
            if field.is_repeated:
                self._add_list(fields, field, path, inner)
            else:
                self._add_message(fields, field, inner)

    def _add_message(self, fields: Fields, field: FieldDescriptor, inner: Fields) -> None:
        at = len(fields.names)

        def write(value: Message, figures: Figures, begin: int, look: Look) -> None:
            figures[begin + at] += 1.0
            inner.write(value, figures, begin + at + 1, look)

        fields.add(field, [f"{field.name}?", *_within(field.name, inner.names)], write)

    def _add_list(self, fields: Fields, field: FieldDescriptor, path: str, inner: Fields) -> None:
        rows, row_of = self._rows(field, path)
        self._lists += 1
        number = self._lists
        at, size = len(fields.names), 1 + len(inner.names)
        kind: Described = field.message_type
        # `id` is how options name an entry; in some messages it is called after what it holds.
        id_of = next((name for name in ("id", "component") if name in kind.fields_by_name), "")

        def write(values: Sequence[Message], figures: Figures, begin: int, look: Look) -> None:
            for index, value in enumerate(values):
                if id_of:
                    look.where.setdefault(getattr(value, id_of), (number, index + 1))
                place = begin + at + row_of(index, value, look) * size
                figures[place] += 1.0
                inner.write(value, figures, place + 1, look)

        count = "?" if rows else "#"
        named = _rows_named(field, rows)
        fields.add(field, [name for row in named for name in (f"{row}{count}", *_within(row, inner.names))], write)

    def _add_values(self, fields: Fields, field: FieldDescriptor, path: str) -> None:
        """Add a number, a word or a value of an enum, or a list of them."""
        value = self._value(field, path)
        if value is None:
            return
        names, write_one = value
        at, size = len(fields.names), len(names)
        presence = int(field.has_presence)

        def write(value: object, figures: Figures, begin: int, look: Look) -> None:
            if presence:
                figures[begin + at] = 1.0
            write_one(value, figures, begin + at + presence, look)

        if not field.is_repeated:
            named = [f"{field.name}?"] * presence + [f"{field.name}{name}" for name in names]
            fields.add(field, named, write, always=path in self._encoding.seats and not presence)
            return
        rows, row_of = self._rows(field, path)

        def write_all(values: Sequence[object], figures: Figures, begin: int, look: Look) -> None:
            for index, value in enumerate(values):
                write_one(value, figures, begin + at + row_of(index, value, look) * size, look)

        fields.add(field, [f"{row}{name}" for row in _rows_named(field, rows) for name in names], write_all)

    def _rows(self, field: FieldDescriptor, path: str) -> tuple[int, _RowOf]:
        """Return how many rows a list has, 0 if its entries are added up, and which row each entry is in."""
        encoding = self._encoding
        if path in encoding.by_seat:
            return self._seats, lambda index, _, look: look.seat(index)
        if path in encoding.keys:
            key = encoding.keys[path]
            if f"{path}.{key}" in encoding.seats:
                return self._seats, lambda _, entry, look: look.seat(getattr(entry, key))
            kind: Described = field.message_type
            places = _places([value.number for value in kind.fields_by_name[key].enum_type.values])
            return len(places), lambda _, entry, look: places.get(getattr(entry, key), 0)  # noqa: ARG005 - as the others
        rows = encoding.rows.get(path, 0)
        return rows, lambda index, _, look: min(index, rows - 1) if rows else 0  # noqa: ARG005 - as the others

    def _value(self, field: FieldDescriptor, path: str) -> tuple[list[str], Writer] | None:
        """Return the names of the figures of one value, and how they are written; None for what is left out."""
        if path in self._encoding.seats:
            return [f"={seat}" for seat in range(self._seats)], _write_seat
        kind: Described = field.enum_type
        if kind is not None:
            numbers = _places([value.number for value in kind.values])
            return [f"={value.name}" for value in kind.values], _writing_one_of(numbers)
        if field.type == FieldDescriptor.TYPE_STRING:
            words = self._words(path, field.name)
            return ([f"={word}" for word in words], _writing_one_of(_places(words))) if words else None
        return None if field.type == FieldDescriptor.TYPE_BYTES else ([""], _write_number)

    def _words(self, path: str, name: str) -> list[str]:
        """Return the components that a text may name; none for ids, which mean nothing by themselves."""
        kinds = self._encoding.words.get(path)
        if kinds is not None:
            return [component for component, kind in self._kinds.items() if kind in kinds]
        return [] if name == "id" or name.endswith("_id") else list(self._kinds)


def zeros(size: int) -> Figures:
    """Return a vector of `size` zeros."""
    return array("f", bytes(4 * size))


def _rows_named(field: FieldDescriptor, rows: int) -> list[str]:
    return [f"{field.name}[{row}]" for row in range(rows)] if rows else [f"{field.name}*"]


def _within(name: str, names: Iterable[str]) -> list[str]:
    return [f"{name}.{each}" for each in names]


def _places(values: Sequence[Value]) -> dict[Value, int]:
    return {value: place for place, value in enumerate(values)}


def _write_number(value: float, figures: Figures, at: int, look: Look) -> None:
    del look
    figures[at] += value


def _write_seat(value: int, figures: Figures, at: int, look: Look) -> None:
    if 0 <= value < look.seats:
        figures[at + look.seat(value)] += 1.0


def _writing_one_of(places: Mapping[Value, int]) -> Writer:
    def write(value: object, figures: Figures, at: int, look: Look) -> None:
        del look
        place = places.get(value)
        if place is not None:
            figures[at + place] += 1.0

    return write
