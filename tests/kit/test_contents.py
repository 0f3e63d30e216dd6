"""The table of contents: what is played when, and the place in it."""

from typing import Any

import msgspec
import pytest
from msgspec import Struct

from galaxytables_kit import Seat
from galaxytables_kit.advance import Ended, Flow, Opened, advance, run
from galaxytables_kit.chance import SeededChance
from galaxytables_kit.contents import Contents, phase, step
from galaxytables_kit.mark import Mark, words
from galaxytables_kit.play import Play
from galaxytables_kit.prompt import Prompt
from galaxytables_kit.server import main
from tests.kit.sample_game import AUCTION


class Bidding(Struct):
    bids: int = 0


class State(Struct):
    log: list[str]
    rounds: int = 0
    debts: int = 0
    phase: Bidding | None = None


def table(**changes: Any) -> Play[State, None, None]:
    return Play(2, None, None, SeededChance(bytes(32)), State([], **changes), rules_version=1)


def begin(play: Any) -> None:
    play.state.rounds += 1
    play.state.log.append("begin")


def bid(play: Any) -> Flow[None]:
    """Bid a number (A1)."""
    yield Prompt(Seat(0), "bid", (1, 2))
    play.state.log.append("bid")


def pay(play: Any) -> Flow[None]:
    yield Prompt(Seat(0), "pay", (1, 2))
    play.state.debts -= 1
    play.state.log.append("pay")


def show(play: Any, seat: int) -> Flow[None]:
    yield Prompt(Seat(seat), "show", (1, 2))
    play.state.log.append(f"show {seat}")


def note(play: Any, seat: int) -> None:
    play.state.log.append(f"note {seat}")


def silent(play: Any) -> Flow[None]:
    play.state.log.append("silent")
    yield from ()


def seats(play: Any) -> range:
    return range(play.seats)


def in_debt(play: Any) -> bool:
    return bool(play.state.debts)


def asked(opened: Opened | Ended[None]) -> Prompt:
    assert isinstance(opened, Prompt)
    return opened


def played(contents: Contents[Any], play: Any, *, place: Any = None) -> list[str]:
    """Play from a place, by the first option of each question, over a mark at each step; the paths of the steps."""
    place, paths = place or contents.start(), []
    while contents.go_on(play, place):
        mark = msgspec.msgpack.decode(msgspec.msgpack.encode(contents.mark(place)), type=Mark)
        place = contents.place(mark)
        paths.append(words(mark))
        flow = run(contents.flow(play, place))
        opened = advance(flow, None)
        while not isinstance(opened, Ended):
            opened = advance(flow, asked(opened).options[:1])
    return paths


def test_steps_are_played_one_after_another_and_a_loop_until_its_condition_holds():
    play = table()
    contents = Contents(phase("round", begin, bid).until(lambda play: play.state.rounds == 2), silent)
    assert played(contents, play) == ["round 1 / bid", "round 2 / bid", "silent"]
    assert play.state.log == ["begin", "bid", "begin", "bid", "silent"]
    assert play.where == ""


def test_what_has_a_condition_is_left_out_unless_it_holds():
    contents = Contents(step(pay).when(in_debt), phase("after", bid, silent).when(in_debt), silent_too)
    assert played(contents, table()) == ["silent too"]
    assert played(contents, table(debts=2)) == ["pay", "after / bid", "after / silent", "silent too"]


def silent_too(play: Any) -> Flow[None]:
    del play
    yield from ()


def test_a_loop_may_be_played_no_time_at_all():
    contents = Contents(phase("debts", step(pay)).as_long_as(in_debt))
    assert played(contents, table()) == []
    assert played(contents, table(debts=3)) == ["debts 1 / pay", "debts 2 / pay", "debts 3 / pay"]


def test_each_turn_is_handed_to_its_step():
    play = table()
    contents = Contents(phase("round", step(show).each(seats), step(note).each(seats)))
    assert played(contents, play) == ["round / show 1", "round / show 2"]
    assert play.state.log == ["show 0", "show 1", "note 0", "note 1"]
    assert played(Contents(step(show).each(lambda _: ())), table()) == []


