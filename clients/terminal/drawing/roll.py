"""Roll for the Galaxy: the phases with everybody's workers, the own construction zone and empire, the others.

A die is a letter in its colour: H home, M military, C consumption, N novelty, R rare elements, G genes, A alien
technology. `[R]` selects the phase, or did so and is elsewhere: `[ ]`. `R*` shows a wild face, `(R)` is an extra worker
that is no die.
"""

from collections.abc import Iterable, Iterator, Sequence

from rich.text import Text

from clients.terminal.catalogue import number, word
from clients.terminal.drawing.scene import Area, Drawing, Look, Picture, Spot
from galaxy.roll.v1 import roll_pb2
from galaxy.rules.v1 import rules_pb2

_STEPS = {
    roll_pb2.STEP_START: "start tiles",
    roll_pb2.STEP_ASSIGN: "assign",
    roll_pb2.STEP_EXPLORE: "explore",
    roll_pb2.STEP_DEVELOP: "develop",
    roll_pb2.STEP_SETTLE: "settle",
    roll_pb2.STEP_PRODUCE: "produce",
    roll_pb2.STEP_SHIP: "ship",
    roll_pb2.STEP_MANAGE: "manage empire",
    roll_pb2.STEP_OVER: "over",
}
_PHASES = {
    roll_pb2.PHASE_EXPLORE: "I   explore",
    roll_pb2.PHASE_DEVELOP: "II  develop",
    roll_pb2.PHASE_SETTLE: "III settle",
    roll_pb2.PHASE_PRODUCE: "IV  produce",
    roll_pb2.PHASE_SHIP: "V   ship",
}
_DICE = {
    roll_pb2.DIE_COLOUR_HOME: ("H", "bold white"),
    roll_pb2.DIE_COLOUR_MILITARY: ("M", "bold red"),
    roll_pb2.DIE_COLOUR_CONSUMPTION: ("C", "bold magenta"),
    roll_pb2.DIE_COLOUR_NOVELTY: ("N", "bold cyan"),
    roll_pb2.DIE_COLOUR_RARE: ("R", "bold dark_orange3"),
    roll_pb2.DIE_COLOUR_GENES: ("G", "bold green"),
    roll_pb2.DIE_COLOUR_ALIEN: ("A", "bold yellow"),
}
_KIND_WIDTH = 8
_NAME_WIDTH = 24
_NARROW = 48


def draw(view: roll_pb2.RollView, look: Look) -> Picture:
    """Draw drawn tiles and phases first, then the own zone and empire, then the others clockwise."""
    parts = [f"round {view.round}" if view.round else "", _STEPS.get(view.step, "")]
    if view.HasField("turn"):
        parts.append(f"{look.people.name(view.turn)}'s turn")
    parts.append(f"{view.vp_pool} of {view.vp_pool_size} VP left")
    parts.append(f"bag {view.bag}")
    parts.append("last round" if view.last_round and view.step != roll_pb2.STEP_OVER else "")
    return Picture(
        headline=" · ".join(filter(None, parts)),
        figures={empire.seat: _figures(empire) for empire in view.empires},
        areas=tuple(_areas(view, look)),
    )


def line(component: rules_pb2.Component, width: int) -> Text:
    """Write a tile in one line: name, what it is, its cost, what it does as far as there is room."""
    name = Text(component.name, style="bold")
    name.truncate(_NAME_WIDTH if width >= _NARROW else max(8, width - 12), overflow="ellipsis", pad=True)
    kind = "dev" if component.kind == "development" else word(component, "colour") or component.kind
    cost = number(component, "cost")
    text = Text.assemble(name, f" {kind:<{_KIND_WIDTH}}", "" if cost is None else f"{cost}", no_wrap=True)
    if width >= _NARROW and component.lines[1:]:
        text.append(f"  {'; '.join(component.lines[1:])}")
    text.truncate(max(1, width), overflow="ellipsis")
    return text


def _areas(view: roll_pb2.RollView, look: Look) -> Iterator[Area]:
    first = look.viewer or 0
    seats = max(1, len(view.empires))
    empires = sorted(view.empires, key=lambda empire: (empire.seat - first) % seats)
    for empire in empires:
        if empire.drawn:
            yield Area("Drawn tiles · both sides", tuple(_drawn(empire, look)), columns=2)
    yield Area("Phases", body=_strip(view, empires, look))
    for empire in empires:
        own = empire.seat == look.viewer
        whose = "Your" if own else f"{look.people.name(empire.seat)}:"
        yield _stack(f"{whose} developments under construction", empire.developments, look)
        yield _stack(f"{whose} worlds under construction", empire.worlds, look)
        score = _points(empire.score)
        yield Area(
            f"{whose} empire · {len(empire.tiles)} tiles · {score} VP",
            tuple(_tile(tile, look) for tile in empire.tiles),
            body=_pools(empire),
        )


