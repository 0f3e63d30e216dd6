"""Jump Drive: hands and empires."""

from collections.abc import Iterator

from rich.text import Text

from clients.terminal.catalogue import holds, number, word
from clients.terminal.drawing.scene import Area, Drawing, Look, Picture, Spot
from galaxy.jump.v1 import jump_pb2
from galaxy.rules.v1 import rules_pb2

_PHASES = {
    jump_pb2.PHASE_OPENING: "opening hands",
    jump_pb2.PHASE_PLACE: "choose and place",
    jump_pb2.PHASE_SECOND_WORLD: "second world",
    jump_pb2.PHASE_HAND_LIMIT: "hand limit",
    jump_pb2.PHASE_OVER: "over",
}
_NAME_WIDTH = 22
_NARROW = 48


def draw(view: jump_pb2.JumpView, look: Look) -> Picture:
    """Draw the own hand and empire, then the other empires clockwise."""
    headline = f"round {view.round} · {_PHASES.get(view.phase, '')} · deck {view.deck}"
    if view.survey_teams:
        headline += f" · {view.survey_teams} Survey Team{'s' if view.survey_teams > 1 else ''} left"
    return Picture(
        headline=headline,
        figures={empire.seat: _figures(empire, dealer=empire.seat == view.dealer) for empire in view.empires},
        areas=tuple(_areas(view, look)),
    )


def line(card: rules_pb2.Component, width: int) -> Text:
    """Write a card: name, what it is, price (`cost 3` or `def 2` for a military world), VP / cards a round."""
    text = Text(no_wrap=True)
    name = card.name
    room = _NAME_WIDTH if width >= _NARROW else max(8, width - 24)
    if len(name) > room:
        name = name[: room - 1] + "…"
    text.append(f"{name:<{room}} ", style="bold")
    text.append(f"{_kind(card):<8}")
    text.append(f"{_price(card):<7} ")
    text.append(_yield(card))
    if width >= _NARROW and (icons := _icons(card)):
        text.append(f"  {icons}")
    text.truncate(max(1, width), overflow="ellipsis")
    return text


def _areas(view: jump_pb2.JumpView, look: Look) -> Iterator[Area]:
    if look.viewer is not None:
        yield Area(
            f"Your hand · {len(view.hand)} · price, VP/cards each round, icons",
            [
                Spot(line(look.catalogue.get(card.component), look.width - 2), card.component, option=card.id)
                for card in view.hand
            ],
            columns=1,
            empty="no cards",
        )
    seats = len(view.empires)
    first = look.viewer or 0
    for empire in sorted(view.empires, key=lambda empire: (empire.seat - first) % max(1, seats)):
        whose = "Your empire" if empire.seat == look.viewer else look.people.name(empire.seat)
        yield Area(f"{whose} · {_strengths(empire)}", tuple(_built(empire, look)), empty="nothing yet")


def _built(empire: jump_pb2.Empire, look: Look) -> Iterator[Spot]:
    for card in empire.cards:
        name = look.catalogue.name(card.component)
        yield Spot(Text(f"{name} {card.vp}/{card.income}", no_wrap=True), card.component)


def _figures(empire: jump_pb2.Empire, *, dealer: bool) -> str:
    vp = f"{empire.vp:>3} VP ({empire.vp_per_round:+})"
    hand = f"{empire.hand_size:>2} cards ({empire.income:+})"
    return f"{vp}  {hand}  military {empire.military}{'  dealer' if dealer else ''}"


def _strengths(empire: jump_pb2.Empire) -> str:
    parts = [f"{len(empire.cards)} card{'' if len(empire.cards) == 1 else 's'}"]
    parts.extend(f"military {part.strength:+} against {part.against}" for part in empire.targeted)
    if empire.explore_icons:
        parts.append(f"{empire.explore_icons} explore")
    if empire.chromosome_icons:
        parts.append(f"{empire.chromosome_icons} chromosome")
    if empire.survey_team_left:
        parts.append("Survey Team to take")
    return " · ".join(parts)


def _kind(card: rules_pb2.Component) -> str:
    colour = word(card, "colour")
    if card.kind == "development":
        return "dev"
    return colour or card.kind[:7]


def _price(card: rules_pb2.Component) -> str:
    defense = number(card, "defense")
    if defense is not None:
        return f"def {defense}"
    cost = number(card, "cost")
    return f"cost {cost}" if cost is not None else ""


def _yield(card: rules_pb2.Component) -> str:
    return f"{_amount(card, 'vp')}/{_amount(card, 'income')}"


def _amount(card: rules_pb2.Component, name: str) -> str:
    printed = number(card, name) or 0
    varies = holds(card, f"{name}_varies")
    return f"{printed or ''}+?" if varies else str(printed)


def _icons(card: rules_pb2.Component) -> str:
    counts = (("military", "M"), ("explore", "E"), ("chromosome", "C"))
    return "".join(mark * (number(card, name) or 0) for name, mark in counts)


DRAWING = Drawing(jump_pb2.JumpView, draw, line)
