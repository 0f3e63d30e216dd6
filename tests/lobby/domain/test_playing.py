"""Laws of ranks, and of what the journal says."""

from hypothesis import given
from hypothesis import strategies as st

from galaxytables.lobby.v1 import play_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_lobby.domain import history
from galaxytables_lobby.domain.endings import final_scores
from galaxytables_lobby.domain.history import GAME_EVENT, LOBBY_EVENT, StoredEvent

totals = st.lists(st.integers(-5, 5), min_size=1, max_size=6)


def scored(points: list[int]) -> list[game_pb2.SeatScore]:
    return [
        game_pb2.SeatScore(seat=seat, total=total, rank=1 + sum(other > total for other in points))
        for seat, total in enumerate(points)
    ]


@given(totals, st.sets(st.integers(0, 5)))
def test_ranks_put_who_resigned_last_and_keep_points_and_the_order_of_each_group(points, resigned):
    before = scored(points)
    after = final_scores(before, frozenset(resigned))
    assert [(score.seat, score.total) for score in after] == list(enumerate(points))
    assert [score.rank for score in before] == [score.rank for score in scored(points)]
    for one, old_one in zip(after, before, strict=True):
        for two, old_two in zip(after, before, strict=True):
            if (one.seat in resigned) == (two.seat in resigned):
                assert (one.rank < two.rank) == (old_one.rank < old_two.rank)
            elif two.seat in resigned:
                assert one.rank < two.rank
    assert min(score.rank for score in after) == 1


def test_without_resignations_ranks_are_the_rules_own():
    scores = scored([3, 5, 5, 1])
    assert final_scores(scores, frozenset()) == scores


moves = st.lists(st.tuples(st.booleans(), st.integers(0, 3), st.integers(0, 4)), max_size=40)


@given(moves)
def test_the_journal_holds_exactly_the_choices_that_were_not_taken_back(sequence):
    entries: list[bytes] = []
    holding: list[tuple[int, str]] = []
    for takes_back, seat, prompt in sequence:
        key = (seat, f"p{prompt}")
        if takes_back:
            entries.append(history.withdrawn(*key))
            own = [place for place, (chooser, _) in enumerate(holding) if chooser == seat]
            if own:
                del holding[own[-1]]
        else:
            entries.append(history.chosen(game_pb2.Choice(seat=seat, prompt_id=key[1], picks=["x"])))
            holding.append(key)
    assert [(choice.seat, choice.prompt_id) for choice in history.choices_that_hold(entries)] == holding


telling = st.lists(
    st.one_of(
        st.just((GAME_EVENT, "picked", 0)),
        st.sampled_from([(LOBBY_EVENT, kind, 0) for kind in ("resigned", "takeback_proposed", "takeback_declined")]),
        st.tuples(st.just(LOBBY_EVENT), st.sampled_from(["undone", "taken_back"]), st.integers(0, 3)),
    ),
    max_size=20,
)


@given(telling, st.integers(1, 4), st.integers(0, 20))
def test_the_end_of_a_history_never_says_otherwise_than_the_whole(sequence, count, reach):
    told_events, holding = [], 0
    for number, (source, kind, withdrawn) in enumerate(sequence, 1):
        gone = min(withdrawn, holding)
        holding += 1 if source == GAME_EVENT else -gone
        facts = [game_pb2.Fact(name="withdrawn", number=gone)]
        event = play_pb2.TableEvent(number=number, event=game_pb2.Event(kind=kind, facts=facts))
        told_events.append(StoredEvent(number, source, event.SerializeToString()))
    told = history.lobby_event_since(told_events[len(told_events) - min(reach, len(told_events)) :], count)
    assert told is None or told == history.lobby_event_since(told_events, count)


def test_withdrawn_events_and_events_of_the_lobby_are_not_in_a_record():
    def told(number: int, source: bytes, event: game_pb2.Event) -> StoredEvent:
        return StoredEvent(number, source, play_pb2.TableEvent(number=number, event=event).SerializeToString())

    undone = game_pb2.Event(kind="undone", facts=[game_pb2.Fact(name="withdrawn", number=2)])
    told_events = [
        told(1, LOBBY_EVENT, game_pb2.Event(kind="started")),
        told(2, GAME_EVENT, game_pb2.Event(kind="a")),
        told(3, GAME_EVENT, game_pb2.Event(kind="b")),
        told(4, GAME_EVENT, game_pb2.Event(kind="c")),
        told(5, LOBBY_EVENT, undone),
        # A game may have an event of the same name; only the lobby's counts.
        told(6, GAME_EVENT, undone),
        told(7, LOBBY_EVENT, game_pb2.Event(kind="finished")),
    ]
    assert [event.kind for event in history.events_that_hold(told_events)] == ["a", "undone"]
