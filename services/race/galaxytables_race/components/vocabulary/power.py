"""The base of all power kinds."""

from msgspec import Struct

from galaxytables_race.components.filters import PhaseName


class Power(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", kw_only=True):
    """A power as printed on a card. `phase` is the phase or other moment of the game at which it works."""

    phase: PhaseName
