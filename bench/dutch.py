"""Pairs a field by the Dutch system as py4swiss implements it, to compare with."""

from py4swiss.engines import DutchEngine
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
from py4swiss.trf.sections import PlayerSection, XSection

from bench.swiss_field import Field, Row
from galaxytables_lobby.domain.tournaments.points import POINT
from galaxytables_lobby.domain.tournaments.state import EntrantNumber
from galaxytables_lobby.domain.tournaments.swiss import Paired

_RESULTS = {0: ResultToken.LOSS, POINT // 2: ResultToken.DRAW, POINT: ResultToken.WIN}
_COLOURS = (ColorToken.WHITE, ColorToken.BLACK)


def dutch(field: Field, rounds: int) -> Paired:
    """Return the pairs of the next of so many rounds."""
    order = sorted(field.entrants.values(), key=lambda each: (-each.points, each.seed))
    ranks = {each.number: rank for rank, each in enumerate(order, 1)}
    players = [
        PlayerSection(
            code=PlayerCode.PLAYER,
            starting_number=each.seed,
            points_times_ten=10 * each.points // POINT,
            rank=ranks[each.number],
            results=[_result(played[each.number]) for played in field.rounds],
        )
        for each in field.entrants.values()
    ]
    known = ParsedTrf(player_sections=players, x_section=XSection(number_of_rounds=rounds))
    pairs, bye = [], None
    for each in DutchEngine.generate_pairings(known):
        if each.black:
            pairs.append((EntrantNumber(each.white - 1), EntrantNumber(each.black - 1)))
        else:
            bye = EntrantNumber(each.white - 1)
    return Paired(tuple(pairs), bye)


def _result(row: Row) -> RoundResult:
    if row.opponent is None:
        return RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.PAIRING_ALLOCATED_BYE)
    return RoundResult(id=row.opponent + 1, color=_COLOURS[row.seat], result=_RESULTS[row.points])
