"""What linter and type checker are told to overlook is overlooked for a reason that stands beside it."""

import re

import pytest

from tests.house.files import committed

OVERLOOKED = re.compile(r"# (?:noqa|type: ignore)|(?<![\w.])cast\(")
WITH_REASON = re.compile(r"# (?:noqa: [A-Z0-9, ]+|type: ignore\[[a-z, -]+\]) +(?:-|#) \S|cast\(.*  # (?!noqa|type:)\S")


def unexplained(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if OVERLOOKED.search(line) and not WITH_REASON.search(line)]


@pytest.mark.parametrize("folder", ["services", "clients", "tools", "bench", "examples"])
def test_whatever_is_overlooked_has_a_reason(folder):
    sources = [path for path in committed(folder) if path.suffix == ".py"]
    assert {str(path): found for path in sources if (found := unexplained(path.read_text()))} == {}


@pytest.mark.parametrize("mark", ["# noqa", "# noqa: E501", "# type: ignore", "# type: ignore[misc]"])
def test_a_missing_reason_is_found(mark):
    assert unexplained(f"a = 1  {mark}\nb = 2")
    assert not unexplained("c = 3  # noqa: E501 - as the rulebook prints it")


def test_a_cast_has_its_reason_too():
    assert unexplained("a = cast(int, b)")
    assert unexplained("a = cast(int, b)  # type: ignore[misc]")
    assert not unexplained("a = cast(int, b)  # the loader has checked it")
    assert not unexplained("a = self.cast(b)")
