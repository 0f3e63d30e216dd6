"""Steps: each is taken once, in order, and a tournament of any kind goes to its end by them."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from galaxytables_lobby.domain.tournaments import acts
from galaxytables_lobby.domain.tournaments.refusals import StepConflictError, TournamentError
from galaxytables_lobby.domain.tournaments.standings import standings
from galaxytables_lobby.domain.tournaments.state import (
    Arena,
    EntryLimits,
    Format,
    Knockout,
    League,
    Leavers,
    RoundRobin,
    RoundStage,
    Swiss,
    TournamentStage,
    decode_tournament,
    encode_tournament,
)
from galaxytables_lobby.domain.tournaments.steps import REMEMBERED, Step, take
from tests.lobby.domain.tournaments.organised import (
    BEGIN,
    MINUTE,
    ORGANISER,
    Run,
    announced,
    done,
    entry,
    player,
    terms,
    with_entrants,
)

FORMATS: dict[str, tuple[Format, int]] = {
    "Swiss": (Swiss(rounds=4), 2),
    "Swiss of four seats": (Swiss(rounds=3), 4),
    "round robin": (RoundRobin(), 2),
    "round robin of three seats": (RoundRobin(rounds=3), 3),
    "knock-out": (Knockout(best_of=3, third_place=True), 2),
    "arena": (Arena(duration=5 * MINUTE), 2),
    "arena of three seats": (Arena(duration=5 * MINUTE), 3),
    "league": (League(seasons=2, group_size=4), 2),
}


def test_a_step_that_is_taken_again_changes_nothing():
    tournament = announced()
    step = Step(number=1, at=BEGIN, act=entry(0))
    taken = take(tournament, step)
    assert taken.tournament.version == 1
    assert taken.events
    later = Step(number=1, at=BEGIN + MINUTE, act=entry(0))
    assert take(taken.tournament, later) == (taken.tournament, ())


def test_another_step_with_that_number_is_refused():
    tournament = done(announced(), entry(0))
    with pytest.raises(StepConflictError):
        take(tournament, Step(number=1, at=BEGIN, act=entry(1)))


def test_a_step_that_comes_too_soon_is_refused():
    with pytest.raises(StepConflictError):
        take(announced(), Step(number=2, at=BEGIN, act=entry(0)))


def test_a_step_that_is_long_past_is_refused_and_not_taken_twice():
    tournament = with_entrants(REMEMBERED + 1)
    with pytest.raises(StepConflictError):
        take(tournament, Step(number=1, at=BEGIN, act=entry(0)))
    assert len(tournament.steps) == REMEMBERED


def test_a_refused_step_leaves_its_number_free():
    tournament = announced()
    with pytest.raises(TournamentError):
        take(tournament, Step(number=1, at=BEGIN, act=acts.Finish()))
    assert take(tournament, Step(number=1, at=BEGIN, act=entry(0))).tournament.version == 1


@pytest.mark.parametrize("name", FORMATS)
def test_every_step_of_every_kind_may_be_lost_or_repeated(name):
    form, seats = FORMATS[name]
    chosen = terms(form, seats=seats)
    undisturbed = Run(with_entrants(11, chosen), seed=4).to_the_end()
    seen = []

    def killed(before, step, taken):
        """The process dies before the commit, or after it: the step is taken again, by one who has read the store."""
        assert take(decode_tournament(encode_tournament(before)), step) == taken
        assert take(decode_tournament(encode_tournament(taken.tournament)), step) == (taken.tournament, ())
        seen.append(step.act.__struct_config__.tag)

    killed_run = Run(with_entrants(11, chosen), seed=4, after_step=killed).to_the_end()
    assert killed_run == undisturbed
    assert standings(killed_run) == standings(undisturbed)
    assert {"pair_round", "report", "end_round", "finish"} <= set(seen)


def check(before, step, taken):
    """What holds after every step, whatever the tournament."""
    after = taken.tournament
    assert after.version == before.version + 1 == step.number
    assert decode_tournament(encode_tournament(after)) == after
    assert [each.number for each in after.rounds] == list(range(1, len(after.rounds) + 1))
    tables = Counter(game.table_id for each in after.rounds for pairing in each.pairings for game in pairing.games)
    assert all(times == 1 for table_id, times in tables.items() if table_id), "a table is in two pairings"
    if isinstance(after.terms.format, Arena | League) or after.round is None:
        return
    seated = Counter(each for pairing in after.round.pairings for each in pairing.entrants)
    seated.update(after.round.byes)
    assert all(times == 1 for times in seated.values())
    if after.round.stage is RoundStage.PAIRED and not isinstance(after.terms.format, Knockout):
        assert seated.keys() == set(after.playing)


@settings(max_examples=30, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    name=st.sampled_from(sorted(FORMATS)),
    count=st.integers(2, 14),
    leavers=st.sampled_from(Leavers),
)
def test_whatever_happens_a_tournament_goes_to_its_end(seed, name, count, leavers):
    form, seats = FORMATS[name]
    chance = Random(seed)
    late = 0 if isinstance(form, Knockout | RoundRobin) and seats == 2 else 2
    chosen = terms(form, seats=seats, leavers=leavers, bot="random", limits=EntryLimits(last_late_round=late))
    run = Run(with_entrants(count, chosen, seed), seed, after_step=check)
    coming = count
    while run.tournament.stage in (TournamentStage.REGISTRATION, TournamentStage.RUNNING):
        doing = chance.random()
        doings: list[acts.AnyAct] = []
        if doing < 0.04:
            leaver = player(chance.randrange(coming)).id
            doings = [acts.Withdraw(by=leaver, player=leaver)]
        elif doing < 0.08:
            doings, coming = [entry(coming)], coming + 1
        elif doing < 0.1:
            doings = [acts.Pause(by=ORGANISER.id, reason="dinner"), acts.Resume(by=ORGANISER.id)]
        elif doing < 0.12:
            doings = [acts.CheckIn(by=player(chance.randrange(coming)).id)]
        elif doing < 0.16 and run.open_tables() and not run.tournament.paused:
            number, table_id = chance.choice(run.open_tables())
            last = len(run.last.pairings[number].entrants)
            run.take(
                acts.Report(
                    number=run.last.number,
                    pairing=number,
                    table_id=table_id,
                    ranks=(1,) * (last - 1) + (last,),
                    forfeits=(last - 1,),
                )
            )
        else:
            run.go_on()
        for act in doings:
            try:
                run.take(act)
            except TournamentError:
                break
    order = standings(run.tournament)
    assert len({each.entrant for each in order}) == len(order)
    played = {entrant for each in run.tournament.rounds for p in each.pairings for entrant in p.entrants}
    if not isinstance(form, League):
        assert played <= {each.entrant for each in order}
