"""Gives the facts of prompts and options in the orb: where teams stand, which artifacts help, what teams can find."""

from collections.abc import Callable, Mapping

from galaxytables_kit import Component, Facts, FactValue, Pick, Place, Prompt
from galaxytables_race.components.cards import card_of
from galaxytables_race.declared.prompts import LANDMARKS, TURNS
from galaxytables_race.ids import cell_id
from galaxytables_race.offers.fighting import temporary_facts
from galaxytables_race.orb.exploring import movers, team_strength
from galaxytables_race.orb.layout import layout_of
from galaxytables_race.orb.playing import cell_of
from galaxytables_race.orb.table import orb_of
from galaxytables_race.state.orb import Team
from galaxytables_race.table import RacePlay, abilities
from galaxytables_race.table.tokens import artifact_of, token_of


def _card_to_place(play: RacePlay, prompt: Prompt) -> Facts:
    card, _, turns = str(prompt.subject).partition(":")
    return {"card": Component(play.pack.orb.cards[int(card)].id), "turned": TURNS[int(turns)]}


def _where(play: RacePlay, prompt: Prompt) -> Facts:
    del play
    return {"cell": Place(cell_id(cell_of(prompt.subject or "")))}


def _stands(team: Team) -> Facts:
    return {"cell": Place(cell_id(team.cell))}


def _team(play: RacePlay, prompt: Prompt, pick: Pick) -> Facts:
    """Return where a team stands, and the squares that it has left if its move has begun."""
    mover = movers(play, prompt.seat)[str(pick)]
    stands = _stands(mover.team)
    return {**stands, "squares": team_strength(play, mover).squares} if mover.move.moved else stands


def _boost(play: RacePlay, prompt: Prompt, pick: Pick) -> Facts:
    """Return what an artifact or a power adds to a move."""
    token = token_of(pick)
    if token is None:
        return temporary_facts(dict(abilities(play, prompt.seat).temporary)[card_of(pick)])
    use = str(pick).rpartition(":")[2]
    amount = next(each.amount for each in artifact_of(play.pack, token).uses if each.kind == use)
    match use:
        case "extra_squares":
            return {"squares": amount}
        case "temporary_military":
            return {"military": amount}
    return {}


def _goal(play: RacePlay, prompt: Prompt, pick: Pick) -> Facts:
    """Return what can be found on a cell."""
    del prompt
    orb, cell = orb_of(play), cell_of(pick)
    facts: dict[str, FactValue] = {}
    if cell in orb.tokens:
        facts["artifact"] = artifact_of(play.pack, orb.tokens[cell]).series
    kind = layout_of(play.pack.orb, orb.laid).spots[cell].kind
    if kind in LANDMARKS:
        facts["landmark"] = kind
    return facts


def _way_home(play: RacePlay, prompt: Prompt, pick: Pick) -> Facts:
    del prompt
    return _stands(orb_of(play).teams[int(str(pick).partition(":")[0])])


ASKS: Mapping[str, Callable[[RacePlay, Prompt], Facts]] = {
    "orb.place": _card_to_place,
    "orb.boost": _where,
    "orb.move": _where,
}
OFFERS: Mapping[str, Callable[[RacePlay, Prompt, Pick], Facts]] = {
    "orb.team": _team,
    "orb.boost": _boost,
    "orb.move": _goal,
    "orb.return": _way_home,
}
