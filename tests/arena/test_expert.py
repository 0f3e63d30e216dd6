"""Expert iteration: nets that learn from what they find, lesson by lesson."""

from pathlib import Path

import msgspec
import pytest

from galaxytables_arena.learning import expert, searched
from galaxytables_arena.learning.expert import Course, teach
from galaxytables_arena.learning.imitation import Plan
from galaxytables_arena.match import Match, new_match
from galaxytables_bots.nets import Provenance, Recorded, load_net, save_net
from galaxytables_bots.race.search import TWO_SEATS_NET
from tests.arena.test_searched import NOTES, small_net

COURSE = Course(games=8, jobs=1, remembered=2, matches=10, seed=5, commit="abc", plan=Plan(epochs=2))


class Lessons:
    """Notes in place of games, and matches that end as they are told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.recorded: list[tuple[str, bytes, int, float]] = []
        self.met: list[list[str]] = []
        self.rates: list[float] = []
        monkeypatch.setattr(expert, "Noting", lambda net, answers, tables: (net, answers, tables))
        monkeypatch.setattr(expert, "record", self._record)
        monkeypatch.setattr(expert, "play_match", self._play_match)

    def _record(
        self, folder: Path, _: float, noting: tuple[Path, int, int], seed: int, commit: str, *, limit: float
    ) -> None:
        net, answers, tables = noting
        self.recorded.append((f"{folder.parent.name}/{folder.name}", net.read_bytes(), seed, limit))
        folder.mkdir(parents=True)
        for games in range(1, 9):
            (folder / f"{games:06}.games").write_bytes(msgspec.msgpack.encode(NOTES))
        told = Recorded(8, seed, answers, tables, commit)
        (folder / searched.RECORDED).write_bytes(msgspec.json.encode(told))

    def _play_match(self, _: object, names: list[str], *, games: int, seed: int) -> Match:
        assert (games, seed) == (COURSE.matches, COURSE.seed)
        self.met.append(names)
        match = new_match("race", names, 2)
        match.deals, match.games = [self.rates.pop(0)] * games, games
        return match


@pytest.fixture
def lessons(monkeypatch) -> Lessons:
    return Lessons(monkeypatch)


@pytest.fixture
def begin(tmp_path: Path) -> Path:
    path = tmp_path / "begin.npz"
    save_net(small_net(), path)
    path.with_suffix(".json").write_bytes(msgspec.json.encode(Provenance("race", 2, {}, 7, 1, "old", [])))
    return path


def told_of(net: Path) -> Provenance:
    return msgspec.json.decode(net.with_suffix(".json").read_bytes(), type=Provenance)


def test_each_lesson_goes_on_with_the_net_of_the_one_before(lessons, begin, tmp_path, capsys):
    lessons.rates = [0.6, 0.7, 0.6]
    best = teach(tmp_path / "course", begin, 3, COURSE)
    nets = [(tmp_path / "course" / f"{number:03}" / "net.npz").read_bytes() for number in (1, 2, 3)]
    assert lessons.recorded == [
        ("001/games-0", begin.read_bytes(), 5, 8),
        ("002/games-0", nets[0], 6, 8),
        ("003/games-0", nets[1], 7, 8),
    ]
    assert best.read_bytes() == nets[2]
    assert len({begin.read_bytes(), *nets}) == 4
    told = told_of(best)
    assert (told.games, told.commit) == (7, "old")
    seeds = [[each.seed for each in imitated.recorded] for imitated in told.imitated]
    assert seeds == [[5], [5, 6], [6, 7]], "only two lessons are remembered"
    assert told.imitated[0].plan == msgspec.structs.asdict(COURSE.plan)
    course = tmp_path / "course"
    before = [begin, course / "001" / "net.npz", course / "002" / "net.npz"]
    learned = [course / f"{number:03}" / "learned.npz" for number in (1, 2, 3)]
    assert lessons.met == [[str(new), str(old)] for new, old in zip(learned, before, strict=True)]
    assert "002: wins 70.0%" in capsys.readouterr().out


def test_a_net_that_loses_to_the_one_before_it_is_dropped(lessons, begin, tmp_path, capsys):
    lessons.rates = [0.49, 0.5]
    best = teach(tmp_path / "course", begin, 1, COURSE)
    assert best.read_bytes() == begin.read_bytes()
    assert told_of(best).imitated == []
    assert "which is kept" in capsys.readouterr().out
    teach(tmp_path / "course", begin, 2, COURSE)
    assert [seed for _, _, seed, _ in lessons.recorded] == [5, 6]
    assert len(told_of(best).imitated) == 1
    assert (load_net(best).first != load_net(begin).first).any()
    assert "which is replaced" in capsys.readouterr().out


def test_it_goes_on_where_its_folder_stands(lessons, begin, tmp_path):
    lessons.rates = [0.6]
    best = teach(tmp_path / "course", begin, 1, COURSE)
    kept = best.read_bytes()
    best.unlink()
    assert teach(tmp_path / "course", begin, 1, COURSE).read_bytes() == kept
    assert len(lessons.recorded) == len(lessons.met) == 1


def test_processes_record_games_of_their_own_until_there_are_enough(tmp_path, monkeypatch):
    asked = []

    def played(_, deal, number, *__):
        asked.append((deal, number))
        return NOTES

    monkeypatch.setattr(searched, "played_game", played)
    monkeypatch.setattr(searched, "SHARD", 2)
    course = Course(games=4, jobs=1, seed=9)
    for _ in range(2):
        expert._play(tmp_path / "003", TWO_SEATS_NET, 3, course)
    assert asked == [("searched 11", number) for number in range(4)]
    told = msgspec.json.decode((tmp_path / "003" / "games-0" / searched.RECORDED).read_bytes(), type=Recorded)
    assert told == Recorded(4, 11, course.answers, course.tables, "")


def test_the_command_teaches_as_it_is_told(monkeypatch, tmp_path):
    taught = []
    monkeypatch.setattr(expert, "teach", lambda *given: taught.append(given))
    given = ["--folder", str(tmp_path), "--lessons", "2", "--games", "80", "--jobs", "1", "--commit", "abc"]
    assert expert.main(given) == 0
    assert taught == [(tmp_path, TWO_SEATS_NET, 2, Course(games=80, jobs=1, commit="abc"))]


def test_too_few_games_to_hold_some_out_are_refused(tmp_path, capsys):
    with pytest.raises(SystemExit):
        expert.main(["--folder", str(tmp_path / "course"), "--lessons", "1", "--games", "79"])
    assert "--games: at least 80" in capsys.readouterr().err
    assert not (tmp_path / "course").exists()
