"""Measures the size of messages: the response of the rules to a choice, and the updates that each player receives."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from bench.figures import Figure
from bench.random_play import Played, random_game
from galaxytables.lobby.v1 import play_pb2
from galaxytables.rules.v1 import rules_pb2
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.game import AnyGame
from galaxytables_kit.pack import load_packs
from galaxytables_lobby.domain.history import GAME_EVENT, HistoryEvent
from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.state import RunningTable, TableSeat
from galaxytables_lobby.ids import PlayerId, SeatNumber, TableId
from galaxytables_lobby.subscriptions.updates import Events, Update, Updates
from galaxytables_lobby.subscriptions.watcher import ViewPatches, whole

GAMES = 2
_TIME = 1_800_000_000_000
_TABLE_ID = "0" * 32


class Setting(NamedTuple):
    """A setting in which a game is measured: seats, options and a name."""

    name: str
    seats: int
    options: Mapping[str, str]


LARGER = {
    "race": (
        Setting("race, the orb", 4, {"expansion": "alien_artifacts", "orb": "on"}),
        Setting("race, the invasion", 4, {"expansion": "xeno_invasion", "invasion": "on"}),
        Setting("race, six at The Brink of War", 6, {"expansion": "brink_of_war", "goals": "on", "takeovers": "on"}),
    )
}
"""Games with more on the table, besides the one that is played unless somebody says otherwise."""


def message_sizes(game: AnyGame) -> list[Figure]:
    """Return the bytes per choice in random games, which are the same each time, and the bytes of a view.

    A response of `Apply` is counted without views. The stream of a player is everything that the lobby sends to that
    player, as facts without sentences. It is counted with whole views, with views as patches (which our own clients ask
    for), and without views.
    """
    calls = RulesCalls(game, load_packs(game))
    figures = []
    for setting in (Setting(game.name, min(4, game.max_seats), {}), *LARGER.get(game.name, ())):
        sizes = _sizes(calls, setting)
        choices, views = sizes["choices"], sizes["choices"] * setting.seats
        figures += [
            Figure(f"{setting.name}: answer of Apply", sizes["answers"] / choices, "bytes/choice"),
            Figure(f"{setting.name}: stream of a player", sizes["updates"] / views, "bytes/choice"),
            Figure(f"{setting.name}: stream of a player, views as patches", sizes["patched"] / views, "bytes/choice"),
            Figure(f"{setting.name}: stream of a player, without views", sizes["facts"] / views, "bytes/choice"),
            Figure(f"{setting.name}: view of a player", sizes["views"] / views, "bytes"),
        ]
    return figures


def _sizes(calls: RulesCalls, setting: Setting) -> Counter[str]:
    sizes: Counter[str] = Counter()
    viewers = [rules_pb2.Viewer(seat=seat) for seat in range(setting.seats)]
    for seed in range(GAMES):
        last_event = 0
        patches = [ViewPatches() for _ in viewers]
        for version, played in enumerate(random_game(calls, setting.seats, setting.options, seed, viewers), 1):
            answer = played.answer
            sizes["choices"] += 1
            sizes["views"] += sum(len(view.view.value) for view in answer.views)
            for update in _updates(calls.game.name, setting.seats, played, version, last_event):
                facts = len(update.content)
                sizes["facts"] += facts
                if update.view is not None:
                    sizes["updates"] += facts + len(whole(update.view))
                    sizes["patched"] += facts + len(patches[SeatNumber(update.viewer or 0)].field(update.view))
            last_event += len(answer.events)
            del answer.views[:]
            sizes["answers"] += answer.ByteSize()
    return sizes


def _updates(game: str, seats: int, played: Played, version: int, last_event: int) -> Iterable[Update]:
    """What the players of a table are sent for a choice: one made in secret is shown to nobody else."""
    answer = played.answer
    table = RunningTable(
        id=TableId(_TABLE_ID),
        name="",
        game=game,
        options={},
        seats=(TableSeat(),) * seats,
        private=False,
        host=Person(PlayerId(""), ""),
        created=_TIME,
        version=version,
        seed=b"",
        commitment=b"",
        events=last_event + len(answer.events),
        waiting=tuple(sorted({SeatNumber(prompt.seat) for prompt in answer.standing.prompts})),
    )
    events = Events(HistoryEvent(GAME_EVENT, event) for event in _numbered(answer, last_event))
    updates = Updates(table, answer.standing, now=_TIME, events=events)
    for view in answer.views:
        seat = view.viewer.seat
        if seat == played.choice.seat or not answer.hidden:
            yield updates.of(SeatNumber(seat), view=view.view, first_event=last_event + 1)


def _numbered(answer: rules_pb2.ApplyResponse, last_event: int) -> Iterable[play_pb2.TableEvent]:
    for number, event in enumerate(answer.events, last_event + 1):
        numbered = play_pb2.TableEvent(number=number, event=event, source=play_pb2.EVENT_SOURCE_GAME)
        numbered.time.FromMilliseconds(_TIME)
        yield numbered
