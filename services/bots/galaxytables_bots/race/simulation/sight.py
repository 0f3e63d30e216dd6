"""The features of `galaxytables_bots.race.policy`, read from the state.

Views are made for clients and cost more time than the moves of a game; so the same features are read from the state
here, for self-play and for games that are played forward. A test compares these features with those that are read from
the view.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from galaxytables_bots.race.policy import (
    HIDDEN_OTHERS,
    JOINT,
    LEAD,
    MAX_PAIRS,
    MAX_SIZE,
    chips_left,
    lateness,
)
from galaxytables_bots.race.simulation.reach import Reach
from galaxytables_bots.race.simulation.rows import Named, Rows
from galaxytables_kit import Pick, Prompt, Seat, seated
from galaxytables_race.abilities.tableau import abilities_of
from galaxytables_race.components.cards import CardNumber
from galaxytables_race.scoring import tally
from galaxytables_race.state import Empire, RaceState
from galaxytables_race.state.phases import Exploring, Opening
from galaxytables_race.table import RacePlay, working

_NUMBERED = frozenset({"consume.gamble"})
"""Prompts whose options are numbers that are not cards."""

_NOWHERE = 1_000
"""More than any lead."""


Standing: TypeAlias = tuple[list[int], list[float], int]
"""The rows and values of what lies openly before a seat, and its points."""


class _Side:
    """Rows of what lies before a seat or others."""

    def __init__(self, whose: str, row_of: Callable[[str], int]) -> None:
        self.cards, self.goods = Named(whose + ":", row_of), Named(whose + "_good:", row_of)
        self.actions = Named(whose + "_action:", row_of)
        self.full, self.empty = Named(whose + "_full:", row_of), Named(whose + "_empty:", row_of)
        self.sizes = [row_of(f"{whose}_cards:{size}") for size in range(MAX_SIZE + 1)]
        self.figures = [row_of(whose + name) for name in ("_chips", "_military", "_vp")]


class Sight:
    """Computes the features of prompts, as rows of one net."""

    def __init__(self, row_of: Callable[[str], int]) -> None:
        """`row_of` returns a feature's row by its name."""
        self._kinds, self._hand = Named("kind:", row_of), Named("hand:", row_of)
        self._hand_sizes = [row_of(f"hand_size:{size}") for size in range(MAX_SIZE + 1)]
        self._own, self._their = _Side("own", row_of), _Side("their", row_of)
        self._reach = Reach(row_of)
        self._chips_left = [row_of(f"chips_left:{pairs}") for pairs in range(MAX_PAIRS + 1)]
        self._longest = [row_of(f"longest:{size}") for size in range(MAX_SIZE + 1)]
        self._end = [row_of(name) for name in ("lead", "lead_late", "late")]
        self._round, self._pool, self._their_hand = row_of("round"), row_of("pool"), row_of("their_hand")

    def look(self, play: RacePlay, shown: RaceState, seat: Seat, kind: str) -> Rows:
        """Return the features of a prompt as rows of the net.

        The seat's own cards are read as they are, everything else as other players may see it.
        """
        cards, state, hand = play.pack.cards, play.state, self._hand
        own = state.empires[seat]
        known, figures, points = self._standing(play, state, seat, self._own)
        held: Sequence[CardNumber] = own.hand
        if isinstance(state.phase, (Opening, Exploring)):
            held = [*held, *state.phase.drawn[seat]]
        rows = [
            self._kinds[kind],
            self._round,
            self._pool,
            *known,
            self._hand_sizes[min(MAX_SIZE, len(held))],
            *[hand[cards[number].id] for number in held],
            *[self._own.actions[action] for action in own.actions],
        ]
        values = [1.0, shown.round / 10, max(0, shown.pool) / 24, *figures]
        values += [1.0] * (len(rows) - len(values))
        reached, amounts = self._reach.look(play, seat, held, points)
        rows += reached
        values += amounts
        if not kind.startswith(HIDDEN_OTHERS):
            joint, their, highest, longest = kind in JOINT, self._their, -_NOWHERE, len(own.tableau)
            for other, empire in seated(shown.empires):
                if other == seat:
                    continue
                known, figures, theirs = self._standing(play, shown, other, their)
                highest, longest = max(highest, theirs), max(longest, len(empire.tableau))
                rows += known
                values += figures
                if joint:
                    rows.append(self._their_hand)
                    values.append(len(empire.hand) / 10)
                else:
                    rows += [their.actions[action] for action in empire.actions]
                    values += [1.0] * len(empire.actions)
            lead, late = points - highest, lateness(longest, shown.pool)
            rows += (self._chips_left[chips_left(shown.pool)], self._longest[min(MAX_SIZE, longest)], *self._end)
            values += (1.0, 1.0, lead / LEAD, lead * late / LEAD, late)
        return rows, values

    def _standing(self, play: RacePlay, state: RaceState, seat: Seat, side: _Side) -> Standing:
        """Return what lies openly before a seat, and its points."""
        empire = state.empires[seat]
        counted = working(state, seat)
        key, made_of = (side, seat), (empire.tableau, empire.chips, counted)
        cached: tuple[object, Standing] | None = play.memo.get(key)
        if cached is None or cached[0] != made_of:
            cached = play.memo[key] = (made_of, _lying(play, state, empire, counted, side))
        cards, goods = play.pack.cards, empire.goods
        lying = [side.goods[str(cards[world].stores)] for world, stack in goods.items() for _ in stack]
        lying += [side.full[cards[world].id] for world, stack in goods.items() if stack]
        for number in empire.tableau:
            card = cards[number]
            if card.good and card.production != "windfall" and not goods.get(number):
                lying.append(side.empty[str(card.good)])
        rows, values, points = cached[1]
        return rows + lying, values + [1.0] * len(lying), points


def _lying(play: RacePlay, state: RaceState, empire: Empire, counted: tuple[CardNumber, ...], side: _Side) -> Standing:
    """Return what a tableau and its chips amount to, and their points."""
    cards, tableau = play.pack.cards, empire.tableau
    rows = [*side.figures, side.sizes[min(MAX_SIZE, len(tableau))], *[side.cards[cards[each].id] for each in tableau]]
    points = tally(play.pack, empire, orb=state.orb is not None).total
    values = [empire.chips / 10, abilities_of(play.pack, counted).military / 5, points / 20]
    return rows, values + [1.0] * (len(rows) - len(values)), points


def features_of(play: RacePlay, shown: RaceState, seat: Seat, kind: str) -> dict[str, float]:
    """Return the features of a prompt by name."""
    names: list[str] = []

    def row_of(name: str) -> int:
        names.append(name)
        return len(names) - 1

    rows, values = Sight(row_of).look(play, shown, seat, kind)
    features: dict[str, float] = {}
    for row, value in zip(rows, values, strict=True):
        features[names[row]] = features.get(names[row], 0.0) + value
    return features


def option_name(play: RacePlay, prompt: Prompt, pick: Pick) -> str:
    """Return the name by which the net knows an option.

    It is the component, with a number if the option is one of its powers, or a word.
    """
    cards = play.pack.cards
    if isinstance(pick, int):
        return cards[pick].id
    number, mark, nth = pick.replace(":", ".").partition(".")
    if not mark or not number.isdecimal() or prompt.kind in _NUMBERED:
        return pick
    return f"{cards[int(number)].id}.{nth}" if "." in pick else cards[int(number)].id
