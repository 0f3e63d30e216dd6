"""Powers that mean nothing at tables without the boards they belong to (R19.2)."""

from services.race.abilities import Abilities
from services.race.cards import Number
from services.race.powers.registry import in_play
from services.race.vocabulary import OrbExtraSquares, OrbExtraTeam, Power


@in_play(OrbExtraSquares)
@in_play(OrbExtraTeam)
def without_orb(abilities: Abilities, number: Number, power: Power) -> None:
    """There is nowhere to go without the orb."""
    del abilities, number, power
