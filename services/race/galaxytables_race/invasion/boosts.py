"""Strength bought for one fight: temporary military, temporary defence, the bunker (R22.13-R22.15)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

from msgspec import Struct

from galaxytables_kit import Barred, ChoiceRefused, Flow, Pick, Picks, Prompt, Reason, Seat
from galaxytables_race.components.cards import CardNumber, card_of
from galaxytables_race.invasion.track import AGAINST_XENO, invasion_of
from galaxytables_race.reasons import other_kind
from galaxytables_race.table import (
    RacePlay,
    abilities,
    component,
    components,
    discard_from_hand,
    discard_from_tableau,
    good_picks,
    spend_good,
    world_of,
)

BUNKER = "bunker"
_CANNOT_WIN = Reason("cannot_win", "R22.13")


class Boost(Struct, frozen=True):
    """A way for a seat to add strength at a cost. `pick` is the option for it: a card, or the bunker."""

    pick: Pick
    amount: int
    cost: str
    uses: int = 1
    good: str | None = None


def buy_strength(play: RacePlay, seat: Seat, missing: int) -> Flow[None]:
    """Ask a seat whether it buys the strength that it lacks to win. A seat that cannot buy enough is not asked."""
    boosts = {boost.pick: boost for boost in boosts_of(play, seat)}
    options = _in_winning_sets(play, seat, boosts, missing)
    if not options:
        return

    def enough(picks: Picks) -> None:
        strength = _max_strength(play, seat, [boosts[pick] for pick in picks])
        if picks and strength is None:
            raise ChoiceRefused(
                "there are not goods or hand cards enough for all these powers", "R22.13", "too_few_means"
            )
        if picks and strength is not None and strength < missing:
            raise ChoiceRefused(
                f"{missing - strength} more strength is needed to win",
                "R22.17",
                "more_strength",
                missing=missing - strength,
            )

    invader = play.pack.invasion.cards[invasion_of(play).admirals[seat].invader].id
    useless = {pick: _CANNOT_WIN for pick in boosts if pick not in options}
    picks = yield Prompt(
        seat,
        "invasion.defend",
        options,
        0,
        len(options),
        default=(),
        rule=enough,
        subject=invader,
        barred=useless,
    )
    yield from _spend(play, seat, [boosts[pick] for pick in picks], missing)


def boosts_of(play: RacePlay, seat: Seat) -> Iterator[Boost]:
    """Yield every boost that a seat can use with its goods and hand cards."""
    able = abilities(play, seat)
    for card, power in able.temporary:
        if power.when is None or power.when == AGAINST_XENO:
            yield Boost(card, power.amount, power.cost, power.uses, power.good)
    for card, defense in able.front.temporary:
        yield Boost(card, defense.amount, defense.cost, defense.uses, defense.good)
    yield Boost(BUNKER, play.pack.invasion.bunker, "hand_card")


def _in_winning_sets(play: RacePlay, seat: Seat, boosts: dict[Pick, Boost], missing: int) -> Picks:
    """Return the options that belong to at least one winning set."""
    useful: set[Pick] = set()
    for size in range(1, len(boosts) + 1):
        for some in combinations(boosts.values(), size):
            strength = _max_strength(play, seat, some)
            if strength is not None and strength >= missing:
                useful.update(boost.pick for boost in some)
        if len(useful) == len(boosts):
            break
    return tuple(pick for pick in boosts if pick in useful)


def _max_strength(play: RacePlay, seat: Seat, boosts: Iterable[Boost]) -> int | None:
    """Return the most strength that using all these boosts brings; None if they cannot all be paid for."""
    empire = play.state.empires[seat]
    boosts = list(boosts)
    needed = Counter(boost.good for boost in boosts if boost.cost == "good")
    if needed.total() > len(good_picks(play, seat)):
        return None
    if any(len(good_picks(play, seat, str(good))) < count for good, count in needed.items()):
        return None
    for_cards = [boost for boost in boosts if boost.cost == "hand_card"]
    if len(for_cards) > len(empire.hand):
        return None
    sure = sum(boost.amount for boost in boosts if boost.cost != "hand_card")
    return sure + _for_cards(for_cards, len(empire.hand))


def _for_cards(boosts: list[Boost], cards: int) -> int:
    """Return the strength that this many hand cards bring, with at least one for each boost."""
    again = sorted((boost.amount for boost in boosts for _ in range(boost.uses - 1)), reverse=True)
    return sum(boost.amount for boost in boosts) + sum(again[: max(0, cards - len(boosts))])


def _spend(play: RacePlay, seat: Seat, boosts: list[Boost], missing: int) -> Flow[None]:
    """Pay for the boosts, first those for goods of one kind, then those for goods of any."""
    strength = 0
    for boost in sorted(boosts, key=lambda boost: boost.good == "any"):
        if boost.cost == "hand_card":
            continue
        card = card_of(boost.pick)
        if boost.cost == "good":
            goods = tuple(good_picks(play, seat, str(boost.good)))
            kept = _other_goods(play, seat, goods, str(boost.good))
            (good,) = yield Prompt(seat, "invasion.good", goods, subject=card, barred=kept)
            spend_good(play, seat, world_of(good))
        else:
            discard_from_tableau(play, seat, card)
        play.tell("fortified", seat, card=component(play, card), strength=boost.amount)
        strength += boost.amount
    for_cards = [boost for boost in boosts if boost.cost == "hand_card"]
    if for_cards:
        cards = yield from _discard(play, seat, for_cards, missing - strength)
        strength += _for_cards(for_cards, len(cards))
    invasion_of(play).admirals[seat].boost += strength


def _other_goods(play: RacePlay, seat: Seat, offered: Picks, kind: str) -> Barred:
    """Return the reasons why a boost does not take own goods of other kinds."""
    goods = good_picks(play, seat)
    return Barred(lambda: {good: other_kind(kind, "R22.13") for good in goods if good not in offered})


def _discard(play: RacePlay, seat: Seat, boosts: list[Boost], missing: int) -> Flow[tuple[CardNumber, ...]]:
    """Discard hand cards for boosts, at least as many as are needed to win."""
    hand = tuple(play.state.empires[seat].hand)
    least = len(boosts)
    while _for_cards(boosts, least) < missing:
        least += 1
    most = min(len(hand), sum(boost.uses for boost in boosts))
    cards: tuple[CardNumber, ...] = yield Prompt(seat, "invasion.discard", hand, least, most)
    discard_from_hand(play, seat, cards)
    private = {seat: {"cards": components(play, cards)}}
    play.tell("manned", seat, count=len(cards), strength=_for_cards(boosts, len(cards)), private=private)
    return cards
