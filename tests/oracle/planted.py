"""Mistakes planted in the rules, to see that the transcripts find them."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from msgspec import Struct

from galaxytables_kit import Seat
from galaxytables_kit.pack import load_packs
from galaxytables_race.abilities import Abilities
from galaxytables_race.components.cards import Card, CardNumber, Goal, Pack
from galaxytables_race.components.vocabulary import endgame
from galaxytables_race.goals import needed
from galaxytables_race.rules import RACE
from galaxytables_race.state import Empire
from galaxytables_race.table import RacePlay
from galaxytables_race.table.agenda import EXPLORE_1_1
from galaxytables_race.takeovers.strength import strengths_for
from tests.oracle.check import replay
from tests.oracle.difference import Difference
from tests.oracle.transcript import read

EVERY = 12
"""Of each file game whose place is a multiple of this is tried."""


class Mistake(Struct, frozen=True):
    """A wrong rule: what is wrong, against which paragraph, and how it is planted for as long as a context lasts."""

    name: str
    paragraph: str
    plant: Callable[[], AbstractContextManager[object]]


def _less_to_develop(able: Abilities, card: Card) -> int:
    return card.cost - sum(amount for when, amount in able.develop_discounts if when is None or when.fits(card)) - 1


def _general_military(able: Abilities, card: Card) -> int:
    del card
    return able.military


def _one_less(goal: Goal) -> int:
    return needed(goal) - (goal.type == "first")


def _nothing(*_: object, **__: object) -> None:
    """A rule that is left out."""


def _no(*_: object, **__: object) -> bool:
    return False


def _single(play: RacePlay, seat: Seat) -> int:
    del play, seat
    return 1


def _too_many(measure: endgame.VpChips, empire: Empire, _: Abilities) -> int:
    return empire.chips // measure.size + 1


def _worlds_without_defense(
    pack: Pack, attacker: Abilities, owner: Abilities, world: CardNumber, power: CardNumber
) -> tuple[int, int]:
    attack, defense = strengths_for(pack, attacker, owner, world, power)
    return attack, defense - pack.cards[world].cost


def _instead(name: str, wrong: object) -> Callable[[], AbstractContextManager[object]]:
    return lambda: patch(f"galaxytables_race.{name}", wrong)


def _entry(name: str, key: object, wrong: object) -> Callable[[], AbstractContextManager[object]]:
    return lambda: patch.dict(f"galaxytables_race.{name}", {key: wrong})


MISTAKES: Sequence[Mistake] = (
    Mistake("Explore +1/+1 gives nothing", "R5.2", _entry("phases.explore.EXPLORE_BONUS", EXPLORE_1_1, (0, 0))),
    Mistake("developments cost a card less", "R6.3", _instead("phases.develop.development_price", _less_to_develop)),
    Mistake("windfall worlds are placed without a good", "R7.8", _instead("phases.settle.put_good", _no)),
    Mistake("Settle brings no card to who chose it", "R7.9", _instead("phases.placing.has_bonus", _no)),
    Mistake(
        "military against some worlds counts for none",
        "R1.10",
        _instead("reach.strength_against", _general_military),
    ),
    Mistake(
        "worlds do not defend themselves in a takeover",
        "R14.10",
        _instead("phases.takeovers.resolution.strengths_for", _worlds_without_defense),
    ),
    Mistake("a rare good is sold for a card more", "R8.1", _entry("abilities.TRADE_VALUE", "rare", 4)),
    Mistake("x2 does not double", "R8.5", _instead("powers.consume.multiplier", _single)),
    Mistake("nothing is drawn for goods produced", "R9.6", _instead("phases.produce._cards_for", _no)),
    Mistake("First goals are given for one less", "R13.2", _instead("goals.needed", _one_less)),
    Mistake("icons bring no prestige to who settles", "R16.1", _instead("phases.settle.prestige_for_icon", _nothing)),
    Mistake("the game goes on at twelve cards", "R11.1", _instead("phases.round.TABLEAU_END", 13)),
    Mistake(
        "scoring cards count VP chips too high",
        "R11.4",
        _entry("scoring._COUNTS", endgame.VpChips, _too_many),
    ),
)
"""Rules of all phases, each wrong in one thing."""


def games(folder: Path) -> list[dict[str, Any]]:
    """The games that are tried."""
    return list(read(folder, every=EVERY))


def found(mistake: Mistake, tried: Sequence[dict[str, Any]]) -> Iterator[str]:
    """The first difference of each game that finds the mistake."""
    with mistake.plant():
        packs = load_packs(RACE)  # a pack remembers what was worked out by the rules as they were
        for game in tried:
            try:
                replay(game, packs)
            except Difference as difference:
                yield f"{game['id']}: {difference}"
