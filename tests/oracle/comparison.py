"""The table and the scores compared with those of a transcript."""

from collections.abc import Mapping
from typing import Any

from galaxytables_kit import Seat
from galaxytables_kit.game import Score
from galaxytables_race.abilities.tableau import abilities_of
from galaxytables_race.components.cards import CardNumber
from galaxytables_race.components.vocabulary.endgame import Clause, NegativeMilitary
from galaxytables_race.goals import MAX_TIE_VP, counted, held_goals
from galaxytables_race.scoring import tally
from galaxytables_race.state import RaceState
from tests.oracle.departures import Departure
from tests.oracle.difference import Difference
from tests.oracle.match import Match
from tests.oracle.transcript import Key

MAX_ROUNDS = 30
"""The engine stops then, the rules do not (R11.3)."""


def compare(match: Match, key: Key, state: RaceState, snapshot: Mapping[str, Any]) -> None:
    """Compare the table after a phase. Raises `Difference`."""
    for seat, theirs in enumerate(snapshot["seats"]):
        empire = state.empires[seat]
        ours = {
            "hand": sorted(match.theirs[card] for card in empire.hand),
            "tableau": [match.theirs[card] for card in empire.tableau],
            "goods": sorted([match.theirs[w], match.theirs[g]] for w, goods in empire.goods.items() for g in goods),
            "vp": empire.chips,
            "military": abilities_of(match.pack, empire.tableau).military,
        }
        if "prestige" in theirs:
            ours["prestige"] = empire.prestige.chips
            ours["tile"] = state.leader == seat and empire.prestige.on_tile > 0
            ours["boost_used"] = empire.prestige.used
            ours["saved"] = sorted(match.theirs[card] for pile in empire.saved.values() for card in pile)
        for field, found in ours.items():
            if found != theirs.get(field, []):
                raise Difference(key, f"{field} of seat {seat}", found, theirs.get(field))
        held = held_goals(state, Seat(seat))
        if sorted(held) != sorted(theirs.get("goals", [])):
            raise Difference(key, f"goals of seat {seat}", held, theirs["goals"])
    if state.pool != snapshot["pool"]:
        raise Difference(key, "pool", state.pool, snapshot["pool"])
    deck, discards = len(state.decks[0]), len(state.discards[0])
    if not match.transcript.reshuffles and (deck, discards) != (snapshot["deck"], snapshot["discard"]):
        raise Difference(key, "piles", (deck, discards), (snapshot["deck"], snapshot["discard"]))
    if deck + discards != snapshot["deck"] + snapshot["discard"]:
        raise Difference(key, "cards not in play", deck + discards, snapshot["deck"] + snapshot["discard"])


def compare_scores(match: Match) -> None:
    """Compare the final scores, as the engine counts where it is known to depart. Raises `Difference`."""
    live = match.live
    key = (match.transcript.final["rounds"], "final score")
    rounds = min(live.play.state.round, MAX_ROUNDS)
    if rounds != key[0]:
        raise Difference(key, "rounds", rounds, key[0])
    scores = live.game.scores(live.play)
    less = [_taken_off(match, score.seat) for score in scores]
    goals = [_goals(match, score) for score in scores]
    totals = [
        score.total - sum(each.values()) - score.parts.get("goals", 0) + points
        for score, each, points in zip(scores, less, goals, strict=True)
    ]
    best = max((total, score.tie_breaks) for total, score in zip(totals, scores, strict=True))
    for score, total, off, theirs in zip(scores, totals, less, match.transcript.final["seats"], strict=True):
        empire = live.play.state.empires[score.seat]
        points = tally(match.pack, empire)
        bonus = {
            str(match.theirs[number]): vp - off.get(number, 0)
            for number, vp in zip(empire.tableau, points.by_card, strict=True)
            if match.pack.cards[number].vp is None
        }
        ours = {
            "total": total,
            "chips": points.chips,
            "cards": points.cards,
            "bonus": bonus,
            "prestige": empire.prestige.chips,
            "goals": goals[score.seat],
            "tie_break": score.tie_breaks[0],
            "winner": (total, score.tie_breaks) == best,
        }
        for field, found in ours.items():
            if found != theirs.get(field, 0):
                raise Difference(key, f"{field} of seat {score.seat}", found, theirs.get(field))


def _goals(match: Match, score: Score) -> int:
    """What the engine gives for goals: shares of Most goals by its last check, by the rules at the end (R13.7)."""
    play, points = match.live.play, score.parts.get("goals", 0)
    for name in play.state.goals:
        goal = match.pack.goals[name]
        theirs = [seat["goal_values"][name] for seat in match.transcript.final["seats"]]
        if goal.type == "first" or theirs[score.seat]["held"]:
            continue
        checked = [each["value"] for each in theirs]
        now = counted(play, play.state, goal)
        shares = [values[score.seat] == max(values) >= goal.minimum for values in (checked, now)]
        if shares[0] != shares[1]:
            match.met(Departure.GOALS_OF_THE_LAST_CHECK)
            points += MAX_TIE_VP * (shares[0] - shares[1])
    return points


def _taken_off(match: Match, seat: Seat) -> dict[CardNumber, int]:
    """What the engine takes off for positive military, by card: only military below 0 scores by the rules (R11.6)."""
    tableau = match.live.play.state.empires[seat].tableau
    military = abilities_of(match.pack, tableau).military
    cards = [number for number in tableau if any(_scores_weakness(each) for each in match.pack.cards[number].endgame)]
    if not cards or military <= 0:
        return {}
    for _ in cards:
        match.met(Departure.LOSES_FOR_MILITARY)
    return dict.fromkeys(cards, military)


def _scores_weakness(clause: Clause) -> bool:
    return isinstance(clause.per, NegativeMilitary)