def test_loops_count_anew_each_time():
    contents = Contents(phase("round", begin, step(show).each(seats)).until(lambda play: play.state.rounds == 2))
    assert played(contents, table())[-2:] == ["round 2 / show 1", "round 2 / show 2"]


def test_a_phase_has_a_state_while_it_runs():
    seen: list[Any] = []

    def count(play: Any) -> Flow[None]:
        yield Prompt(Seat(0), "bid", (1, 2))
        play.state.phase.bids += 1

    def look(play: Any) -> None:
        seen.append(play.state.phase)

    def made(_: Any, seat: int) -> Bidding:
        return Bidding(10 * seat)

    play = table()
    played(Contents(look, phase("bidding", count, look, state=made).each(seats), look), play)
    assert seen == [None, Bidding(1), Bidding(11), None]


def test_a_whole_phase_is_one_step():
    contents = Contents(phase("turn", begin, bid, step(pay).when(in_debt), whole=True))
    assert played(contents, table(debts=1)) == ["turn"]
    play = table(debts=1)
    place = contents.start()
    assert contents.go_on(play, place)
    flow = run(contents.flow(play, place))
    assert asked(advance(flow, None)).kind == "bid"
    assert play.where == "turn/bid"
    assert asked(advance(flow, (1,))).kind == "pay"


def test_any_phase_or_step_can_be_begun_with():
    contents = Contents(silent, phase("round", bid, step(pay).when(in_debt), step(show).each(seats)))
    shows = ["round / show 1", "round / show 2"]
    assert played(contents, table(), place=contents.start("round")) == ["round / bid", *shows]
    assert played(contents, table(), place=contents.start("round/pay"))[0] == "round / pay"
    assert played(contents, table(), place=contents.start("round/show")) == shows
    with pytest.raises(KeyError):
        contents.start("round/nowhere")


def test_what_is_played_in_turns_can_be_begun_with_given_ones():
    contents = Contents(step(show).each(lambda _: ()), bid)
    assert played(contents, table(), place=contents.start("show")) == ["bid"]
    assert played(contents, table(), place=contents.start("show", 1, 0)) == ["show 1", "show 2", "bid"]


def test_a_loop_that_never_asks_is_a_mistake():
    with pytest.raises(RuntimeError, match="without a question"):
        played(Contents(phase("round", begin).until(lambda _: False)), table())


def test_two_steps_of_one_name_are_refused():
    with pytest.raises(ValueError, match="two steps are called round/bid"):
        Contents(phase("round", bid, bid))


def test_states_are_not_nested():
    inner = phase("inner", bid, state=Bidding)
    with pytest.raises(ValueError, match="outer/inner has a state inside of a phase with one"):
        Contents(phase("outer", inner, state=Bidding))


def test_a_whole_phase_is_of_steps_alone():
    with pytest.raises(TypeError, match="round/turn is whole, and show is no step"):
        Contents(phase("round", phase("turn", bid, step(show).each(seats), whole=True)))


def test_acts_before_a_loop_are_played_once_and_those_within_it_each_time():
    play = table()
    contents = Contents(
        phase(
            "all",
            begin,
            phase("loop", count_round, step(begin).when(in_debt)).until(lambda play: play.state.rounds > 3),
            begin,
            bid,
        )
    )
    assert played(contents, play) == ["all / bid"]
    assert play.state.log == ["begin", "count", "count", "count", "begin", "bid"]
    assert played(contents, table(), place=contents.start("all/loop/count_round")) == ["all / bid"]


def count_round(play: Any) -> None:
    play.state.rounds += 1
    play.state.log.append("count")


def test_the_page_of_contents():
    contents = Contents(silent, phase("round", bid, step(pay).when(in_debt), step(show).each(seats)).until(in_debt))
    assert list(contents.lines()) == [
        "silent",
        "round                     until in debt",
        "  bid                     Bid a number (A1).",
        "  pay                     when in debt",
        "  show                    each of seats",
    ]


def test_every_game_prints_its_page(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["auction", "contents"])
    with pytest.raises(SystemExit) as ended:
        main(AUCTION)
    assert ended.value.code == 0
    assert capsys.readouterr().out.splitlines() == list(AUCTION.contents.lines())
