"""What each entrant has done, round by round: the ground on which pairings and tie-breaks stand."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from galaxytables_lobby.domain.tournaments.points import bye_points, match_ranks, scaled_scores, table_points
from galaxytables_lobby.domain.tournaments.state import (
    EntrantNumber,
    Pairing,
    Round,
    RoundStage,
    Scoring,
    Tournament,
)


class Meeting(NamedTuple):
    """An opponent at a table, and what was won from them: 2 for a win, 1 for a draw, 0 for a loss."""

    opponent: EntrantNumber
    won: int


class Outcome(NamedTuple):
    """The result of one round for an entrant: opponents, points (in units of `points.POINT`), and `scaled` scores.

    `scaled` is in units of `points.SCALE`.
    """

    round: int
    points: int
    # 0 for a bye.
    rank: int = 0
    # The seat in the first game, and how many seats there were; 0 seats for a bye.
    seat: int = 0
    seats: int = 0
    scaled: int = 0
    # Opponents who came to the table, if the entrant did.
    meetings: tuple[Meeting, ...] = ()
    # All who were paired with the entrant.
    paired: tuple[EntrantNumber, ...] = ()

    @property
    def played(self) -> bool:
        """Return whether the entrant had an opponent."""
        return bool(self.meetings)

    @property
    def only_opponent(self) -> EntrantNumber | None:
        """Return the opponent at a table for two; None at larger tables, and for a bye."""
        return self.paired[0] if len(self.paired) == 1 else None

    @property
    def bye(self) -> bool:
        """Return whether the entrant had no opponent."""
        return not self.seats


Ledger: TypeAlias = Mapping[EntrantNumber, Sequence[Outcome]]


def ledger_of(tournament: Tournament) -> Ledger:
    """Return the outcomes of each entrant in the order of rounds: byes, and the results that are known."""
    found: dict[EntrantNumber, list[Outcome]] = {number: [] for number, _ in tournament.numbered}
    scoring = tournament.terms.scoring
    for each in tournament.rounds:
        for entrant, outcome in outcomes(each, scoring):
            found[entrant].append(outcome)
    return found


def outcomes(each: Round, scoring: Scoring) -> list[tuple[EntrantNumber, Outcome]]:
    """Return the outcomes of one round."""
    found: list[tuple[EntrantNumber, Outcome]] = []
    for pairing in each.pairings:
        if pairing.over:
            found += _of_pairing(each.number, pairing, scoring)
    if each.stage is not RoundStage.PAIRED:
        found += [(entrant, Outcome(each.number, bye_points(scoring))) for entrant in each.byes]
    return found


def totals(ledger: Ledger) -> dict[EntrantNumber, int]:
    """Return the match points of each entrant, in units."""
    return {entrant: sum(outcome.points for outcome in rows) for entrant, rows in ledger.items()}


def meetings(tournament: Tournament) -> dict[EntrantNumber, dict[EntrantNumber, int]]:
    """Return how often each two entrants have been at one table: `meetings[one][other]`.

    Rounds that are still being played count.
    """
    found: dict[EntrantNumber, dict[EntrantNumber, int]] = {number: {} for number, _ in tournament.numbered}
    for each in tournament.rounds:
        for pairing in each.pairings:
            for one in pairing.entrants:
                for other in pairing.entrants:
                    if one != other:
                        found[one][other] = found[one].get(other, 0) + 1
    return found


def _of_pairing(number: int, pairing: Pairing, scoring: Scoring) -> list[tuple[EntrantNumber, Outcome]]:
    last = pairing.games[-1]
    ranks = last.ranks if len(pairing.games) == 1 else match_ranks(pairing)
    points = table_points(ranks, scoring)
    scaled = scaled_scores(last.scores) if last.scores else (0,) * len(ranks)
    came = [place for place in range(len(ranks)) if place not in last.forfeits]
    found = []
    for place, entrant in enumerate(pairing.entrants):
        there = place in came
        met = tuple(
            Meeting(pairing.entrants[other], 1 + (ranks[other] > ranks[place]) - (ranks[other] < ranks[place]))
            for other in came
            if there and other != place
        )
        outcome = Outcome(
            round=number,
            points=points[place] if there else 0,
            rank=ranks[place],
            seat=place,
            seats=len(ranks),
            scaled=scaled[place],
            meetings=met,
            paired=pairing.entrants[:place] + pairing.entrants[place + 1 :],
        )
        found.append((entrant, outcome))
    return found
