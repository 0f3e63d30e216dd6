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