def _drawn(empire: roll_pb2.Empire, look: Look) -> Iterator[Spot]:
    for tile in empire.drawn:
        for side in (tile.development, tile.world):
            yield Spot(_short(look.catalogue.get(side)), side, option=side)


def _strip(view: roll_pb2.RollView, empires: Sequence[roll_pb2.Empire], look: Look) -> Text:
    """One line a phase: whether it is on, and the workers of each player there."""
    lines = []
    for phase in view.phases:
        mark = "x" if view.step > roll_pb2.STEP_ASSIGN and not phase.active else "-" if phase.done else " "
        mark = ">" if _under_way(view, phase) else mark
        text = Text(f"{mark} {_PHASES.get(phase.phase, ''):<12}", no_wrap=True)
        text.append(" die " if phase.extra_die else "")
        for empire in empires:
            workers = [each for column in empire.strip if column.phase == phase.phase for each in column.workers]
            left = empire.selected == phase.phase and not any(worker.selecting for worker in workers)
            if workers or left:
                text.append(f" {_name(empire, look)} ")
                text.append_text(_workers(workers))
                text.append(" [ ]" if left else "")
        lines.append(text)
    for empire in empires:
        for what, dice in (("wild", empire.wild), ("Dictate", empire.dictate.workers)):
            if dice:
                lines.append(Text.assemble(f"  {what}: {_name(empire, look)} ", _workers(dice), no_wrap=True))
        if empire.screen.dice:
            lines.append(Text.assemble(f"  behind the screen: {_name(empire, look)} ", _dice(empire.screen.dice)))
    return Text("\n").join(lines)


def _under_way(view: roll_pb2.RollView, phase: roll_pb2.PhaseTile) -> bool:
    return view.step - roll_pb2.STEP_EXPLORE == phase.phase - roll_pb2.PHASE_EXPLORE


def _stack(title: str, stack: roll_pb2.Stack, look: Look) -> Area:
    tiles = [tile.component for tile in stack.tiles]
    spots = [Spot(_short(look.catalogue.get(tile)), tile, option=tile) for tile in tiles]
    body = None
    if stack.dice or stack.cost:
        of = f" of {stack.cost} workers" if stack.cost else ""
        body = Text.assemble(f"{len(stack.dice)}{of} on the top tile ", _dice(stack.dice), no_wrap=True)
    return Area(f"{title} · {stack.count}", spots, body=body, empty="no tile")


def _tile(tile: roll_pb2.Tile, look: Look) -> Spot:
    text = _short(look.catalogue.get(tile.component))
    if tile.goods:
        text.append(" good ")
        text.append_text(_dice(tile.goods))
    elif tile.goods_capacity:
        text.append(" -")
    if tile.bonus:
        text.append(f" +{tile.bonus} VP")
    return Spot(text, tile.component)


def _pools(empire: roll_pb2.Empire) -> Text:
    cup, citizenry = _dice(empire.cup.dice), _dice(empire.citizenry.dice)
    return Text.assemble("cup ", cup, "   citizenry ", citizenry, no_wrap=True)


def _figures(empire: roll_pb2.Empire) -> str:
    score = _points(empire.score)
    return (
        f"{score:>3} VP ({empire.chips} chips)  ${empire.credits}  {len(empire.tiles)} tiles  "
        f"{len(empire.cup.dice)} in cup"
    )


def _points(score: roll_pb2.Score) -> int:
    return score.chips + score.developments + score.worlds + score.bonuses


def _short(tile: rules_pb2.Component) -> Text:
    kind = "dev" if tile.kind == "development" else word(tile, "colour")
    return Text(f"{tile.name} ({' '.join(filter(None, (kind, str(number(tile, 'cost') or 0))))})", no_wrap=True)


def _name(empire: roll_pb2.Empire, look: Look) -> str:
    return "you" if empire.seat == look.viewer else look.people.name(empire.seat)


def _dice(dice: Iterable[roll_pb2.Die]) -> Text:
    return Text(" ").join(Text(*_DICE.get(die.colour, ("?", ""))) for die in dice)


def _workers(workers: Iterable[roll_pb2.Worker]) -> Text:
    return Text(" ").join(map(_worker, workers))


def _worker(worker: roll_pb2.Worker) -> Text:
    letter, style = _DICE.get(worker.colour, ("?", ""))
    if worker.face == roll_pb2.DIE_FACE_WILD:
        letter += "*"
    if worker.selecting:
        letter = f"[{letter}]"
    if worker.virtual:
        letter = f"({letter})"
    return Text(letter, style=style)


DRAWING = Drawing(roll_pb2.RollView, draw, line)
