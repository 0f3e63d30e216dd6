"""Finds the values that the form for a new table may offer, by changing one option at a time and checking the result.

So games need not declare these values.
"""

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from galaxytables.rules.v1 import rules_pb2
from galaxytables_kit.errors import InvalidSeats, OptionError, OptionsConflict
from galaxytables_kit.game import AnyGame
from galaxytables_kit.options import option_values, write_options, written
from galaxytables_kit.pack import AnyPacks

Check: TypeAlias = Callable[[Struct, int], None]
"""Raises `OptionError` if options and seats do not go together."""


def option_form(
    game: AnyGame, packs: AnyPacks, options: Struct, seats: int, digest: bytes = b""
) -> rules_pb2.CheckOptionsResponse:
    """Return all options with their possible values, the numbers of seats that fit, and the current conflict, if any.

    The table uses the pack with the given digest or, without one, the pack for new games.
    """
    check = partial(game.check, pack=packs.get(digest))
    refusal = _refusal(check, options, seats)
    form = rules_pb2.CheckOptionsResponse(
        options=write_options(options),
        seats=_fitting_seats(game, check, options),
        conflict=None if refusal is None else _conflict(refusal),
    )
    idle = {conflict.options[0]: conflict for conflict in game.without_effect(options, seats)}
    for name, values in option_values(type(options)).items():
        offer = form.offers.add(name=name, value=form.options[name])
        if name in idle:
            offer.without_effect.CopyFrom(_conflict(idle[name]))
        for value in values:
            _try(check, options, seats, offer, value)
    return form


def _try(check: Check, options: Struct, seats: int, offer: rules_pb2.OptionOffer, value: bool | int | str) -> None:
    """Add to an offer whether a value of its option is compatible with all other options."""
    refusal = _refusal(check, replace(options, **{offer.name: value}), seats)
    if isinstance(value, (bool, str)):
        offer.values.add(value=written(value), conflict=None if refusal is None else _conflict(refusal))
    elif refusal is None:
        _add_to_ranges(offer, value)
    elif not offer.HasField("beyond"):
        offer.beyond.CopyFrom(_conflict(refusal))


def _add_to_ranges(offer: rules_pb2.OptionOffer, number: int) -> None:
    if offer.ranges and offer.ranges[-1].most == number - 1:
        offer.ranges[-1].most = number
    else:
        offer.ranges.add(least=number, most=number)


def _fitting_seats(game: AnyGame, check: Check, options: Struct) -> list[int]:
    refusals = {seats: _refusal(check, options, seats) for seats in range(game.min_seats, game.max_seats + 1)}
    fitting = [seats for seats, refusal in refusals.items() if refusal is None]
    return fitting or [seats for seats, refusal in refusals.items() if not isinstance(refusal, InvalidSeats)]


def _refusal(check: Check, options: Struct, seats: int) -> OptionError | None:
    try:
        check(options, seats)
    except OptionError as refusal:
        return refusal
    return None


def _conflict(refusal: OptionError) -> rules_pb2.OptionConflict:
    named, paragraph = (refusal.options, refusal.paragraph) if isinstance(refusal, OptionsConflict) else ((), "")
    return rules_pb2.OptionConflict(
        reason=refusal.reason,
        text=refusal.message,
        options=named,
        paragraph=paragraph,
        metadata=refusal.metadata,
    )
