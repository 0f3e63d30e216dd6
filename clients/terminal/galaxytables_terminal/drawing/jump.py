"""Draws Jump Drive: the viewer's hand with the effect of each card, and the cards that all players have built."""

from collections.abc import Iterator
from dataclasses import replace

from rich.text import Text

from galaxytables.jump.v1 import jump_pb2
from galaxytables.rules.v1 import rules_pb2
from galaxytables_terminal.catalogue import number, word
from galaxytables_terminal.cells import fitted, padded
from galaxytables_terminal.drawing.scene import Area, Drawing, Look, Picture, Spot
from galaxytables_terminal.wording import Wording

_PHASES = {
    jump_pb2.PHASE_OPENING: "jump-phase-opening",
    jump_pb2.PHASE_CHOOSE: "jump-phase-choose",
    jump_pb2.PHASE_FOLLOW: "jump-phase-follow",
    jump_pb2.PHASE_HAND_LIMIT: "jump-phase-hand-limit",
    jump_pb2.PHASE_OVER: "jump-phase-over",
}
_ACTIONS = {
    jump_pb2.ACTION_DEVELOP: "jump-develops",
    jump_pb2.ACTION_SETTLE: "jump-settles",
    jump_pb2.ACTION_DEVELOP_AND_SETTLE: "jump-develops-and-settles",
    jump_pb2.ACTION_EXPLORE: "jump-explores",
}
_NAME_WIDTH = 22
_KIND_WIDTH = 7
_NARROW = 48


def draw(view: jump_pb2.JumpView, look: Look) -> Picture:
    """Draw the viewer's hand and empire, then the other empires clockwise."""
    say = look.say
    parts = [say("draw-round", round=view.round), say.one_of(_PHASES, view.phase), say("draw-deck", cards=view.deck)]
    if view.survey_teams:
        parts.append(say("jump-survey-teams", count=view.survey_teams))
    if view.goal_vp:
        parts.append(say("jump-goal", vp=view.goal_vp))
    return Picture(
        headline=" · ".join(filter(None, parts)),
        figures={empire.seat: _figures(empire, say, dealer=empire.seat == view.dealer) for empire in view.empires},
        areas=tuple(_areas(view, look)),
    )


def line(card: rules_pb2.Component, look: Look) -> Text:
    """Write a card as printed: name, kind, cost or defense, VP and cards each round (`+` if these grow), and icons."""
    width = look.width
    text = _name_and_kind(card, look)
    text.append(f"{padded(_price(card, look.say), 7)} {_printed(card, 'vp')}/{_printed(card, 'income')}")
    if width >= _NARROW and (icons := _icons(card)):
        text.append(f"  {icons}")
    text.truncate(max(1, width), overflow="ellipsis")
    return text


def _areas(view: jump_pb2.JumpView, look: Look) -> Iterator[Area]:
    if look.viewer is not None:
        limited = len(view.hand) > view.hand_limit > 0
        cards = look.say("jump-hand-of" if limited else "jump-hand-count", cards=len(view.hand), limit=view.hand_limit)
        yield Area(
            look.say("jump-hand", cards=cards),
            [_in_hand(card, look) for card in view.hand],
            columns=1,
            empty=look.say("draw-no-cards"),
        )
        aside = tuple(_set_aside(view, look))
        # Once revealed, each player's action stands beside the name.
        action = look.say.one_of(_ACTIONS, view.aside.action) if view.phase == jump_pb2.PHASE_CHOOSE else ""
        if aside or action:
            title = " · ".join(filter(None, (look.say("jump-set-aside"), action)))
            yield Area(title, aside, empty=look.say("jump-no-card"))
    first = look.viewer or 0
    seats = max(1, len(view.empires))
    for empire in sorted(view.empires, key=lambda empire: (empire.seat - first) % seats):
        whose = look.say("jump-your-empire") if empire.seat == look.viewer else look.people.name(empire.seat)
        yield Area(f"{whose} · {_strengths(empire, look)}", tuple(_built(empire, look)), empty=look.say("view-empty"))


