"""Parts of component files that are played with in another form than that in which they are written."""

from typing import Any, ClassVar, Generic, Self, TypeAlias, TypeVar

import msgspec

from galaxytables_kit.event import Facts

W = TypeVar("W")

Json: TypeAlias = Any  # every look inside shows of which type a part is
"""Decoded JSON."""


class Compiled(Generic[W]):
    """What is made of a part of a file when it is read: a filter that answers, a cost that is added up.

    A mistake in what is written is a `ValueError` that says what would be right.
    """

    __slots__ = ("written",)

    form: ClassVar[object]
    """The type of what is written, as msgspec knows it."""

    def __init__(self, written: W) -> None:
        self.written = written

    @classmethod
    def read(cls, written: W) -> Self:
        """Make it."""
        return cls(written)

    @property
    def facts(self) -> Facts:
        """What is written, as facts of the catalogue."""
        raise NotImplementedError


def read_compiled(kind: type, data: Json) -> Any:  # noqa: ANN401 - msgspec's own signature
    """Read what msgspec does not know: the hook with which all component files are decoded."""
    if issubclass(kind, Compiled):
        return kind.read(msgspec.convert(data, kind.form, str_keys=True, dec_hook=read_compiled))
    raise NotImplementedError(kind)
