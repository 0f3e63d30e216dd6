"""Records games with searched answers as training data: `python -m galaxytables_arena.learning.searched`.

Two seats of Race play. In most games both search; in the others one of them plays the heuristic. Each question is
stored with the seat's features, the names of all answers, the values of the searched answers, and the result of the
game. All answers to a question are played forward at the same few tables, so that the values differ only because of the
answers. A net that learns from many questions averages out the remaining luck. The run resumes from its folder.
"""

import argparse
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from statistics import fmean
from time import monotonic

import msgspec
from google.protobuf.message import Message
from msgspec import Struct

from galaxytables.race.v1 import race_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_arena.games import load_game
from galaxytables_arena.learning.trials import Trials
from galaxytables_arena.players import Player
from galaxytables_arena.table import Played, Table
from galaxytables_bots.nets import STOP, Recorded, load_net
from galaxytables_bots.race.heuristic import Heuristic
from galaxytables_bots.race.policy import JOINT, Policy, differs, option_name
from galaxytables_bots.race.search import PLAYED_FORWARD, TWO_SEATS_NET
from galaxytables_bots.race.simulation.playouts import Playouts, options_of
from galaxytables_bots.race.thinkers import NetThinker, Picks
from galaxytables_bots.seeds import tuning_seed
from galaxytables_bots.strategy import Catalogue, Strategy, view_as
from galaxytables_kit.live import AnyLive

_SEATS = 2
_ROUNDS = 2
_HEURISTIC = 10
"""The heuristic has a seat in every tenth game, beginning with the first."""
_MAX_SETS = 60
"""If more sets of options may be picked, only searched ones are stored."""
SHARD = 10
"""Games in a file."""
RECORDED = "recorded.json"
"""The file of a folder's facts, for the provenance of nets."""
_PRIOR = 0.02
"""The bonus of an answer that is e times as likely beforehand, as in the search."""
_OF_MARGIN, _MARGIN = 0.3, 20
"""The weights of winning and of the margin, as in self-play."""


class Answered(Struct):
    """A question (a prompt to one seat) with the values of its answers and the result of the game.

    `answers` are, for each answer, the names of its options; a set of options that is scored as a whole has a single
    name. `values` are the values of searched answers, by index; empty if nothing was searched. `result` is the seat's
    result of the game, from -1 (lost) to 1 (won).
    """

    kind: str
    features: dict[str, float]
    answers: list[list[str]]
    values: dict[int, float]
    result: float = 0.0


class Noting:
    """A player that searches at a few tables, and records each question with the values found.

    If no table can be sampled, answers are played forward from the real game. Only the recorded values come from these;
    the player itself chooses its answer without knowing hidden cards.
    """

    def __init__(self, net: Path, answers: int, tables: int) -> None:
        """`net` is the file of the net. Up to `answers` answers are searched for a prompt, each at `tables` tables."""
        loaded = load_net(net)
        self._net, self._thinker, self._policy = loaded, NetThinker(loaded), Policy(loaded)
        self._trials = Trials(loaded, self._thinker.player, answers, tables, _ROUNDS)
        self.count, self.tables = answers, tables
        self.notes: dict[int, list[Answered]] = {}

    def choose_inside(
        self, game: AnyLive, prompt: game_pb2.Prompt, view: Message, catalogue: Catalogue
    ) -> Sequence[str]:
        """Return the player's answer, and record the question."""
        features = self._policy.see(prompt, view, catalogue)
        found = self._found(prompt, view, catalogue)
        if found:
            self._note(prompt, features, {picks: value for picks, (value, _) in found.items()})
            return max(found, key=lambda picks: sum(found[picks]))
        usual = tuple(self._thinker.choose(prompt, view, catalogue))
        tried = {} if prompt.kind in JOINT else self._trials.tried(game, prompt, self._net.hidden(features), usual)
        self._note(prompt, features, tried)
        return usual

    def _found(
        self, prompt: game_pb2.Prompt, view: Message | None, catalogue: Catalogue
    ) -> dict[Picks, tuple[float, float]]:
        """Return the value of each searched answer, and the bonus for its probability beforehand."""
        if prompt.kind not in PLAYED_FORWARD:
            return {}
        proposed = self._thinker.proposed(prompt, view, catalogue, self.count)
        if len(proposed) <= 1:
            return {}
        seen = view_as(race_pb2.RaceView, view)
        try:
            playouts = Playouts(self._thinker.player, options_of({}), prompt, seen, _ROUNDS, every_round=True)
        except ValueError:
            return {}
        samples = [playouts.sample(number) for number in range(self.tables)]
        return {
            picks: (fmean([playouts.play(sample, picks) for sample in samples]), _PRIOR * prior)
            for prior, picks in proposed
        }

    def _note(self, prompt: game_pb2.Prompt, features: dict[str, float], values: dict[Picks, float]) -> None:
        sets = answers_to(prompt, [*values])
        if len(sets) <= 1:
            return
        names = {option.id: option_name(option) for option in prompt.options}
        known = {frozenset(picks): place for place, picks in enumerate(sets)}
        answers = [named(prompt.kind, [names[pick] for pick in picks]) for picks in sets]
        placed = {known[frozenset(picks)]: value for picks, value in values.items()}
        noted = Answered(prompt.kind, features, answers, placed)
        self.notes.setdefault(prompt.seat, []).append(noted)


