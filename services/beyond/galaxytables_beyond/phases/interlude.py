"""The things that a seat may do between the phases of its turn: use once-per-turn powers, exchange discs."""

from galaxytables_beyond.components.cards import Power
from galaxytables_beyond.components.effects import OncePerTurn, SwapPlaceholders
from galaxytables_beyond.operations.feasible import why_not_worth_asking, worth_asking
from galaxytables_beyond.operations.resolve import carry_out, pay
from galaxytables_beyond.powers import holding, modifiers
from galaxytables_beyond.state import BeyondPlay, Disc, this_turn
from galaxytables_beyond.table.discs import TRACKS, discs_left, take_disc
from galaxytables_kit import Barred, Component, Flow, Prompt, Reason, Seat, seated

_USED = Reason("used_this_turn", "R4.14")


def offers(play: BeyondPlay, seat: Seat) -> tuple[str, ...]:
    """Return the ids of all things that a seat may do between the phases of its turn.

    They are `power.<component>.<n>` for a power, `swap.<achievement>.<track>` for the exchange of a disc.
    """
    held = holding(play, seat).offered
    if not held:
        return ()
    ready, spent = [], this_turn(play).spent[seat]
    for power in held:
        modifier = power.modifier
        if isinstance(modifier, OncePerTurn):
            if not spent.get(power.id) and worth_asking(play, seat, modifier.cost, modifier.effects):
                ready.append(power.id)
        elif isinstance(modifier, SwapPlaceholders):
            ready += _swaps(play, seat)
    return tuple(dict.fromkeys(ready))


def barred_powers(play: BeyondPlay, seat: Seat) -> dict[str, Reason]:
    """Return, for each once-per-turn power of a seat that cannot be used now, the reason."""
    return {
        power.id: reason
        for power in holding(play, seat).offered
        if isinstance(power.modifier, OncePerTurn)
        and (reason := _why_not_used(play, seat, power, power.modifier)) is not None
    }


def _why_not_used(play: BeyondPlay, seat: Seat, power: Power, modifier: OncePerTurn) -> Reason | None:
    """Return why a once-per-turn power cannot be used now (R4.14, R15.2)."""
    if this_turn(play).spent[seat].get(power.id):
        return _USED
    return why_not_worth_asking(play, seat, modifier.cost, modifier.effects)


def _swaps(play: BeyondPlay, seat: Seat) -> list[str]:
    faction = play.state.factions[seat]
    return [
        f"swap.{play.pack.achievements[card.card].id}.{track}"
        for card in play.state.achievements
        if any(claimed.seat == seat and claimed.disc == Disc.ACHIEVEMENT for claimed in card.discs)
        for track in TRACKS
        if discs_left(faction, track)
    ]


def take_up(play: BeyondPlay, seat: Seat, offer: str) -> Flow[None]:
    """Use the power, or exchange the disc, for which one of the ids that `offers` returned stands."""
    if offer.startswith("swap."):
        _, card, track = offer.split(".")
        exchange_disc(play, seat, card, Disc.FOOD if track == "food" else Disc.ORE)
        return
    power = play.pack.powers[offer]
    modifier = power.modifier
    assert isinstance(modifier, OncePerTurn)  # noqa: S101 - only those are offered
    this_turn(play).spent[seat][power.id] = 1
    play.tell("power_used", seat, card=Component(power.component))
    pay(play, seat, modifier.cost.ore, modifier.cost.population)
    yield from carry_out(play, seat, modifier.effects)


def exchange_disc(play: BeyondPlay, seat: Seat, card: str, disc: Disc) -> None:
    """Exchange a seat's achievement disc on an achievement card for one of its production discs."""
    faction = play.state.factions[seat]
    for achievement in play.state.achievements:
        if play.pack.achievements[achievement.card].id == card:
            for claimed in achievement.discs:
                if claimed.seat == seat and claimed.disc == Disc.ACHIEVEMENT:
                    take_disc(faction, disc)
                    faction.achievement_discs += 1
                    claimed.disc = disc
                    play.tell("exchanged", seat, achievement=Component(card), disc=disc.name.lower())


def exchange_at_end(play: BeyondPlay) -> None:
    """At the end of the game, powers that exchange discs do so automatically, as long as there are production discs."""
    for seat, faction in seated(play.state.factions):
        if not any(power.auto_at_end for power in modifiers(play, seat, SwapPlaceholders)):
            continue
        for achievement in play.state.achievements:
            claimed = [each for each in achievement.discs if each.seat == seat and each.disc == Disc.ACHIEVEMENT]
            if claimed and (faction.food or faction.ore_discs):
                card = play.pack.achievements[achievement.card].id
                exchange_disc(play, seat, card, Disc.FOOD if faction.food else Disc.ORE)


def use_powers(play: BeyondPlay) -> Flow[None]:
    """After production too, a seat may use once-per-turn powers (R4.14)."""
    while (yield from interlude(play, this_turn(play).seat)):
        pass


def interlude(play: BeyondPlay, seat: Seat) -> Flow[bool]:
    """Let a seat use one power or exchange one disc, if it wants to. Returns whether it did."""
    ready = offers(play, seat)
    if not ready:
        return False
    barred = Barred(lambda: barred_powers(play, seat))
    picks = yield Prompt(seat, "turn.power", ready, 0, 1, default=(), barred=barred)
    if not picks:
        return False
    yield from take_up(play, seat, str(picks[0]))
    return True
