"""Converts parts of component files, such as filters, to a form that is faster in play."""

from typing import Any, ClassVar, Generic, Self, TypeAlias, TypeVar

import msgspec

from galaxytables_kit.event import Facts

W = TypeVar("W")

Json: TypeAlias = Any  # its type is checked wherever it is read
"""Decoded JSON; its type is checked wherever it is read."""


class Compiled(Generic[W]):
    """A part of a component file that is converted when it is read, such as a filter or a cost.

    A mistake in this part raises `ValueError`, whose text says what would be right.
    """

    __slots__ = ("written",)

    form: ClassVar[object]
    """The type of the part as it is written in the file, for msgspec."""

    def __init__(self, written: W) -> None:
        self.written = written

    @classmethod
    def read(cls, written: W) -> Self:
        """Convert a value as it is written in the file to its faster form.

        Raises `ValueError` if the value is wrong.
        """
        return cls(written)

    @property
    def facts(self) -> Facts:
        """Return the value as it is written in the file, in the form of facts for the catalogue."""
        raise NotImplementedError


def read_compiled(kind: type, data: Json) -> Any:  # noqa: ANN401 - msgspec's own signature
    """Read a value of a `Compiled` type. msgspec calls this hook for types that it does not know."""
    if issubclass(kind, Compiled):
        return kind.read(msgspec.convert(data, kind.form, str_keys=True, dec_hook=read_compiled))
    raise NotImplementedError(kind)
