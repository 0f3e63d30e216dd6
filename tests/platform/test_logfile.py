import json
from pathlib import Path

from galaxytables_platform.logfile import LINE_BYTES, ChildLog
from tests.platform.processes import Screen


def line(level: str, event: str, **values: object) -> bytes:
    return json.dumps({"level": level, "event": event, "process": "lobby", "timestamp": "T", **values}).encode()


def test_everything_is_kept_and_what_matters_is_told(tmp_path: Path) -> None:
    screen = Screen()
    log = ChildLog(tmp_path, "lobby", screen)
    said = [line("info", "serving"), b"plain words", line("warning", "store is away", attempt=3), b'{"odd']
    for each in said:
        log.take(each)
    log.close()
    assert log.path.read_bytes().splitlines() == said
    assert screen.lines == ["lobby: warning: store is away attempt=3"]
    assert log.last_lines[-1] == '{"odd'


def test_a_flood_is_counted_not_told(tmp_path: Path) -> None:
    screen = Screen()
    log = ChildLog(tmp_path, "lobby", screen)
    for number in range(100):
        log.take(line("error", "broken", number=number))
    assert len(screen.lines) == 5
    log._window -= 11
    log.take(line("error", "again"))
    assert screen.lines[5:] == [f"lobby: 95 more such lines in {log.path}", "lobby: error: again"]


def test_the_file_is_bounded_and_the_last_part_before_is_kept(tmp_path: Path) -> None:
    log = ChildLog(tmp_path, "lobby", Screen(), file_bytes=1000)
    for number in range(1000):
        log.take(b"%d" % number)
    log.close()
    older = (tmp_path / "lobby.log.1").read_bytes()
    newer = log.path.read_bytes()
    assert len(older) <= 1000
    assert len(newer) <= 1000
    kept = [int(each) for each in (older + newer).split()]
    assert kept == list(range(kept[0], 1000))
    assert kept[0] > 0


def test_an_old_file_is_continued(tmp_path: Path) -> None:
    for word in (b"first", b"second"):
        log = ChildLog(tmp_path, "lobby", Screen(), file_bytes=1000)
        log.take(word)
        log.close()
    assert log.path.read_bytes() == b"first\nsecond\n"


def test_an_endless_line_is_cut(tmp_path: Path) -> None:
    log = ChildLog(tmp_path, "lobby", Screen())
    log.take(b"x" * (LINE_BYTES + 10))
    log.close()
    assert log.path.stat().st_size == LINE_BYTES + 1
