"""The base class of objects that belong to one connection, stream or task, and so cannot be copied."""

from typing import NoReturn, SupportsIndex


class Uncopied:
    """Makes `copy.copy`, `copy.deepcopy` and `pickle` raise `TypeError`, since a copy would share the connection."""

    __slots__ = ()

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        raise TypeError(f"a {type(self).__name__} is bound to a connection and cannot be copied: make another one")
