"""Draws Race for the Galaxy: the viewer's hand with prices and points, and all tableaus with goods and points."""

from collections.abc import Iterator
from dataclasses import replace

from rich.text import Text

from galaxytables.race.v1 import race_pb2
from galaxytables.rules.v1 import rules_pb2
from galaxytables_terminal.catalogue import number, word
from galaxytables_terminal.cells import cut, fitted, padded
from galaxytables_terminal.drawing.race_invasion import invasion_area, invasion_figures
from galaxytables_terminal.drawing.race_orb import orb_areas
from galaxytables_terminal.drawing.race_prestige import prestige_figures, revealed_area, saved_marks
from galaxytables_terminal.drawing.race_takeovers import takeovers_area, threat
from galaxytables_terminal.drawing.scene import Area, Drawing, Look, Picture, Spot
from galaxytables_terminal.wording import Wording

_PHASES = {
    race_pb2.PHASE_DRAFT: "race-phase-draft",
    race_pb2.PHASE_SETUP: "race-phase-setup",
    race_pb2.PHASE_ACTIONS: "race-phase-actions",
    race_pb2.PHASE_SEARCH: "race-phase-search",
    race_pb2.PHASE_EXPLORE: "race-phase-explore",
    race_pb2.PHASE_DEVELOP: "race-phase-develop",
    race_pb2.PHASE_SETTLE: "race-phase-settle",
    race_pb2.PHASE_CONSUME: "race-phase-consume",
    race_pb2.PHASE_PRODUCE: "race-phase-produce",
    race_pb2.PHASE_ROUND_END: "race-phase-round-end",
    race_pb2.PHASE_INVASION: "race-phase-invasion",
    race_pb2.PHASE_ORB: "race-phase-orb",
    race_pb2.PHASE_OVER: "race-phase-over",
}
_NAME_WIDTH = 24
_KIND_WIDTH = 9
_NARROW = 48


def draw(view: race_pb2.RaceView, look: Look) -> Picture:
    """Draw the viewer's cards and tableau, then the other tableaus clockwise."""
    say = look.say
    phase = say.one_of(_PHASES, view.phase)
    agenda = [say.one_of(_PHASES, each) for each in view.agenda if each != race_pb2.PHASE_ROUND_END]
    parts = [
        say("draw-round", round=view.round) if view.round else "",
        say("race-second-phase", phase=phase) if view.second else phase,
        say("race-agenda", phases=say.listed(agenda)) if agenda else "",
        say("race-pool", vp=view.pool) if view.pool >= 0 else say("race-pool-overdrawn", vp=-view.pool),
        say("draw-deck", cards=view.deck),
    ]
    return Picture(
        headline=" · ".join(filter(None, parts)),
        figures={empire.seat: _figures(empire, view, say) for empire in view.empires},
        areas=tuple(_areas(view, look)),
    )


def line(card: rules_pb2.Component, look: Look) -> Text:
    """Write a card as printed: name and kind, then cost or defense, and points (`?` if only the end shows them)."""
    text = _name_and_kind(card, look)
    if card.kind in ("development", "world"):
        points = number(card, "vp")
        price = padded(_price(card, look.say), 7)
        text.append(f"{price} {'?' if points is None else points} {look.say('draw-vp')}")
    text.truncate(max(1, look.width), overflow="ellipsis")
    return text


def _areas(view: race_pb2.RaceView, look: Look) -> Iterator[Area]:
    for title, cards in (
        ("race-start-worlds", view.start_worlds),
        ("race-draft", view.draft_pack),
        ("race-explored" if view.round else "race-opening-hand", view.drawn),
    ):
        if cards:
            yield Area(f"{look.say(title)} · {len(cards)}", [_in_hand(card, look) for card in cards], columns=1)
    yield from (revealed_area(empire, look) for empire in view.empires if empire.revealed)
    if view.saved:
        title = f"{look.say('race-saved')} · {len(view.saved)}"
        yield Area(title, [_in_hand(card, look) for card in view.saved], columns=1)
    yield from _own(view, look)
    if view.goals:
        yield Area(look.say("race-goals"), [_goal(goal, look) for goal in view.goals], columns=1)
    if view.HasField("invasion"):
        yield invasion_area(view, look)
    if view.HasField("orb"):
        yield from orb_areas(view, look)
    if view.takeovers:
        yield takeovers_area(view, look)
    first = look.viewer or 0
    seats = max(1, len(view.empires))
    for empire in sorted(view.empires, key=lambda empire: (empire.seat - first) % seats):
        whose = look.say("race-your-tableau") if empire.seat == look.viewer else look.people.name(empire.seat)
        title = " · ".join([whose, *_strengths(empire, look.say)])
        yield Area(title, tuple(_placed(empire, look)), empty=look.say("view-empty"))


def _own(view: race_pb2.RaceView, look: Look) -> Iterator[Area]:
    """Yield the own action cards while one is to be chosen, and the own hand."""
    if any(look.marks.at(card.id) for card in view.action_cards):
        yield Area(look.say("race-action-cards"), [_action(card, look) for card in view.action_cards if not card.gone])
    if look.viewer is not None:
        hand = "race-drafted" if view.phase == race_pb2.PHASE_DRAFT else "race-hand"
        spots = [_in_hand(card, look) for card in view.hand]
        yield Area(look.say(hand, cards=len(view.hand)), spots, columns=1, empty=look.say("draw-no-cards"))


