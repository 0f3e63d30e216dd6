"""Lets a seat conquer a world or pay for it, with the powers that help (R7.2-R7.18)."""

import msgspec

from galaxytables_kit import ChoiceRefused, Flow, Pick, Picks, Prompt, Reason, Seat
from galaxytables_race.abilities import Abilities, Reach
from galaxytables_race.components.cards import NO_CARD, Card, CardNumber, card_of
from galaxytables_race.components.vocabulary import (
    ConquerPeacefulWorld,
    DiscardForGoodWhenPlaced,
    ExtraWorld,
    FlipForFreeWorld,
)
from galaxytables_race.orb.helping import helpful, military_for, reach_by_tokens
from galaxytables_race.phases.bonuses import bonus_discount
from galaxytables_race.phases.placing import pay_cards
from galaxytables_race.phases.savings import max_saved, save, savings
from galaxytables_race.powers.military import can_conquer, conquer
from galaxytables_race.prestige import gain_prestige
from galaxytables_race.reach import reach_of
from galaxytables_race.reasons import too_dear, too_weak
from galaxytables_race.rulings import rulings
from galaxytables_race.state.phases import Won
from galaxytables_race.table import RacePlay, abilities, component, discard_from_hand, discard_from_tableau, spend_token
from galaxytables_race.table.running import settler
from galaxytables_race.table.tokens import artifact_of, token_pick

CONQUER, PAY = "conquer", "pay"

_PEACEFUL = Reason("peaceful", "R7.3")
_NOT_PAID_FOR = Reason("not_paid_for", "R7.4")
_FOR_PEACEFUL_WORLDS = Reason("for_peaceful_worlds", "R7.18")
_NO_HELP = Reason("no_help", "R20.34")

_FREE = Reach(0, None, 0, (), ())
_CLOSED = Reach(None, None, 0, (), ())


def can_be_won(play: RacePlay, seat: Seat, reach: Reach, spare: int, saved: int = 0) -> bool:
    """Return whether a seat can pay for or conquer the world that `reach` describes.

    It may also conquer it by a power that treats a world as military that is not (R7.18). `spare` is how many other
    hand cards the seat has. `saved` is the greatest discount that the bonus and optional powers can give.
    """
    if _can_pay(reach, spare + saved) or can_conquer(play, seat, reach, spare):
        return True
    return bool(reach.disguises) and any(can_conquer(play, seat, disguised, spare) for _, disguised in reach.disguises)


def reach_with(play: RacePlay, seat: Seat, able: Abilities, card: Card, by: CardNumber) -> Reach:
    """Return the price of a world, or the missing military, if a seat places it by the power of the card `by`.

    If the power does not apply to the world, neither payment nor conquest is possible.
    """
    reach = reach_of(able, card)
    for power in play.pack.cards[by].powers if by != NO_CARD else ():
        match power:
            case FlipForFreeWorld():
                return _FREE
            case ExtraWorld(mode="free"):
                served = reach.price is not None and card.good != power.exclude_good
                return _FREE if served else _CLOSED
            case ExtraWorld(mode="military_only"):
                served = card.military or rulings(play).sneak_attack_in_disguise
                return msgspec.structs.replace(reach, price=None, free=()) if served else _CLOSED
            case ExtraWorld(mode="leftover_military"):
                return _reach_after_conquest(play, seat, able, card)
    return reach


def _reach_after_conquest(play: RacePlay, seat: Seat, able: Abilities, card: Card) -> Reach:
    """Return what it takes to conquer a second world with the military that the first one left (R7.14).

    Specialised military that fits only the first world, and artifacts used for it alone, are used up on it first.
    """
    own = settler(play, seat)
    if not card.military or own.conquered == NO_CARD:
        return _CLOSED
    first = play.pack.cards[own.conquered]
    fits_first, fits_both, fits_second = own.for_it, 0, 0
    for filter_, amount in able.specialised:
        match filter_.fits(first), filter_.fits(card):
            case True, True:
                fits_both += amount
            case True, False:
                fits_first += amount
            case False, True:
                fits_second += amount
    left = able.military + fits_both - max(0, first.cost - fits_first)
    return msgspec.structs.replace(reach_of(able, card), price=None, free=(), gap=card.cost - left - fits_second)


def _use_artifacts(play: RacePlay, seat: Seat, card: Card, reach: Reach) -> Flow[Reach]:
    """Use artifacts for a world; return what it takes then (R20.31, R20.34, R20.35)."""
    own, pack, spare = settler(play, seat), play.pack, len(play.state.empires[seat].hand)
    helpers = {token_pick(token): token for token in helpful(play, seat, card, reach)}
    if not helpers:
        return reach

    def enough(picks: Picks) -> None:
        helped = reach_by_tokens(play, card, reach, [helpers[str(pick)] for pick in picks])
        if not can_be_won(play, seat, helped, spare):
            raise ChoiceRefused(
                "with so little it can neither be conquered nor paid for", "R20.34", "not_enough_to_win"
            )

    options: Picks = tuple(helpers)
    default = () if can_be_won(play, seat, reach, spare) else options
    idle = {
        pick: _NO_HELP for token in play.state.empires[seat].artifacts if (pick := token_pick(token)) not in helpers
    }
    picks = yield Prompt(
        seat,
        "settle.artifacts",
        options,
        0,
        len(options),
        default=default,
        rule=enough,
        subject=own.placing,
        barred=idle,
    )
    tokens = [helpers[str(pick)] for pick in picks]
    lasting = [token for token in tokens if card.military and artifact_of(pack, token).has("temporary_military")]
    for token in tokens:
        spend_token(play, seat, token)
    own.temporary += sum(military_for(pack, token, card) for token in lasting)
    for_it = [token for token in tokens if token not in lasting]
    own.for_it = sum(military_for(pack, token, card) for token in for_it)
    return reach_by_tokens(play, card, reach, for_it)


