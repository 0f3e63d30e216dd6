"""Race for the Galaxy: the own hand with prices and points, and the tableaus with goods and points."""

from collections.abc import Iterable, Iterator

from rich.text import Text

from clients.terminal.catalogue import number, word
from clients.terminal.drawing.race_invasion import invasion_area, invasion_figures
from clients.terminal.drawing.race_orb import orb_areas
from clients.terminal.drawing.race_prestige import prestige_figures, revealed_area, saved_marks
from clients.terminal.drawing.race_takeovers import takeovers_area, threat
from clients.terminal.drawing.scene import Area, Drawing, Look, Picture, Spot
from galaxy.race.v1 import race_pb2
from galaxy.rules.v1 import rules_pb2

_PHASES = {
    race_pb2.PHASE_DRAFT: "draft",
    race_pb2.PHASE_SETUP: "first hands",
    race_pb2.PHASE_ACTIONS: "choose actions",
    race_pb2.PHASE_SEARCH: "Search",
    race_pb2.PHASE_EXPLORE: "Explore",
    race_pb2.PHASE_DEVELOP: "Develop",
    race_pb2.PHASE_SETTLE: "Settle",
    race_pb2.PHASE_CONSUME: "Consume",
    race_pb2.PHASE_PRODUCE: "Produce",
    race_pb2.PHASE_ROUND_END: "hand limit",
    race_pb2.PHASE_INVASION: "Invasion",
    race_pb2.PHASE_ORB: "orb",
    race_pb2.PHASE_OVER: "over",
}
_ACTIONS = {
    "explore_5_0": "Explore +5",
    "explore_1_1": "Explore +1+1",
    "explore_orb": "Orb explore",
    "develop": "Develop",
    "develop_2": "Develop",
    "settle": "Settle",
    "settle_2": "Settle",
    "consume_trade": "Trade",
    "consume_x2": "Consume x2",
    "produce": "Produce",
    "search": "Search",
    "produce_repair": "Produce, repair",
}
_NAME_WIDTH = 24
_NARROW = 48


def draw(view: race_pb2.RaceView, look: Look) -> Picture:
    """Draw the own cards and tableau, then the other tableaus clockwise."""
    phase = _PHASES.get(view.phase, "")
    agenda = [_PHASES[each] for each in view.agenda if each != race_pb2.PHASE_ROUND_END]
    parts = [
        f"round {view.round}" if view.round else "",
        f"second {phase}" if view.second else phase,
        f"then {', '.join(agenda)}" if agenda else "",
        f"{view.pool} VP in the pool",
        f"deck {view.deck}",
    ]
    return Picture(
        headline=" · ".join(filter(None, parts)),
        figures={empire.seat: _figures(empire, view) for empire in view.empires},
        areas=tuple(_areas(view, look)),
    )


def line(card: rules_pb2.Component, width: int) -> Text:
    """Write a card as printed: name, what it is; cost or defense, and points (`?` where the end decides) if it has."""
    text = _name_and_kind(card, width)
    if card.kind in ("development", "world"):
        points = number(card, "vp")
        text.append(f"{_price(card):<7} {'?' if points is None else points} VP")
    text.truncate(max(1, width), overflow="ellipsis")
    return text


def _areas(view: race_pb2.RaceView, look: Look) -> Iterator[Area]:
    for title, cards in (
        ("Start worlds to choose from", view.start_worlds),
        ("Cards to draft from", view.draft_pack),
        ("Explored" if view.round else "Opening hand", view.drawn),
    ):
        if cards:
            yield Area(f"{title} · {len(cards)}", [_in_hand(card, look) for card in cards], columns=1)
    yield from (revealed_area(empire, look) for empire in view.empires if empire.revealed)
    if view.saved:
        yield Area(f"Saved under a world · {len(view.saved)}", [_in_hand(card, look) for card in view.saved], columns=1)
    if look.viewer is not None:
        title = f"Your {'drafted cards' if view.phase == race_pb2.PHASE_DRAFT else 'hand'} · {len(view.hand)}"
        spots = [_in_hand(card, look) for card in view.hand]
        yield Area(f"{title} · price, VP it adds", spots, columns=1, empty="no cards")
    if view.goals:
        yield Area("Goals · what each has, and what is needed", [_goal(goal, look) for goal in view.goals], columns=1)
    if view.HasField("invasion"):
        yield invasion_area(view, look)
    if view.HasField("orb"):
        yield from orb_areas(view, look)
    if view.takeovers:
        yield takeovers_area(view, look)
    first = look.viewer or 0
    seats = max(1, len(view.empires))
    for empire in sorted(view.empires, key=lambda empire: (empire.seat - first) % seats):
        whose = "Your tableau" if empire.seat == look.viewer else look.people.name(empire.seat)
        title = " · ".join([whose, *_strengths(empire)])
        yield Area(title, tuple(_placed(empire, look)), empty="nothing yet")


