"""Computes the effects of powers: on costs, on what worlds can hold, and on what tasks and phase ends bring."""

from galaxytables_kit import Seat, seated
from galaxytables_roll.components.kinds import (
    AnyPower,
    ChipsAtPhaseEnd,
    ConsumeChips,
    ConsumeCredits,
    CostReduction,
    CreditsAtPhaseEnd,
    CreditsIfHighestWorld,
    CreditsIfMostDevelopments,
    CreditsIfScoutedWith,
    CreditsOnCompletion,
    CreditsPerCitizenryDie,
    CreditsPerGoodOfDie,
    CreditsPerGoodOnWorld,
    ExtraWorkers,
    GoodsCapacity,
    Moment,
    TradeCredits,
)
from galaxytables_roll.components.tiles import Face, Pack
from galaxytables_roll.dice import DIE, DIE_WORDS, PHASE_WORDS, count_colour
from galaxytables_roll.gains import gain_chips, gain_credits
from galaxytables_roll.state import RollPlay, RollState, SeatState, exploring, working

BUILD_MOMENTS: tuple[Moment, Moment] = ("develop", "settle")
"""The phase that builds each side of a tile."""

VP_FOR_CONSUMING, VP_FOR_MATCHING = 1, 1
"""VP for a Consume, and the additional VP for a good of the world's colour, and for such a shipper (R8.4)."""

_NO_FLOOR = 1.5
"""Reductions without a floor sort after those that stop above 1 and before those that stop at 1 (R6.12)."""


def cost(pack: Pack, mine: SeatState, face: Face) -> int:
    """Return how many workers a player needs to complete a tile (R6.12-R6.14)."""
    needed = face.cost
    reductions = pack.powers[BUILD_MOMENTS[face.world]].of(CostReduction, mine.empire)
    if len(reductions) > 1:
        reductions.sort(key=lambda power: -(_NO_FLOOR if power.floor is None else power.floor))
    for power in reductions:
        if (power.world_colours is None or face.colour in power.world_colours) and (
            face.reassign or not power.reassign_only
        ):
            needed = max(needed - power.amount, min(power.floor or 0, needed))
    return needed


def capacity(pack: Pack, mine: SeatState) -> int:
    """Return how many goods each non-grey world of a player can hold (R7.3)."""
    return 1 + sum(power.extra for power in pack.powers["always"].of(GoodsCapacity, mine.empire))


def virtual_workers(pack: Pack, mine: SeatState, phase: int) -> list[int]:
    """Return the colours of the virtual workers, which have no die, of a player in a phase (R13.19)."""
    powers = pack.powers[PHASE_WORDS[phase]].of(ExtraWorkers, mine.empire)
    return [DIE[colour] for power in powers for colour in power.colours]


def pay_for_completion(play: RollPlay, seat: Seat, face: Face) -> None:
    """Give a player the credits that powers pay for a completed tile.

    Only powers of tiles that the empire had before count (R13.24).
    """
    powers = play.pack.powers[BUILD_MOMENTS[face.world]]
    for other, power in powers.held(CreditsOnCompletion, play.state.seats[seat].empire):
        if other != face.number and power.world_colour in (None, face.colour):
            gain_credits(play, seat, power.amount, play.pack.faces[other].id)


def trade_price(pack: Pack, mine: SeatState, world: Face) -> int:
    """Return how many credits a player gets for trading a good of a world (R8.3)."""
    assert world.colour is not None  # noqa: S101 - worlds have a colour, the loader checked
    powers = pack.powers["ship"].of(TradeCredits, mine.empire)
    return pack.trade[world.colour] + sum(
        power.amount for power in powers if power.world_colours is None or world.colour in power.world_colours
    )


def consume_value(pack: Pack, mine: SeatState, world: Face, good: int, shipper: int) -> int:
    """Return how many VP a player gets for consuming a good of a world with a shipper (R8.4, R8.5)."""
    matching = (world.colour, "consumption")
    powers = pack.powers["ship"].of(ConsumeChips, mine.empire)
    return (
        VP_FOR_CONSUMING
        + VP_FOR_MATCHING * (DIE_WORDS[good] in matching)
        + VP_FOR_MATCHING * (DIE_WORDS[shipper] in matching)
        + sum(power.amount for power in powers if power.world_colours is None or world.colour in power.world_colours)
    )


