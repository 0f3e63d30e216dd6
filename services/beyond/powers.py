"""Lasting powers: who has which, and each kind once.

Powers stand on researched and private technologies, colonised systems, and advanced mats from an automation level
on. A power never asks which card it stands on.
"""

from collections.abc import Iterable
from typing import TypeVar

from services.beyond.cards import Power
from services.beyond.effects import (
    JumpBonus,
    LongJump,
    Modifier,
    SkipPrerequisite,
    TradeRate,
    WildTracks,
)
from services.beyond.state import BeyondPlay

M = TypeVar("M", bound=Modifier)


def powers_of(play: BeyondPlay, seat: int) -> list[Power]:
    """All powers that a seat has now, in the order of research, colonising and automation."""
    state, pack = play.state, play.pack
    faction = state.factions[seat]
    techs, on_tech = state.techs, pack.tech_powers
    powers = [power for slot in faction.researched for power in on_tech[techs[slot]]]
    if faction.private:
        powers += [power for tech in faction.private for power in on_tech[tech]]
    if faction.colonies:
        powers += [power for colony in faction.colonies for power in pack.system_powers[colony.system]]
    for level, power in pack.mat_tables[faction.mat].powers:
        if len(faction.automation) >= level:
            powers.append(power)
    return powers


def modifiers(play: BeyondPlay, seat: int, kind: type[M]) -> list[M]:
    """The powers of one kind that a seat has now."""
    return [power.modifier for power in powers_of(play, seat) if isinstance(power.modifier, kind)]


def jump_bonus(play: BeyondPlay, seat: int) -> int:
    """Movement points that each jump has more."""
    return sum(power.points for power in modifiers(play, seat, JumpBonus))


def long_jump_exceptions(play: BeyondPlay, seat: int) -> frozenset[int] | None:
    """Locations from which a long jump is not possible; None if the seat has no long jump."""
    powers = modifiers(play, seat, LongJump)
    if not powers:
        return None
    by_id = play.pack.sides[play.seats].by_id
    exceptions = [frozenset(by_id[place] for place in power.except_from if place in by_id) for power in powers]
    return frozenset.intersection(*exceptions)


def trade_price(play: BeyondPlay, seat: int, trade: str) -> int:
    """Ore that a trade costs (R5.5, R5.6)."""
    trades = play.pack.mats[play.state.factions[seat].mat].trades
    printed = trades.ore_to_pop if trade == "ore_to_pop" else trades.retire_ship
    return min([printed, *(power.ore for power in modifiers(play, seat, TradeRate) if power.trade == trade)])


def has_wild_tracks(play: BeyondPlay, seat: int) -> bool:
    """Whether discs may come from either track."""
    return bool(modifiers(play, seat, WildTracks))


def missing_allowed(powers: Iterable[SkipPrerequisite], level: int, required: int, *, discovered: bool) -> int:
    """How many prerequisites of a technology may be missing for who has these powers."""
    return sum(
        power.skip
        for power in powers
        if level in power.levels and required == power.when_required and (discovered or not power.discovered_only)
    )
