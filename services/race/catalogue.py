"""Everything that can lie on the table, as the catalogue of components has it."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import chain

from galaxy.rules.v1 import rules_pb2
from services.kit.declared import ComponentKind, PowerKind
from services.kit.printed import Printed, component_message
from services.race.cards import Pack
from services.race.printed.actions import ACTION_KINDS, ACTION_POWER_KINDS, printed_actions
from services.race.printed.cards import CARD_KINDS, printed_cards
from services.race.printed.chips import CHIP_KINDS, printed_chips
from services.race.printed.goals import GOAL_KINDS, printed_goals
from services.race.printed.invasion import INVASION_KINDS, printed_invasion
from services.race.printed.orb import ORB_KINDS, ORB_POWER_KINDS, printed_orb
from services.race.printed.powers import CARD_POWER_KINDS

COMPONENT_KINDS: Mapping[str, ComponentKind] = {
    **CARD_KINDS,
    **ACTION_KINDS,
    **GOAL_KINDS,
    **CHIP_KINDS,
    **INVASION_KINDS,
    **ORB_KINDS,
}
POWER_KINDS: Mapping[str, PowerKind] = {**CARD_POWER_KINDS, **ACTION_POWER_KINDS, **ORB_POWER_KINDS}


def catalogue(pack: Pack) -> Iterator[rules_pb2.Component]:
    """Every component of a pack: cards in the order of the sets, then what lies beside them."""
    return map(component_message, printed(pack))


def printed(pack: Pack) -> Iterator[Printed]:
    """The same, as Structs."""
    return chain(
        printed_cards(pack),
        printed_actions(pack),
        printed_goals(pack),
        printed_chips(pack),
        printed_invasion(pack.invasion),
        printed_orb(pack.orb),
    )


@lru_cache
def component_names(pack: Pack) -> Mapping[str, str]:
    """What every component is called, by its id."""
    return {each.id: each.name for each in printed(pack)}
