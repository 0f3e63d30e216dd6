"""What the result of a table is worth. Match points are counted in units, so that every share is a whole number.

Without points by place, a table is worth the share of opponents who came behind, ties half: at two seats 1, ½ and 0,
at four seats 1, ⅔, ⅓ and 0. So a table of three is worth as much as one of four.
"""

from collections.abc import Sequence
from itertools import pairwise

from galaxytables_lobby.domain.tournaments.refusals import InvalidResultError
from galaxytables_lobby.domain.tournaments.state import MatchGame, Pairing, Scoring

POINT = 120
"""The units of a match point: a share of up to five opponents, and of a tie of up to six, is a whole number of them."""

SCALE = 1_000
"""The units of the best score at a table, for game points."""

_PERCENT = 100


def table_points(ranks: Sequence[int], scoring: Scoring) -> tuple[int, ...]:
    """Return the points of each entrant at a table, in units. Ties share the points of their places."""
    if scoring.places:
        return tuple(_of_place(rank, ranks, scoring.places) for rank in ranks)
    opponents = len(ranks) - 1
    return tuple(
        POINT * (2 * sum(other > rank for other in ranks) + ranks.count(rank) - 1) // (2 * opponents) for rank in ranks
    )


def bye_points(scoring: Scoring) -> int:
    """Return the points for a bye, in units."""
    first = scoring.places[0] if scoring.places else 1
    return first * POINT * scoring.bye // _PERCENT


def scaled_scores(scores: Sequence[int]) -> tuple[int, ...]:
    """Return each score as a share of the best one, in units of `SCALE`; a score below 0 counts as 0."""
    best = max(scores, default=0)
    return tuple(SCALE * max(score, 0) // best if best > 0 else 0 for score in scores)


def match_points(pairing: Pairing) -> tuple[int, ...]:
    """Return the points of each entrant over all games of a match, in units."""
    totals = [0] * len(pairing.entrants)
    for game in pairing.games:
        if game.over:
            for place, points in enumerate(table_points(game.ranks, Scoring())):
                totals[place] += points
    return tuple(totals)


def match_ranks(pairing: Pairing) -> tuple[int, ...]:
    """Return the rank of each entrant in the match, from 1; entrants with equal points share a rank."""
    totals = match_points(pairing)
    return tuple(1 + sum(other > own for other in totals) for own in totals)


def checked_game(game: MatchGame, seats: int) -> MatchGame:
    """Return a game if its result is possible at a table with so many seats.

    After a shared rank the next ranks are skipped: 1, 1, 3. Raises `InvalidResultError`.
    """
    ranks = sorted(game.ranks)
    if len(ranks) != seats or (game.scores and len(game.scores) != seats):
        raise InvalidResultError(f"a table of {seats} has {seats} ranks and scores, not {len(ranks)}")
    jumps = all(after in (before, place) for place, (before, after) in enumerate(pairwise(ranks), 2))
    if ranks[0] != 1 or not jumps:
        raise InvalidResultError(f"{list(game.ranks)} are not the ranks of a table")
    if any(not 0 <= place < seats for place in game.forfeits) or len(set(game.forfeits)) != len(game.forfeits):
        raise InvalidResultError(f"{list(game.forfeits)} are not places of this table")
    stayed = [rank for place, rank in enumerate(game.ranks) if place not in game.forfeits]
    if stayed and any(game.ranks[place] <= max(stayed) for place in game.forfeits):
        raise InvalidResultError("who forfeits comes after all others")
    return game


def _of_place(rank: int, ranks: Sequence[int], places: Sequence[int]) -> int:
    shared = ranks.count(rank)
    return sum(POINT * place for place in places[rank - 1 : rank - 1 + shared]) // shared