def _goal(goal: race_pb2.GoalTile, look: Look) -> Spot:
    """Write a goal tile: its name, what each seat has, who holds it."""
    values = "/".join(str(value) for value in goal.values)
    holders = ", ".join(look.people.name(seat) for seat in goal.holders)
    kind = "most, at least" if goal.most else "first to"
    text = f"{look.catalogue.name(goal.component)} ({kind} {goal.needed}): {values}{f' · {holders}' if holders else ''}"
    line_ = Text(text, no_wrap=True)
    line_.truncate(max(1, look.width - 2), overflow="ellipsis")
    return Spot(line_)


def _in_hand(held: race_pb2.HeldCard, look: Look) -> Spot:
    card = look.catalogue.get(held.component)
    width = look.width - 2
    text = _name_and_kind(card, width)
    if held.HasField("missing_military") and held.missing_military == 0:
        price = "conquer"
    elif held.HasField("price"):
        price = f"pay {held.price}"
    elif held.HasField("missing_military"):
        price = f"{held.missing_military} short"
    else:
        price = _price(card)
    text.append(f"{price:<8}{held.vp_gain:+}")
    text.truncate(max(1, width), overflow="ellipsis")
    return Spot(text, held.component, option=held.id)


def _placed(empire: race_pb2.Empire, look: Look) -> Iterator[Spot]:
    """Cards of a tableau: `*` for a good, `new` and `damaged` where powers do not work, attack against defense."""
    for card in empire.cards:
        marks = "*" * len(card.goods) + (" new" if card.fresh else "") + (" damaged" if card.damaged else "")
        text = Text(
            f"{look.catalogue.name(card.component)} {card.vp}{marks}{saved_marks(card)}{threat(card)}", no_wrap=True
        )
        yield Spot(text, card.component, option=card.id)
    if empire.HasField("placing"):
        shown = empire.placing
        text = Text(f"{look.catalogue.name(shown.component)} (shown)", style="italic", no_wrap=True)
        yield Spot(text, shown.component, option=shown.id)


def _figures(empire: race_pb2.Empire, view: race_pb2.RaceView) -> str:
    leads = view.HasField("prestige_leader") and view.prestige_leader == empire.seat
    parts = [
        f"{empire.tally.total:>3} VP ({empire.chips} in chips)",
        f"{empire.hand_size + empire.drawn_size:>2} cards",
        f"military {empire.military}",
        prestige_figures(empire, leads=leads),
        invasion_figures(empire),
        ", ".join(_action_names(empire.actions)),
    ]
    return "  ".join(filter(None, parts))


def _action_names(actions: Iterable[str]) -> list[str]:
    return [_ACTIONS.get(action, action) for action in actions]


def _strengths(empire: race_pb2.Empire) -> Iterator[str]:
    yield f"{len(empire.cards)} of {empire.tableau_end} cards"
    goods = sum(len(card.goods) for card in empire.cards)
    if goods:
        yield f"{goods} good{'' if goods == 1 else 's'}"
    for strength in empire.targeted:
        against = " ".join(fact.word or fact.name for fact in strength.against)
        yield f"{strength.strength:+} against {against}"
    if empire.deck or empire.discards:
        yield f"own deck {empire.deck}"


def _name_and_kind(card: rules_pb2.Component, width: int) -> Text:
    room = _NAME_WIDTH if width >= _NARROW else max(8, width - 24)
    name = Text(card.name, style="bold")
    name.truncate(room, overflow="ellipsis", pad=True)
    return Text.assemble(name, f" {_kind(card):<9} ", no_wrap=True)


def _kind(card: rules_pb2.Component) -> str:
    """Write what a component is: a card `dev`, `world`, or its good, with `+` for a production world."""
    if card.kind == "invasion":
        return f"wave {number(card, 'wave')}"
    if card.kind == "development":
        return "dev"
    if card.kind != "world":
        return card.kind.replace("_", " ")
    good = word(card, "good")
    if not good:
        return "world"
    return f"{good}{'+' if word(card, 'production') == 'production' else ''}"


def _price(card: rules_pb2.Component) -> str:
    defense = number(card, "defense")
    if defense is not None:
        return f"def {defense}"
    cost = number(card, "cost")
    return f"cost {cost}" if cost is not None else ""


DRAWING = Drawing(race_pb2.RaceView, draw, line)
