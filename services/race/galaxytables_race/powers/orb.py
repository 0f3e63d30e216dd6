"""Powers of the orb game (R20); without the orb there is nowhere to go (R19.2)."""

from galaxytables_race.abilities import Abilities
from galaxytables_race.components.cards import CardNumber
from galaxytables_race.components.vocabulary import OrbExtraSquares, OrbExtraTeam
from galaxytables_race.powers.registry import in_play


@in_play(OrbExtraSquares)
def orb_extra_squares(abilities: Abilities, _: CardNumber, power: OrbExtraSquares) -> None:
    """Each own team moves more squares (R20.14)."""
    abilities.orb_squares += power.squares


@in_play(OrbExtraTeam)
def orb_extra_team(abilities: Abilities, number: CardNumber, power: OrbExtraTeam) -> None:
    """One more team when the card is placed, nothing later (R20.37)."""
    del abilities, number, power
