"""Reads the figures that the heuristic of Roll for the Galaxy needs, from a seat's view and the catalogue."""

from collections.abc import Mapping

from galaxytables.roll.v1 import roll_pb2
from galaxytables.rules.v1 import rules_pb2
from galaxytables_bots.roll.evaluation import ANY, Stack, Standing, Tile, Tiles
from galaxytables_bots.strategy import Catalogue

_COLOURS: Mapping[int, str] = {
    roll_pb2.DIE_COLOUR_HOME: "home",
    roll_pb2.DIE_COLOUR_MILITARY: "military",
    roll_pb2.DIE_COLOUR_CONSUMPTION: "consumption",
    roll_pb2.DIE_COLOUR_NOVELTY: "novelty",
    roll_pb2.DIE_COLOUR_RARE: "rare",
    roll_pb2.DIE_COLOUR_GENES: "genes",
    roll_pb2.DIE_COLOUR_ALIEN: "alien",
}
_ENDING_TILES = 12


def tiles_of(catalogue: Catalogue) -> Tiles:
    """Return a function that gives the tile of a component id. Each tile is read once."""
    read: dict[str, Tile] = {}

    def tile(component: str) -> Tile:
        found = read.get(component)
        if found is None:
            found = read[component] = _tile(catalogue[component])
        return found

    return tile


def standing_of(view: roll_pb2.RollView, seat: int, tile: Tiles) -> Standing:
    """Return the figures from which the heuristic decides for a seat."""
    own = next(empire for empire in view.empires if empire.seat == seat)
    goods = [(tile(each.component).colour, _COLOURS[die.colour]) for each in own.tiles for die in each.goods]
    return Standing(
        len(view.empires),
        view.round,
        own.credits,
        len(own.citizenry.dice),
        [len(column.workers) for column in own.strip],
        own.selected - 1,
        len(own.wild),
        _stack(own.developments),
        _stack(own.worlds),
        goods,
        sum(max(0, each.goods_capacity - len(each.goods)) for each in own.tiles),
        [(each.development, each.world) for each in own.drawn],
        _ending(view),
    )


def _stack(stack: roll_pb2.Stack) -> Stack:
    return Stack([tile.component for tile in stack.tiles], len(stack.dice), stack.cost)


def _ending(view: roll_pb2.RollView) -> bool:
    tiles = max(len(empire.tiles) for empire in view.empires)
    return view.last_round or tiles >= _ENDING_TILES - 2 or view.vp_pool * 4 < view.vp_pool_size


def _tile(component: rules_pb2.Component) -> Tile:
    numbers = {fact.name: fact.number for fact in component.facts}
    words = {fact.name: fact.word for fact in component.facts}
    granted, goals = 0, list[str]()
    for power in component.powers:
        if power.kind == "gain_die":
            granted += sum(fact.number for fact in power.facts if fact.name == "count")
        elif power.kind == "reassign_by_majority":
            goals.append(ANY)
        elif power.kind == "reassign":
            goals += next(fact.words.words for fact in power.facts if fact.name == "to")
    return Tile(numbers.get("cost", 0), words.get("colour", ""), granted, tuple(goals))
