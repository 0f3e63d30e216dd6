"""Round robins for two seats, by the circle method: one place stays, and all others move on by one each round.

With an odd number of entrants, one of them has a bye in each round.
"""

from collections.abc import Sequence

from galaxytables_lobby.domain.tournaments.state import EntrantNumber
from galaxytables_lobby.domain.tournaments.swiss import Paired


def rounds_of(entrants: int, cycles: int) -> int:
    """Return the number of rounds in which this many entrants all meet once."""
    return cycles * (entrants + entrants % 2 - 1)


def circle_round(entrants: Sequence[EntrantNumber], number: int) -> Paired:
    """Return the pairs of a round, each with the first seat first. Rounds are numbered from 1.

    Within a cycle, everybody has the first seat as often as the second: exactly with an odd number of entrants, to one
    with an even number. In the next cycle all pairs meet with seats swapped.
    """
    places = len(entrants) + len(entrants) % 2
    cycle, turn = divmod(number - 1, places - 1)
    last = places - 1
    pairs, bye = [], None
    for i in range(places // 2):
        # Those who meet have places whose sum is twice the turn; the last place stays.
        one, other = (turn, last) if i == 0 else ((turn + i) % last, (turn - i) % last)
        if other >= len(entrants):
            bye = entrants[one]
            continue
        # Who meets the last place takes turns with it. All others have the first seat at each second distance.
        swapped = (turn % 2 == 1) if i == 0 else (i % 2 == 1)
        pair = (entrants[other], entrants[one]) if swapped != (cycle % 2 == 1) else (entrants[one], entrants[other])
        pairs.append(pair)
    return Paired(tuple(pairs), bye)
