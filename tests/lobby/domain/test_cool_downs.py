"""How long players wait who left rated games, and how that heals."""

import pytest

from galaxytables_lobby.domain.cool_downs import HEALING_MILLISECONDS, Departure, Kind, ends, score

MINUTE, DAY = 60_000, 24 * 3_600_000
LEFT, STALLED = Kind.LEFT, Kind.STALLED


def test_a_score_heals_evenly_within_a_week():
    departures = [Departure(LEFT, 0), Departure(STALLED, 0)]
    for days, left in ((0, 1.5), (3.5, 0.75), (7, 0), (70, 0)):
        assert score(departures, round(days * DAY)) == pytest.approx(left)


@pytest.mark.parametrize(
    ("kinds", "minutes"),
    [((), 0), ((LEFT,), 0), ((STALLED, STALLED), 0), ((LEFT, LEFT), 10), ((LEFT,) * 3, 20), ((LEFT,) * 30, 24 * 60)],
)
def test_one_departure_is_free_and_each_further_one_doubles_the_wait_to_a_day_at_most(kinds, minutes):
    assert ends([Departure(kind, 0) for kind in kinds], 0) == minutes * MINUTE


def test_the_wait_begins_with_the_last_departure_and_never_grows_while_it_runs():
    departures = [Departure(LEFT, 0), Departure(LEFT, DAY)]
    waits = [ends(departures, DAY + minute * MINUTE) for minute in range(12)]
    assert DAY < waits[0] < DAY + 10 * MINUTE
    assert [wait for wait in waits if wait] == sorted((wait for wait in waits if wait), reverse=True)
    assert waits[-1] == 0
    assert ends(departures, DAY + HEALING_MILLISECONDS) == 0
