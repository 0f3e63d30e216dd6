"""The state of the table. Cards are card numbers (components/cards.py)."""

from enum import IntEnum

from msgspec import Struct, field

from galaxytables_jump.components.numbers import CardNumber, Cards


class Action(IntEnum):
    """The actions that a player can choose in a round."""

    NONE = 0
    DEVELOP = 1
    SETTLE = 2
    DEVELOP_AND_SETTLE = 3
    EXPLORE = 4


class Means(IntEnum):
    """How a card is placed: paid for, conquered, or negotiated."""

    PAY = 0
    CONQUER = 1
    NEGOTIATE = 2


class Placing(Struct, array_like=True):
    """A card set aside to be placed; `price` is how many cards are discarded for it."""

    card: CardNumber
    price: int
    means: Means = Means.PAY


class Turn(Struct, array_like=True):
    """A player's choices in this round.

    They are secret while players still choose. The reveal empties `placing` and `discarding` and leaves what everybody
    saw: the action, how the world was placed (`means`), and how many cards an exploration drew.
    """

    action: Action = Action.NONE
    placing: list[Placing] = []
    """In the order in which they are placed."""
    discarding: Cards = []
    """Set aside face down to be discarded."""
    convoy: CardNumber | None = None
    """The card of the empire that is given up for the second world."""
    means: Means = Means.PAY
    explored: int = 0


class Player(Struct, array_like=True):
    """One player's cards and points."""

    hand: Cards
    empire: Cards = []
    """In the order of placing."""
    turn: Turn = field(default_factory=Turn)
    vp_by_round: list[int] = []
    vp_by_source: dict[str, int] = {}


class JumpState(Struct, array_like=True):
    """The state of the table."""

    players: list[Player]
    deck: Cards
    """The last card is the top."""
    discards: Cards
    survey_teams: Cards
    """The Survey Teams still on the table."""
    round: int = 0
    ended: bool = False
    """Whether the last round has been scored."""
