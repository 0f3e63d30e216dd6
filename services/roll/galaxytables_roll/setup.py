"""Lays out the table: factions, home worlds, dice and start tiles (R2.1-R2.5, R2.10-R2.13)."""

from galaxytables_kit import Chance, seats_of
from galaxytables_roll.components.kinds import GainCredits, GainDie, StartingCredits
from galaxytables_roll.components.numbers import FaceNumber
from galaxytables_roll.components.tiles import HOME_DICE_IN_CITIZENRY, HOME_DICE_IN_CUP, Faction, Pack
from galaxytables_roll.dice import DIE, PHASES, Colour, OwnedDie
from galaxytables_roll.gains import MAX_CREDITS
from galaxytables_roll.state import RollState, SeatState, number_dice

START_TILES = 2

# During set-up a die is only a colour; `number_dice` numbers them.
_HOME_DIE = OwnedDie(Colour.HOME)


def lay_out(seats: int, pack: Pack, chance: Chance) -> RollState:
    """Return a new table, on which players next choose the sides of their start tiles (R2.1-R2.5, R2.10-R2.13)."""
    bag = [development.tile for development, _ in pack.sides]
    factions, homes = list(pack.factions), list(pack.home_worlds)
    chance.shuffle(bag)
    chance.shuffle(factions)
    chance.shuffle(homes)
    supply = [die.count for die in pack.dice]
    players = [_player(pack, supply, factions[seat], homes[seat]) for seat in range(seats)]
    for player in players:
        player.drawn = [bag.pop() for _ in range(START_TILES)]
    first = min(seats_of(seats), key=lambda seat: players[seat].faction)
    return RollState(players, bag, supply, [*seats_of(seats, first)])


def _player(pack: Pack, supply: list[int], faction: Faction, home: FaceNumber) -> SeatState:
    empire = [*faction.halves, home]
    player = SeatState(
        faction.number,
        1,
        empire,
        [_HOME_DIE] * HOME_DICE_IN_CUP,
        [_HOME_DIE] * HOME_DICE_IN_CITIZENRY,
        goods={face: [] for face in empire if pack.faces[face].goods},
        stacks=[[], []],
        builders=[[], []],
        strip=[[] for _ in range(PHASES)],
    )
    supply[0] -= HOME_DICE_IN_CUP + HOME_DICE_IN_CITIZENRY
    for face in empire:
        for effect in pack.faces[face].immediate:
            if isinstance(effect, StartingCredits):
                player.credits = min(effect.amount, MAX_CREDITS)
            elif isinstance(effect, GainDie):
                _grant(player, supply, face, effect)
            elif isinstance(effect, GainCredits):
                player.credits = min(player.credits + effect.amount, MAX_CREDITS)
    number_dice(player)
    return player


def _grant(player: SeatState, supply: list[int], face: FaceNumber, effect: GainDie) -> None:
    colour = DIE[effect.colour]
    supply[colour] -= effect.count
    place = {"cup": player.cup, "citizenry": player.citizenry}.get(effect.to)
    (player.goods[face] if place is None else place).extend([OwnedDie(colour)] * effect.count)
