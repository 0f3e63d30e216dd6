"""Draws Roll for the Galaxy: the phases with all workers, the viewer's construction zone and empire, the other empires.

A die is a letter in its colour: H home, M military, C consumption, N novelty, R rare elements, G genes, A alien
technology. `[R]` is a die that selects the phase, and `[ ]` the place that such a die has left. `R*` shows a wild face.
`(R)` is an extra worker that is not a die.
"""

from collections.abc import Iterable, Iterator, Sequence

from rich.text import Text

from galaxytables.roll.v1 import roll_pb2
from galaxytables.rules.v1 import rules_pb2
from galaxytables_terminal.catalogue import number, word
from galaxytables_terminal.cells import fitted, padded
from galaxytables_terminal.drawing.scene import Area, Drawing, Look, Picture, Spot
from galaxytables_terminal.wording import Wording

_STEPS = {
    roll_pb2.STEP_START: "roll-step-start",
    roll_pb2.STEP_ASSIGN: "roll-step-assign",
    roll_pb2.STEP_EXPLORE: "roll-step-explore",
    roll_pb2.STEP_DEVELOP: "roll-step-develop",
    roll_pb2.STEP_SETTLE: "roll-step-settle",
    roll_pb2.STEP_PRODUCE: "roll-step-produce",
    roll_pb2.STEP_SHIP: "roll-step-ship",
    roll_pb2.STEP_MANAGE: "roll-step-manage",
    roll_pb2.STEP_OVER: "roll-step-over",
}
_PHASES = {
    roll_pb2.PHASE_EXPLORE: ("I", "roll-step-explore"),
    roll_pb2.PHASE_DEVELOP: ("II", "roll-step-develop"),
    roll_pb2.PHASE_SETTLE: ("III", "roll-step-settle"),
    roll_pb2.PHASE_PRODUCE: ("IV", "roll-step-produce"),
    roll_pb2.PHASE_SHIP: ("V", "roll-step-ship"),
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
_PHASE_WIDTH = 8
_NAME_WIDTH = 24
_NARROW = 48


def draw(view: roll_pb2.RollView, look: Look) -> Picture:
    """Draw the drawn tiles and the phases first, then the viewer's zone and empire, then those of others clockwise."""
    say = look.say
    parts = [say("draw-round", round=view.round) if view.round else "", say.one_of(_STEPS, view.step)]
    if view.HasField("turn"):
        parts.append(say("draw-turn", who=look.people.name(view.turn)))
    parts.append(say("roll-vp-left", vp=view.vp_pool, all=view.vp_pool_size))
    parts.append(say("roll-bag", tiles=view.bag))
    parts.append(say("draw-last-round") if view.last_round and view.step != roll_pb2.STEP_OVER else "")
    return Picture(
        headline=" · ".join(filter(None, parts)),
        figures={empire.seat: _figures(empire, say) for empire in view.empires},
        areas=tuple(_areas(view, look)),
    )


def line(component: rules_pb2.Component, look: Look) -> Text:
    """Write a tile in one line: name, kind, cost, and as much of its text as fits."""
    width = look.width
    name = fitted(component.name, _NAME_WIDTH if width >= _NARROW else max(8, width - 12))
    kind = padded(_kind(component, look.say), _KIND_WIDTH)
    cost = number(component, "cost")
    text = Text.assemble((name, "bold"), f" {kind}", "" if cost is None else f"{cost}", no_wrap=True)
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
            yield Area(look.say("roll-drawn"), tuple(_drawn(empire, look)), columns=2)
    yield Area(look.say("roll-phases"), body=_strip(view, empires, look))
    for empire in empires:
        own = empire.seat == look.viewer
        say = look.say
        whose = say("roll-your") if own else say("talk-speaker", who=look.people.name(empire.seat))
        yield _stack(say("roll-developments", whose=whose), empire.developments, look)
        yield _stack(say("roll-worlds", whose=whose), empire.worlds, look)
        score = _points(empire.score)
        yield Area(
            say("roll-empire", whose=whose, tiles=len(empire.tiles), vp=score),
            tuple(_tile(tile, look) for tile in empire.tiles),
            body=_pools(empire, look),
        )


def _drawn(empire: roll_pb2.Empire, look: Look) -> Iterator[Spot]:
    for tile in empire.drawn:
        for side in (tile.development, tile.world):
            yield Spot(_short(look.catalogue.get(side), look.say), side, (tile.id,))


def _strip(view: roll_pb2.RollView, empires: Sequence[roll_pb2.Empire], look: Look) -> Text:
    """Write one line for each phase: whether it is active, and the workers of each player there."""
    lines = []
    for phase in view.phases:
        mark = "x" if view.step > roll_pb2.STEP_ASSIGN and not phase.active else "-" if phase.done else " "
        mark = ">" if _under_way(view, phase) else mark
        numeral, name = _PHASES.get(phase.phase, ("", ""))
        text = Text(f"{mark} {numeral:<3} {padded(look.say(name), _PHASE_WIDTH)}", no_wrap=not look.marks)
        text.append_text(look.marks.beside(phase.id))
        text.append(f" {look.say('roll-extra-die')} " if phase.extra_die else "")
        for empire in empires:
            columns = [column for column in empire.strip if column.phase == phase.phase]
            workers = [each for column in columns for each in column.workers]
            left = empire.selected == phase.phase and not any(worker.selecting for worker in workers)
            place = look.marks.beside(*(column.id for column in columns))
            if workers or left or place:
                text.append(f" {_name(empire, look)}")
                text.append_text(place)
                text.append(" ")
                text.append_text(_workers(workers, look))
                text.append(" [ ]" if left else "")
        lines.append(text)
    for empire in empires:
        name, dictate = _name(empire, look), look.marks.beside(empire.dictate.id)
        if empire.wild:
            lines.append(Text.assemble(f"  {look.say('roll-wild')} {name} ", _workers(empire.wild, look)))
        if empire.dictate.workers or dictate:
            said = f"  {look.say('roll-dictate')} {name}"
            lines.append(Text.assemble(said, dictate, " ", _workers(empire.dictate.workers, look)))
        if empire.screen.dice:
            lines.append(Text.assemble(f"  {look.say('roll-screen')} {name} ", _dice(empire.screen.dice, look)))
    return Text("\n").join(lines)


def _under_way(view: roll_pb2.RollView, phase: roll_pb2.PhaseTile) -> bool:
    return view.step - roll_pb2.STEP_EXPLORE == phase.phase - roll_pb2.PHASE_EXPLORE


def _stack(title: str, stack: roll_pb2.Stack, look: Look) -> Area:
    say = look.say
    spots = [Spot(_short(look.catalogue.get(tile.component), say), tile.component, (tile.id,)) for tile in stack.tiles]
    place = look.marks.beside(stack.id)
    body = place or None
    if stack.dice or stack.cost:
        said = say("roll-workers-of" if stack.cost else "roll-workers", count=len(stack.dice), cost=stack.cost)
        body = Text.assemble(f"{said} ", _dice(stack.dice, look), " " if place else "", place)
    return Area(f"{title} · {stack.count}", spots, body=body, empty=say("roll-no-tile"))


def _tile(tile: roll_pb2.Tile, look: Look) -> Spot:
    text = _short(look.catalogue.get(tile.component), look.say)
    if tile.goods:
        text.append(f" {look.say('roll-good')} ")
        text.append_text(_dice(tile.goods, look))
    elif tile.goods_capacity:
        text.append(" -")
    if tile.bonus:
        text.append(f" +{tile.bonus} {look.say('draw-vp')}")
    return Spot(text, tile.component, (tile.id,))


def _pools(empire: roll_pb2.Empire, look: Look) -> Text:
    return Text.assemble(*_pool("roll-cup", empire.cup, look), "   ", *_pool("roll-citizenry", empire.citizenry, look))


def _pool(name: str, pool: roll_pb2.Dice, look: Look) -> tuple[Text | str, ...]:
    return (look.say(name), look.marks.beside(pool.id), " ", _dice(pool.dice, look))


def _figures(empire: roll_pb2.Empire, say: Wording) -> str:
    score = _points(empire.score)
    parts = (
        f"{score:>3} {say('roll-vp', chips=empire.chips)}",
        f"${empire.credits}",
        say("roll-tiles", count=len(empire.tiles)),
        say("roll-in-cup", count=len(empire.cup.dice)),
    )
    return "  ".join(parts)


def _points(score: roll_pb2.Score) -> int:
    return score.chips + score.developments + score.worlds + score.bonuses


def _kind(tile: rules_pb2.Component, say: Wording) -> str:
    return say.word("roll-kind", word(tile, "colour") or tile.kind)


def _short(tile: rules_pb2.Component, say: Wording) -> Text:
    kind = " ".join(filter(None, (_kind(tile, say), str(number(tile, "cost") or 0))))
    return Text(f"{tile.name} ({kind})", no_wrap=True)


def _name(empire: roll_pb2.Empire, look: Look) -> str:
    return look.people.own_or_name(empire.seat, look.viewer)


def _dice(dice: Iterable[roll_pb2.Die], look: Look) -> Text:
    return Text(" ").join(Text.assemble(_DICE.get(die.colour, ("?", "")), look.marks.beside(die.id)) for die in dice)


def _workers(workers: Iterable[roll_pb2.Worker], look: Look) -> Text:
    return Text(" ").join(Text.assemble(_worker(worker), look.marks.beside(worker.id)) for worker in workers)


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