def _action(card: race_pb2.ActionCard, look: Look) -> Spot:
    """Draw an action card that can be chosen; `+` marks a chosen one."""
    name = look.say.word("race-action", card.id)
    return Spot(Text(f"{name}{'+' if card.chosen else ''}", no_wrap=True), ids=(card.id,))


def _goal(goal: race_pb2.GoalTile, look: Look) -> Spot:
    """Draw a goal tile: its name, the value of each seat, and its holders."""
    values = "/".join(str(value) for value in goal.values)
    holders = look.say.listed([look.people.name(seat) for seat in goal.holders])
    needed = look.say("race-goal-most" if goal.most else "race-goal-first", needed=goal.needed)
    text = f"{look.catalogue.name(goal.component)} {needed} {values}{f' · {holders}' if holders else ''}"
    return Spot(Text(cut(text, max(1, look.width - 2)), no_wrap=True), ids=(goal.component,))


def _in_hand(held: race_pb2.HeldCard, look: Look) -> Spot:
    card = look.catalogue.get(held.component)
    width = look.width - 2
    text = _name_and_kind(card, replace(look, width=width))
    if held.HasField("missing_military") and held.missing_military == 0:
        price = look.say("draw-conquer")
    elif held.HasField("price"):
        price = look.say("draw-pay", price=held.price)
    elif held.HasField("missing_military"):
        price = look.say("race-short", missing=held.missing_military)
    else:
        price = _price(card, look.say)
    text.append(f"{padded(price, 8)}{held.vp_gain:+}")
    text.truncate(max(1, width), overflow="ellipsis")
    return Spot(text, held.component, (held.id,))


def _placed(empire: race_pb2.Empire, look: Look) -> Iterator[Spot]:
    """Yield the cards of a tableau: `*` for a good, `new` and `damaged` if powers do not work, attack and defense."""
    for card in empire.cards:
        text = Text(f"{look.catalogue.name(card.component)} {card.vp}{'*' * len(card.goods)}", no_wrap=True)
        for state, holds in (("race-new", card.fresh), ("race-damaged", card.damaged)):
            text.append(f" {look.say(state)}" if holds else "")
        text.append(f"{saved_marks(card, look.say)}{threat(card, look.say)}")
        yield Spot(text, card.component, (card.id, *card.goods))
    if empire.HasField("placing"):
        shown = empire.placing
        name = look.say("race-shown", card=look.catalogue.name(shown.component))
        yield Spot(Text(name, style="italic", no_wrap=True), shown.component, (shown.id,))


def _figures(empire: race_pb2.Empire, view: race_pb2.RaceView, say: Wording) -> str:
    leads = view.HasField("prestige_leader") and view.prestige_leader == empire.seat
    cards = empire.hand_size + empire.drawn_size
    parts = [
        f"{empire.tally.total:>3} {say('race-vp', chips=empire.chips)}",
        f"{cards:>2} {say('race-cards')}",
        say("draw-military", strength=empire.military),
        prestige_figures(empire, say, leads=leads),
        invasion_figures(empire, say),
        say.listed([say.word("race-action", action) for action in empire.actions]),
    ]
    return "  ".join(filter(None, parts))


def _strengths(empire: race_pb2.Empire, say: Wording) -> Iterator[str]:
    yield say("race-tableau", cards=len(empire.cards), end=empire.tableau_end)
    goods = sum(len(card.goods) for card in empire.cards)
    if goods:
        yield say("race-goods", count=goods)
    for strength in empire.targeted:
        against = " ".join(say.word("race-against", fact.word or fact.name) for fact in strength.against)
        yield say("draw-against", strength=f"{strength.strength:+}", against=against)
    if empire.deck or empire.discards:
        yield say("race-own-deck", cards=empire.deck)


def _name_and_kind(card: rules_pb2.Component, look: Look) -> Text:
    room = _NAME_WIDTH if look.width >= _NARROW else max(8, look.width - 24)
    kind = padded(_kind(card, look.say), _KIND_WIDTH)
    return Text.assemble((fitted(card.name, room), "bold"), f" {kind} ", no_wrap=True)


def _kind(card: rules_pb2.Component, say: Wording) -> str:
    """Return the kind of a card: `dev`, `world`, or its good, with `+` for a production world."""
    if card.kind == "invasion":
        return say("race-wave", wave=number(card, "wave") or 0)
    good = word(card, "good")
    if card.kind != "world" or not good:
        return say.word("race-kind", card.kind)
    return f"{say.word('race-kind', good)}{'+' if word(card, 'production') == 'production' else ''}"


def _price(card: rules_pb2.Component, say: Wording) -> str:
    defense = number(card, "defense")
    if defense is not None:
        return say("draw-defense", defense=defense)
    cost = number(card, "cost")
    return say("draw-cost", cost=cost) if cost is not None else ""


DRAWING = Drawing(race_pb2.RaceView, draw, line)
