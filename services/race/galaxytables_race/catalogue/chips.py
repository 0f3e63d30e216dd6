"""Chips in the catalogue, and the tile of the prestige leader."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from galaxytables_kit import ComponentKind, Printed, facts_of, forms_of
from galaxytables_race.components.cards import Pack
from galaxytables_race.prestige import MORE_CHIPS
from galaxytables_race.setup import CHIPS_PER_SEAT


class VpChip(Struct, frozen=True):
    """A VP chip.

    The pool starts with `per_seat` chips per seat, and `with_prestige` more if the table plays with prestige (R2.2).
    """

    vp: int
    per_seat: int
    with_prestige: int


class Chip(Struct, frozen=True):
    """A chip with an unlimited supply."""

    vp: int


class LeaderTile(Struct, frozen=True):
    """The tile of the prestige leader, with the reward that its owner gets at the start of a round (R16.9).

    The owner gets the reward only if a chip that was gained in the last round lies on the tile.
    """

    cards: int
    vp: int


CHIP_KINDS: Mapping[str, ComponentKind] = {
    "vp_chip": ComponentKind(forms_of(VpChip)),
    "prestige_chip": ComponentKind(forms_of(Chip)),
    "reward_chip": ComponentKind(forms_of(Chip)),
    "leader_tile": ComponentKind(forms_of(LeaderTile)),
}


def printed_chips(pack: Pack) -> Iterator[Printed]:
    """Yield the VP chip, the prestige chip (R16.4), the rewards for fights (R22.18), and the prestige leader's tile."""
    chips = CHIPS_PER_SEAT * max(each.most_seats for each in pack.sets.values()) + MORE_CHIPS
    pool = VpChip(vp=1, per_seat=CHIPS_PER_SEAT, with_prestige=MORE_CHIPS)
    yield Printed("vp_chip", "VP chip", "vp_chip", chips, facts_of(pool))
    yield Printed("prestige_chip", "Prestige", "prestige_chip", 0, facts_of(Chip(vp=1)))
    yield Printed("defense_reward", "Defense reward", "reward_chip", 0, facts_of(Chip(vp=1)))
    yield Printed("prestige_leader", "Prestige leader", "leader_tile", 1, facts_of(LeaderTile(cards=1, vp=1)))
