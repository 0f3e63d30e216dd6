"""Powers that mean nothing at tables without the boards they belong to (R19.2, R21.5)."""

from services.race.abilities import Abilities
from services.race.cards import Number
from services.race.powers.registry import in_play
from services.race.vocabulary import (
    OrbExtraSquares,
    OrbExtraTeam,
    Power,
    RepairWorld,
    TemporaryXenoDefense,
    XenoDefense,
)


@in_play(RepairWorld)
@in_play(XenoDefense)
@in_play(TemporaryXenoDefense)
def without_invasion(abilities: Abilities, number: Number, power: Power) -> None:
    """Nothing is damaged and nobody invades without the invasion game."""
    del abilities, number, power


@in_play(OrbExtraSquares)
@in_play(OrbExtraTeam)
def without_orb(abilities: Abilities, number: Number, power: Power) -> None:
    """There is nowhere to go without the orb."""
    del abilities, number, power
