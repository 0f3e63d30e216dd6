"""The laws that every game keeps: nothing hidden is shown, nothing vanishes, every record replays, all has words."""

from collections import Counter
from random import Random

from galaxytables_kit import Seat
from galaxytables_kit.contract import Pieces, Sight, Subject, contract

from newgame.rules import GAME
from newgame.state import State


def census(state: State) -> Pieces:
    """Count every card where it lies."""
    return {"card": Counter([*state.deck, *state.row, *(card for cards in state.taken for card in cards)])}


def permute_hidden(state: State, viewer: Seat | None, random: Random) -> None:
    """Exchange what this viewer may not know: the order of the cards face down."""
    del viewer
    random.shuffle(state.deck)


TestContract = contract(
    Subject(
        GAME,
        census,
        permute_hidden,
        setups=({}, {"row": "2"}, {"row": "4"}),
        playouts=20,
        # What this game does not have. A law about anything else fails if it never sees it.
        lacks=frozenset(
            {
                Sight.SEEN_BY_ONE,
                Sight.TOLD_TO_ONE,
                Sight.SECRET_CHOICE,
                Sight.UNDONE,
                Sight.UNDONE_IN_SECRET,
                Sight.NOT_UNDONE,
                Sight.RULED_OPTION,
                Sight.RULE_BROKEN,
                Sight.SEVERAL_PICKS,
            }
        ),
    )
)
