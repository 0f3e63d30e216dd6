"""Jump Drive: the own hand with what each card would do, and what everybody has built."""

from collections.abc import Iterator

from rich.text import Text

from clients.terminal.catalogue import number, word
from clients.terminal.drawing.scene import Area, Drawing, Look, Picture, Spot
from galaxy.jump.v1 import jump_pb2
from galaxy.rules.v1 import rules_pb2

_PHASES = {
    jump_pb2.PHASE_OPENING: "opening hands",
    jump_pb2.PHASE_CHOOSE: "choose and pay",
    jump_pb2.PHASE_FOLLOW: "after the reveal",
    jump_pb2.PHASE_HAND_LIMIT: "hand limit",
    jump_pb2.PHASE_OVER: "over",
}
_ACTIONS = {
    jump_pb2.ACTION_DEVELOP: "develops",
    jump_pb2.ACTION_SETTLE: "settles",
    jump_pb2.ACTION_DEVELOP_AND_SETTLE: "develops and settles",
    jump_pb2.ACTION_EXPLORE: "explores",
}
_NAME_WIDTH = 22
_NARROW = 48


def draw(view: jump_pb2.JumpView, look: Look) -> Picture:
    """Draw the own hand and empire, then the other empires clockwise."""
    parts = [f"round {view.round}", _PHASES.get(view.phase, ""), f"deck {view.deck}"]
    if view.survey_teams:
        parts.append(f"{view.survey_teams} Survey Team{'s' if view.survey_teams > 1 else ''}")
    if view.goal_vp:
        parts.append(f"to {view.goal_vp} VP")
    return Picture(
        headline=" · ".join(filter(None, parts)),
        figures={empire.seat: _figures(empire, dealer=empire.seat == view.dealer) for empire in view.empires},
        areas=tuple(_areas(view, look)),
    )


def line(card: rules_pb2.Component, width: int) -> Text:
    """Write a card as printed: name, what it is, cost or defense, VP/cards each round (`+` where it grows), icons."""
    text = _name_and_kind(card, width)
    text.append(f"{_price(card):<7} {_printed(card, 'vp')}/{_printed(card, 'income')}")
    if width >= _NARROW and (icons := _icons(card)):
        text.append(f"  {icons}")
    text.truncate(max(1, width), overflow="ellipsis")
    return text


def _areas(view: jump_pb2.JumpView, look: Look) -> Iterator[Area]:
    if look.viewer is not None:
        limit = f" of {view.hand_limit}" if len(view.hand) > view.hand_limit > 0 else ""
        yield Area(
            f"Your hand · {len(view.hand)}{limit} · price, VP/cards it adds",
            [_in_hand(card, look) for card in view.hand],
            columns=1,
            empty="no cards",
        )
        aside = tuple(_set_aside(view, look))
        # Once revealed, what everybody does stands beside the names.
        action = _ACTIONS.get(view.aside.action, "") if view.phase == jump_pb2.PHASE_CHOOSE else ""
        if aside or action:
            yield Area(f"Set aside, face down{' · ' if action else ''}{action}", aside, empty="no card")
    first = look.viewer or 0
    seats = max(1, len(view.empires))
    for empire in sorted(view.empires, key=lambda empire: (empire.seat - first) % seats):
        whose = "Your empire" if empire.seat == look.viewer else look.people.name(empire.seat)
        yield Area(f"{whose} · {_strengths(empire)}", tuple(_built(empire, look)), empty="nothing yet")


def _in_hand(held: jump_pb2.HandCard, look: Look) -> Spot:
    card = look.catalogue.get(held.component)
    width = look.width - 2
    text = _name_and_kind(card, width)
    if held.conquerable:
        price = "conquer"
    elif held.HasField("price"):
        price = f"pay {held.price}"
    else:
        price = _price(card)
    text.append(f"{price:<8}{held.vp_gain:+}/{held.income_gain:+}")
    text.truncate(max(1, width), overflow="ellipsis")
    return Spot(text, held.component, option=held.id)


def _set_aside(view: jump_pb2.JumpView, look: Look) -> Iterator[Spot]:
    aside = view.aside
    for placing in aside.placing:
        yield Spot(Text(look.catalogue.name(placing.component), style="bold", no_wrap=True), placing.component)
    for card in aside.discarding:
        name = f"{look.catalogue.name(card.component)} (discard)"
        yield Spot(Text(name, no_wrap=True), card.component)
    for placed in view.empires[look.viewer or 0].cards:
        if aside.convoy and placed.id == aside.convoy:
            yield Spot(Text(f"{look.catalogue.name(placed.component)} (given up)", no_wrap=True), placed.component)


def _built(empire: jump_pb2.Empire, look: Look) -> Iterator[Spot]:
    for card in empire.cards:
        name = look.catalogue.name(card.component)
        yield Spot(Text(f"{name} {card.vp}/{card.income}", no_wrap=True), card.component)


def _figures(empire: jump_pb2.Empire, *, dealer: bool) -> str:
    parts = [
        f"{empire.vp:>3} VP ({empire.vp_per_round:+})",
        f"{empire.hand_size:>2} card{_plural(empire.hand_size)} ({empire.income:+})",
        f"military {empire.military}",
        "dealer" if dealer else "",
        _ACTIONS.get(empire.action, ""),
    ]
    return "  ".join(filter(None, parts))


def _strengths(empire: jump_pb2.Empire) -> str:
    parts = [f"{len(empire.cards)} card{_plural(len(empire.cards))}"]
    parts.extend(f"{part.strength:+} against {part.against}" for part in empire.targeted)
    if empire.explore_icons:
        parts.append(f"{empire.explore_icons} explore")
    if empire.chromosome_icons:
        parts.append(f"{empire.chromosome_icons} chromosome")
    if empire.survey_team:
        parts.append("Survey Team to take")
    return " · ".join(parts)


def _name_and_kind(card: rules_pb2.Component, width: int) -> Text:
    room = _NAME_WIDTH if width >= _NARROW else max(8, width - 24)
    name = Text(card.name, style="bold")
    name.truncate(room, overflow="ellipsis", pad=True)
    kind = "dev" if card.kind == "development" else word(card, "colour") or card.kind
    return Text.assemble(name, f" {kind:<7} ", no_wrap=True)


def _price(card: rules_pb2.Component) -> str:
    defense = number(card, "defense")
    if defense is not None:
        return f"def {defense}"
    cost = number(card, "cost")
    return f"cost {cost}" if cost is not None else ""


def _printed(card: rules_pb2.Component, figure: str) -> str:
    """Write a printed figure, with a plus where a formula adds to it."""
    grows = any(fact.name == f"{figure}_per" for fact in card.facts)
    return f"{number(card, figure) or 0}{'+' if grows else ''}"


def _icons(card: rules_pb2.Component) -> str:
    """Write icons as letters: M a military one, E explore, C chromosome; R for a rebel world."""
    icons = (("M", "military_icons"), ("E", "explore_icons"), ("C", "chromosome_icons"))
    rebel = "R" if any("rebel" in fact.words.words for fact in card.facts if fact.name == "keywords") else ""
    return "".join(letter * (number(card, name) or 0) for letter, name in icons) + rebel


def _plural(count: int) -> str:
    return "" if abs(count) == 1 else "s"


DRAWING = Drawing(jump_pb2.JumpView, draw, line)
