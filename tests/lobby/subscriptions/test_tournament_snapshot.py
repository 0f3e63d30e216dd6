"""Readers of a tournament know the same, whether they have all changes or come late."""

import pytest
from msgspec.structs import replace

from galaxytables.lobby.v1 import tournaments_pb2 as pb
from galaxytables_lobby.domain.archived import shown
from galaxytables_lobby.domain.tournaments import acts
from galaxytables_lobby.domain.tournaments.state import (
    Arena,
    EntrantNumber,
    Format,
    Knockout,
    League,
    Pairing,
    Round,
    RoundRobin,
    Swiss,
    Tournament,
)
from galaxytables_lobby.domain.tournaments.steps import Step, Taken
from galaxytables_lobby.subscriptions.tournament_projection import max_value, min_value
from galaxytables_lobby.subscriptions.tournament_snapshot import (
    KEPT_PUBLICATIONS,
    TournamentSnapshot,
    next_frame,
)
from tests.lobby.domain.tournaments.organised import ORGANISER, Run, done, entry, player, started, terms, with_entrants
from tests.lobby.subscriptions.tournament_reader import Reader

MINUTE = 60_000
FORMATS: dict[str, tuple[Format, int, int]] = {
    "swiss": (Swiss(rounds=4), 7, 2),
    "tables of three": (RoundRobin(rounds=4), 7, 3),
    "knock-out": (Knockout(best_of=3, third_place=True), 6, 2),
    "arena": (Arena(duration=8 * MINUTE), 6, 2),
    "league": (League(seasons=3, group_size=3), 9, 2),
}


def hear(reader: Reader, snapshot: TournamentSnapshot, position: int) -> int:
    said, position = snapshot.read(position)
    for response in said:
        reader.hears(pb.WatchTournamentResponse.FromString(response).changes)
    return position


def check(early: Reader, snapshot: TournamentSnapshot, *, arena: bool) -> None:
    """Somebody who comes now knows what an early reader knows."""
    late = Reader()
    hear(late, snapshot, -1)
    known = dict(early.pairings)
    if arena:
        known = {number: each for number, each in known.items() if number in late.pairings}
    assert (early.tournament, early.entrants, early.round, known) == (
        late.tournament,
        late.entrants,
        late.round,
        late.pairings,
    )
    assert early.standings == late.standings


@pytest.mark.parametrize("name", FORMATS)
def test_changes_lead_to_what_a_new_reader_gets(name):
    form, count, seats = FORMATS[name]
    snapshot, reader, position, looks = TournamentSnapshot(), Reader(), -1, 0

    def look(_: Tournament, __: Step, taken: Taken) -> None:
        nonlocal position, looks
        looks += 1
        # Not each step is looked at.
        if looks % 3:
            snapshot.publish(next_frame(taken.tournament, snapshot.frame))
            position = hear(reader, snapshot, position)
            check(reader, snapshot, arena=isinstance(form, Arena))

    run = Run(started(count, terms(form, seats=seats)), 5, after_step=look)
    snapshot.publish(next_frame(run.tournament, None))
    run.rounds(1)
    if isinstance(form, Swiss):
        # A round that is paired and taken back.
        run.go_on()
        run.take(acts.Withdraw(by=player(2).id, player=player(2).id))
    run.to_the_end()
    assert looks > 20


def test_who_enters_again_has_another_number():
    snapshot, reader = TournamentSnapshot(), Reader()
    tournament = with_entrants(4)
    snapshot.publish(next_frame(tournament, None))
    position = hear(reader, snapshot, -1)
    for act in (acts.Withdraw(by=player(1).id, player=player(1).id), entry(1)):
        tournament = done(tournament, act)
        snapshot.publish(next_frame(tournament, snapshot.frame))
        position = hear(reader, snapshot, position)
        check(reader, snapshot, arena=False)
    assert [each.player.id for each in reader.entrants.values()] == ["p0", "p2", "p3", "p1"]


def test_pairings_of_a_round_are_sent_though_they_are_those_of_the_round_before():
    snapshot, reader = TournamentSnapshot(), Reader()
    before = started(2)
    paired = Round(number=1, pairings=(Pairing(entrants=(EntrantNumber(0), EntrantNumber(1))),))
    position = -1
    for rounds in ((paired,), (paired, replace(paired, number=2))):
        snapshot.publish(next_frame(replace(before, rounds=rounds), snapshot.frame))
        position = hear(reader, snapshot, position)
        check(reader, snapshot, arena=False)
        assert len(reader.pairings) == 1


def test_who_is_in_no_group_of_a_new_season_leaves_the_standings():
    snapshot, reader = TournamentSnapshot(), Reader()
    run = Run(started(9, terms(League(seasons=3, group_size=3))), 5)
    run.rounds(1)
    snapshot.publish(next_frame(run.tournament, None))
    position = hear(reader, snapshot, -1)
    assert len(reader.standings) == 9
    run.take(acts.Withdraw(by=player(4).id, player=player(4).id))
    run.rounds(2)
    snapshot.publish(next_frame(run.tournament, snapshot.frame))
    hear(reader, snapshot, position)
    check(reader, snapshot, arena=False)
    assert len(reader.standings) == 8


def test_only_what_has_changed_is_sent_and_to_slow_readers_all_of_it():
    snapshot = TournamentSnapshot()
    tournament = with_entrants(40)
    snapshot.publish(next_frame(tournament, None))
    [whole], position = snapshot.read(-1)
    slow = position
    for number in range(KEPT_PUBLICATIONS + 1):
        pause = acts.Pause(by=ORGANISER.id, reason="lunch") if number % 2 == 0 else acts.Resume(by=ORGANISER.id)
        tournament = done(tournament, pause)
        snapshot.publish(next_frame(tournament, snapshot.frame))
        [changes], position = snapshot.read(position)
        assert not pb.WatchTournamentResponse.FromString(changes).changes.entrants
        assert len(changes) < len(whole)
        assert snapshot.read(position) == ([], position)
    [again], _ = snapshot.read(slow)
    assert pb.WatchTournamentResponse.FromString(again).changes.whole


def test_a_frame_of_the_same_tournament_says_nothing():
    frame = next_frame(with_entrants(4), None)
    assert not next_frame(frame.tournament, frame).changes


@pytest.mark.parametrize("points", [-500, 0, 1, 999, 1000, 1001, 1234, 1749, 1750, 3001])
def test_a_rating_that_is_shown_as_the_limit_is_within_it(points):
    for value in (each / 1000 for each in range(-60_000, 80_000, 7)):
        if shown(value) == points:
            assert min_value(points) <= value <= max_value(points)
