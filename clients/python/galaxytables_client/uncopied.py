"""Objects that are one connection, stream or task, and cannot become two."""

from typing import NoReturn, SupportsIndex


class Uncopied:
    """Refuses `copy.copy`, `copy.deepcopy` and `pickle` by a `TypeError`: a copy would share what it runs on."""

    __slots__ = ()

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        raise TypeError(f"a {type(self).__name__} is bound to a connection and cannot be copied: make another one")
