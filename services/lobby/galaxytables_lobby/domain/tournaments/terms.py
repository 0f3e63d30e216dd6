"""Checks the terms of a tournament."""

from galaxytables_lobby.domain.tournaments.refusals import InvalidTermsError
from galaxytables_lobby.domain.tournaments.state import (
    Arena,
    Knockout,
    League,
    Leavers,
    RoundRobin,
    Swiss,
    TournamentTerms,
)

MIN_SEATS, MAX_SEATS = 2, 6
MAX_ENTRANTS = 2_000
MAX_ROUNDS = 30
MAX_CYCLES = 4
MAX_BEST_OF = 9
MAX_SEASONS = 20
MIN_GROUP, MAX_GROUP = 2, 16
MINUTE = 60_000
MIN_ARENA, MAX_ARENA = 5 * MINUTE, 24 * 60 * MINUTE
MAX_NAME = 80
_PERCENT = 100


def checked_terms(terms: TournamentTerms) -> TournamentTerms:
    """Return the terms if they do not contradict each other. Raises `InvalidTermsError`."""
    _check_common(terms)
    _check_scoring(terms)
    _check_format(terms)
    return terms


def _check_common(terms: TournamentTerms) -> None:
    limits, schedule = terms.limits, terms.schedule
    _require("name", 0 < len(terms.name) <= MAX_NAME, f"a name has 1 to {MAX_NAME} characters")
    _require("seats", MIN_SEATS <= terms.seats <= MAX_SEATS, f"a table has {MIN_SEATS} to {MAX_SEATS} seats")
    _require("limits.min_entrants", MIN_SEATS <= limits.min_entrants <= MAX_ENTRANTS, "at least two must enter")
    full = limits.max_entrants or MAX_ENTRANTS
    _require(
        "limits.max_entrants",
        limits.min_entrants <= full <= MAX_ENTRANTS,
        f"at most {MAX_ENTRANTS} enter, and no fewer than the minimum",
    )
    if limits.min_rating is not None and limits.max_rating is not None:
        _require("limits.max_rating", limits.min_rating <= limits.max_rating, "no rating is within these limits")
    _require("limits.min_account_age", limits.min_account_age >= 0, "an age is not negative")
    for name in ("starts", "check_in", "max_round", "interval"):
        _require(f"schedule.{name}", getattr(schedule, name) >= 0, "a time is not negative")
    _require("bot", bool(terms.bot) or terms.leavers is not Leavers.BOT, "name the bot that replaces leavers")
    if not terms.short_tables:
        _require("limits.min_entrants", limits.min_entrants >= terms.seats, "full tables need as many entrants")


def _check_scoring(terms: TournamentTerms) -> None:
    scoring = terms.scoring
    _require("scoring.bye", 0 <= scoring.bye <= _PERCENT, "a bye is worth 0 to 100 percent of a first place")
    _require("scoring.ties", len(set(scoring.ties)) == len(scoring.ties), "each tie-break counts once")
    if scoring.places:
        descending = all(
            first >= second >= 0 for first, second in zip(scoring.places, scoring.places[1:], strict=False)
        )
        _require(
            "scoring.places",
            len(scoring.places) == terms.seats and descending and scoring.places[0] > 0,
            "name the points of each place, none more than the place before it",
        )


def _check_format(terms: TournamentTerms) -> None:
    form, late = terms.format, terms.limits.last_late_round
    if isinstance(form, Swiss):
        _require("format.rounds", 1 <= form.rounds <= MAX_ROUNDS, f"a Swiss has 1 to {MAX_ROUNDS} rounds")
    elif isinstance(form, RoundRobin):
        _require("format.cycles", 1 <= form.cycles <= MAX_CYCLES, f"there are 1 to {MAX_CYCLES} cycles")
        _require("format.rounds", 0 <= form.rounds <= MAX_ROUNDS, f"there are at most {MAX_ROUNDS} rounds")
        _require(
            "limits.last_late_round", late == 0 or terms.seats > MIN_SEATS, "the order of play is fixed at the start"
        )
    elif isinstance(form, Knockout):
        _require("seats", terms.seats == MIN_SEATS, "a knock-out is for two seats")
        _require(
            "format.best_of", 1 <= form.best_of <= MAX_BEST_OF and form.best_of % 2 == 1, "best of 1, 3, 5, 7 or 9"
        )
        _require("limits.last_late_round", late == 0, "nobody joins a bracket late")
    elif isinstance(form, Arena):
        _require("format.duration", MIN_ARENA <= form.duration <= MAX_ARENA, "an arena lasts 5 minutes to a day")
        _require("format.berserk", not form.berserk or terms.control.initial > 0, "berserk needs a budget of time")
    else:
        _check_league(form)
    apart = not isinstance(form, Arena | League)
    _require("shared_deal", apart or not terms.shared_deal, "tables of one deal begin together, and nobody plays two")


def _check_league(form: League) -> None:
    _require("format.seasons", 1 <= form.seasons <= MAX_SEASONS, f"a league has 1 to {MAX_SEASONS} seasons")
    _require("format.group_size", MIN_GROUP <= form.group_size <= MAX_GROUP, f"{MIN_GROUP} to {MAX_GROUP} play a group")
    moving = form.promoted >= 0 and form.relegated >= 0 and form.promoted + form.relegated < form.group_size
    _require("format.promoted", moving, "some of each group stay where they are")


def _require(term: str, met: bool, message: str) -> None:
    if not met:
        raise InvalidTermsError(term, message)
