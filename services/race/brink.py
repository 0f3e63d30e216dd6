"""What a tableau can do by the powers that only cards of The Brink of War have."""

from msgspec import Struct

from services.race.components.cards import Number
from services.race.components.vocabulary import PrestigeAfterPlacing, PrestigeIfMost, ReplaceWorld, SpendGoodForDiscount


class Brink(Struct):
    """Filled by the powers as they are applied, like `Abilities`, of which it is a part.

    `chooses_last` is for the actions (R3.8), `saved_at_setup` how many cards of the first hand go under a world,
    `saves` the world under which a card of a payment goes, by the phase of the payment. `variable` are own worlds of
    variable kind. `develop_draws` and `settle_draws` are cards drawn and then discarded. Powers are given with the
    number of their card.
    """

    chooses_last: bool = False
    saved_at_setup: int = 0
    saves: dict[str, Number] = {}
    takes_saved: bool = False
    takes_discards: bool = False
    variable: list[Number] = []
    explore_prestige: list[tuple[Number, int]] = []
    develop_draws: list[tuple[int, int]] = []
    settle_draws: list[tuple[int, int]] = []
    savings: list[tuple[Number, SpendGoodForDiscount]] = []
    prestige_after: list[tuple[Number, PrestigeAfterPlacing]] = []
    prestige_when_paying: list[tuple[Number, int]] = []
    prestige_here: list[tuple[Number, int]] = []
    prestige_if_most: list[tuple[Number, PrestigeIfMost]] = []
    goods_when_placed: bool = False
    replacements: list[tuple[Number, ReplaceWorld]] = []
    blocks: list[tuple[Number, int]] = []
