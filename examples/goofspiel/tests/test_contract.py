"""The contract suite on Goofspiel, the example of a game."""

from collections import Counter
from random import Random

from galaxytables.rules.v1 import rules_pb2
from galaxytables_kit import Seat
from galaxytables_kit.contract import Pieces, Sight, Subject, contract
from goofspiel.rules import GOOFSPIEL
from goofspiel.state import ALL, Options, State


def census(state: State) -> Pieces:
    """Every prize, and every bid of every seat."""
    prizes = [*state.deck, *state.prizes, *state.lost, *(prize for player in state.players for prize in player.won)]
    bids = [
        f"seat {seat} {value}"
        for seat, player in enumerate(state.players)
        for value in (*player.hand, *player.spent, *(value for own, value in state.bids.items() if own == seat))
    ]
    return {"prize": Counter(prizes), "bid": Counter(bids)}


def bids(options: Options, seats: int) -> Pieces:
    return {"bid": {f"seat {seat} {value}": 1 for seat in range(seats) for value in range(1, options.prizes + 1)}}


def copies(component: rules_pb2.Component, options: Options, seats: int) -> int:
    del seats
    return int(component.facts[0].number <= options.prizes)


def permute_hidden(state: State, viewer: Seat | None, random: Random) -> None:
    """The prizes face down, and what others have put down."""
    random.shuffle(state.deck)
    for seat, bid in state.bids.items():
        if seat != viewer:
            cards = [bid, *state.players[seat].hand]
            random.shuffle(cards)
            state.bids[seat], *state.players[seat].hand = cards


TestContract = contract(
    Subject(
        GOOFSPIEL,
        census,
        permute_hidden,
        setups=({}, {"ties": "lost", "prizes": "5"}, {"ties": "single", "prizes": str(ALL - 1)}),
        playouts=40,
        copies=copies,
        besides=bids,
        lacks=frozenset(
            {
                *(Sight.SEEN_BY_ONE, Sight.TOLD_TO_ONE, Sight.COME_TO_LIGHT),
                *(Sight.RULED_OPTION, Sight.RULE_BROKEN, Sight.SEVERAL_PICKS, Sight.NOT_UNDONE),
            }
        ),
    )
)
