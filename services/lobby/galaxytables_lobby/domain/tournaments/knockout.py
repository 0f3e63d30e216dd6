"""Knock-outs for two seats: a bracket by seeds. The strongest meet late, and have the byes of the first round.

A round has places, a power of two. Neighbours meet, and the winner has the place of both in the next round. A match is
the best of some games. If all have been played and nobody leads, another one is played.
"""

from collections.abc import Sequence

from galaxytables_lobby.domain.tournaments.acts import PairedRound
from galaxytables_lobby.domain.tournaments.points import POINT, match_points
from galaxytables_lobby.domain.tournaments.state import EntrantNumber, Knockout, Pairing, Round, Tournament

FINAL, THIRD_PLACE = 0, 1
"""The places of the last round's matches."""

_FINALISTS = 2


def bracket(seeded: Sequence[EntrantNumber]) -> tuple[EntrantNumber | None, ...]:
    """Return the entrant on each place of the first round, None for a bye. `seeded` has the strongest first."""
    order = [0]
    while len(order) < max(len(seeded), _FINALISTS):
        size = 2 * len(order)
        order = [place for seed in order for place in (seed, size - 1 - seed)]
    return tuple(seeded[place] if place < len(seeded) else None for place in order)


def winner(pairing: Pairing, best_of: int) -> EntrantNumber | None:
    """Return the entrant who has won the match, or None while it is open.

    A match is won once the games that are left cannot change who leads. A forfeit decides it at once.
    """
    one, other = pairing.entrants
    over = [game for game in pairing.games if game.over]
    for game in over:
        if game.adjudicated or len(game.forfeits) == 1:
            return one if game.ranks[0] < game.ranks[1] else other
    mine, theirs = match_points(pairing)
    left = max(best_of - len(over), 0) * POINT
    if not over or any(not game.over for game in pairing.games) or abs(mine - theirs) <= left:
        return None
    return one if mine > theirs else other


def loser(pairing: Pairing, best_of: int) -> EntrantNumber | None:
    """Return the entrant who has lost the match, or None while it is open."""
    won = winner(pairing, best_of)
    return None if won is None else next(each for each in pairing.entrants if each != won)


def next_round(tournament: Tournament, form: Knockout) -> PairedRound | None:
    """Return the matches of the next round, or None once the final has been played."""
    last = tournament.round
    if last is None:
        return _paired(bracket(sorted(tournament.playing, key=lambda number: tournament.entrants[number].seed)))
    if len(last.places) <= _FINALISTS:
        return None
    survivors = _survivors(last, form)
    third = Pairing(entrants=(), group=THIRD_PLACE)
    if form.third_place and len(survivors) == _FINALISTS:
        losers = (loser(each, form.best_of) for each in last.pairings)
        third = Pairing(entrants=tuple(each for each in losers if each is not None), group=THIRD_PLACE)
    paired = _paired(tuple(each if _plays(tournament, each) else None for each in survivors))
    if len(third.entrants) == _FINALISTS and all(_plays(tournament, each) for each in third.entrants):
        return PairedRound(pairings=(*paired.pairings, third), byes=paired.byes, places=paired.places)
    return paired


def pairings_of(places: Sequence[EntrantNumber | None]) -> tuple[tuple[Pairing, ...], tuple[EntrantNumber, ...]]:
    """Return the matches of a round, and the entrants with a bye.

    `places` is the bracket in order: each two neighbours meet, and None stands for no opponent.
    """
    pairings, byes = [], []
    for place, (one, other) in enumerate(zip(places[::2], places[1::2], strict=True)):
        if one is not None and other is not None:
            pairings.append(Pairing(entrants=(one, other), group=place))
        else:
            byes += [each for each in (one, other) if each is not None]
    return tuple(pairings), tuple(byes)


def progress(tournament: Tournament) -> dict[EntrantNumber, int]:
    """Return how far each entrant has come: 2 for each round that they won, 1 for winning third place."""
    form = tournament.terms.format
    found: dict[EntrantNumber, int] = {}
    if not isinstance(form, Knockout):
        return found
    for each in tournament.rounds:
        found.update(dict.fromkeys(each.byes, 2 * each.number))
        for pairing in each.pairings:
            won = winner(pairing, form.best_of)
            if won is not None:
                found[won] = found.get(won, 0) + 1 if _is_third(each, pairing) else 2 * each.number
    return found


def _paired(places: tuple[EntrantNumber | None, ...]) -> PairedRound:
    pairings, byes = pairings_of(places)
    return PairedRound(pairings=pairings, byes=byes, places=places)


def _survivors(last: Round, form: Knockout) -> tuple[EntrantNumber | None, ...]:
    """Return who goes on from each two places of a round; None if nobody does."""
    won = {each.group: winner(each, form.best_of) for each in last.pairings if not _is_third(last, each)}
    return tuple(
        won[place] if one is not None and other is not None else one if one is not None else other
        for place, (one, other) in enumerate(zip(last.places[::2], last.places[1::2], strict=True))
    )


def _is_third(each: Round, pairing: Pairing) -> bool:
    return len(each.places) <= _FINALISTS and pairing.group == THIRD_PLACE


def _plays(tournament: Tournament, entrant: EntrantNumber | None) -> bool:
    return entrant is not None and tournament.entrants[entrant].playing
