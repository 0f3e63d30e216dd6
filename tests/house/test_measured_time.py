"""No test is decided by how fast the machine is."""

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
CLOCKS = {"time", "monotonic", "perf_counter", "process_time", "monotonic_ns", "perf_counter_ns"}
# What these compare says nothing of how long something took.
ALLOWED = {
    "lobby/clock/test_skew.py": "two clocks that differ by many minutes, or not",
    "lobby/adapters/redis/test_failover.py": "the least that a wait takes, which no machine makes shorter",
    "serving/test_tls.py": "the days that a certificate is still good",
}
# Whoever waits for something waits for so long at least, however busy the machine is.
LEAST_SECONDS = 20
WAITS = {"timeout": 0, "wait_for": 1}
# Here nothing is waited for: it may stay silent.
SILENT = {"web/test_refusals.py"}


def measures(node: ast.AST) -> bool:
    """Whether there is a difference to the time of a clock."""
    return any(
        isinstance(part, ast.BinOp) and isinstance(part.op, ast.Sub) and any(map(_asks_a_clock, ast.walk(part)))
        for part in ast.walk(node)
    )


def _asks_a_clock(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call) or node.args:
        return False
    asked = node.func
    return (asked.attr if isinstance(asked, ast.Attribute) else getattr(asked, "id", "")) in CLOCKS


def measuring(source: str) -> list[int]:
    """The lines that assert how long something took."""
    return [node.lineno for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Assert) and measures(node.test)]


def test_no_test_asserts_how_long_something_took() -> None:
    found = {
        path.relative_to(TESTS).as_posix(): lines
        for path in TESTS.rglob("*.py")
        if "node_modules" not in path.parts and (lines := measuring(path.read_text(encoding="utf-8")))
    }
    assert found.keys() == ALLOWED.keys(), "wait for what happens, and assert what was lost, doubled, told or counted"


def hurried(source: str) -> list[int]:
    """The lines that give what happens only a few seconds."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr not in WAITS:
            continue
        place = WAITS[node.func.attr]
        given = [*node.args[place : place + 1], *(each.value for each in node.keywords if each.arg == "timeout")]
        seconds = [each.value for each in given if isinstance(each, ast.Constant)]
        if any(isinstance(each, int | float) and 0 < each < LEAST_SECONDS for each in seconds):
            found.append(node.lineno)
    return found


def test_no_test_fails_because_a_machine_took_seconds() -> None:
    found = {
        path.relative_to(TESTS).as_posix()
        for path in TESTS.rglob("*.py")
        if "node_modules" not in path.parts and hurried(path.read_text(encoding="utf-8"))
    }
    assert found == SILENT, "wait for a minute: it is over as soon as what is waited for comes"


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("async with asyncio.timeout(2): pass", [1]),
        ("await asyncio.wait_for(came, timeout=1.5)", [1]),
        ("await asyncio.wait_for(came, 60)", []),
        ("async with asyncio.timeout(PATIENCE): pass", []),
        ("async with asyncio.timeout(None): pass", []),
    ],
)
def test_such_a_wait_is_found(source: str, found: list[int]) -> None:
    assert hurried(source) == found


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("assert time.monotonic() - began < 2.0", [1]),
        ("assert 0.1 < perf_counter() - began", [1]),
        ("assert time.monotonic() < deadline", []),
        ("deadline = time.monotonic() - 5", []),
    ],
)
def test_such_an_assertion_is_found(source: str, found: list[int]) -> None:
    assert measuring(source) == found
