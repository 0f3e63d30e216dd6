"""Finds the piece, place, action, number or word that an option stands for, by its id in the view."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from galaxytables_kit import Action, Component, Facts, Number, Pick, Piece, Place, Prompt, Seat, Target, Word
from galaxytables_race.abilities import Source
from galaxytables_race.components.cards import NO_CARD, card_of
from galaxytables_race.declared.prompts import TURNS
from galaxytables_race.ids import card_id, cell_id, good_id, team_id
from galaxytables_race.orb.playing import cell_of
from galaxytables_race.powers.consume import TRADE_BOOST
from galaxytables_race.table import RacePlay, abilities, good_kind, good_of, world_of
from galaxytables_race.table.agenda import PRODUCE_REPAIR
from galaxytables_race.table.tokens import artifact_of, token_of

Targets: TypeAlias = tuple[Target, ...]

OF_GOODS = frozenset(
    {
        "trade.good",
        "consume.sell",
        "consume.goods",
        "develop.saving_good",
        "settle.saving_good",
        "settle.temporary_good",
        "produce.war_effort",
        "repair.good",
        "invasion.good",
    }
)
"""Questions whose options are goods; a world stands for its first good."""


OF_ACTIONS = frozenset({"actions.choose", "actions.boost"})
"""Questions whose options are action cards."""


def source_of(play: RacePlay, seat: Seat, pick: Pick | None) -> Source:
    """Return the consume power that an option stands for."""
    able = abilities(play, seat)
    return next(each for each in (TRADE_BOOST, *able.consume, *able.optional_consume) if each.pick == pick)


def card_facts(play: RacePlay, prompt: Prompt) -> Facts:
    """Return the card that a prompt is about, as a fact."""
    return {"card": Component(play.pack.cards[int(prompt.subject or 0)].id)}


def good_facts(play: RacePlay, prompt: Prompt, pick: Pick) -> Facts:
    """Return the facts of a good: its kind, and its number if several goods lie on the same world."""
    del prompt
    kind, nth = good_kind(play.pack, good_of(pick)), _nth(pick)
    return {"good": kind, "nth": nth} if nth > 1 else {"good": kind}


def targets_of(play: RacePlay, prompt: Prompt, pick: Pick) -> Targets:
    """Return the targets of an option that stands for something else than a plain card or an action card."""
    if isinstance(pick, int) or (prompt.kind in OF_GOODS and token_of(pick) is None):
        return (Piece(good_id(world_of(good_of(pick)), _nth(pick))),)
    by_kind = _TARGETS.get(prompt.kind)
    if by_kind is not None:
        return by_kind(play, prompt, pick)
    return (Piece(pick),) if token_of(pick) is not None else (Action(pick),)


def component_for(play: RacePlay, prompt: Prompt, pick: Pick) -> str:
    """Return the component that clients draw for an option: for a good, for example, its world."""
    token = token_of(pick)
    if token is not None:
        return artifact_of(play.pack, token).id
    if pick == PRODUCE_REPAIR:
        return str(pick)
    if prompt.kind == "orb.play":
        return play.pack.orb.cards[int(str(pick).partition(":")[0])].id
    card = pick if isinstance(pick, int) else _card_of(play, prompt, pick)
    return "" if card == NO_CARD else play.pack.cards[card].id


def _card_of(play: RacePlay, prompt: Prompt, pick: str) -> int:
    """Return the card of an option that is not a single card: the world of a good, the card of a power."""
    if prompt.kind in OF_GOODS:
        return world_of(pick)
    if prompt.kind == "takeover.power":
        return int(pick.partition("+")[0])
    if prompt.kind in ("consume.power", "consume.option"):
        return source_of(play, prompt.seat, pick).card
    return NO_CARD


def _nth(good: Pick) -> int:
    """Return the number of a good on its world."""
    return int(good.partition(":")[2]) if isinstance(good, str) and token_of(good) is None else 1


def _word(play: RacePlay, prompt: Prompt, pick: str) -> Targets:
    del play, prompt
    return (Word(pick),)


def _number(play: RacePlay, prompt: Prompt, pick: str) -> Targets:
    del play, prompt
    return (Number(int(pick)),)


def _power(play: RacePlay, prompt: Prompt, pick: str) -> Targets:
    """Return a power as targets: its card, and the number of the power on it, from 1."""
    source = source_of(play, prompt.seat, pick)
    if source.card == NO_CARD:
        return (Action(source.pick),)
    powers = play.pack.cards[source.card].powers
    place = next(place for place, power in enumerate(powers, 1) if power is source.power)
    return Piece(card_id(source.card)), Number(place)


def _takeover(play: RacePlay, prompt: Prompt, pick: str) -> Targets:
    del play, prompt
    return tuple(Piece(card_id(card_of(card))) for card in pick.split("+"))


def _way_to_repair(play: RacePlay, prompt: Prompt, pick: str) -> Targets:
    del play, prompt
    return (Piece(pick),) if pick == PRODUCE_REPAIR else (Action(pick),)


def _turned(play: RacePlay, prompt: Prompt, pick: str) -> Targets:
    del prompt
    card, _, turns = pick.partition(":")
    return Piece(play.pack.orb.cards[int(card)].id), Word(TURNS[int(turns)])


def _cell(play: RacePlay, prompt: Prompt, pick: str) -> Targets:
    del play, prompt
    return (Place(cell_id(cell_of(pick))),)


def _team(play: RacePlay, prompt: Prompt, pick: str) -> Targets:
    del play, prompt
    return (Piece(pick),)


def _use(play: RacePlay, prompt: Prompt, pick: str) -> Targets:
    """Return an artifact, and the way in which it is used."""
    del play, prompt
    artifact, _, use = pick.rpartition(":")
    return Piece(artifact), Word(use)


def _way_home(play: RacePlay, prompt: Prompt, pick: str) -> Targets:
    del play, prompt
    team, _, hub = pick.partition(":")
    return Piece(team_id(int(team))), Place(cell_id(cell_of(hub)))


_TARGETS: Mapping[str, Callable[[RacePlay, Prompt, str], Targets]] = {
    "search.category": _word,
    "consume.kinds": _word,
    "consume.gamble": _number,
    "consume.power": _power,
    "consume.option": _power,
    "takeover.power": _takeover,
    "repair.way": _way_to_repair,
    "orb.play": _turned,
    "orb.place": _cell,
    "orb.corner": _cell,
    "orb.move": _cell,
    "orb.team": _team,
    "orb.boost": _use,
    "orb.return": _way_home,
}
