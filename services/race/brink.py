"""What a tableau can do by the powers that only cards of The Brink of War have."""

from msgspec import Struct

from services.race.cards import Number


class Brink(Struct):
    """Filled by the powers as they are applied, like `Abilities`, of which it is a part.

    `chooses_last` is for the actions (R3.8), `saved_at_setup` how many cards of the first hand go under a world,
    `takes_discards` for the hand limit (R10.2). Powers are given with the number of their card.
    """

    chooses_last: bool = False
    saved_at_setup: int = 0
    takes_discards: bool = False
    explore_prestige: list[tuple[Number, int]] = []