def answers_to(prompt: game_pb2.Prompt, looked_at: Sequence[Picks]) -> list[Picks]:
    """Return all answers to a question that is searched.

    For any other question, return its options, which are picked one by one.
    """
    names = {option.id: option_name(option) for option in prompt.options}
    if not looked_at:
        if prompt.kind in JOINT:
            return []
        return [(option,) for option in names] + ([()] if prompt.least < prompt.most else [])
    sets = [each for size in range(prompt.least, prompt.most + 1) for each in combinations(names, size)]
    if prompt.kind in JOINT:
        return [each for each in sets if differs([names[option] for option in each])]
    return sets if len(sets) <= _MAX_SETS else [tuple(picks) for picks in looked_at]


def named(kind: str, names: Sequence[str]) -> list[str]:
    """Return the names that a net uses for the picks of an answer."""
    if kind in JOINT:
        return ["+".join(names)]
    return [*names] or [STOP]


def result_of(played: Played, seat: int) -> float:
    """Return how a seat did in a game, from -1 (lost) to 1 (won)."""
    own, others = played.seats[seat], [each for place, each in enumerate(played.seats) if place != seat]
    shared = own.rank == 1 and any(other.rank == 1 for other in others)
    won = -1.0 if own.rank > 1 else 0.0 if shared else 1.0
    margin = (own.points - max(other.points for other in others)) / _MARGIN
    return (1 - _OF_MARGIN) * won + _OF_MARGIN * max(-1.0, min(1.0, margin))


def played_game(table: Table, deal: str, number: int, noting: Noting, other: Strategy) -> list[Answered]:
    """Play a game and return the recorded questions of the seats that search: in most games, both."""
    noting.notes = {}
    sitting: list[Player] = [noting, noting]
    if number % _HEURISTIC == 0:
        sitting[number // _HEURISTIC % 2] = other
    played = table.play(f"{deal}/{number}", sitting)
    for seat, notes in noting.notes.items():
        for each in notes:
            each.result = result_of(played, seat)
    return [each for notes in noting.notes.values() for each in notes]


def record(
    folder: Path, seconds: float, noting: Noting, seed: int, commit: str = "", *, limit: float = float("inf")
) -> int:
    """Play and record games, file by file, for `seconds` seconds or until the folder has `limit` games.

    Returns the number of games in the folder.
    """
    folder.mkdir(parents=True, exist_ok=True)
    table, until, games = Table(load_game("race"), {}), monotonic() + seconds, SHARD * len(shards(folder))
    while games < limit and monotonic() < until:
        notes = [
            each
            for number in range(games, games + SHARD)
            for each in played_game(table, f"searched {seed}", number, noting, Heuristic())
        ]
        games += SHARD
        recorded = Recorded(games, seed, noting.count, noting.tables, commit)
        _write(folder / f"{games:06}.games", msgspec.msgpack.encode(notes))
        _write(folder / RECORDED, msgspec.json.encode(recorded))
        searched = sum(bool(each.values) for each in notes)
        print(f"{games} games; {searched} of {len(notes)} questions played forward", flush=True)  # noqa: T201 - a command
    return games


def _write(path: Path, content: bytes) -> None:
    """Write a file atomically."""
    beside = path.with_suffix(".new")
    beside.write_bytes(content)
    beside.replace(path)


def shards(folder: Path) -> list[Path]:
    """Return the files of recorded games in a folder, oldest first."""
    return sorted(folder.glob("*.games"))


def read_shard(path: Path) -> list[Answered]:
    """Return the recorded questions in one file."""
    return msgspec.msgpack.decode(path.read_bytes(), type=list[Answered])


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line, then play and record games. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m galaxytables_arena.learning.searched", description=__doc__)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--net", type=Path, default=TWO_SEATS_NET)
    parser.add_argument("--answers", type=int, default=8)
    parser.add_argument("--tables", type=int, default=3)
    parser.add_argument("--seed", type=tuning_seed, default=1)
    parser.add_argument("--commit", default="", help="commit of the code, for the provenance of the net")
    given = parser.parse_args(arguments)
    record(given.folder, given.seconds, Noting(given.net, given.answers, given.tables), given.seed, given.commit)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
