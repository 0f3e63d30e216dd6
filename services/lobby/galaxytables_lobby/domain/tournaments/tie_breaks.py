"""Tie-breaks, by their usual names. Each is a function that returns a figure with what contributed to it.

A table with more than two seats counts as the mean of its opponents, so tables of all sizes count alike. A round
without an opponent, such as a bye, counts for Buchholz as if the opponent had as many points as the entrant.
"""

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from typing import NamedTuple

from galaxytables_lobby.domain.tournaments.ledger import Ledger, Outcome
from galaxytables_lobby.domain.tournaments.points import POINT, SCALE
from galaxytables_lobby.domain.tournaments.state import EntrantNumber, TieBreak

# The mean over up to five opponents is a whole number of these for each unit.
_MEAN = 60
_WON = 2

Totals = Mapping[EntrantNumber, int]


class Contribution(NamedTuple):
    """The part of a figure that comes from one opponent, or from a round without opponent."""

    round: int
    opponent: EntrantNumber | None
    value: int
    # Whether it counts; a cut one does not.
    counted: bool = True


class Figure(NamedTuple):
    """The value of a tie-break for one entrant, in units (`unit` of them make 1), and what it is made of."""

    value: int
    unit: int
    contributions: tuple[Contribution, ...] = ()

    @property
    def number(self) -> Fraction:
        """Return the value as people read it."""
        return Fraction(self.value, self.unit)


def buchholz(entrant: EntrantNumber, ledger: Ledger, totals: Totals, *, cut: int = 0) -> Figure:
    """Return the sum of the opponents' points, without the `cut` rounds in which it is lowest."""
    by_round = [_opponents(outcome, entrant, totals) for outcome in ledger[entrant]]
    order = sorted(range(len(by_round)), key=lambda place: sum(each.value for each in by_round[place]))
    left_out = set(order[:cut])
    contributions = tuple(
        each._replace(counted=place not in left_out) for place, found in enumerate(by_round) for each in found
    )
    return _sum(contributions, POINT * _MEAN)


def sonneborn_berger(entrant: EntrantNumber, ledger: Ledger, totals: Totals) -> Figure:
    """Return the sum of the points of all beaten opponents, and half the points of those with a draw."""
    contributions = tuple(
        Contribution(outcome.round, each.opponent, each.won * totals[each.opponent] * _MEAN // len(outcome.meetings))
        for outcome in ledger[entrant]
        for each in outcome.meetings
    )
    return _sum(contributions, 2 * POINT * _MEAN)


def direct_encounter(entrant: EntrantNumber, ledger: Ledger, tied: Collection[EntrantNumber]) -> Figure:
    """Return the points that the entrant won from those whom they are tied with: 1 for a win, ½ for a draw.

    It is 0 for all unless all of them have met each other.
    """
    others = set(tied)
    if any(not others - {one} <= {each.opponent for row in ledger[one] for each in row.meetings} for one in others):
        return Figure(0, 2)
    contributions = tuple(
        Contribution(outcome.round, each.opponent, each.won)
        for outcome in ledger[entrant]
        for each in outcome.meetings
        if each.opponent in others
    )
    return _sum(contributions, 2)


def game_points(entrant: EntrantNumber, ledger: Ledger) -> Figure:
    """Return the sum over all tables of the entrant's score as a share of the table's best score."""
    return _sum(
        tuple(Contribution(each.round, each.only_opponent, each.scaled) for each in ledger[entrant] if each.seats),
        SCALE,
    )


def wins(entrant: EntrantNumber, ledger: Ledger) -> Figure:
    """Return the number of tables at which the entrant beat everybody."""
    won = [each for each in ledger[entrant] if each.played and all(met.won == _WON for met in each.meetings)]
    return _sum(tuple(Contribution(each.round, each.only_opponent, 1) for each in won), 1)


def figure(
    tie: TieBreak, entrant: EntrantNumber, ledger: Ledger, totals: Totals, tied: Collection[EntrantNumber]
) -> Figure:
    """Return the value of the tie-break `tie` for an entrant.

    `tied` are the entrants who are equal in everything that is compared before this tie-break.
    """
    if tie is TieBreak.DIRECT_ENCOUNTER:
        return direct_encounter(entrant, ledger, tied)
    return _OF_LEDGER[tie](entrant, ledger, totals)


_OF_LEDGER: Mapping[TieBreak, Callable[[EntrantNumber, Ledger, Totals], Figure]] = {
    TieBreak.BUCHHOLZ: buchholz,
    TieBreak.BUCHHOLZ_CUT_1: lambda entrant, ledger, totals: buchholz(entrant, ledger, totals, cut=1),
    TieBreak.SONNEBORN_BERGER: sonneborn_berger,
    TieBreak.GAME_POINTS: lambda entrant, ledger, _: game_points(entrant, ledger),
    TieBreak.WINS: lambda entrant, ledger, _: wins(entrant, ledger),
}


def _opponents(outcome: Outcome, entrant: EntrantNumber, totals: Totals) -> tuple[Contribution, ...]:
    if not outcome.played:
        return (Contribution(outcome.round, None, totals[entrant] * _MEAN),)
    many = len(outcome.meetings)
    return tuple(
        Contribution(outcome.round, each.opponent, totals[each.opponent] * _MEAN // many) for each in outcome.meetings
    )


def _sum(contributions: tuple[Contribution, ...], unit: int) -> Figure:
    return Figure(sum(each.value for each in contributions if each.counted), unit, contributions)