def _in_hand(held: jump_pb2.HandCard, look: Look) -> Spot:
    card = look.catalogue.get(held.component)
    width = look.width - 2
    text = _name_and_kind(card, replace(look, width=width))
    if held.conquerable:
        price = look.say("draw-conquer")
    elif held.HasField("price"):
        price = look.say("draw-pay", price=held.price)
    else:
        price = _price(card, look.say)
    text.append(f"{padded(price, 8)}{held.vp_gain:+}/{held.income_gain:+}")
    text.truncate(max(1, width), overflow="ellipsis")
    return Spot(text, held.component, (held.id,))


def _set_aside(view: jump_pb2.JumpView, look: Look) -> Iterator[Spot]:
    aside = view.aside
    for placing in aside.placing:
        name = Text(look.catalogue.name(placing.component), style="bold", no_wrap=True)
        yield Spot(name, placing.component, (placing.id,))
    for card in aside.discarding:
        name = Text(look.say("jump-discard", card=look.catalogue.name(card.component)), no_wrap=True)
        yield Spot(name, card.component, (card.id,))
    for placed in view.empires[look.viewer or 0].cards:
        if aside.convoy and placed.id == aside.convoy:
            name = Text(look.say("jump-given-up", card=look.catalogue.name(placed.component)), no_wrap=True)
            yield Spot(name, placed.component)


def _built(empire: jump_pb2.Empire, look: Look) -> Iterator[Spot]:
    for card in empire.cards:
        name = look.catalogue.name(card.component)
        yield Spot(Text(f"{name} {card.vp}/{card.income}", no_wrap=True), card.component, (card.id,))
    if look.marks.at(empire.survey_team):
        yield Spot(Text(look.say("jump-survey-team-to-take"), no_wrap=True), ids=(empire.survey_team,))


def _figures(empire: jump_pb2.Empire, say: Wording, *, dealer: bool) -> str:
    parts = [
        f"{empire.vp:>3} {say('draw-vp')} ({empire.vp_per_round:+})",
        f"{empire.hand_size:>2} {say('draw-cards', count=empire.hand_size)} ({empire.income:+})",
        say("draw-military", strength=empire.military),
        say("jump-dealer") if dealer else "",
        say.one_of(_ACTIONS, empire.action),
    ]
    return "  ".join(filter(None, parts))


def _strengths(empire: jump_pb2.Empire, look: Look) -> str:
    say = look.say
    parts = [f"{len(empire.cards)} {say('draw-cards', count=len(empire.cards))}"]
    parts.extend(
        say("draw-against", strength=f"{part.strength:+}", against=say.word("jump-against", part.against))
        for part in empire.targeted
    )
    if empire.explore_icons:
        parts.append(say("jump-explore-icons", count=empire.explore_icons))
    if empire.chromosome_icons:
        parts.append(say("jump-chromosome-icons", count=empire.chromosome_icons))
    if empire.survey_team:
        parts.append(say("jump-survey-team-to-take"))
    return " · ".join(parts)


def _name_and_kind(card: rules_pb2.Component, look: Look) -> Text:
    room = _NAME_WIDTH if look.width >= _NARROW else max(8, look.width - 24)
    kind = look.say.word("jump-kind", word(card, "colour") or card.kind)
    return Text.assemble((fitted(card.name, room), "bold"), f" {padded(kind, _KIND_WIDTH)} ", no_wrap=True)


def _price(card: rules_pb2.Component, say: Wording) -> str:
    defense = number(card, "defense")
    if defense is not None:
        return say("draw-defense", defense=defense)
    cost = number(card, "cost")
    return say("draw-cost", cost=cost) if cost is not None else ""


def _printed(card: rules_pb2.Component, figure: str) -> str:
    """Return a printed number, with a plus if a formula adds to it."""
    grows = any(fact.name == f"{figure}_per" for fact in card.facts)
    return f"{number(card, figure) or 0}{'+' if grows else ''}"


def _icons(card: rules_pb2.Component) -> str:
    """Return icons as letters: M military, E explore, C chromosome; R for a rebel world."""
    icons = (("M", "military_icons"), ("E", "explore_icons"), ("C", "chromosome_icons"))
    rebel = "R" if any("rebel" in fact.words.words for fact in card.facts if fact.name == "keywords") else ""
    return "".join(letter * (number(card, name) or 0) for letter, name in icons) + rebel


DRAWING = Drawing(jump_pb2.JumpView, draw, line)
