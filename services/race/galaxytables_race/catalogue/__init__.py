"""The catalogue of components: everything that can lie on the table."""

from collections.abc import Iterator, Mapping
from itertools import chain

from galaxytables_kit import ComponentKind, Forms, PowerKind, Printed
from galaxytables_race.catalogue.actions import ACTION_KINDS, ACTION_POWERS, printed_actions
from galaxytables_race.catalogue.cards import CARD_KINDS, printed_cards
from galaxytables_race.catalogue.chips import CHIP_KINDS, printed_chips
from galaxytables_race.catalogue.goals import GOAL_KINDS, printed_goals
from galaxytables_race.catalogue.invasion import INVASION_KINDS, printed_invasion
from galaxytables_race.catalogue.orb import ARTIFACT_POWERS, ORB_KINDS, printed_orb
from galaxytables_race.catalogue.powers import CARD_POWERS
from galaxytables_race.components.cards import Pack

COMPONENT_KINDS: Mapping[str, ComponentKind] = {
    **CARD_KINDS,
    **ACTION_KINDS,
    **GOAL_KINDS,
    **CHIP_KINDS,
    **INVASION_KINDS,
    **ORB_KINDS,
}
_POWERS: Mapping[str, Forms] = {**CARD_POWERS, **ACTION_POWERS, **ARTIFACT_POWERS}


def printed(pack: Pack) -> Iterator[Printed]:
    """Yield every component of a pack: the cards in the order of the sets, then all others."""
    return chain(
        printed_cards(pack),
        printed_actions(pack),
        printed_goals(pack),
        printed_chips(pack),
        printed_invasion(pack.invasion),
        printed_orb(pack.orb),
    )


def power_kinds(pack: Pack) -> Mapping[str, PowerKind]:
    """Return every power kind by name, with the moments at which powers of this pack work."""
    moments: dict[str, set[str]] = {kind: set() for kind in _POWERS}
    for each in printed(pack):
        for power in each.powers:
            moments[power.kind] |= {power.moment} - {""}
    return {kind: PowerKind(forms, frozenset(moments[kind])) for kind, forms in _POWERS.items()}