def _can_pay(reach: Reach, spare: int) -> bool:
    return reach.price is not None and (reach.price <= spare or bool(reach.free))


def saved_in_settle(play: RacePlay, seat: Seat, able: Abilities) -> int:
    """Return the greatest discount that a seat's bonus and optional powers can give on a world (R6.4, R16.13)."""
    saved = bonus_discount(play.state, seat)
    if able.savings:
        saved += max_saved(play, seat, savings(play, seat, able, "settle"))
    return saved


def _why_not_won(play: RacePlay, seat: Seat, able: Abilities, reach: Reach, means: Pick) -> Reason | None:
    """Return why a world is not won by conquest, payment, or a card that conquers a peaceful one (R7.2-R7.4, R7.18)."""
    empire = play.state.empires[seat]
    spare = len(empire.hand)
    if means == PAY:
        if reach.price is None:
            return _NOT_PAID_FOR
        saved = saved_in_settle(play, seat, able)
        return None if _can_pay(reach, spare + saved) else too_dear(reach.price - saved, spare)
    attack = reach if means == CONQUER else dict(reach.disguises).get(card_of(means))
    if attack is None:
        return _FOR_PEACEFUL_WORLDS
    if attack.gap is None:
        return _PEACEFUL
    if can_conquer(play, seat, attack, spare):
        return None
    return too_weak(attack.gap - play.state.changes(seat).temporary)


def acquire(play: RacePlay, seat: Seat) -> Flow[Won]:
    """Let a seat conquer the world that it shows, or pay for it. Returns how the seat won it (R7.4, R7.18)."""
    empire, own = play.state.empires[seat], settler(play, seat)
    world = own.placing
    card = play.pack.cards[world]
    able = abilities(play, seat)
    reach = reach_with(play, seat, able, card, own.by)
    if empire.artifacts:
        reach = yield from _use_artifacts(play, seat, card, reach)
    every_means: tuple[Pick, ...] = (CONQUER, PAY, *dict(able.disguises))
    against = {means: _why_not_won(play, seat, able, reach, means) for means in every_means}
    ways = tuple(means for means, reason in against.items() if reason is None)
    closed = {means: reason for means, reason in against.items() if reason is not None}
    (means,) = yield Prompt(seat, "settle.means", ways, subject=world, barred=closed)
    cards: tuple[CardNumber, ...] = ()
    defense = card.cost
    _discard_for_it(play, seat)
    if means == PAY:
        cards = yield from _pay(play, seat, world, reach)
    elif means == CONQUER:
        yield from conquer(play, seat, world, reach)
    else:
        disguised = dict(reach.disguises)[means]
        discard_from_tableau(play, seat, means)
        play.tell("disguised", seat, card=component(play, means))
        defense = disguised.defense
        yield from conquer(play, seat, world, disguised)
        prestige_for_disguise(play, seat, means)
    with_good = yield from _discard_for_good(play, seat, world)
    return Won(means, defense, cards, with_good)


def prestige_for_disguise(play: RacePlay, seat: Seat, card: CardNumber) -> None:
    """Give a seat the prestige for a peaceful world that it conquered or took over with this card (R7.18, R14.19)."""
    for power in play.pack.cards[card].powers:
        if isinstance(power, ConquerPeacefulWorld) and power.prestige:
            gain_prestige(play, seat, power.prestige, card)


def _discard_for_it(play: RacePlay, seat: Seat) -> None:
    """If this world is placed by a card's power that costs the card itself, discard that card (R7.13, R7.15)."""
    by = settler(play, seat).by
    if by == NO_CARD:
        return
    if any(isinstance(power, ExtraWorld) and power.cost == "discard_self" for power in play.pack.cards[by].powers):
        discard_from_tableau(play, seat, by)
        play.tell("gave_up", seat, card=component(play, by))


def _discard_for_good(play: RacePlay, seat: Seat, world: CardNumber) -> Flow[bool]:
    """If the world allows it, offer to discard a hand card for a good on it, before all other bonuses (R7.9).

    Returns whether the seat discarded a card.
    """
    hand = tuple(play.state.empires[seat].hand)
    powers = play.pack.cards[world].powers
    if not hand or not any(isinstance(power, DiscardForGoodWhenPlaced) for power in powers):
        return False
    cards = yield Prompt(seat, "settle.discard_for_good", hand, 0, 1, default=(), subject=world)
    discard_from_hand(play, seat, cards)
    return bool(cards)


def _pay(play: RacePlay, seat: Seat, world: CardNumber, reach: Reach) -> Flow[tuple[CardNumber, ...]]:
    """Pay the price, or discard a card to get the world for nothing; return the cards paid (R7.2, R7.7)."""
    able = abilities(play, seat)
    price = max(0, (reach.price or 0) - bonus_discount(play.state, seat))
    if reach.free and price:
        saved = saved_in_settle(play, seat, able)
        needed = (reach.price or 0) > len(play.state.empires[seat].hand) + saved
        picks = yield Prompt(seat, "settle.discount", reach.free, int(needed), 1, subject=world)
        if picks:
            discard_from_tableau(play, seat, picks[0])
            play.tell("freed", seat, card=component(play, picks[0]))
            price = 0
    price = yield from save(play, seat, able, "settle", price)
    cards = yield from pay_cards(play, seat, "settle.pay", price)
    return cards
