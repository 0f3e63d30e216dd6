"""Draws states of the orb game for bots. Of a hidden orb card or artifact, a seat knows only the series."""

from collections.abc import Sequence
from random import Random
from typing import TypeAlias

from galaxytables.race.v1 import orb_pb2, race_pb2
from galaxytables_kit import Seat, seated
from galaxytables_race.components.cards import Pack
from galaxytables_race.components.orb import Laid, Series, TokenNumber
from galaxytables_race.orb.table import FULL_TABLE, REMOVED_PER_MISSING_SEAT
from galaxytables_race.state import Empire
from galaxytables_race.state.orb import Cell, Orb, Team
from galaxytables_race.state.phases import Changes, InOrb, Move
from galaxytables_race.table.tokens import token_of

_Tokens: TypeAlias = dict[Series, list[TokenNumber]]

_SERIES: dict[orb_pb2.ArtifactSeries.ValueType, Series] = {
    orb_pb2.ARTIFACT_SERIES_A: "A",
    orb_pb2.ARTIFACT_SERIES_B: "B",
}


def believe_orb(pack: Pack, view: race_pb2.RaceView, empires: Sequence[Empire], seat: Seat, random: Random) -> Orb:
    """Return a random orb that agrees with what a seat sees. It includes the artifacts that the empires have found."""
    shown = view.orb
    laid = [Laid(pack.orb.by_id[each.card].number, each.column, each.row, each.turns) for each in shown.laid]
    hands, deck, aside = _cards(pack, view, laid, seat, random)
    hidden = _hidden_tokens(pack, view, random)
    for empire, found in zip(empires, view.empires, strict=True):
        for artifact in found.artifacts:
            token = token_of(artifact.id)
            token = hidden[_SERIES[artifact.series]].pop() if token is None else token
            (empire.spent_artifacts if artifact.used else empire.artifacts).append(token)
    tokens: dict[Cell, TokenNumber] = {
        (cell.column, cell.row): hidden[_SERIES[cell.artifact]].pop() for cell in shown.cells if cell.artifact
    }
    lying = {each.card for each in laid}
    return Orb(
        laid,
        tokens,
        deck,
        (hidden["A"], hidden["B"]),
        [card for card in pack.orb.deck("extra_airlock") if card not in lying],
        [Seat(each) for each in shown.track],
        hands,
        [Team(Seat(team.seat), (team.column, team.row)) for team in shown.teams],
        aside,
        [pack.orb.by_id[card].number for card in shown.removed],
    )


def believe_step(view: race_pb2.RaceView) -> InOrb:
    """Return the state of the orb step before the next seat acts.

    The view does not show how many seats have passed, so the state assumes that none has.
    """
    changes = [Changes(temporary=shown.temporary_military) for shown in view.empires]
    return InOrb(changes, [Move() for _ in view.orb.teams], [Seat(each) for each in view.orb.waiting])


def _cards(
    pack: Pack, view: race_pb2.RaceView, laid: Sequence[Laid], seat: Seat, random: Random
) -> tuple[list[list[int]], list[int], list[int]]:
    """Return the orb cards of each seat, the deck, and the cards that left the game unseen.

    B is drawn after A (R20.1), so the size of the deck shows how many of each were drawn.
    """
    shown, missing = view.orb, FULL_TABLE - len(view.empires)
    own = [pack.orb.by_id[card].number for card in view.orb_hand]
    known = {*own, *(each.card for each in laid), *(pack.orb.by_id[card].number for card in shown.removed)}
    deck, aside, drawn, left = list[int](), list[int](), list[int](), shown.deck
    for series in ("B", "A"):
        cards = pack.orb.deck(series)
        gone = REMOVED_PER_MISSING_SEAT[series] * missing
        lying = min(left, len(cards) - gone)
        left -= lying
        unseen = [card for card in cards if card not in known]
        random.shuffle(unseen)
        aside += unseen[:gone]
        deck += unseen[gone : gone + lying]
        drawn += unseen[gone + lying :]
    random.shuffle(drawn)
    hands = [own if each == seat else [drawn.pop() for _ in range(size)] for each, size in seated(shown.hand_sizes)]
    return hands, deck, aside


def _hidden_tokens(pack: Pack, view: race_pb2.RaceView, random: Random) -> _Tokens:
    """Return the artifacts whose place the seat does not know, by series."""
    known = {token_of(artifact.id) for empire in view.empires for artifact in empire.artifacts}
    hidden: _Tokens = {}
    for series in _SERIES.values():
        hidden[series] = [token for token in pack.orb.stack(series) if token not in known]
        random.shuffle(hidden[series])
    return hidden
