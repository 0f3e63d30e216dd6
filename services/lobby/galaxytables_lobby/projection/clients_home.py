"""Where clients may go to watch and play at a table, as they are told."""

from typing import NamedTuple


class ClientsHome(NamedTuple):
    """Where clients reach another lobby that has a table in memory, and whether all are told or bots' hosts alone."""

    address: str = ""
    for_all: bool = False


HERE = ClientsHome()
"""That of a table which is at home here, or of which nobody is told."""
