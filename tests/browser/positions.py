"""Fixed positions of every game: what a seat is told of a table at a moment of a golden record."""

from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import Message

from galaxytables.lobby.v1 import play_pb2, tables_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_kit.game import Game
from galaxytables_kit.pack import load_packs
from galaxytables_kit.wire import event_message
from tests.snapshots.moments import Moment, moment, replayed

TESTS = Path(__file__).parents[1]
SEAT = 0


class Position(NamedTuple):
    """A golden record, and how many of its choices are made."""

    game: str
    record: str
    choices: int
    seat: int = SEAT
    """Whose view it is."""


POSITIONS = {
    "jump": Position("jump", "seats_4", 84),
    "roll": Position("roll", "version_2/seats_4", 411),
    "beyond": Position("beyond", "v3_advanced_4", 474),
    "race": Position("race", "3/four", 170),
    "invasion": Position("race", "3/invasion", 132),
    "orb": Position("race", "3/orb", 210),
    "wide": Position("race", "3/brink_of_war", 245),
    "six": Position("race", "3/six", 414, seat=4),
}

BOARDS = {
    f"beyond_{seats}": Position("beyond", f"v3_{mats}_{seats}", choices)
    for seats, mats, choices in ((2, "basic", 186), (3, "advanced", 424), (4, "advanced", 564))
}
"""Each board of Beyond the Sun for its numbers of players, late in a game."""

FULL = {"race_6": Position("race", "3/six", 362), "roll_5": Position("roll", "version_2/seats_5", 980)}
"""Tables of as many players as there can be."""


def position(of: Position) -> play_pb2.WatchTableResponse:
    """The first message of a watch of its seat."""
    game: Game[Any, Any, Any] = getattr(import_module(f"galaxytables_{of.game}.rules"), of.game.upper())
    record = game_pb2.Record.FromString((TESTS / of.game / "golden" / f"{of.record}.binpb").read_bytes())
    told: list[Message] = []
    for choices, (live, new_events) in enumerate(replayed(game, load_packs(game), record)):
        told += map(event_message, new_events)
        if choices == of.choices:
            return play_pb2.WatchTableResponse(update=_update(moment(live, choices, new_events), told, of.seat))
    raise AssertionError(f"{of.record} has fewer than {of.choices} choices")


def changed(first: play_pb2.WatchTableResponse, **parts: Any) -> play_pb2.WatchTableResponse:
    """The next message after `first`: the same is asked anew, and the last choice can be undone."""
    update = play_pb2.TableUpdate(
        viewer=first.update.viewer,
        last_event=first.update.last_event,
        prompts=first.update.prompts,
        waiting_for=first.update.waiting_for,
        state=first.update.state,
        version=first.update.version + 1,
        undoable=True,
        **parts,
    )
    for prompt in update.prompts:
        prompt.id = "changed"
    return play_pb2.WatchTableResponse(update=update)


def _update(moment: Moment, told: list[Message], seat: int) -> play_pb2.TableUpdate:
    prompts = [prompt for prompt in moment.prompts if isinstance(prompt, game_pb2.Prompt)]
    own = [prompt for prompt in prompts if prompt.seat == seat]
    assert own, f"seat {seat} is asked nothing"
    for prompt in own:
        prompt.id = "fixed"
    view = AnyMessage()
    view.Pack(moment.views[f"seat {seat}"])
    return play_pb2.TableUpdate(
        viewer=seat,
        events=[
            play_pb2.TableEvent(number=number, event=_seen(event, seat), source=play_pb2.EVENT_SOURCE_GAME)
            for number, event in enumerate(told, 1)
        ],
        last_event=len(told),
        prompts=own,
        view=view,
        waiting_for=sorted({prompt.seat for prompt in prompts}),
        state=tables_pb2.TABLE_STATE_RUNNING,
        resync=True,
        version=len(told),
    )


def _seen(event: Message, seat: int) -> game_pb2.Event:
    """An event without what other seats alone may know."""
    seen = game_pb2.Event.FromString(event.SerializeToString())
    own = [part for part in seen.private_parts if part.seat == seat]
    del seen.private_parts[:]
    seen.private_parts.extend(own)
    return seen
