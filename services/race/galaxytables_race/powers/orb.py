"""Powers of the orb game (R20); at tables without the orb they do nothing (R19.2)."""

from galaxytables_race.abilities import Abilities
from galaxytables_race.abilities.registry import in_play
from galaxytables_race.components.cards import CardNumber
from galaxytables_race.components.vocabulary import OrbExtraSquares, OrbExtraTeam


@in_play(OrbExtraSquares)
def orb_extra_squares(abilities: Abilities, _: CardNumber, power: OrbExtraSquares) -> None:
    """Let each of the owner's teams move more squares (R20.14)."""
    abilities.orb_squares += power.squares


@in_play(OrbExtraTeam)
def orb_extra_team(abilities: Abilities, number: CardNumber, power: OrbExtraTeam) -> None:
    """Let the owner have one more team when the card is placed; it has no effect afterwards (R20.37)."""
    del abilities, number, power
