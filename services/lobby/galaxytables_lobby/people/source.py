"""Who calls, and where from."""

from dataclasses import dataclass

from galaxytables_lobby.people.tokens import Caller
from galaxytables_serving.sources import Source


@dataclass(frozen=True)
class Asker(Caller):
    """A caller, and where they call from."""

    source: Source