def pay_for_consuming(play: RollPlay, seat: Seat, world: Face) -> None:
    """Give a player the credits that powers pay for a Consume task."""
    for face, power in play.pack.powers["ship"].held(ConsumeCredits, play.state.seats[seat].empire):
        if power.world_colours is None or world.colour in power.world_colours:
            gain_credits(play, seat, power.amount, play.pack.faces[face].id)


def gain_at_phase_end(play: RollPlay) -> None:
    """Every player, in player order, gets the gains of their powers at the end of a phase (R12.6).

    No worker is needed for these gains.
    """
    holders = play.pack.powers[PHASE_WORDS[working(play).phase]].all
    for seat in play.state.order:
        empire = play.state.seats[seat].empire
        for face in empire if not holders.keys().isdisjoint(empire) else ():
            for power in holders.get(face, ()):
                _gain(play, seat, power, play.pack.faces[face].id)


def _gain(play: RollPlay, seat: Seat, power: AnyPower, source: str) -> None:
    match power:
        case CreditsAtPhaseEnd():
            gain_credits(play, seat, power.amount, source)
        case ChipsAtPhaseEnd():
            gain_chips(play, seat, power.amount, source)
        case CreditsPerCitizenryDie():
            _citizenry(play, seat, power, source)
        case CreditsIfScoutedWith():
            _scouted(play, seat, power, source)
        case CreditsIfMostDevelopments():
            _most_developments(play, seat, power, source)
        case CreditsPerGoodOnWorld():
            _goods_on_worlds(play, seat, power, source)
        case CreditsPerGoodOfDie():
            _goods_of_die(play, seat, power, source)
        case CreditsIfHighestWorld():
            _highest_world(play, seat, power, source)


def _citizenry(play: RollPlay, seat: Seat, power: CreditsPerCitizenryDie, source: str) -> None:
    dice = count_colour(play.state.seats[seat].citizenry, DIE[power.die_colour])
    gain_credits(play, seat, power.amount * -(-dice // power.group), source)


def _scouted(play: RollPlay, seat: Seat, power: CreditsIfScoutedWith, source: str) -> None:
    if DIE[power.die_colour] in exploring(play).scouted[seat]:
        gain_credits(play, seat, power.amount, source)


def _most_developments(play: RollPlay, seat: Seat, power: CreditsIfMostDevelopments, source: str) -> None:
    """Gain credits for strictly most developments; a tie gives nothing (R13.22)."""
    counts = [sum(not play.pack.faces[face].world for face in each.empire) for each in play.state.seats]
    if all(count < counts[seat] for other, count in seated(counts) if other != seat):
        gain_credits(play, seat, power.amount, source)


def _goods_on_worlds(play: RollPlay, seat: Seat, power: CreditsPerGoodOnWorld, source: str) -> None:
    goods = play.state.seats[seat].goods
    count = sum(len(on) for world, on in goods.items() if play.pack.faces[world].colour == power.world_colour)
    gain_credits(play, seat, power.amount * count, source)


def _goods_of_die(play: RollPlay, seat: Seat, power: CreditsPerGoodOfDie, source: str) -> None:
    """Gain credits for goods by the colour of the die, whatever world it is on (R13.11)."""
    count = sum(count_colour(on, DIE[power.die_colour]) for on in play.state.seats[seat].goods.values())
    gain_credits(play, seat, power.amount * count, source)


def _highest_world(play: RollPlay, seat: Seat, power: CreditsIfHighestWorld, source: str) -> None:
    """Gain credits for the highest printed cost of a world; a tie gives nothing (R13.15, R13.16)."""
    highest = [dearest_world(play.pack, each) for each in play.state.seats]
    if all(dearest < highest[seat] for other, dearest in seated(highest) if other != seat):
        gain_credits(play, seat, power.amount, source)


def dearest_world(pack: Pack, mine: SeatState) -> int:
    """Return the highest printed cost among a player's worlds; -1 if the player has none."""
    return max((pack.faces[face].cost for face in mine.empire if pack.faces[face].world), default=-1)


def world_count(pack: Pack, mine: SeatState, colour: str) -> int:
    """Return how many worlds of a colour a player's empire has."""
    return sum(pack.faces[face].colour == colour for face in mine.empire)


def in_lead(state: RollState, pack: Pack, seat: Seat, colour: str) -> bool | None:
    """Return whether a player has the most worlds of a colour.

    True means that the player alone has the most, None that the player is tied (also at 0 worlds, R13.12), and False
    that another player has more.
    """
    counts = [world_count(pack, each, colour) for each in state.seats]
    if counts[seat] < max(counts):
        return False
    return True if counts.count(counts[seat]) == 1 else None
